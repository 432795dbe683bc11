import { describe, expect, test } from "bun:test";
import { LANGUAGES, SERVERS } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { type ServerSettings, Servers } from "../../src/language/servers.ts";
import { resolveSettings } from "../../src/settings/resolve.ts";

const catalog = new Catalog(LANGUAGES);
const python = catalog.named("python")!;
const ids = (servers: Servers) => servers.of(python).map(({ id }) => id);
const SHIPPED = [...python.servers];
const said = (values: Record<string, unknown>): ServerSettings => {
  const { values: settings, warnings } = resolveSettings([{ origin: "user", from: "user", values }]);
  expect(warnings).toEqual([]);
  return settings;
};

/** Of no use to everybody: they look for faults of language in all files, or run what a user's own file says. */
const OFF = ["codebook-lsp", "efm-langserver", "harper-ls", "ltex-ls-plus", "typos-lsp"];

describe("the shipped servers", () => {
  test("are named by languages that they are for, and each is named but those that are off until a user names them", () => {
    const servers = new Servers(SERVERS, catalog);
    const named = new Set<string>();
    for (const language of catalog.languages)
      for (const id of language.servers) {
        expect([language.id, id, servers.named(id)?.languages.includes(language.id)]).toEqual([language.id, id, true]);
        named.add(id);
      }
    expect([...named, ...OFF].sort()).toEqual(servers.all.map(({ id }) => id).sort());
    for (const id of OFF) expect([id, servers.named(id)?.role]).toEqual([id, "secondary"]);
  });

  test("can be installed, or say what a person does", () => {
    for (const { id, install, hint } of new Servers(SERVERS, catalog).all)
      expect([id, install.length > 0 && hint !== undefined]).toEqual([id, true]);
  });

  test("run no code of a project that is not trusted", () => {
    const servers = new Servers(SERVERS, catalog);
    const rust = servers.named("rust-analyzer")!;
    const flags = (isTrusted: boolean) => {
      const settings = servers.settingsOf(rust, isTrusted)["rust-analyzer"] as Record<string, Record<string, unknown>>;
      return [settings.cargo!.buildScripts, settings.procMacro, settings.checkOnSave, settings.cargo!.targetDir];
    };
    expect(flags(false)).toEqual([{ enable: false }, { enable: false }, false, true]);
    expect(flags(true)).toEqual([{ enable: true }, { enable: true }, true, true]);
  });
});

describe("a user", () => {
  test("chooses the servers of a language and their order, or none", () => {
    expect(ids(new Servers(SERVERS, catalog))).toEqual(SHIPPED);
    expect(SHIPPED.slice(0, 3)).toEqual(["basedpyright", "pyright", "ty"]);
    expect(ids(new Servers(SERVERS, catalog, said({ language_servers: { python: ["ty", "pyright"] } })))).toEqual([
      "ty",
      "pyright",
    ]);
    expect(ids(new Servers(SERVERS, catalog, said({ language_servers: { python: [] } })))).toEqual([]);
  });

  test("changes fields of a known server and leaves the others", () => {
    const servers = new Servers(
      SERVERS,
      catalog,
      said({ servers: { pyright: { command: ["my-pyright", "--stdio"] } } }),
    );
    expect(servers.named("pyright")).toMatchObject({ command: ["my-pyright", "--stdio"], diagnostics: "both" });
    expect([servers.isCommanded("pyright"), servers.isCommanded("ty")]).toEqual([true, false]);
  });

  test("has a server of his own, which is preferred", () => {
    const servers = new Servers(
      SERVERS,
      catalog,
      said({ servers: { mine: { languages: ["python"], command: ["mine"] } } }),
    );
    expect(ids(servers)).toEqual(["mine", ...SHIPPED]);
    expect(servers.named("mine")).toMatchObject({
      name: "mine",
      probe: ["--version"],
      outside_changes: "watched_files",
    });
  });

  test("joins settings to what is shipped, and has the last word over what trust turns on", () => {
    const servers = new Servers(
      SERVERS,
      catalog,
      said({
        server_settings: { "rust-analyzer": { "rust-analyzer": { cargo: { targetDir: "t" }, checkOnSave: false } } },
      }),
    );
    expect(servers.settingsOf(servers.named("rust-analyzer")!, true)["rust-analyzer"]).toMatchObject({
      cargo: { targetDir: "t", buildScripts: { enable: true } },
      checkOnSave: false,
      procMacro: { enable: true },
    });
  });

  test("is told what leads nowhere, and the rest works", () => {
    const servers = new Servers(
      SERVERS,
      catalog,
      said({
        servers: { mine: { languages: ["python"] }, other: { languages: ["klingon"], command: ["x"] } },
        server_settings: { goplz: {} },
        language_servers: { python: ["ty", "tie"], klingon: [] },
      }),
    );
    expect(servers.warnings).toEqual([
      expect.stringMatching(/^servers\.mine is not used: command: .* needs languages and a command\.$/),
      expect.stringMatching(/^servers\.other is not used: "klingon" among its languages/),
      expect.stringMatching(/^server_settings speaks of "goplz", which is no server; there are .*gopls/),
      expect.stringMatching(/^language_servers names "tie" for python, which is no server/),
      expect.stringMatching(/^language_servers speaks of "klingon", which is no language/),
    ]);
    expect(ids(servers)).toEqual(["ty"]);
  });
});

test("the protocol's name of a language follows the suffix", () => {
  const names = ["a.tsx", "a.ts", "a.JSX", "go.mod", "x/go.work", "a.sh", "a.jsonc", "none"].map((path) =>
    catalog.protocolIdOf(path),
  );
  expect(names).toEqual([
    "typescriptreact",
    "typescript",
    "javascriptreact",
    "go.mod",
    "go.work",
    "shellscript",
    "jsonc",
    undefined,
  ]);
});

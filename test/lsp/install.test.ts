import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { SERVERS } from "../../src/language/_builtin.gen.ts";
import type { ServerSpec } from "../../src/language/server-spec.ts";
import { type InstallOptions, install } from "../../src/lsp/install.ts";
import { isBelow } from "../../src/lsp/install-needs.ts";
import { installsOf } from "../../src/lsp/installed.ts";
import { usualServer } from "../../src/lsp/recipe.ts";
import { ServerSupply } from "../../src/lsp/supply.ts";
import { CATALOG, origins, place, SHIPPED, SYSTEM_PATH, script, serverNamed } from "../fixture/origin.ts";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

const ownRuntime = { command: [process.execPath], env: { BUN_BE_BUN: "1" } } as const;

/** As the command line does it, with this machine's own variables. */
function options(dir: TemporaryFolder, more: Partial<InstallOptions> = {}): InstallOptions & { said: string[] } {
  const said: string[] = [];
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  const report = (message: string) => void said.push(message);
  return { dataDir: dir.path, env, ownRuntime, signal: new AbortController().signal, report, said, ...more };
}

/** A PATH on which there is neither Node nor npm. */
async function withoutNode(dir: TemporaryFolder): Promise<Record<string, string>> {
  await mkdir(join(dir.path, "tools"));
  for (const name of ["sh", "env"]) await symlink(Bun.which(name)!, join(dir.path, "tools", name));
  return { ...options(dir).env, PATH: join(dir.path, "tools") };
}

const entries = (dir: TemporaryFolder, server: string) =>
  existsSync(join(dir.path, "servers", server)) ? readdirSync(join(dir.path, "servers", server)) : [];

async function works(dir: TemporaryFolder, spec: ServerSpec) {
  const found = await origins(dir.path, [], { path: `${process.env.PATH}` }).find(spec, place("/p"));
  if ("tried" in found) throw new Error(JSON.stringify(found.tried));
  return [found.source, found.version];
}

describe("a server is installed", () => {
  test("with npm, once, and is found then", async () => {
    await using dir = await tmp();
    const spec = SHIPPED.named("bash-language-server")!;
    const how = options(dir);
    const first = await install(spec, how);
    expect(first).toMatchObject({ server: "bash-language-server", version: "5.8.1", with: "npm" });
    expect(first.folder).toBe(join(dir.path, "servers/bash-language-server/5.8.1"));
    expect(how.said[0]).toBe("fetching bash-language-server 5.8.1 with npm");
    expect(entries(dir, spec.id)).toEqual(["5.8.1"]);
    const again = options(dir);
    expect([await install(spec, again), again.said]).toEqual([first, []]);
    expect(await works(dir, spec)).toEqual(["waymark", "5.8.1"]);
  }, 300_000);

  test("without npm and Node, by our own runtime", async () => {
    await using dir = await tmp();
    const env = await withoutNode(dir);
    const spec = SHIPPED.named("yaml-language-server")!;
    const done = await install(spec, options(dir, { env }));
    const found = await origins(dir.path, [], { path: env.PATH! }).find(spec, place("/p"));
    expect(found).toMatchObject({ source: "waymark", program: done.path, version: "1.25.0" });
  }, 300_000);

  test("with pip, and its scripts know the place where it lies at last", async () => {
    await using dir = await tmp();
    const spec = SHIPPED.named("clangd")!;
    const done = await install(spec, options(dir));
    expect((await Bun.file(done.path).text()).split("\n")[0]).toBe(`#!${done.folder}/bin/python`);
    expect(await works(dir, spec)).toEqual(["waymark", "22.1.1"]);
    expect(entries(dir, "clangd")).toEqual(["22.1.1"]);
  }, 300_000);
});

describe("an install leaves nothing of itself", () => {
  test.each([
    ["npm", "yaml-language-server", { npm_config_registry: "http://127.0.0.1:9/" }],
    ["pip", "ty", { PIP_INDEX_URL: "http://127.0.0.1:9/", PIP_FIND_LINKS: "", PIP_CONFIG_FILE: "/dev/null" }],
    ["go", "gopls", { GOPROXY: "http://127.0.0.1:9/" }],
  ])(
    "when %s does not reach its registry, and says so",
    async (tool, id, offline) => {
      await using dir = await tmp();
      const caches = {
        npm_config_cache: join(dir.path, "cache"),
        GOMODCACHE: join(dir.path, "cache"),
        PIP_NO_CACHE_DIR: "1",
      };
      const env = { ...options(dir).env, ...caches, ...offline };
      const done = install(SHIPPED.named(id)!, options(dir, { env }));
      await expect(done).rejects.toMatchObject({ code: "unavailable" });
      await expect(done).rejects.toThrow(`${tool} does not reach the place that it fetches from, so `);
      expect(entries(dir, id)).toEqual([]);
    },
    120_000,
  );

  test("when our own runtime does not reach its registry, and says so", async () => {
    await using dir = await tmp();
    const env = {
      ...(await withoutNode(dir)),
      npm_config_registry: "http://127.0.0.1:9/",
      BUN_INSTALL_CACHE_DIR: join(dir.path, "cache"),
    };
    const done = install(SHIPPED.named("yaml-language-server")!, options(dir, { env }));
    await expect(done).rejects.toThrow("npm does not reach the place that it fetches from");
    expect(entries(dir, "yaml-language-server")).toEqual([]);
  }, 120_000);

  test("when it is cancelled", async () => {
    await using dir = await tmp();
    const caller = new AbortController();
    const report = (message: string) =>
      message.startsWith("fetching") && setTimeout(() => caller.abort(new Error("enough")), 50);
    const done = install(SHIPPED.named("clangd")!, options(dir, { signal: caller.signal, report }));
    await expect(done).rejects.toThrow("enough");
    expect(entries(dir, "clangd")).toEqual([]);
  }, 120_000);

  test("when what came does not work", async () => {
    await using dir = await tmp();
    const spec = { ...SHIPPED.named("ty")!, probe_says: "^no such word$" };
    await expect(install(spec, options(dir))).rejects.toThrow(/^ty was fetched but does not work here: .*ty 0\.0\.104/);
    expect(entries(dir, "ty")).toEqual([]);
  }, 120_000);

  test("when what came lacks the program, though nobody would ask that one for its version", async () => {
    await using dir = await tmp({ "package/package.json": '{ "name": "bare", "version": "1.0.0" }' });
    expect(Bun.spawnSync(["tar", "czf", "bare.tgz", "package"], { cwd: dir.path }).exitCode).toBe(0);
    const recipes = [{ with: "npm", packages: { bare: `file:${dir.path}/bare.tgz` }, program: "bare" }];
    const spec = serverNamed("bare", { probe: null, install: recipes });
    await expect(install(spec, options(dir))).rejects.toThrow(/has no node_modules\/\.bin\/bare\.$/);
    expect(entries(dir, "bare")).toEqual([]);
  }, 120_000);
});

describe("an install runs no script of a package", () => {
  const recipe = (dir: TemporaryFolder) => ({
    probe: null,
    install: [{ with: "npm", packages: { evil: `file:${dir.path}/evil.tgz` }, program: "evil" }],
  });

  test.each(["npm", "our own runtime"])(
    "with %s",
    async (how) => {
      await using dir = await tmp({
        "package/package.json": JSON.stringify({
          name: "evil",
          version: "1.0.0",
          bin: "evil.sh",
          scripts: { preinstall: "touch $DATA/ran", install: "touch $DATA/ran", postinstall: "touch $DATA/ran" },
        }),
        "package/evil.sh": "#!/bin/sh\necho 1.0.0\n",
      });
      expect(Bun.spawnSync(["tar", "czf", "evil.tgz", "package"], { cwd: dir.path }).exitCode).toBe(0);
      const env = { ...(how === "npm" ? options(dir).env : await withoutNode(dir)), DATA: dir.path };
      const done = await install(serverNamed("evil", recipe(dir)), options(dir, { env }));
      expect([existsSync(done.path), existsSync(join(dir.path, "ran"))]).toEqual([true, false]);
    },
    120_000,
  );
});

describe("what is missing for an install is named", () => {
  test("a tool that is not there, or that is too old", async () => {
    await using dir = await tmp();
    const env = await withoutNode(dir);
    await expect(install(SHIPPED.named("gopls")!, options(dir, { env }))).rejects.toMatchObject({
      message: "gopls was not installed: it needs go, which is not on the PATH.",
      hint: "Bring what is missing onto the PATH and try again. Install it yourself: go install golang.org/x/tools/gopls@latest.",
    });
    const old = await script(join(dir.path, "old/go"), "echo go version go1.19.8 linux/amd64");
    const path = { ...env, PATH: `${dir.path}/old:${SYSTEM_PATH}` };
    await expect(install(SHIPPED.named("gopls")!, options(dir, { env: path }))).rejects.toThrow(
      `it needs go 1.25 or later, and ${old} is 1.19.8.`,
    );
    await expect(install(SHIPPED.named("rust-analyzer")!, options(dir))).rejects.toThrow(
      "Waymark has no recipe for it",
    );
    expect(installsOf(dir.path, "gopls")).toEqual([]);
  });

  test.each([
    ["1.25", "1.25", false],
    ["1.9", "1.25", true],
    ["20", "20.1", true],
    ["22.1.0", "20", false],
  ])("version %s below %s: %p", (version, least, below) => {
    expect(isBelow(version, least)).toBe(below);
  });
});

test("the tools that install see the user's proxies and registries, the servers do not", async () => {
  await using dir = await tmp();
  const seen = join(dir.path, "seen");
  await script(join(dir.path, "bin/npm"), `env > ${seen}; exit 1`);
  const supply = new ServerSupply({
    files: SERVERS,
    catalogOf: () => CATALOG,
    dataDir: dir.path,
    env: { PATH: `${dir.path}/bin:${SYSTEM_PATH}` },
    variable: (name) => ({ HTTPS_PROXY: "http://proxy", SECRET_KEY: "hush" })[name],
    ownRuntime,
  });
  const spec = SHIPPED.named("yaml-language-server")!;
  await expect(supply.install(spec, { signal: new AbortController().signal, report: () => undefined })).rejects.toThrow(
    "npm failed on yaml-language-server 1.25.0. It said: nothing",
  );
  const text = await Bun.file(seen).text();
  expect([text.includes("HTTPS_PROXY=http://proxy"), text.includes("hush")]).toEqual([true, false]);
});

describe("the server that is installed where nobody names one", () => {
  test.each([
    ["typescript", "typescript"],
    ["javascript", "typescript"],
    ["python", "basedpyright"],
    ["html", "vscode-html-language-server"],
    ["yaml", "yaml-language-server"],
    ["vue", "typescript-vue"],
    ["rust", undefined],
  ])("for %s is %p: neither a checker nor one for some projects only", (language, id) => {
    expect(usualServer(SHIPPED.of(CATALOG.named(language)!))?.id).toBe(id!);
  });
});

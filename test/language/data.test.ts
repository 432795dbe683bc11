/** The files of languages and servers that ship: what must hold for each of them. */
import { describe, expect, test } from "bun:test";
import { LANGUAGES, SERVERS } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import type { Recipe, ServerSpec } from "../../src/language/server-spec.ts";
import { isRunnable, versionOf } from "../../src/lsp/recipe.ts";
import { PATHS } from "../fixture/spec-samples.ts";

const catalog = new Catalog(LANGUAGES);
const servers = Object.values(SERVERS);
const languages = new Map(catalog.languages.map((language) => [language.id, language]));

describe("every language", () => {
  test.each(catalog.languages.map((language) => [language.id, language] as const))(
    "%s has a server that is more than a checker, or says why it has none",
    (_, { servers: ids, no_server }) => {
      const primary = servers.filter(({ id, role }) => ids.includes(id) && role === "primary");
      expect(primary.length > 0).toBe(no_server === undefined);
    },
  );

  test("is found by each of its file names", () => {
    for (const { id, files } of catalog.languages)
      for (const [protocolId, patterns] of Object.entries(files))
        for (const pattern of patterns) {
          const name = pattern.startsWith(".") ? `dir.x/a${pattern}` : `dir.x/${pattern.replace("*", "x")}`;
          expect([name, catalog.of(name)?.id, catalog.protocolIdOf(name)]).toEqual([name, id, protocolId]);
        }
  });

  test("is one of well over a hundred, as are the servers", () => {
    expect(languages.size).toBeGreaterThan(150);
    expect(servers.length).toBeGreaterThan(200);
  });
});

/** A version that names one release: no range, no tag. */
const PINNED = /^v?\d+(\.\d+)+([-+.]\w+)*$/;

describe("every server", () => {
  test("has recipes of one version each", () => {
    const versions = (recipe: Recipe): string[] => {
      if (!isRunnable(recipe)) return [];
      return "packages" in recipe ? [versionOf(recipe), ...Object.values(recipe.packages)] : [recipe.version];
    };
    for (const { id, install } of servers)
      for (const version of install.flatMap(versions))
        expect([id, version]).toEqual([id, expect.stringMatching(PINNED)]);
  });

  test("that is told how much memory it may take has room for that before it is ended", () => {
    const told = servers.flatMap(({ id, memory_mb = Number.POSITIVE_INFINITY, initialization_options, settings }) => {
      const limits = JSON.stringify([initialization_options, settings]).matchAll(/"maxTsServerMemory":(\d+)/g);
      return [...limits].map(([, limit]) => [id, Number(limit) + 512 < memory_mb] as const);
    });
    expect(told).toContainEqual(["typescript-language-server", true]);
    expect(told.filter(([, isRoomy]) => !isRoomy)).toEqual([]);
  });

  test("starts a program, and none that fetches others", () => {
    for (const { id, command } of servers) {
      expect([id, /^(npx|bunx|pnpm|yarn|uvx|pipx|docker|curl|wget|sh|bash|cmd)$/.test(command[0]!)]).toEqual([
        id,
        false,
      ]);
      expect([id, command.filter((part) => /@latest|\bdlx\b/.test(part))]).toEqual([id, []]);
    }
  });

  test("is given files only of patterns that can match one of its languages", () => {
    for (const { id, only, languages: of } of servers.filter(({ only }) => only.length > 0)) {
      const sources = only.map((one) => new RegExp(one, "mu"));
      const examples = PATHS[id] ?? [];
      expect([id, examples.length > 0]).toEqual([id, true]);
      for (const path of examples) {
        expect([path, sources.some((pattern) => pattern.test(path))]).toEqual([path, true]);
        expect([path, of.includes(catalog.of(path)?.id ?? "")]).toEqual([path, true]);
      }
    }
  });

  test("that runs what a project brings asks for trust", () => {
    const needs = ({ needs_trust_where, trusted_settings }: ServerSpec) =>
      needs_trust_where.length > 0 || Object.keys(trusted_settings).length > 0;
    const running = servers.filter(needs).map(({ id }) => id);
    expect(running).toEqual(expect.arrayContaining(RUN_CODE));
  });
});

/** Builds, macros, plugins, configuration that is a program: a sample of those that are known to run it. */
const RUN_CODE = [
  "elixir-ls",
  "expert",
  "godot",
  "haskell-language-server",
  "jdtls",
  "kotlin-lsp",
  "lean",
  "metals",
  "omnisharp",
  "perl-language-server",
  "roslyn-language-server",
  "ruby-lsp",
  "rust-analyzer",
  "sourcekit-lsp",
  "svelte-language-server",
  "tailwindcss-language-server",
  "vscode-eslint-language-server",
  "zls",
];

/** A language that Waymark has never heard of, from a user's settings file alone. */
import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { type ServerRow, servedWith } from "../fixture/served-servers.ts";
import { tmp } from "../fixture/tmp.ts";

const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

const SCENARIO: Scenario = {
  capabilities: { textDocumentSync: 1, documentSymbolProvider: true, referencesProvider: true },
  on: {
    "textDocument/didOpen": [
      {
        notify: {
          method: "textDocument/publishDiagnostics",
          params: {
            uri: "$uri",
            version: "$version" as never,
            diagnostics: [{ range: range(1, 0, 3), message: "odd" }],
          },
        },
      },
    ],
  },
  replies: {
    "textDocument/documentSymbol": {
      result: [{ name: "one", kind: 12, range: range(0, 0, 7), selectionRange: range(0, 4, 7) }],
    },
    "textDocument/references": { result: [{ uri: "$root/b.zzz", range: range(0, 4, 7) }] },
  },
};

test("a language and its server that only a settings file names are like any other; a bad entry is told and costs nothing", async () => {
  await using folder = await tmp({ "scenario.json": JSON.stringify(SCENARIO) });
  const log = join(folder.path, "log");
  await writeFile(join(folder.path, "scenario.json"), JSON.stringify({ ...SCENARIO, log }));
  const program = join(import.meta.dir, "../fixture/fake-language-server.ts");
  await using waymark = await servedWith({
    files: { "a.zzz": "def one\nodd\n", "b.zzz": "use one\n", "c.ts": "export const c = 1;\n" },
    settings: {
      languages: {
        zzz: { name: "Zzz", files: { "zzz-id": [".zzz"] }, servers: ["zzz-server"] },
        broken: { files: { broken: [".broken"] }, grammar: "none" },
      },
      servers: {
        "zzz-server": {
          languages: ["zzz"],
          command: [process.execPath, program, join(folder.path, "scenario.json")],
          hint: "get it from zzz.example",
        },
      },
    },
  });
  const overview = await waymark.call<{ symbols: { name_path: string }[] }>("get_symbols_overview", { path: "a.zzz" });
  expect([overview.source, overview.answer.symbols.map(({ name_path }) => name_path)]).toEqual(["server", ["one"]]);
  const found = await waymark.call<{ symbols: { path: string }[] }>("find_symbol", { name_path: "one", path: "." });
  expect(found.answer.symbols.map(({ path }) => path)).toEqual(["a.zzz", "b.zzz"]); // the fake says the same of each
  const uses = await waymark.uses("a.zzz", "one");
  expect([uses.source, uses.answer.places.map(({ path, line }) => [path, line])]).toEqual(["server", [["b.zzz", 1]]]);
  const problems = await waymark.call("get_diagnostics_for_file", { path: "a.zzz" });
  expect(JSON.stringify(problems.answer)).toContain('"odd"');
  expect(await waymark.rows({ language: "zzz" })).toMatchObject([
    { server: "zzz-server", state: "ready" } satisfies Partial<ServerRow>,
  ]);
  expect(await Bun.file(log).text()).toContain('"languageId":"zzz-id"');
  expect(waymark.log()).toMatch(/languages\.broken does not count: Unrecognized key: \\?"grammar\\?"/);
});

test("without its server the language is known by name, and the answer says what a person does", async () => {
  await using waymark = await servedWith({
    files: { "a.zzz": "def one\n" },
    settings: {
      languages: { zzz: { name: "Zzz", files: { zzz: [".zzz"] } } },
      servers: {
        "zzz-server": { languages: ["zzz"], command: ["no-such-zzz-server"], hint: "get it from zzz.example" },
      },
    },
  });
  const body = await waymark.call("get_symbols_overview", { path: "a.zzz" });
  expect(body.detail).toBe("zzz: unavailable, zzz-server: command not found: no-such-zzz-server.");
  expect(body.hint).toStartWith("Correct servers.zzz-server.command in your settings, or remove it.");
});

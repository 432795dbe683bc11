/** What language servers add to symbols: outlines where no grammar is there, what an editor shows, and libraries. */
import { describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { REAL, servedWith } from "../fixture/served-servers.ts";

const OUTLINE = "textDocument/documentSymbol";

function range(first: number, last: number, from = 0, to = 0) {
  return { start: { line: first, character: from }, end: { line: last, character: to } };
}

/** An entry of a flat list. */
function flat(name: string, kind: number, first: number, last: number, containerName = "") {
  return { name, kind, containerName, location: { uri: "$uri", range: range(first, last, 0, 20) } };
}

interface Rows {
  symbols: { name_path: string; path: string; start_line: number; end_line: number; body?: string; info?: string }[];
  near_names: string[];
  library?: { name: string; file: string; line: number }[];
}

const LINES = "module Foo\ntype Foo\nbuh\nend buh\nend type\n\nbar\nend bar\n\nend module\n";

describe("a language without a grammar", () => {
  const served = (result: unknown, files: Record<string, string> = { "m.f90": LINES }) => {
    const scenario: Scenario = {
      capabilities: { documentSymbolProvider: true, textDocumentSync: 1 },
      replies: { [OUTLINE]: { result } },
    };
    return servedWith({ files, fakes: { fortran: { scenario, spec: { languages: ["fortran"] } } } });
  };

  test("H25 flat lists nest by their ranges, whatever the containers are called", async () => {
    await using waymark = await served([
      flat("Foo", 5, 0, 9),
      flat("bar", 6, 6, 7, "Foo"),
      flat("Foo", 5, 1, 4, "Foo"),
      flat("buh", 6, 2, 3, "Foo"),
    ]);
    const overview = await waymark.call<Rows>("get_symbols_overview", { path: "m.f90", depth: 3 });
    expect(overview.source).toBe("server");
    expect(overview.answer.symbols.map(({ name_path }) => name_path)).toEqual([
      "Foo",
      "Foo/Foo",
      "Foo/Foo/buh",
      "Foo/bar",
    ]);
    for (const path of ["m.f90", "."]) {
      const found = await waymark.call<Rows>("find_symbol", { name_path: "Foo/bar", path, include_body: true });
      expect(found.answer.symbols).toMatchObject([{ path: "m.f90", start_line: 7, end_line: 8, body: "bar\nend bar" }]);
    }
  });

  test("H25 a server that tells only where names stand gives no bodies, and the answer says so", async () => {
    const name = { uri: "$uri", range: range(6, 6, 0, 3) };
    await using waymark = await served([{ name: "bar", kind: 12, location: name }]);
    const found = await waymark.call<Rows>("find_symbol", { name_path: "bar", path: "m.f90", include_body: true });
    expect(found).toMatchObject({
      complete: false,
      reason: expect.stringContaining("bodies of 1 symbols are not known"),
    });
    expect(found.answer.symbols[0]!.body).toBeUndefined();
  });

  test("is found anew when the file changes, and not when it is gone", async () => {
    await using waymark = await served([flat("bar", 12, 0, 1)], { "m.f90": "bar\nend\n", "o.f90": "bar\nend\n" });
    const paths = async () => {
      const { answer } = await waymark.call<Rows>("find_symbol", { name_path: "bar" });
      return answer.symbols.map(({ path }) => path);
    };
    expect(await paths()).toEqual(["m.f90", "o.f90"]);
    rmSync(waymark.path("o.f90"));
    writeFileSync(waymark.path("m.f90"), "! moved\nbar\nend\n");
    expect(await paths()).toEqual(["m.f90"]);
    const texts = await waymark.received("fortran");
    expect(JSON.stringify(texts)).toContain("! moved");
  });

  test("whose server is missing is told with what helps, and hides nothing of the others", async () => {
    const settings = {
      servers: { fortran: { languages: ["fortran"], command: ["no-such-fortls"] } },
      language_servers: { fortran: ["fortran"] },
    };
    const files = { "m.f90": LINES, "a.ts": "export const bar = 1;\n" };
    await using waymark = await servedWith({ files, settings });
    const overview = await waymark.call("get_symbols_overview", { path: "m.f90" });
    expect(overview.detail).toContain("no-such-fortls");
    const found = await waymark.call<Rows>("find_symbol", { name_path: "bar" });
    expect(found.answer.symbols).toMatchObject([{ path: "a.ts" }]);
    expect(found).toMatchObject({ complete: false, reason: expect.stringContaining("no-such-fortls") });
  });
});

describe("include_info", () => {
  test("gives what TypeScript's and Python's servers show of a symbol", async () => {
    const files = {
      "tsconfig.json": "{}",
      "a.ts": "/** Adds. */\nexport function add(a: number) {\n  return a + 1;\n}\n",
      "b.py": 'def half(n: int):\n    """Halves."""\n    return n / 2\n',
    };
    const order = { language_servers: { typescript: ["typescript"], python: ["pyright"] } };
    await using waymark = await servedWith({ files, settings: { servers: REAL, ...order } });
    const info = async (name_path: string): Promise<string | undefined> => {
      const { answer, complete } = await waymark.call<Rows>("find_symbol", { name_path, include_info: true });
      return complete === false ? await info(name_path) : answer.symbols[0]!.info; // a server may start for longer
    };
    expect(await info("add")).toContain("add(a: number): number");
    expect(await info("half")).toMatch(/half\(n: int\) -> float[\s\S]*Halves/);
  });

  test("a server that does not answer costs a few seconds, and the symbols are there without it", async () => {
    const capabilities = { hoverProvider: true, textDocumentSync: 1 };
    const scenario: Scenario = { capabilities, replies: { "textDocument/hover": { hang: true } } };
    await using waymark = await servedWith({
      files: { "a.ts": "/** Doc. */\nexport const a = 1;\n" },
      fakes: { one: { scenario } },
    });
    const found = await waymark.call<Rows>("find_symbol", { name_path: "a", include_info: true });
    expect(found).toMatchObject({
      complete: false,
      reason: "info of 1 symbols is left out: no language server said it within 5 s",
    });
    expect(found.answer.symbols).toMatchObject([{ name_path: "a", doc: "/** Doc. */" }]);
  });
});

test("a name that only a library defines is found there once a server runs", async () => {
  const place = { uri: "file:///usr/lib/other.d.ts", range: range(4, 4, 0, 9) };
  const own = { uri: "$root/a.ts", range: range(0, 0) };
  const scenario: Scenario = {
    capabilities: { workspaceSymbolProvider: true, hoverProvider: true, textDocumentSync: 1 },
    replies: {
      "textDocument/hover": { result: null },
      "workspace/symbol": {
        result: [
          { name: "Elsewhere", kind: 5, location: place },
          { name: "ElsewhereToo", kind: 5, location: place },
          { name: "Elsewhere", kind: 5, location: own },
        ],
      },
    },
  };
  await using waymark = await servedWith({ files: { "a.ts": "export const a = 1;\n" }, fakes: { one: { scenario } } });
  const before = await waymark.call<Rows>("find_symbol", { name_path: "Elsewhere" });
  expect(before.answer.library).toBeUndefined();
  await waymark.call("find_symbol", { name_path: "a", include_info: true });
  const found = await waymark.call<Rows>("find_symbol", { name_path: "Elsewhere" });
  expect(found).toMatchObject({ total: 0, hint: expect.stringContaining("something that it uses does") });
  expect(found.answer.library).toEqual([expect.objectContaining({ file: "/usr/lib/other.d.ts", line: 5 })]);
});

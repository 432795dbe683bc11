import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Insertion } from "../../src/symbol/insert-beside.ts";
import { callTool } from "../fixture/call.ts";
import { type SymbolEdits, symbolEdits } from "../fixture/symbol-edits.ts";

setDefaultTimeout(60_000);

let edits: SymbolEdits;
beforeAll(async () => {
  edits = await symbolEdits();
});
afterAll(() => edits[Symbol.asyncDispose]());

async function inserted(path: string, content: string, side: Insertion["side"], namePath: string, body: string) {
  return (await edits.insert(path, content, namePath, side, body)).text;
}

const PY = `import os


def a():
    return 1


@dec
class B:
    """Doc."""

    x = 1
    y = 2

    def f(self):
        return 1  # one

    def g(self):
        return 2
`;

const TS = `/** doc */
export class Cart {
  /** doc */
  @log
  total(): number {
    return 1; // x
  } // end

  b = 1;
}

enum E { A, B }
`;

/** What stands in place of a text that is there once. */
function changed(content: string, from: string, to: string): string {
  expect(content.split(from)).toHaveLength(2);
  return content.replace(from, () => to);
}

describe("spacing is that of the neighbours, then the language's", () => {
  const def = "def n():\n    pass";
  const method = "    def n(self):\n        pass\n";

  test.each<[string, Insertion["side"], string, string, string, string]>([
    ["two blank lines before a Python function", "before", "a", def, "def a", `${def}\n\n\ndef a`],
    ["blank lines of the body do not count", "before", "B", `\n\n${def}\n\n\n`, "@dec", `${def}\n\n\n@dec`],
    ["two behind the last of a file", "after", "B", def, "return 2\n", `return 2\n\n\n${def}\n`],
    ["one between methods", "after", "B/f", "def n(self):\n    pass", "# one\n", `# one\n\n${method}`],
    ["none between fields", "before", "B/x", "w = 0", "    x = 1", "    w = 0\n    x = 1"],
    ["one between a field and a method", "after", "B/x", "def n(self):\n    pass", "x = 1\n", `x = 1\n\n${method}\n`],
    ["the last method", "after", "B/g", "    def n(self):\n        pass", "return 2\n", `return 2\n\n${method}`],
  ])("%s", async (_, side, namePath, body, from, to) => {
    expect(await inserted("m.py", PY, side, namePath, body)).toBe(changed(PY, from, to));
  });

  test("the custom of a file wins over the language's", async () => {
    const close = "def a():\n    pass\n\ndef b():\n    pass\n";
    expect(await inserted("m.py", close, "after", "b", def)).toBe(`${close}\n${def}\n`);
    const dense = "class A {\n  f() {\n  }\n  g() {\n  }\n}\n";
    expect(await inserted("a.ts", dense, "after", "A/f", "h() {\n}")).toBe(
      "class A {\n  f() {\n  }\n  h() {\n  }\n  g() {\n  }\n}\n",
    );
  });

  test("the tables of the peer come out with one blank line to both sides", async () => {
    const content = "export class A {\n}\n\nexport class B {\n}\n\nexport class C {\n}\n";
    const body = "export function n() {\n}";
    const wanted = (before: string, after: string) => `${before}${body}\n\n${after}`;
    const at = content.indexOf("export class B");
    expect(await inserted("a.ts", content, "before", "B", body)).toBe(wanted(content.slice(0, at), content.slice(at)));
    expect(await inserted("a.ts", content, "after", "A", body)).toBe(wanted(content.slice(0, at), content.slice(at)));
  });
});

describe("the place", () => {
  test("H23: before goes above the comment and the decorators", async () => {
    expect(await inserted("c.ts", TS, "before", "Cart/total", "n() {\n  return 1;\n}")).toBe(
      changed(TS, "export class Cart {\n", "export class Cart {\n  n() {\n    return 1;\n  }\n\n"),
    );
  });

  test("after goes behind the terminator and the comment on its line", async () => {
    expect(await inserted("c.ts", TS, "after", "Cart/total", "n() {\n}")).toBe(
      changed(TS, "// end\n", "// end\n\n  n() {\n  }\n"),
    );
    expect(await inserted("c.ts", TS, "after", "Cart/b", "c = 2;")).toBe(changed(TS, "b = 1;\n", "b = 1;\n  c = 2;\n"));
  });

  test("what is for the whole file stays at its top", async () => {
    const script = "#!/usr/bin/env python\n# coding: utf-8\n# Does.\ndef a():\n    pass\n";
    expect(await inserted("a.py", script, "before", "a", "def b():\n    pass")).toBe(
      changed(script, "# Does.", "def b():\n    pass\n\n\n# Does."),
    );
  });

  test.each([
    ["a.ts", "// @ts-nocheck", "// @ts-ignore", "export const a = 1;", "export const b = 2;"],
    ["a.js", "/* eslint-disable no-console */", "// eslint-disable-next-line", "const a = 1;", "const b = 2;"],
    ["a.go", "//go:build linux", "// type a is.", "type a int", "type b int"],
    ["a.rb", "# frozen_string_literal: true", "# Does.", "def a = 1", "def b = 2"],
    ["a.py", "# mypy: strict", "# Does.", "a = 1", "b = 2"],
  ])("a comment for the whole file is what the language says: %s", async (path, ofFile, own, code, body) => {
    const text = `${ofFile}\n${own}\n${code}\n`;
    const after = await inserted(path, text, "before", "a", body);
    expect(after).toStartWith(`${ofFile}\n${body}\n`);
    expect(after).toEndWith(`\n${own}\n${code}\n`);
  });

  test.each<[string, Insertion["side"], string, string, string]>([
    ["after in one line", "after", "A/x", "y() {}", "class A { x() {} y() {} }\n"],
    ["before in one line", "before", "A/x", "y() {}", "class A { y() {} x() {} }\n"],
    ["after, of several lines", "after", "A/x", "y() {\n  g();\n}", "class A { x() {}\n  y() {\n    g();\n  }\n}\n"],
    ["before, of several lines", "before", "A/x", "y() {\n}", "class A {\n  y() {\n  }\n  x() {} }\n"],
  ])("a body on one line: %s", async (_, side, namePath, body, wanted) => {
    expect(await inserted("a.ts", "class A { x() {} }\n", side, namePath, body)).toBe(wanted);
  });

  test("a Python body on the line of its head", async () => {
    const content = "class A: x = 1\n";
    expect(await inserted("a.py", content, "after", "A/x", "y = 2")).toBe("class A: x = 1; y = 2\n");
    expect(await inserted("a.py", content, "after", "A/x", "def y(self):\n    pass")).toBe(
      "class A:\n    x = 1\n    def y(self):\n        pass\n",
    );
  });
});

describe("commas of lists", () => {
  test.each<[string, string, Insertion["side"], string, string, string]>([
    ["a.ts", "enum E { A, B }\n", "after", "E/B", "C", "enum E { A, B, C }\n"],
    ["a.ts", "enum E { A, B }\n", "after", "E/A", "C,", "enum E { A, C, B }\n"],
    ["a.ts", "enum E {\n  A, // a\n  B // b\n}\n", "after", "E/B", "C", "enum E {\n  A, // a\n  B, // b\n  C\n}\n"],
    ["a.ts", "enum E {\n  A,\n  B,\n}\n", "after", "E/B", "C", "enum E {\n  A,\n  B,\n  C,\n}\n"],
    ["a.ts", "const o = { a() {}, b() {} };\n", "after", "o/a", "c() {}", "const o = { a() {}, c() {}, b() {} };\n"],
    ["a.json", '{\n  "a": 1\n}\n', "after", "a", '"b": 2', '{\n  "a": 1,\n  "b": 2\n}\n'],
    ["a.json", '{ "a": 1 }\n', "before", "a", '"b": 2', '{ "b": 2, "a": 1 }\n'],
    [
      "A.java",
      "enum A {\n  X,\n  Y;\n\n  int f() { return 1; }\n}\n",
      "after",
      "A/Y",
      "Z",
      "enum A {\n  X,\n  Y,\n  Z;\n\n  int f() { return 1; }\n}\n",
    ],
    ["a.rs", "struct A {\n    x: i32,\n}\n", "after", "A/x", "y: i32", "struct A {\n    x: i32,\n    y: i32,\n}\n"],
    [
      "a.go",
      "package a\n\ntype S struct {\n\tA int // a\n}\n",
      "after",
      "S/A",
      "B int",
      "package a\n\ntype S struct {\n\tA int // a\n\tB int\n}\n",
    ],
    ["a.yaml", "a:\n  b: 1\n  c: 2\n", "after", "a/b", "d:\n  e: 1", "a:\n  b: 1\n  d:\n    e: 1\n  c: 2\n"],
  ])("%s %j %s %s", async (path, content, side, namePath, body, wanted) => {
    expect(await inserted(path, content, side, namePath, body)).toBe(wanted);
  });
});

describe("bytes", () => {
  test("H09, H13: CRLF, tabs and a missing final line end stay", async () => {
    const content = "class A {\r\n\tx() {}\r\n\r\n\ty() {}\r\n}";
    expect(await inserted("a.ts", content, "after", "A/x", "z() {\n\treturn 1;\n}\n")).toBe(
      "class A {\r\n\tx() {}\r\n\r\n\tz() {\r\n\t\treturn 1;\r\n\t}\r\n\r\n\ty() {}\r\n}",
    );
    expect(await inserted("a.ts", content, "after", "A", "class B {\n}\n")).toBe(`${content}\r\n\r\nclass B {\r\n}`);
  });

  test("H10: a byte order mark stays at the start", async () => {
    const { bytes } = await edits.insert("a.py", "\ufeffx = 1\n", "x", "before", "w = 0");
    expect(Buffer.from(bytes).toString("latin1")).toBe("\u00ef\u00bb\u00bfw = 0\nx = 1\n");
  });

  test("H82: what is inserted is written as it is given", async () => {
    const line = 'log("$& ok $$ $1 $` $\' \\1");';
    expect(await inserted("a.js", 'log("done");\nfunction f() {}\n', "before", "f", line)).toBe(
      `log("done");\n${line}\nfunction f() {}\n`,
    );
  });
});

test("the tools answer with what they did; without text, or where it breaks the file, they do nothing", async () => {
  const files = { "a.ts": "class A {\n  x() {}\n}\n" };
  const call = (tool: string, body: string) => callTool(files, tool, { name_path: "A/x", path: "a.ts", body });
  for (const tool of ["insert_before_symbol", "insert_after_symbol"]) {
    expect((await call(tool, "y() {}")).body.answer).toMatchObject({
      applied: true,
      files: [{ added: 1, removed: 0 }],
    });
    expect((await call(tool, " \n")).body.code).toBe("invalid_arguments");
    expect((await call(tool, "y() {")).body.code).toBe("refused");
  }
});

test("code that would go on into the next line gets a semicolon, and other code none", async () => {
  const js = "const a = 1;\n[2].map(f);\n";
  expect(await inserted("a.js", js, "after", "a", "const b = a")).toBe("const a = 1;\nconst b = a;\n[2].map(f);\n");
  expect(await inserted("a.js", "const a = 1\nf()\n", "after", "a", "const b = a")).toBe(
    "const a = 1\nconst b = a\nf()\n",
  );
});

test("code in spaces comes in tabs where the file has nothing else", async () => {
  const go = "package a\n\nfunc F() {\n\tg()\n}\n";
  const code = "func G() {\n  if x {\n    g()\n  }\n}";
  const tabbed = "func G() {\n\tif x {\n\t\tg()\n\t}\n}";
  expect(await inserted("a.go", go, "after", "F", code)).toBe(`${go}\n${tabbed}\n`);
});

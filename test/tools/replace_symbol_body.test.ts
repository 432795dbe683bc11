import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { UserError } from "../../src/base/error.ts";
import { shortHash } from "../../src/base/hash.ts";
import { callTool } from "../fixture/call.ts";
import { type SymbolEdits, symbolEdits } from "../fixture/symbol-edits.ts";

setDefaultTimeout(60_000);

let edits: SymbolEdits;
beforeAll(async () => {
  edits = await symbolEdits();
});
afterAll(() => edits[Symbol.asyncDispose]());

/** The new text, or the code of the refusal. */
async function replaced(path: string, content: string, namePath: string, body: string): Promise<string> {
  try {
    return (await edits.replace(path, content, namePath, body)).text;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.code;
  }
}

const hex = (bytes: Uint8Array, count: number) => Buffer.from(bytes.slice(0, count)).toString("hex");

describe("bytes outside of the declaration", () => {
  test("H09: a file with CRLF keeps it when the body comes with LF", async () => {
    const content = "def a():\r\n    return 1\r\n\r\ndef b():\r\n    return 2\r\n";
    expect(await replaced("m.py", content, "b", "def b():\n    return 3")).toBe(content.replace("2", "3"));
  });

  test("H10: a byte order mark stays at the start, once", async () => {
    const content = "\ufeffexport function first() {\r\n  return 1;\r\n}\r\n";
    const { bytes, text } = await edits.replace("bom.ts", content, "first", "export function first() { return 2; }");
    expect(hex(bytes, 4)).toBe("efbbbf65");
    expect(text).toBe("\ufeffexport function first() { return 2; }\r\n");
  });

  test("H13: a file without a final line end stays so", async () => {
    expect(await replaced("n.py", "a = 1\nb = 2", "b", "b = 3\n")).toBe("a = 1\nb = 3");
  });

  test("H15: emoji before the declaration on its line move nothing", async () => {
    const content = 'const tag = "🚀🚀"; export const fuel = tag.length;\n';
    expect(await replaced("e.ts", content, "fuel", "export const fuel = 1;")).toBe(
      'const tag = "🚀🚀"; export const fuel = 1;\n',
    );
  });

  test("H82: a body is written as it is given", async () => {
    const line = 'log("$& ok $$ $1 $` $\' \\1");';
    const content = 'function f() {\n  log("done");\n}\n';
    expect(await replaced("d.js", content, "f", `function f() {\n  ${line}\n}`)).toBe(`function f() {\n  ${line}\n}\n`);
  });

  test("files in UTF-16 and Latin-1 stay in them", async () => {
    const utf16 = Buffer.from("\ufeffx = 1\r\ny = 'é'\r\n", "utf16le");
    expect(Buffer.from((await edits.replace("u.py", utf16, "x", "x = 2")).bytes)).toEqual(
      Buffer.from("\ufeffx = 2\r\ny = 'é'\r\n", "utf16le"),
    );
    const latin = Buffer.from("x = 1\ny = 'caf\u00e9 cr\u00e8me'\n", "latin1");
    expect(Buffer.from((await edits.replace("l.py", latin, "x", "x = 2")).bytes)).toEqual(
      Buffer.from("x = 2\ny = 'caf\u00e9 cr\u00e8me'\n", "latin1"),
    );
  });
});

describe("what a declaration is", () => {
  const area = "# Sizes.\n@functools.lru_cache\n@functools.wraps(print)\ndef area(w, h):\n    return w * h\n";

  test("H22: it begins at its first decorator, below the comment", async () => {
    const { body } = await callTool({ "d.py": area }, "find_symbol", {
      name_path: "area",
      path: "d.py",
      include_body: true,
    });
    const [symbol] = body.answer.symbols as { body: string; hash: string }[];
    expect(symbol!.body.startsWith("@functools.lru_cache\n")).toBe(true);
    expect(await replaced("d.py", area, "area", symbol!.body)).toBe(area);
    const one = "@functools.lru_cache\ndef area(w, h):\n    return w * h";
    expect(await replaced("d.py", area, "area", one)).toBe(`# Sizes.\n${one}\n`);
  });

  const documented = "/** Adds. */\nexport function add(a: number) {\n  return a;\n}\n";

  test("H23: the comment above stays, once, unless the body brings one of its kind", async () => {
    const plain = "export function add(a: number) {\n  return a + 1;\n}";
    expect(await replaced("j.ts", documented, "add", plain)).toBe(`/** Adds. */\n${plain}\n`);
    const own = `/** Adds one. */\n${plain}`;
    expect(await replaced("j.ts", documented, "add", own)).toBe(`${own}\n`);
    const aside = `// biome-ignore lint: as it is\n${plain}`;
    expect(await replaced("j.ts", documented, "add", aside)).toBe(`/** Adds. */\n${aside}\n`);
  });

  test("H23: an indented comment is replaced with the body's, wherever that was written", async () => {
    const content = "class C {\n  /** Old. */\n  @log\n  total() {\n    return 1;\n  }\n}\n";
    const wanted = "class C {\n  /** New. */\n  total() {\n    return 2;\n  }\n}\n";
    for (const body of [
      "/** New. */\n  total() {\n    return 2;\n  }",
      "  /** New. */\n  total() {\n    return 2;\n  }",
      "/** New. */\ntotal() {\n  return 2;\n}\n",
    ]) {
      expect({ body, text: await replaced("c.ts", content, "C/total", body) }).toEqual({ body, text: wanted });
    }
  });

  test("H24: a function bound to a constant is replaced with its keywords, and one within another alone", async () => {
    const content = 'export const Panel = () => { const draw = () => "a"; return <b>{draw()}</b>; };\n';
    expect(await replaced("p.tsx", content, "Panel/draw", 'const draw = () => "b";')).toBe(
      content.replace('"a"', '"b"'),
    );
    const whole = "export const Panel = () => <i />;";
    expect(await replaced("p.tsx", content, "Panel", whole)).toBe(`${whole}\n`);
  });

  test("H17: a name with a slash is meant by the name path that is printed", async () => {
    const content = 'class Q { get "weird/name"() { return 1 } }\n';
    const body = 'get "weird/name"() { return 2 }';
    expect(await replaced("s.ts", content, "Q/weird%2Fname", body)).toBe(content.replace("1", "2"));
  });

  test("H19: receivers, operators and implementations are meant by their name paths", async () => {
    const go = "package a\n\nfunc (s *Server) Close() {\n}\n";
    expect(await replaced("a.go", go, "Server/Close", "func (s *Server) Close() { stop() }")).toBe(
      "package a\n\nfunc (s *Server) Close() { stop() }\n",
    );
    const cpp = "struct A {};\nint operator<<(A a, int b) { return b; }\n";
    expect(await replaced("a.cpp", cpp, "operator<<", "int operator<<(A a, int b) { return 1; }")).toBe(
      cpp.replace("return b", "return 1"),
    );
  });

  const overloads =
    "export function add(a: number): number;\nexport function add(a: string): string;\nexport function add(a: any) { return a; }\n";

  test("H18: one of several of a name is refused with all of them, and meant by its index", async () => {
    const input = { name_path: "add", path: "o.ts", body: "export function add(a: any) { return 1; }" };
    const { status, body } = await callTool({ "o.ts": overloads }, "replace_symbol_body", input);
    expect([status, body.code]).toEqual([409, "ambiguous"]);
    for (const place of [
      '"add[0]" (function, lines 1-1)',
      '"add[1]" (function, lines 2-2)',
      '"add[2]" (function, lines 3-3)',
    ])
      expect(body.detail).toContain(place);
    expect(await replaced("o.ts", overloads, "add[2]", input.body)).toBe(overloads.replace("return a", "return 1"));
    expect(await replaced("o.ts", overloads, "add(a: string)", "export function add(a: boolean): boolean;")).toBe(
      overloads.replaceAll("string", "boolean"),
    );
  });
});

describe("indentation", () => {
  const python = "class A:\n    class B:\n        def f(self):\n            return 1\n";
  const within = (...lines: string[]) => `class A:\n    class B:\n${lines.map((line) => `${line}\n`).join("")}`;

  test("a body at any depth comes to that of its place", async () => {
    const wanted = within("        def f(self):", "            if self:", "                return 2");
    for (const body of [
      "def f(self):\n            if self:\n                return 2", // as it is read
      "        def f(self):\n            if self:\n                return 2",
      "def f(self):\n    if self:\n        return 2",
      "    def f(self):\n        if self:\n            return 2\n",
      "\n\n            def f(self):\n                if self:\n                    return 2",
    ]) {
      expect({ body, text: await replaced("i.py", python, "A/B/f", body) }).toEqual({ body, text: wanted });
    }
  });

  test("lines within strings stay, those of a doc string move", async () => {
    const body = 'def f(self):\n    """Doc.\n\n    More.\n    """\n    return """a\n b\n"""';
    expect(await replaced("i.py", python, "A/B/f", body)).toBe(
      within(
        "        def f(self):",
        '            """Doc.',
        "",
        "            More.",
        '            """',
        '            return """a',
        " b",
        '"""',
      ),
    );
    const ts = "class A {\n  f() {\n    return 1;\n  }\n}\n";
    const template = "f() {\n  g();\n  return `a\n b $\u007b1}\nc`;\n}";
    expect(await replaced("t.ts", ts, "A/f", template)).toBe(
      "class A {\n  f() {\n    g();\n    return `a\n b $\u007b1}\nc`;\n  }\n}\n",
    );
    const read = "f() {\n    g();\n    return `a\n b $\u007b1}\nc`;\n  }"; // at its depth, but for its template
    expect(await replaced("t.ts", ts, "A/f", read)).toBe(
      "class A {\n  f() {\n    g();\n    return `a\n b $\u007b1}\nc`;\n  }\n}\n",
    );
  });

  test("a line that stands at the margin on purpose does not make a body another depth", async () => {
    const cpp = "struct A {\n    int f() {\n        return 1;\n    }\n};\n";
    const body = "int f() {\n#if X\n        g();\n#endif\n        return 2;\n    }";
    expect(await replaced("a.cpp", cpp, "A/f", body)).toBe(`struct A {\n    ${body}\n};\n`);
  });

  test("tabs stay tabs", async () => {
    const go = "package a\n\nfunc F() {\n\tg()\n}\n";
    expect(await replaced("a.go", go, "F", "func F() {\n\tif x {\n\t\tg()\n\t}\n}")).toBe(
      "package a\n\nfunc F() {\n\tif x {\n\t\tg()\n\t}\n}\n",
    );
  });

  test("a body in spaces comes in tabs where the file has nothing else, and the other way", async () => {
    const go = "package a\n\nfunc F() {\n\tg()\n}\n";
    const spaced = "func F() {\n    if x {\n        g(`a\n    b`)\n    }\n}";
    const tabbed = "func F() {\n\tif x {\n\t\tg(`a\n    b`)\n\t}\n}";
    expect(await replaced("a.go", go, "F", spaced)).toBe(`package a\n\n${tabbed}\n`);
    const py = "class A:\n    def f(self):\n        return 1\n";
    expect(await replaced("a.py", py, "A/f", "def f(self):\n\tif x:\n\t\treturn 2\n\treturn 1")).toBe(
      "class A:\n    def f(self):\n        if x:\n            return 2\n        return 1\n",
    );
    const mixed = "function a() {\n\treturn 1;\n}\nfunction b() {\n    return 1;\n}\n";
    const body = "function b() {\n\treturn 2;\n}";
    expect(await replaced("a.js", mixed, "b", body)).toBe(`function a() {\n\treturn 1;\n}\n${body}\n`);
  });

  test("lines of a literal do not tell by how much a body is indented", async () => {
    const go = 'package a\n\nfunc F() string {\n\treturn ""\n}\n';
    const body = "func F() string {\n    return `\n    x\n      y`\n}";
    expect(await replaced("a.go", go, "F", body)).toBe(`package a\n\n${body.replace("    return", "\treturn")}\n`);
  });

  test("white space that means something stays: that of prose with code of another language, and of a rule's recipe", async () => {
    const head = "# A\n\n```go\nfunc f() {\n\treturn\n}\n```\n\n";
    const section = "# B\n\n```yaml\na:\n  b: 1\n```\n";
    expect(await replaced("a.md", `${head}# B\n\nold\n`, "B", section)).toBe(head + section);
    const make = "SRC = a \\\n      b\n\nall: x\n";
    expect(await replaced("Makefile", make, "all", "all:\n\techo 1")).toBe(make.replace("all: x", "all:\n\techo 1"));
  });

  test("a declaration whose lines stand left of its first line keeps them so", async () => {
    const svg = '<svg>\n\t<rect\n   x="1"\n   id="r" />\n</svg>\n';
    expect(await replaced("a.xml", svg, "svg/r", '<rect\n   x="2"\n   id="r" />')).toBe(svg.replace('"1"', '"2"'));
  });

  test("heredocs end where they did", async () => {
    const ruby = "class A\n  def f\n    1\n  end\nend\n";
    const body = "def f\n  x = <<EOS\nhello\n  EOS x\nEOS\n  x\nend";
    expect(await replaced("a.rb", ruby, "A/f", body)).toBe(
      "class A\n  def f\n    x = <<EOS\nhello\n  EOS x\nEOS\n    x\n  end\nend\n",
    );
  });
});

describe("what comes out broken elsewhere", () => {
  const vue = (code: string) =>
    `<template>\n  <b/>\n</template>\n<script setup lang="ts">\n${code}\nconst b = 1;\n</script>\n`;
  const arrow = "const handleClick = () => {\n  x();\n};";

  test.each([
    [
      "an arrow function of a Vue component",
      "a.vue",
      vue(arrow),
      "handleClick",
      arrow.replace("x", "y"),
      vue(arrow.replace("x", "y")),
    ],
    [
      "a method replaced by a function",
      "a.ts",
      "class A {\n  f() {\n  }\n}\n",
      "A/f",
      "function f() {\n  }",
      "refused",
    ],
    [
      "statements in the place of a method",
      "a.py",
      "class A:\n    def f(self):\n        return 1\n",
      "A/f",
      "x()",
      "refused",
    ],
    [
      "a C++ class without its semicolon",
      "a.cpp",
      "class A {\n};\n",
      "A",
      "class A {\n  int x;\n}",
      "class A {\n  int x;\n};\n",
    ],
    ["a C variable without its semicolon", "a.c", "int x = 1;\nint y;\n", "x", "int x = 2", "int x = 2;\nint y;\n"],
    [
      "an entry with a second comma",
      "a.ts",
      "const o = { a() {}, b: 1 };\n",
      "o/a",
      "a() { g(); },",
      "const o = { a() { g(); }, b: 1 };\n",
    ],
    ["an entry without its comma", "a.json", '{ "a": 1, "b": 2 }\n', "a", '"a": 3', '{ "a": 3, "b": 2 }\n'],
    ["the last entry with a comma", "a.json", '{ "a": 1, "b": 2 }\n', "b", '"b": 3,', '{ "a": 1, "b": 3 }\n'],
    [
      "a constant without its semicolon before a line that it would call",
      "a.js",
      "const f = () => {};\n(function () {})();\n",
      "f",
      "const f = () => {\n  g();\n}",
      "const f = () => {\n  g();\n};\n(function () {})();\n",
    ],
    ["a comment behind the last line", "a.py", "x = 1  # one\n", "x", "x = 2", "x = 2  # one\n"],
  ])("%s", async (_, path, content, namePath, body, wanted) => {
    expect(await replaced(path, content, namePath, body)).toBe(wanted);
  });
});

describe("the tool", () => {
  const files = { "a.ts": "export function f() {\n  return 1;\n}\n" };
  const input = { name_path: "f", path: "a.ts", body: "export function f() {\n  return 2;\n}" };

  test("a body that changed since it was read is stale, and another hash is told", async () => {
    const hash = shortHash("export function f() {\n  return 1;\n}");
    const good = await callTool(files, "replace_symbol_body", { ...input, expected_hash: hash });
    expect(good.body.answer).toMatchObject({ change_id: "c1", applied: true, files: [{ syntax: "valid" }] });
    const stale = await callTool(files, "replace_symbol_body", { ...input, expected_hash: "0123456789ab" });
    expect([stale.status, stale.body.code]).toEqual([409, "stale"]);
    expect(stale.body.detail).toContain(hash);
  });

  test("a body that is what stands there changes nothing", async () => {
    const { body } = await callTool(files, "replace_symbol_body", { ...input, body: files["a.ts"] });
    expect(body.answer).toEqual({ applied: false, files: [] });
  });

  test("another name or kind, or one no longer exported, is done and told", async () => {
    const told = async (body: string) => (await callTool(files, "replace_symbol_body", { ...input, body })).body.hint;
    expect(await told("export function g() {}")).toContain("another name");
    expect(await told("export const f = 1;")).toBe("It was a function and is a constant now.");
    expect(await told("function f() {}")).toBe("It is no longer exported.");
    expect(await told("export function f() {}")).toBeUndefined();
  });

  test("a symbol that is not there is refused with those that are", async () => {
    const { status, body } = await callTool(files, "replace_symbol_body", { ...input, name_path: "ff" });
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(body.detail).toContain('"f"');
  });
});

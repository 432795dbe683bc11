import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { UserError } from "../../src/base/error.ts";
import { type TestApp, testApp } from "../fixture/app.ts";
import { type Called, callTool } from "../fixture/call.ts";
import { typescriptServer } from "../fixture/real-servers.ts";
import { type SymbolEdits, symbolEdits } from "../fixture/symbol-edits.ts";

setDefaultTimeout(120_000);

let edits: SymbolEdits;
beforeAll(async () => {
  edits = await symbolEdits();
});
afterAll(() => edits[Symbol.asyncDispose]());

/** The text without a symbol, or the code of the refusal. */
async function removed(path: string, content: string, namePath: string): Promise<string> {
  try {
    return (await edits.remove(path, content, namePath)).text;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.code;
  }
}

const PY =
  "# A.\ndef a():\n    pass\n\n\nclass B:\n    x = 1\n    y = 2\n\n    def f(self):\n        return 1  # one\n\n    def g(self):\n        return 2\n\n\ndef z():\n    pass\n";

describe("what goes along", () => {
  test.each<[string, string, string, string, string]>([
    ["the comment above and the blank lines below the first", "m.py", PY, "a", PY.slice(PY.indexOf("class B"))],
    [
      "the comment behind, and one blank line",
      "m.py",
      PY,
      "B/f",
      PY.replace("    def f(self):\n        return 1  # one\n\n", ""),
    ],
    ["a field alone", "m.py", PY, "B/y", PY.replace("    y = 2\n", "")],
    [
      "blank lines above the last of a class, not those below",
      "m.py",
      PY,
      "B/g",
      PY.replace("\n    def g(self):\n        return 2\n", ""),
    ],
    [
      "the first of a file below a blank line, and not the next",
      "m.h",
      "\nint f(int n);\nint g(void);\n",
      "f",
      "int g(void);\n",
    ],
    ["blank lines above the last of a file", "m.py", PY, "z", PY.replace("\n\n\ndef z():\n    pass", "")],
    ["the line end before the last line", "m.py", "x = 1\ny = 2", "y", "x = 1"],
    ["all there is", "m.py", "x = 1\n", "x", ""],
    [
      "not what is for the whole file",
      "m.py",
      "#!/bin/python\n# A.\ndef a():\n    pass\nx = 1\n",
      "a",
      "#!/bin/python\nx = 1\n",
    ],
    ["the keyword of a constant", "a.ts", "const f = () => {\n};\nlet b;\n", "f", "let b;\n"],
    ["lines with CRLF", "a.ts", "class A {\r\n\tx() {}\r\n\r\n\ty() {}\r\n}", "A/x", "class A {\r\n\ty() {}\r\n}"],
    ["the last with CRLF", "a.ts", "class A {\r\n\tx() {}\r\n\r\n\ty() {}\r\n}", "A/y", "class A {\r\n\tx() {}\r\n}"],
    ["a part of a line", "a.ts", "class A { x() {} y() {} }\n", "A/x", "class A { y() {} }\n"],
    ["one of two constants", "a.ts", "const p = 1, q = 2;\n", "p", "const q = 2;\n"],
  ])("%s", async (_, path, content, namePath, wanted) => {
    expect(await removed(path, content, namePath)).toBe(wanted);
  });

  test.each<[string, string, string, string]>([
    ["a.ts", "enum E { A, B, C }\n", "E/B", "enum E { A, C }\n"],
    ["a.ts", "enum E { A, B, C }\n", "E/C", "enum E { A, B }\n"],
    ["a.ts", "enum E {\n  A,\n  B // b\n}\n", "E/B", "enum E {\n  A\n}\n"],
    ["a.ts", "const o = { a() {}, b() {} };\n", "o/a", "const o = { b() {} };\n"],
    ["a.json", '{\n  "a": 1,\n  "b": {"c": 1}\n}\n', "b", '{\n  "a": 1\n}\n'],
    ["a.json", '{\n  "a": 1,\n  "b": {"c": 1}\n}\n', "b/c", '{\n  "a": 1,\n  "b": {}\n}\n'],
    [
      "A.java",
      "enum A {\n  X,\n  Y;\n\n  int f() { return 1; }\n}\n",
      "A/Y",
      "enum A {\n  X;\n\n  int f() { return 1; }\n}\n",
    ],
  ])("commas: %s %j without %s", async (path, content, namePath, wanted) => {
    expect(await removed(path, content, namePath)).toBe(wanted);
  });

  test("nothing, where only a head would be left", async () => {
    expect(await removed("m.py", "class A:\n    def f(self):\n        pass\n", "A/f")).toBe("refused");
  });
});

const SHOP = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "noLib": true, "types": [] }, "include": ["src"] }',
  "src/cart.ts":
    "/** Counts down. */\nexport function count(n: number): number {\n  return n > 0 ? count(n - 1) : 0;\n}\n\nexport function used(): number {\n  return 1;\n}\n",
  "src/till.ts": 'import { used } from "./cart";\nexport const sum = used() + used();\n',
};

/** Waits until the index is there, without which nobody can tell whether the server knows all files. */
async function indexed(shop: TestApp): Promise<void> {
  await shop.post("/tools/refresh", {});
  for (let asked = 0; asked < 600; asked++) {
    const { answer } = (await (await shop.post("/tools/get_index_status", {})).json()) as Called["body"];
    if (answer.state === "ready" && answer.phase === "idle") return;
    await Bun.sleep(50);
  }
  throw new Error("The index never came.");
}

describe("with a language server", () => {
  const settings = {
    servers: { typescript: { command: typescriptServer() } },
    language_servers: { typescript: ["typescript"] },
  };
  const remove = async (name_path: string, more = {}): Promise<Called & { text: string }> => {
    await using shop = await testApp({ files: SHOP, settings });
    await indexed(shop);
    const response = await shop.post("/tools/safe_delete_symbol", { name_path, path: "src/cart.ts", ...more });
    const text = await Bun.file(join(shop.project, "src/cart.ts")).text();
    return { status: response.status, body: (await response.json()) as Called["body"], text };
  };

  test("uses within the symbol do not count", async () => {
    const { body, text } = await remove("count");
    expect(body.answer).toMatchObject({ applied: true });
    expect(text).toBe("export function used(): number {\n  return 1;\n}\n");
  });

  test("what is used is refused with its uses, and goes when it is forced", async () => {
    const refused = await remove("used");
    expect([refused.status, refused.body.code, refused.text]).toEqual([409, "refused", SHOP["src/cart.ts"]]);
    expect(refused.body.detail).toContain("is used at 3 places:\nsrc/till.ts:1: import { used }");
    const forced = await remove("used", { force: true });
    expect(forced.body.answer).toMatchObject({ applied: true });
    expect(forced.body.hint).toContain("uses were not looked for");
    expect(forced.text).not.toContain("used");
  });
});

describe("without a language server", () => {
  const settings = { language_servers: { typescript: [] } };
  const remove = (files: Record<string, string>, name_path: string) =>
    callTool(files, "safe_delete_symbol", { name_path, path: "src/cart.ts" }, { settings });

  test("what nothing else names goes", async () => {
    expect((await remove(SHOP, "count")).body.answer).toMatchObject({ applied: true });
  });

  test("what something may name stays, with what has the name", async () => {
    const { body } = await remove(SHOP, "used");
    expect(body.code).toBe("refused");
    expect(body.detail).toContain("src/till.ts:2");
    const told = await remove({ ...SHOP, "README.md": "It may count.\n" }, "count");
    expect(told.body.code).toBe("refused");
    expect(told.body.detail).toContain("not known for sure");
  });

  test.each<[string, string, string]>([
    ["a default export", "export default function handler() {}\n", "handler"],
    ["a constructor", "export class A {\n  constructor() {}\n  go() {}\n}\n", "A/constructor"],
    [
      "a member that a runtime calls",
      "export class A {\n  toString() {\n    return '';\n  }\n  go() {}\n}\n",
      "A/toString",
    ],
    ["the main function", "export function main() {}\n", "main"],
  ])("%s may be used by no name, so it stays", async (_, content, namePath) => {
    const { body } = await remove({ "src/cart.ts": content }, namePath);
    expect(body.code).toBe("refused");
  });
});

test.each<[string, string, string]>([
  ["an if", "DEBUG = 1\nif DEBUG:\n    level = 2\n", "level"],
  ["an except", "try:\n    import x\nexcept ImportError:\n    fallback = 1\n", "fallback"],
])("the only statement below %s in Python is not taken away", async (_, content, namePath) => {
  expect(await removed("m.py", content, namePath)).toBe("refused");
});

test("the last of a declaration takes its comma along, whatever comes below", async () => {
  expect(await removed("a.ts", "const p = 1, q = 2;\nconst r = 3;\n", "q")).toBe("const p = 1;\nconst r = 3;\n");
});

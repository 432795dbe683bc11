import { expect, test } from "bun:test";
import { callTool } from "../fixture/call.ts";

const CART = `/** Adds. */
export function add(a: number, b: number): number {
  return a + b;
}

export class Cart<T> extends Base {
  items: T[] = [];

  @log
  total(): number {
    const sum = 0;
    return sum;
  }
}
`;

test("get_symbols_overview shows symbols with their lines, members included", async () => {
  const { body } = await callTool({ "src/cart.ts": CART }, "get_symbols_overview", { path: "src/cart.ts" });
  expect(body).toMatchObject({ detail: "full", source: "syntax", total: 4 });
  expect(body.answer).toMatchObject({ path: "src/cart.ts", language: "typescript", total_lines: 14 });
  expect(body.answer.symbols).toEqual([
    {
      name_path: "add",
      kind: "function",
      start_line: 2,
      end_line: 4,
      signature: "export function add(a: number, b: number): number",
    },
    { name_path: "Cart", kind: "class", start_line: 6, end_line: 14, signature: "export class Cart<T> extends Base" },
    { name_path: "Cart/items", kind: "field", start_line: 7, end_line: 7, signature: "items: T[] = []" },
    { name_path: "Cart/total", kind: "method", start_line: 9, end_line: 13, signature: "total(): number" },
  ]);
});

test("H26 parameters and locals are no symbols, and kinds filter by name", async () => {
  const source =
    "def f(a, b, c):\n    x = 1\n    y = 2\n\nclass K:\n    def one(self): pass\n    def two(self): pass\n";
  const files = { "v.py": source };
  const all = await callTool(files, "get_symbols_overview", { path: "v.py" });
  const paths = (answer: Record<string, unknown>) =>
    (answer.symbols as { name_path: string }[]).map((row) => row.name_path);
  expect(paths(all.body.answer)).toEqual(["f", "K", "K/one", "K/two"]);
  const some = await callTool(files, "get_symbols_overview", { path: "v.py", kinds: ["class", "method"] });
  expect(paths(some.body.answer)).toEqual(["K", "K/one", "K/two"]);
  const wrong = await callTool(files, "get_symbols_overview", { path: "v.py", kinds: ["clazz"] });
  expect(wrong.status).toBe(422);
  expect(JSON.stringify(wrong.body)).toContain("enum_member");
});

test("a file that does not parse gives what it has, and says where it fails", async () => {
  const source = "export function fine() {}\nexport function ( {\n";
  const { body } = await callTool({ "a.ts": source }, "get_symbols_overview", { path: "a.ts" });
  expect(body.complete).toBe(false);
  expect(body.reason).toContain("line 2");
  expect(body.answer.symbols).toMatchObject([{ name_path: "fine" }]);
});

test("a file in a language without a grammar and a server is refused, with those that have one", async () => {
  const files = { "a.el": "(defun x ())", "a.vhd": "entity x is end;", "notes.unknown": "x", "src/a.ts": "" };
  const { status, body } = await callTool(files, "get_symbols_overview", { path: "a.el" });
  expect(status).toBe(409);
  expect(body.detail).toContain("Emacs Lisp");
  expect(body.hint).toContain("TypeScript");
  // One that a server would tell of is named with the server.
  const served = await callTool(files, "get_symbols_overview", { path: "a.vhd" });
  expect(served.status).toBe(503);
  expect(served.body.hint).toContain("waymark install vhdl");
  const unknown = await callTool(files, "get_symbols_overview", { path: "notes.unknown" });
  expect(unknown.body.detail).toContain("no language");
  const missing = await callTool(files, "get_symbols_overview", { path: "src/b.ts" });
  expect(missing.status).toBe(404);
  const folder = await callTool(files, "get_symbols_overview", { path: "src" });
  expect(folder.status).toBe(409);
  expect(folder.body.hint).toContain("get_file_structure");
});

test("H39 what does not fit is answered with the top symbols, then with counts", async () => {
  const many = Array.from(
    { length: 9_000 },
    (_, n) => `export function f${String(n).padStart(4, "0")}() { return 0; }\n`,
  );
  const { body } = await callTool({ "big.ts": many.join("") }, "get_symbols_overview", { path: "big.ts" });
  expect(body).toMatchObject({
    detail: "counts",
    total: 9_000,
    answer: { kinds: [{ kind: "function", count: 9_000 }] },
  });
});

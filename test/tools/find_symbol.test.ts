import { expect, test } from "bun:test";
import { testApp } from "../fixture/app.ts";

type Row = { name_path: string; path: string; start_line: number; end_line: number; body?: string; hash?: string };

type Body = { answer: Record<string, unknown>; complete?: boolean; detail: string };

/** One project for several calls. */
async function project(files: Record<string, string>) {
  const app = await testApp({ files, settings: { language_servers: { typescript: [], python: [] } } });
  const call = async (tool: string, input: Record<string, unknown>) => {
    const response = await app.post(`/tools/${tool}`, input);
    return { status: response.status, body: (await response.json()) as Body };
  };
  return {
    call,
    async find(input: Record<string, unknown>) {
      const { status, body } = await call("find_symbol", input);
      return { status, body, rows: (body.answer?.symbols ?? []) as Row[] };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("find_symbol finds definitions in the files of a folder", async () => {
  const files = {
    "src/a.ts": "export class Cart { total() { return 1; } }\n",
    "src/b.py": "class Cart:\n    def total(self):\n        return 1\n",
    "other/c.ts": "function total() {}\n",
    "notes.md": "Cart/total\n",
  };
  await using shop = await project(files);
  const { body, rows } = await shop.find({ name_path: "Cart/total" });
  expect(rows.map(({ path, name_path }) => `${path} ${name_path}`)).toEqual([
    "src/a.ts Cart/total",
    "src/b.py Cart/total",
  ]);
  expect(body).toMatchObject({ source: "syntax", total: 2, is_truncated: false });
  expect((await shop.find({ name_path: "/total" })).rows).toMatchObject([{ path: "other/c.ts" }]);
  expect((await shop.find({ name_path: "total", path: "src" })).rows).toHaveLength(2);
  expect((await shop.find({ name_path: "total", kinds: ["function"] })).rows).toMatchObject([{ path: "other/c.ts" }]);
  expect((await shop.find({ name_path: "total", exclude_kinds: ["function"] })).rows).toHaveLength(2);
});

test("H18 overloads are told apart and addressed one by one", async () => {
  const source =
    "export function add(a: number): number;\nexport function add(a: string): string;\nexport function add(a: any) { return a; }\n";
  await using shop = await project({ "o.ts": source });
  const { rows } = await shop.find({ name_path: "add" });
  expect(rows.map(({ name_path, start_line }) => [name_path, start_line])).toEqual([
    ["add[0]", 1],
    ["add[1]", 2],
    ["add[2]", 3],
  ]);
  for (const { name_path, start_line } of rows) {
    expect((await shop.find({ name_path })).rows).toMatchObject([{ name_path, start_line }]);
  }
  expect((await shop.find({ name_path: "add(a: string)" })).rows).toMatchObject([{ name_path: "add[1]" }]);
});

test("H17 a name with a slash is found by the name path that was printed", async () => {
  const source =
    'describe("sums/adds", () => { it("works", () => {}) });\nclass Q { get "weird/name"() { return 1 } }\n';
  await using shop = await project({ "s.ts": source });
  const { body } = await shop.call("get_symbols_overview", { path: "s.ts", depth: 5 });
  const printed = (body.answer.symbols as Row[]).map((row) => row.name_path);
  expect(printed).toContain("Q/weird%2Fname");
  for (const name_path of printed) {
    expect((await shop.find({ name_path, path: "s.ts" })).rows.map((row) => row.name_path)).toEqual([name_path]);
  }
});

test("H21 exact means exact, absent names get near ones, and a cut is said", async () => {
  const items = Array.from({ length: 300 }, (_, n) => `export function addItem${n}() {}\n`).join("");
  const files = {
    "a.ts": `export function add() {}\nexport function addAll() {}\nfunction padding() {}\nfunction a_d_d() {}\n${items}`,
  };
  await using shop = await project(files);
  expect((await shop.find({ name_path: "add" })).rows.map((row) => row.name_path)).toEqual(["add"]);
  const absent = await shop.find({ name_path: "adx", path: "a.ts" });
  expect(absent.rows).toEqual([]);
  expect(absent.body.answer.near_names).toContain("add");
  const cut = await shop.find({ name_path: "add", substring: true, limit: 10 });
  expect(cut.rows).toHaveLength(10);
  expect(cut.body).toMatchObject({ total: 303, is_truncated: true });
});

test("H22 a body begins at its first decorator, and is the file's own text", async () => {
  const source =
    "# about areas\n@functools.lru_cache\n@functools.wraps(print)\ndef area(w, h):\r\n    return w * h  # end\n\nx = 1\n";
  await using shop = await project({ "d.py": source });
  const { rows } = await shop.find({ name_path: "area", include_body: true, include_info: true });
  const [area] = rows;
  expect(area).toMatchObject({ start_line: 2, end_line: 5, doc: "# about areas" });
  expect(area!.body).toStartWith("@functools.lru_cache\n@functools.wraps");
  expect(source).toContain(area!.body!);
  expect(area!.hash).toMatch(/^[0-9a-f]{12}$/);
});

test("H23 doc comments are not part of a body", async () => {
  const source = "/** Adds. */\nexport function add() {}\nclass Cart {\n  /** doc */\n  @log\n  total() {}\n}\n";
  await using shop = await project({ "j.ts": source });
  const { rows } = await shop.find({ name_path: "total", include_body: true, include_info: true });
  expect(rows).toMatchObject([{ body: "@log\n  total() {}", doc: "/** doc */", start_line: 5 }]);
});

test("H24 the body of a const function is the whole statement, and nested ones have their own", async () => {
  const source = 'export const Panel = () => { const draw = () => "a"; return <b>{draw()}</b>; };\n';
  await using shop = await project({ "p.tsx": source });
  const outer = await shop.find({ name_path: "Panel", include_body: true });
  expect(outer.rows).toMatchObject([{ body: source.trimEnd() }]);
  const inner = await shop.find({ name_path: "Panel/draw", include_body: true });
  expect(inner.rows).toMatchObject([{ body: 'const draw = () => "a";' }]);
});

test("H15 a column counts UTF-16 units: 33 of them stand before the name", async () => {
  await using shop = await project({ "e.ts": 'const tag = "🚀🚀"; export const fuel = tag.length;\n' });
  const { rows } = await shop.find({ name_path: "fuel" });
  expect(rows).toMatchObject([{ name_line: 1, name_column: 34 }]);
});

test("depth lists what is below a match", async () => {
  const files = { "a.ts": "class A { one() { function deep() {} } two = 1; }\n" };
  await using shop = await project(files);
  const { rows } = await shop.find({ name_path: "A", depth: 1 });
  expect((rows[0] as unknown as { children: Row[] }).children.map((row) => row.name_path)).toEqual(["A/one", "A/two"]);
});

test("H05 a file that cannot be had does not hide the others, and the answer says that it is incomplete", async () => {
  const files = { "src/a.ts": "export function loud() {}\n", "src/bad.ts": "export function loud( { {\n" };
  await using shop = await project(files);
  const { body, rows } = await shop.find({ name_path: "loud" });
  expect(rows.map(({ path }) => path)).toContain("src/a.ts");
  expect(body.complete).toBe(false);
});

test.each(["", "a//b", "/"])("the name path %p is refused in words", async (name_path) => {
  await using shop = await project({ "a.ts": "" });
  const { status, body } = await shop.find({ name_path });
  expect(status).toBe(422);
  expect(body.detail).toContain("name_path");
});

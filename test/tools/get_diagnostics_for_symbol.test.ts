/** What is wrong within a symbol and in those that use it, by TypeScript's own server, and by the parser where there is none. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import { type Answer, said } from "../fixture/diagnostics.ts";
import { type Body, REAL } from "../fixture/served-servers.ts";

setDefaultTimeout(120_000);

const FILES = {
  "tsconfig.json": '{"compilerOptions": {"strict": true}, "include": ["src"]}',
  "src/a.ts":
    "export class Sum {\n  add(a: number): number {\n    return a + wrong;\n  }\n}\nexport function add(a: number): number {\n  const b: string = a;\n  return a;\n}\n",
  "src/b.ts":
    'import { add } from "./a";\nexport function three(): number {\n  return add("3");\n}\nexport const four: string = 4;\nadd("5");\n',
};

let shop: TestApp;
async function ask(input: Record<string, unknown>, from = shop): Promise<Body<Answer>> {
  const response = await from.post("/tools/get_diagnostics_for_symbol", { min_severity: "error", ...input });
  return (await response.json()) as Body<Answer>;
}
async function complete(input: Record<string, unknown>): Promise<Body<Answer>> {
  for (;;) {
    const body = await ask(input);
    if (body.complete) return body;
    expect(body.reason).toMatch(/changed|indexed/);
  }
}

const OWN = "src/a.ts 7 in add: Type 'number' is not assignable to type 'string'.";
const CALL = "Argument of type 'string' is not assignable to parameter of type 'number'.";

beforeAll(async () => {
  shop = await testApp({
    files: FILES,
    settings: { servers: { typescript: REAL.typescript }, language_servers: { typescript: ["typescript"] } },
  });
  const { projects, indexOf } = shop.app;
  await indexOf(await projects.at(shop.project)).whole(AbortSignal.timeout(60_000));
}, 60_000);
afterAll(() => shop[Symbol.asyncDispose]());

test("only what stands within its declaration is given", async () => {
  const found = await complete({ name_path: "/add", path: "src/a.ts" });
  expect(said(found.answer)).toEqual([OWN]);
  expect(found).toMatchObject({ source: "server", total: 1, answer: { symbol: "add", servers: ["typescript"] } });
  const method = await complete({ name_path: "Sum/add", path: "src/a.ts" });
  expect(said(method.answer)).toEqual(["src/a.ts 3 in Sum/add: Cannot find name 'wrong'."]);
});

test("with include_references, what stands in the symbols that use it, or in the lines of uses outside of all", async () => {
  const found = await complete({ name_path: "/add", path: "src/a.ts", include_references: true });
  expect(said(found.answer)).toEqual([OWN, `src/b.ts 3 in three: ${CALL}`, `src/b.ts 6: ${CALL}`]);
  expect(found.answer.uses).toBe(3);
});

test("after an edit on the disk the next answer is of the new text, wherever the symbol stands by then", async () => {
  writeFileSync(join(shop.project, "src/a.ts"), `// moved\n\n${FILES["src/a.ts"]}`);
  const found = await complete({ name_path: "/add", path: "src/a.ts" });
  expect(said(found.answer)).toEqual([OWN.replace(" 7 ", " 9 ")]);
  writeFileSync(join(shop.project, "src/a.ts"), FILES["src/a.ts"].replace("const b: string", "const b: number"));
  expect(await complete({ name_path: "/add", path: "src/a.ts" })).toMatchObject({ total: 0 });
});

test("a symbol that is not there is an error with its like", async () => {
  expect(await ask({ symbol_name: "addd", path: "src/a.ts" })).toMatchObject({
    code: "not_found",
    detail: expect.stringContaining('"add"'),
  });
});

test("without a server, the parser's errors are given; none of them is no clean symbol", async () => {
  const files = { "a.ts": "function f() {\n  return (1;\n}\nfunction g() {}\n", "b.ts": "export const h = 1;\n" };
  await using without = await testApp({ files, settings: { language_servers: { typescript: [] } } });
  const found = await ask({ name_path: "f", path: "a.ts" }, without);
  expect(said(found.answer)).toEqual(["a.ts 2 in f: The text does not follow the grammar of TypeScript here."]);
  expect(found).toMatchObject({ source: "syntax", complete: false });
  expect(await ask({ name_path: "g", path: "a.ts" }, without)).toMatchObject({ complete: false, total: 0 });
  expect(await ask({ name_path: "h", path: "b.ts" }, without)).toMatchObject({ code: "unavailable" });
});

/** Who uses a symbol: by TypeScript's own server, and by name where no server answers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import { typescriptServer } from "../fixture/real-servers.ts";

const FILES = {
  "tsconfig.json": '{"compilerOptions": {"strict": true}, "include": ["src"]}',
  "src/a.ts":
    "export function add(a: number, b: number): number {\n  return a + b;\n}\nexport class Sum {\n  add() {}\n}\n",
  "src/b.ts": 'import { add } from "./a";\nexport function three() {\n  return add(1, 2);\n}\n',
  "src/sub dir/c#1.ts": 'import { add } from "../a";\nexport const s = "🚀🚀"; export const five = add(2, 3);\n',
  "src/d.ts": 'import { Sum } from "./a";\nnew Sum().add();\n// add\n',
  "src/state.ts":
    "export let lastTotal = 0;\nexport function keep(n: number) {\n  lastTotal = n;\n  return lastTotal;\n}\n",
  "src/e.ts": 'import { lastTotal } from "./state";\nconsole.log(lastTotal);\n',
  "other/f.ts": 'import "./g";\nimport { lastTotal } from "../src/state";\nconsole.log(lastTotal);\n',
  "other/g.ts": 'import { keep } from "../src/state";\nkeep(1);\n',
  "other/h.ts": 'import { keep } from "../src/state";\nkeep(2);\n',
};

const SERVER = {
  servers: { typescript: { command: typescriptServer() } },
  language_servers: { typescript: ["typescript"] },
};
const NONE = { language_servers: { typescript: [] } };

interface Body {
  source: string;
  complete: boolean;
  reason?: string;
  total: number;
  code?: string;
  detail: string;
  answer: {
    places: { path: string; line: number; column: number; within?: string; kind?: string; access?: string }[];
    server?: string;
    server_problem?: string;
  };
}

let shop: TestApp;
async function ask(input: Record<string, unknown>, from = shop): Promise<Body> {
  return (await (await from.post("/tools/find_referencing_symbols", input)).json()) as Body;
}
/** The answer once it is complete; on a busy machine news of files may come late, which every answer before says. */
async function complete(input: Record<string, unknown>): Promise<Body> {
  for (;;) {
    const body = await ask(input);
    if (body.complete) return body;
    expect(body.reason).toMatch(/changed|indexed/);
  }
}
const rows = ({ answer }: Body) =>
  answer.places.map(
    ({ path, line, column, within, kind }) => `${path} ${line}:${column}${within ? ` in ${kind} ${within}` : ""}`,
  );

const USES = [
  "src/b.ts 1:10",
  "src/b.ts 3:10 in function three",
  "src/sub dir/c#1.ts 1:10",
  "src/sub dir/c#1.ts 2:46 in constant five",
];

beforeAll(async () => {
  shop = await testApp({ files: FILES, settings: SERVER });
  const { projects, indexOf } = shop.app;
  await indexOf(await projects.at(shop.project)).whole(AbortSignal.timeout(60_000));
}, 60_000);
afterAll(() => shop[Symbol.asyncDispose]());

describe("by a language server", () => {
  test("H02 H27 the first call after the start has every use, and none of another symbol of that name", async () => {
    const found = await complete({ name_path: "/add", path: "src/a.ts" });
    expect(rows(found)).toEqual(USES);
    expect(found).toMatchObject({ source: "server", complete: true, total: 4, answer: { server: "typescript" } });
    const other = await complete({ name_path: "Sum/add", path: "src/a.ts" });
    expect(rows(other)).toEqual(["src/d.ts 2:11"]);
  });

  test("only uses within symbols of some kinds are given, and all of them counted", async () => {
    const found = await ask({ name_path: "/add", path: "src/a.ts", kinds: ["function"], limit: 1 });
    expect(rows(found)).toEqual(["src/b.ts 3:10 in function three"]);
    expect(found.total).toBe(1);
    const cut = await ask({ name_path: "/add", path: "src/a.ts", limit: 1 });
    expect([rows(cut).length, cut.total]).toEqual([1, 4]);
  });

  test("H28 H29 H35 files that others change, make and remove are as they are now", async () => {
    const at = (path: string) => join(shop.project, path);
    writeFileSync(at("src/b.ts"), `\n\n${FILES["src/b.ts"]}`);
    writeFileSync(at("src/new.ts"), 'import { add } from "./a";\nadd(7, 8);\n');
    rmSync(at("src/sub dir/c#1.ts"));
    const found = await complete({ name_path: "/add", path: "src/a.ts" });
    expect(rows(found)).toEqual([
      "src/b.ts 3:10",
      "src/b.ts 5:10 in function three",
      "src/new.ts 1:10",
      "src/new.ts 2:1",
    ]);
    writeFileSync(at("src/a.ts"), `// moved\n${FILES["src/a.ts"]}`);
    expect(rows(await complete({ name_path: "/add", path: "src/a.ts" })).length).toBe(4);
  });

  test("uses are told apart by what is done, and those in files beyond the server's project are among them", async () => {
    const found = await ask({ name_path: "lastTotal", path: "src/state.ts" });
    const uses = found.answer.places.map(({ path, line, access }) => `${path} ${line} ${access}`);
    expect(uses).toEqual([
      "other/f.ts 2 import",
      "other/f.ts 3 read",
      "src/e.ts 1 import",
      "src/e.ts 2 read",
      "src/state.ts 3 write",
      "src/state.ts 4 read",
    ]);
    expect(found).toMatchObject({ source: "server", complete: true });
  });

  test("a file beyond the server's project is found although the server lists another one beside it", async () => {
    await complete({ name_path: "lastTotal", path: "src/state.ts" }); // now it knows other/f.ts, and other/g.ts by that
    const found = await complete({ name_path: "keep", path: "src/state.ts" });
    expect(rows(found)).toEqual(["other/g.ts 1:10", "other/g.ts 2:1", "other/h.ts 1:10", "other/h.ts 2:1"]);
  });

  test("find_references finds by meaning what one symbol alone may be, and else by name", async () => {
    const lines = async (input: object) => {
      const response = await shop.post("/tools/find_references", input);
      const { source, answer } = (await response.json()) as Body;
      return [source, ...answer.places.map(({ path, line }) => `${path}:${line}`)];
    };
    expect(await lines({ name_path: "Sum/add" })).toEqual(["server", "src/d.ts:2"]);
    expect(await lines({ name_path: "Sum/add", path: "src/a.ts" })).toEqual(["server", "src/d.ts:2"]);
    expect(await lines({ name_path: "Sum/add", path: "src/a.ts", by_name: true })).toEqual([
      "index",
      "src/a.ts:2", // below the comment that was put above it
      "src/a.ts:6",
    ]);
    expect(await lines({ name_path: "add", path: "src" })).toContain("src/a.ts:2");
  });

  test("a symbol that nobody uses has none, and that is known", async () => {
    const found = await complete({ name_path: "three", path: "src/b.ts" });
    expect(found).toMatchObject({ source: "server", complete: true, total: 0 });
  });
});

describe("where no server answers", () => {
  test("uses of the name are given, and the answer says that they may be of others and why", async () => {
    await using without = await testApp({ files: FILES, settings: NONE });
    const found = await ask({ name_path: "/add", path: "src/a.ts" }, without);
    expect(found).toMatchObject({ complete: false, reason: expect.stringContaining("by name, not by meaning") });
    expect(found.source).not.toBe("server");
    expect(rows(found)).toEqual([
      "src/b.ts 1:1",
      "src/b.ts 3:1 in function three",
      "src/d.ts 2:1",
      "src/sub dir/c#1.ts 1:1",
      "src/sub dir/c#1.ts 2:1 in constant five",
    ]);
    expect(found.answer.server_problem).toContain("no language server for TypeScript");
  });

  test("a symbol that is not there is an error with its like", async () => {
    await using without = await testApp({ files: FILES, settings: NONE });
    const fault = await ask({ name_path: "addd", path: "src/a.ts" }, without);
    expect(fault).toMatchObject({ code: "not_found", detail: expect.stringContaining('"add"') });
  });
});

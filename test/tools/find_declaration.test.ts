/** Where a used name is declared: by TypeScript's own server and Pyright, and by name where no server answers. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type TestApp, testApp } from "../fixture/app.ts";
import { installServers } from "../fixture/real-servers.ts";
import { NO_SERVERS, SHAPE_SERVERS, SHAPES, type ShapeBody, settled } from "../fixture/shapes.ts";

setDefaultTimeout(60_000);

interface Row {
  path: string;
  line: number;
  name_path?: string;
  signature: string;
  within?: string;
  is_library?: true;
  info?: string;
  body?: string;
  hash?: string;
}
type Body = ShapeBody<{
  declarations: Row[];
  outside?: { file: string; line: number; info?: string }[];
  asked: { identifier: string; line: number; column: number };
  server?: string;
  server_problem?: string;
}>;

const FILES = {
  ...SHAPES,
  "models/user.ts": 'export class User { name = "" }\n',
  "app.ts": 'import { User } from "./models/user"; const u = new User();\r\nu.name;\r\n',
  "node_modules/tool/package.json": '{"name": "tool", "version": "1.0.0", "types": "index.d.ts"}',
  "node_modules/tool/index.d.ts": "/** Turns it. */\nexport declare function turn(n: number): number;\n",
  ".gitignore": "node_modules\n",
  "src/only.ts": 'import { Square as Box } from "./shape";\nexport const made = new Box(1);\n',
  "src/turned.ts": 'import { turn } from "tool";\nexport const turned = turn(1);\n',
};

let shop: TestApp;
const ask = (input: object, from = shop): Promise<Body> => settled(from, "find_declaration", input);
const names = ({ answer }: Body) =>
  answer.declarations.map(({ path, line, name_path, within }) => `${path}:${line} ${name_path ?? `in ${within}`}`);

beforeAll(async () => {
  await installServers();
  shop = await testApp({ files: FILES, settings: SHAPE_SERVERS });
}, 60_000);
afterAll(() => shop[Symbol.asyncDispose]());

describe("by name", () => {
  test("H20 a name that the file only imports is found where it is declared", async () => {
    const found = await ask({ name_path: "User", path: "app.ts" });
    expect(names(found)).toEqual(["models/user.ts:1 User"]);
    expect(found).toMatchObject({ source: "server", complete: true, total: 1, answer: { server: "typescript" } });
  });

  test("H20 an imported name under another name is found, too, and a member of it by its name path", async () => {
    expect(names(await ask({ name_path: "Box", path: "src/round.ts" }))).toEqual(["src/shape.ts:7 Square"]);
    expect(names(await ask({ name_path: "Box/area", path: "src/only.ts" }))).toEqual(["src/shape.ts:11 Square/area"]);
    expect(names(await ask({ name_path: "User/name", path: "app.ts" }))).toEqual(["models/user.ts:1 User/name"]);
    const fault = await ask({ name_path: "Box/nothing", path: "src/only.ts" });
    expect(fault).toMatchObject({ code: "not_found", detail: expect.stringContaining('"Square/area"') });
  });

  test("a symbol of the file is where the file has it, with its body and hash when they are wanted", async () => {
    const found = await ask({ name_path: "ping", path: "src/round.ts", include_body: true });
    expect(names(found)).toEqual(["src/round.ts:17 ping"]);
    const [row] = found.answer.declarations;
    expect(row!.body).toStartWith("export function ping(n: number): number {\n");
    expect(row!.hash).toMatch(/^[0-9a-f]{12}$/);
  });

  test("a name that means several things in the file has all of them, each once", async () => {
    const found = await ask({ name_path: "area", path: "src/round.ts" });
    expect(found).toMatchObject({ code: "ambiguous" }); // the file itself defines two
    const used = { ...SHAPES, "src/use.ts": SHAPES["src/round.ts"]!.replace(/export class[\s\S]*?\n}\n/g, "") };
    await using app = await testApp({
      files: { ...used, "src/use.ts": `import { Other } from "./round";\n${used["src/use.ts"]}` },
      settings: SHAPE_SERVERS,
    });
    expect(names(await ask({ name_path: "area", path: "src/use.ts" }, app))).toEqual([
      "src/round.ts:8 Other/area",
      "src/shape.ts:2 Shape/area",
      "src/shape.ts:11 Square/area",
    ]);
    expect(names(await ask({ name_path: "Other/area", path: "src/use.ts" }, app))).toEqual([
      "src/round.ts:8 Other/area",
    ]);
  });

  test("a name that the file does not have is an error with its like", async () => {
    const fault = await ask({ name_path: "Usr", path: "app.ts" });
    expect(fault).toMatchObject({ code: "not_found", detail: expect.stringContaining('did you mean "User"') });
  });
});

describe("by an expression", () => {
  test("the group marks the identifier, in the file or within a symbol", async () => {
    const found = await ask({ path: "src/round.ts", regex: "one\\.(area)", include_info: true });
    expect(names(found)).toEqual(["src/shape.ts:2 Shape/area"]);
    expect(found.answer.asked).toEqual({ identifier: "area", line: 14, column: 37 });
    expect(found.answer.declarations[0]!.info).toContain("Shape.area(): number");
    const within = await ask({ path: "src/round.ts", regex: "return (pong|ping)", within: "pong" });
    expect(names(within)).toEqual(["src/round.ts:17 ping"]);
  });

  test("a local variable is given by its line and the symbol around it", async () => {
    const found = await ask({ path: "src/round.ts", regex: "return (sum)" });
    expect(names(found)).toEqual(["src/round.ts:13 in total"]);
    expect(found.answer.declarations[0]!.signature).toBe("let sum = 0;");
  });

  test("`.` crosses lines and `$` is before a line end of any kind", async () => {
    expect(names(await ask({ path: "app.ts", regex: "new User.*^u\\.(name);$" }))).toEqual([
      "models/user.ts:1 User/name",
    ]);
  });

  test.each([
    [{ regex: "nothing(x)" }, "not_found", 'regex "nothing(x)" matches nothing in "src/round.ts".'],
    [{ regex: "nothing(x)", within: "pong" }, "not_found", 'within "pong" of "src/round.ts"'],
    [{ regex: "(ping)" }, "ambiguous", 'matches 3 times in "src/round.ts": on lines 17, 21, 23.'],
    [{ regex: "ping" }, "invalid_arguments", 'regex "ping" has 0 groups; exactly one must mark the identifier'],
    [{ regex: "(p)(ing)" }, "invalid_arguments", "has 2 groups"],
    [{ regex: "let sum()" }, "invalid_arguments", "marks nothing"],
    [{ regex: "(?=x)" }, "invalid_arguments", "look-around"],
    [{ regex: "(x)", name_path: "ping" }, "invalid_arguments", "name_path and regex are both given"],
    [{}, "invalid_arguments", "Neither name_path nor regex is given"],
    [{ name_path: "ping", within: "pong" }, "invalid_arguments", "goes with regex alone"],
    [{ regex: "(x)", within: "pongg" }, "not_found", '"pong"'],
  ])("%j is refused with what would work", async (input, code, detail) => {
    expect(await ask({ path: "src/round.ts", ...input })).toMatchObject({
      code,
      detail: expect.stringContaining(detail),
    });
  });

  test("what is no identifier has no declaration, and the answer says where it was asked", async () => {
    const found = await ask({ path: "src/shape.ts", regex: "n( \\* )n" });
    expect(found).toMatchObject({ total: 0, complete: true, source: "server", answer: { asked: { identifier: "*" } } });
    expect(found.hint).toContain("no declaration");
  });
});

describe("what the project does not declare itself", () => {
  test("outside of it, its place and what the server says are given, never its text", async () => {
    const found = await ask({ path: "src/shape.ts", regex: "Math\\.(round)", include_body: true });
    expect(found.answer.declarations).toEqual([]);
    const [row] = found.answer.outside!;
    expect(row!.file).toEndWith("lib.es5.d.ts");
    expect(row!.info).toContain("Math.round(x: number): number");
    expect(Object.keys(row!).sort()).toEqual(["file", "info", "line"]);
  });

  test("an installed package is marked as a library", async () => {
    const found = await ask({ path: "src/turned.ts", name_path: "turn" });
    expect(names(found)).toEqual(["node_modules/tool/index.d.ts:2 turn"]);
    expect(found.answer.declarations[0]).toMatchObject({
      is_library: true,
      info: expect.stringContaining("Turns it."),
    });
  });
});

test("Pyright finds an imported function, and a library's with its comment", async () => {
  expect(names(await ask({ path: "shape.py", name_path: "helper" }))).toEqual(["calls.py:1 helper"]);
  const [row] = (await ask({ path: "shape.py", name_path: "ABC" })).answer.outside!;
  expect(row!.file).toMatch(/abc\.pyi?$/);
  expect(row!.info).toContain("class ABC");
});

describe("where no server answers", () => {
  test("symbols of that name are given, and the answer says that they may be others and why", async () => {
    await using without = await testApp({ files: FILES, settings: NO_SERVERS });
    const found = await ask({ path: "app.ts", name_path: "User", include_body: true }, without);
    expect(names(found)).toEqual(["models/user.ts:1 User"]);
    expect(found).toMatchObject({ complete: false, reason: expect.stringContaining("by name, not by meaning") });
    expect(found.source).not.toBe("server");
    expect(found.answer.server_problem).toContain("no language server for TypeScript");
    expect(found.answer.declarations[0]!.body).toContain("class User");
    const own = await ask({ path: "src/round.ts", name_path: "ping" }, without);
    expect([names(own), own.source, own.complete]).toEqual([["src/round.ts:17 ping"], "syntax", false]);
    const marked = await ask({ path: "src/round.ts", regex: "return (sum)" }, without);
    expect(marked).toMatchObject({ code: "unavailable" }); // a local name means nothing elsewhere
  });
});

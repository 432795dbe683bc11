/** What implements a symbol: by TypeScript's own server, and from declarations where Pyright does not say it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../fixture/app.ts";
import { installServers, typescript5Server } from "../fixture/real-servers.ts";
import { NO_SERVERS, SHAPE_SERVERS, SHAPES, type ShapeBody, settled } from "../fixture/shapes.ts";

setDefaultTimeout(60_000);

const TYPESCRIPT_5 = { typescript: ["typescript-language-server"] };

interface Row {
  path: string;
  line: number;
  name_path?: string;
  kind?: string;
  signature: string;
  within?: string;
  info?: string;
}
type Body = ShapeBody<{ symbol: string; implementations: Row[]; server: string }>;

let shop: TestApp;
const ask = (input: object, from = shop): Promise<Body> => settled(from, "find_implementations", input);
const names = ({ answer }: Body) =>
  answer.implementations.map(({ path, line, name_path, within }) => `${path}:${line} ${name_path ?? `in ${within}`}`);

beforeAll(async () => {
  await installServers();
  shop = await testApp({ files: SHAPES, settings: SHAPE_SERVERS });
}, 60_000);
afterAll(() => shop[Symbol.asyncDispose]());

test("what stands beyond the server's project is among them", async () => {
  const files = {
    "tsconfig.json": '{"include": ["src"]}',
    "src/pot.ts": "export interface Pot { pour(): void }\n",
    "more/jug.ts": 'import type { Pot } from "../src/pot";\nexport class Jug implements Pot { pour() {} }\n',
  };
  await using kitchen = await testApp({ files, settings: SHAPE_SERVERS });
  const { projects, indexOf } = kitchen.app;
  await indexOf(await projects.at(kitchen.project)).whole(AbortSignal.timeout(60_000));
  const found = await ask({ name_path: "Pot", path: "src/pot.ts" }, kitchen);
  expect(names(found)).toEqual(["more/jug.ts:2 Jug"]);
  expect(found.complete).toBe(true);
});

test("what TypeScript 5 says of `this` and `super` implements nothing", async () => {
  const files = {
    "tsconfig.json": '{"include": ["src"]}',
    "src/pot.ts":
      "export class Pot {\n  constructor(readonly size: number) {}\n  static make() {\n    return new this(1);\n  }\n}\n" +
      "export class Jug extends Pot {\n  constructor() {\n    super(1);\n    console.log(this);\n  }\n}\n",
  };
  const settings = { servers: { "typescript-language-server": typescript5Server() }, language_servers: TYPESCRIPT_5 };
  await using kitchen = await testApp({ files, settings });
  const found = await ask({ name_path: "Pot", path: "src/pot.ts" }, kitchen);
  expect([found.answer.server, names(found)]).toEqual(["typescript-language-server", ["src/pot.ts:7 Jug"]]);
});

describe("by TypeScript's server", () => {
  test("classes of an interface are listed with their lines and signatures, an object by its line, and not the interface", async () => {
    const found = await ask({ name_path: "Shape", path: "src/shape.ts" });
    expect(names(found)).toEqual([
      "src/round.ts:2 Circle",
      "src/shape.ts:4 Base",
      "src/shape.ts:7 Square",
      "src/shape.ts:15 Big",
      "src/shape.ts:19 in literal",
    ]);
    expect(found).toMatchObject({ source: "server", complete: true, total: 5, answer: { server: "typescript" } });
    expect(found.answer.implementations[0]).toMatchObject({
      kind: "class",
      signature: "export class Circle implements Shape",
    });
  });

  test("methods of an abstract one are those below it, none of another class with a method of that name", async () => {
    expect(names(await ask({ name_path: "Shape/area", path: "src/shape.ts" }))).toEqual([
      "src/round.ts:3 Circle/area",
      "src/shape.ts:11 Square/area",
      "src/shape.ts:19 literal/area",
    ]);
    expect(names(await ask({ name_path: "Base/area", path: "src/shape.ts" }))).toEqual(["src/shape.ts:11 Square/area"]);
  });

  test("kinds and limit narrow it, info comes when it is wanted, and other names of the fields are understood", async () => {
    const found = await ask({ symbol: "Shape", relative_path: "src/shape.ts", include_kinds: ["class"], limit: 2 });
    expect([names(found), found.total, found.is_truncated]).toEqual([
      ["src/round.ts:2 Circle", "src/shape.ts:4 Base"],
      4,
      true,
    ]);
    expect(found.answer.implementations[0]!.info).toBeUndefined();
    const told = await ask({ name_path: "Shape/area", path: "src/shape.ts", include_info: true });
    expect(told.answer.implementations[1]!.info).toContain("(method) Square.area(): number");
  });

  test("what nothing implements has none, which is known; what is not there is an error with its like", async () => {
    const none = await ask({ name_path: "Big", path: "src/shape.ts" });
    expect(none).toMatchObject({ source: "server", complete: true, total: 0, hint: expect.any(String) });
    const fault = await ask({ name_path: "Shap", path: "src/shape.ts" });
    expect(fault).toMatchObject({ code: "not_found", detail: expect.stringContaining('"Shape"') });
  });

  test("files that come and go count as they are now", async () => {
    const path = join(shop.project, "src/late.ts");
    writeFileSync(
      path,
      'import type { Shape } from "./shape";\nexport class Late implements Shape { area() { return 0; } }\n',
    );
    expect(names(await ask({ name_path: "Shape/area", path: "src/shape.ts" }))).toContain("src/late.ts:2 Late/area");
    rmSync(path);
    expect(names(await ask({ name_path: "Shape/area", path: "src/shape.ts" })).join()).not.toContain("late.ts");
  });
});

describe("by Pyright, which knows no implementations", () => {
  test("the types below are read from the declarations that refer to it, and the answer says so", async () => {
    const found = await ask({ name_path: "Shape", path: "shape.py" });
    expect(names(found)).toEqual(["shape.py:11 Square", "shape.py:16 Big"]);
    expect(found).toMatchObject({
      source: "server",
      complete: false,
      reason: expect.stringContaining("does not list implementations"),
    });
  });

  test("of a method, only those count that define it", async () => {
    expect(names(await ask({ name_path: "Shape/area", path: "shape.py" }))).toEqual(["shape.py:12 Square/area"]);
  });

  test("what is no type and no member has no such way, and the error names what the server lacks", async () => {
    const fault = await ask({ name_path: "main", path: "shape.py" });
    expect(fault).toMatchObject({
      code: "unavailable",
      detail: 'Language server "pyright" does not support textDocument/implementation.',
    });
  });
});

test("without a server the error says which one to install", async () => {
  await using without = await testApp({ files: SHAPES, settings: NO_SERVERS });
  const fault = await ask({ name_path: "Shape", path: "src/shape.ts" }, without);
  expect(fault).toMatchObject({
    code: "unavailable",
    detail: expect.stringContaining("language server for TypeScript"),
  });
});

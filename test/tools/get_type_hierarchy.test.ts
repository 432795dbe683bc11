/** Types above and below a type where a server knows no hierarchy of types, as TypeScript's own and Pyright do not. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type TestApp, testApp } from "../fixture/app.ts";
import { installServers } from "../fixture/real-servers.ts";
import { SHAPE_SERVERS, SHAPES, type ShapeBody, settled } from "../fixture/shapes.ts";

setDefaultTimeout(60_000);

type Body = ShapeBody<{
  rows: { level: number; path: string; name_path?: string; name?: string; is_library?: true }[];
}>;

let shop: TestApp;
const ask = (input: object): Promise<Body> => settled(shop, "get_type_hierarchy", input);
const tree = ({ answer }: Body) =>
  answer.rows.map(({ level, path, name_path, name, is_library }) => {
    return `${"  ".repeat(level)}${is_library ? "library" : path} ${name_path ?? name}`;
  });

beforeAll(async () => {
  await installServers();
  shop = await testApp({ files: SHAPES, settings: SHAPE_SERVERS });
}, 60_000);
afterAll(() => shop[Symbol.asyncDispose]());

describe("in TypeScript", () => {
  test("types below are those whose declarations name it, and the answer says where it has that from", async () => {
    const found = await ask({ name_path: "Shape", path: "src/shape.ts", depth: 5 });
    expect(tree(found)).toEqual([
      "src/shape.ts Shape",
      "  src/round.ts Circle",
      "  src/shape.ts Base",
      "    src/shape.ts Square",
      "      src/shape.ts Big",
    ]);
    expect(found).toMatchObject({
      source: "server",
      complete: false,
      reason: expect.stringContaining("no hierarchy of types"),
    });
    expect(tree(await ask({ name_path: "Base", path: "src/shape.ts" }))).toEqual([
      "src/shape.ts Base",
      "  src/shape.ts Square",
    ]);
  });

  test("types above go up to the top", async () => {
    const found = await ask({ name_path: "Big", path: "src/shape.ts", direction: "supertypes", depth: 5 });
    expect(tree(found)).toEqual([
      "src/shape.ts Big",
      "  src/shape.ts Square",
      "    src/shape.ts Base",
      "      src/shape.ts Shape",
    ]);
  });

  test("what is no type has none, and a hint", async () => {
    const none = await ask({ name_path: "total", path: "src/round.ts" });
    expect(none).toMatchObject({ total: 0, hint: expect.stringContaining("classes") });
  });
});

test("in Python, libraries are marked", async () => {
  expect(tree(await ask({ name_path: "Big", path: "shape.py", direction: "supertypes", depth: 5 }))).toEqual([
    "shape.py Big",
    "  shape.py Square",
    "    shape.py Shape",
    "      library ABC",
  ]);
  expect(tree(await ask({ name_path: "Shape", path: "shape.py", depth: 5 }))).toEqual([
    "shape.py Shape",
    "  shape.py Square",
    "    shape.py Big",
  ]);
});

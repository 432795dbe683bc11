/** Calls as a tree: by TypeScript's own server and by Pyright. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type TestApp, testApp } from "../fixture/app.ts";
import { installServers } from "../fixture/real-servers.ts";
import { NO_SERVERS, SHAPE_SERVERS, SHAPES, type ShapeBody, settled } from "../fixture/shapes.ts";

setDefaultTimeout(60_000);

interface Row {
  level: number;
  path: string;
  line: number;
  kind: string;
  name_path?: string;
  name?: string;
  within?: string;
  is_library?: true;
  mark?: string;
  call_lines?: number[];
}
type Body = ShapeBody<{ symbol: string; rows: Row[] }>;

let shop: TestApp;
const ask = (input: object, from = shop): Promise<Body> => settled(from, "get_call_hierarchy", input);
/** Libraries by the last part of their path. */
const tree = ({ answer }: Body) =>
  answer.rows.map(({ level, path, line, name_path, name, mark, is_library, call_lines }) => {
    const place = is_library ? path.split("/").at(-1) : `${path}:${line}`;
    return `${"  ".repeat(level)}${place} ${name_path ?? name} ${call_lines?.join() ?? ""}${mark ? ` ${mark}` : ""}`.trimEnd();
  });

beforeAll(async () => {
  await installServers();
  shop = await testApp({ files: SHAPES, settings: SHAPE_SERVERS });
}, 60_000);
afterAll(() => shop[Symbol.asyncDispose]());

describe("by TypeScript's server", () => {
  test("callers come with the lines of their calls, and cycles are cut and marked", async () => {
    const found = await ask({ name_path: "ping", path: "src/round.ts", depth: 5 });
    expect(tree(found)).toEqual([
      "src/round.ts:17 ping",
      "  src/round.ts:1 (top of the file) 23",
      "  src/round.ts:20 pong 21",
      "    src/round.ts:17 ping 18 cycle",
      "    src/round.ts:20 pong 21 cycle",
    ]);
    expect(found).toMatchObject({ source: "server", complete: true, total: 5, is_truncated: false });
  });

  test("what is called comes in the project first, libraries marked, one level when nothing is said", async () => {
    const found = await ask({ name_path: "total", path: "src/round.ts", direction: "outgoing" });
    expect(tree(found)).toEqual([
      "src/round.ts:12 total",
      "  src/round.ts:7 Other 15",
      "  src/round.ts:8 Other/area 15",
      "  src/shape.ts:2 Shape/area 14",
      "  src/shape.ts:7 Square 15",
      "  src/shape.ts:11 Square/area 15",
    ]);
    const deep = await ask({ name_path: "Square/area", path: "src/shape.ts", direction: "outgoing", depth: 2 });
    expect(tree(deep)).toEqual([
      "src/shape.ts:11 Square/area",
      "  src/shape.ts:16 twice 12",
      "    lib.es5.d.ts round 17",
    ]);
  });

  test("no more than the limit is given, and all that is known is counted", async () => {
    const found = await ask({ name_path: "total", path: "src/round.ts", direction: "outgoing", limit: 3 });
    expect([tree(found).length, found.total, found.is_truncated]).toEqual([3, 6, true]);
  });

  test("what can have no calls has no tree, and a hint", async () => {
    const found = await ask({ name_path: "Shape", path: "src/shape.ts" });
    expect(found).toMatchObject({ total: expect.any(Number), source: "server" });
    const none = await ask({ name_path: "literal", path: "src/shape.ts" });
    if (none.total === 0) expect(none.hint).toContain("find_referencing_symbols");
  });
});

test("Pyright names callers over several levels, in functions and at the top of a file", async () => {
  const found = await ask({ name_path: "helper", path: "calls.py", depth: 3 });
  expect(tree(found)).toEqual([
    "calls.py:1 helper",
    "  calls.py:1 (top of the file) 5",
    "  shape.py:12 Square/area 13",
    "    shape.py:20 main 21 shown_elsewhere",
    "  shape.py:20 main 22",
  ]);
  expect(found).toMatchObject({ source: "server", complete: true });
});

test("without a server the error says which one to install", async () => {
  await using without = await testApp({ files: SHAPES, settings: NO_SERVERS });
  const fault = await ask({ name_path: "ping", path: "src/round.ts" }, without);
  expect(fault).toMatchObject({
    code: "unavailable",
    detail: expect.stringContaining("language server for TypeScript"),
  });
});

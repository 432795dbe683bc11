import { beforeAll, describe, expect, test } from "bun:test";
import { reach, WAYS } from "../fixture/client/way.ts";
import { ERAS, inspect, installInspector } from "../fixture/inspector.ts";

const INSTALL_LIMIT_MS = 120_000;

beforeAll(installInspector, INSTALL_LIMIT_MS);

const STRICTLY = ["--method", "tools/list", "--strict"];
const find = (input: string) => ["--method", "tools/call", "--tool-name", "find_file", "--tool-args-json", input];

describe.each(WAYS)("over %s", (way) => {
  test("the inspector finds no fault with any tool, and calls one, in both eras", async () => {
    await using reached = await reach(way);
    for (const era of ERAS) {
      for (const context of ["agent", "full"]) {
        const { code, stderr, result } = await inspect(reached.target, era, context, STRICTLY);
        expect([era, context, code, stderr]).toEqual([era, context, 0, ""]);
        expect(result.tools.map(({ name }) => name)).toContain("find_file");
      }
      const called = await inspect(reached.target, era, "agent", find('{"query":"a.ts"}'));
      expect(called.code).toBe(0);
      expect(called.result.content[0]!.text).toContain('"paths":["a.ts"]');
      const wrong = await inspect(reached.target, era, "agent", find("{}"));
      expect(wrong.code).toBe(5); // the tool's own error, which it tells from one of the protocol
    }
  });
});

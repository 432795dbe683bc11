import { expect, test } from "bun:test";
import { z } from "zod";
import { contractFaults, worstSize } from "../../scripts/tool-contract.ts";
import { describeTool } from "../../src/surface/schema.ts";
import { defineTool, type StrictObject, type Tool } from "../../src/tool/define.ts";

const base = defineTool({
  name: "good_tool",
  title: "Good",
  category: "files",
  description: "Keeps the contract in every way.",
  markers: ["core"],
  needs: [],
  input: z.strictObject({ path: z.string().max(10).describe("A path.") }),
  output: z.object({ count: z.int() }),
  examples: [{ title: "one", input: { path: "a" } }],
  narrower: "Less.",
  run: async () => ({ answer: { count: 1 } }),
  ladder: (stage) => [stage("short", z.object({ count: z.int() }), (full) => full)],
});

function faults(changes: Partial<Tool>, file = changes.name ?? base.name): string[] {
  const tool: Tool = { ...base, ...changes };
  return contractFaults(
    tool,
    describeTool(tool, async () => tool),
    file,
  );
}
const input = (fields: z.core.$ZodLooseShape): Partial<Tool> => ({
  input: z.strictObject(fields) as StrictObject,
  examples: [],
});

test("a tool that keeps the contract has no faults", () => expect(faults({})).toEqual([]));

test.each([
  ["a name with capitals", { name: "goodTool" }, "name must match"],
  ["a name of 41 characters", { name: "x".repeat(41) }, "name must match"],
  ["H113: a name that repeats the server's", { name: "waymark_read" }, "repeat the server's"],
  ["H70: a description of 1 KB", { description: `Reads.${"\n\nMore.".repeat(200)}` }, "below 1 KB"],
  ["a first paragraph of 301 characters", { description: `Reads a file. ${"x".repeat(290)}` }, "first paragraph"],
  ["an example that does not fit", { examples: [{ title: "bad", input: { path: 1 } }] }, 'example "bad"'],
  ["an alias that hides a field", { aliases: { path: "path" } }, 'alias "path" is a field'],
  [
    "an input that drops keys",
    { input: z.object({ path: z.string().max(9).describe("P.") }) as unknown as StrictObject },
    "strict object",
  ],
  [
    "eleven fields",
    input(Object.fromEntries([..."abcdefghijk"].map((name) => [name, z.boolean().describe("B.")]))),
    "11 fields",
  ],
  ["a field without a description", input({ path: z.string().max(10) }), "no description"],
  ["a field named in camel case", input({ filePath: z.boolean().describe("B.") }), "must match"],
  ["a union", input({ path: z.union([z.string(), z.int()]).describe("U.") }), "anyOf"],
  ["H110: a nullable field", input({ path: z.string().max(9).nullable().describe("N.") }), "one type"],
  ["a number without bounds", input({ limit: z.int().describe("L.") }), "minimum"],
  ["an exclusive bound", input({ limit: z.number().gt(0).max(9).describe("L.") }), "exclusiveMinimum"],
  ["a string without a largest length", input({ path: z.string().describe("P.") }), "largest length"],
  [
    "a list without a largest number of items",
    input({ paths: z.array(z.string().max(9)).describe("P.") }),
    "largest number",
  ],
  [
    "a pattern with a lookahead",
    input({
      path: z
        .string()
        .max(9)
        .regex(/^(?!a)/)
        .describe("P."),
    }),
    "pattern",
  ],
  [
    "a last stage without bounds",
    {
      stages: [
        { name: "short", schema: z.object({ path: z.string() }), make: (full: unknown) => full, text: () => "" },
      ],
    },
    "last stage",
  ],
] as [string, Partial<Tool>, string][])("%s breaks it", (_, changes, fault) => {
  expect(faults(changes).join("\n")).toContain(fault);
});

test("a file that is not named after its tool breaks it", () => {
  expect(faults({}, "other_tool").join("\n")).toContain("named after the tool");
});

test("worstSize() counts what a schema can hold at most", () => {
  expect(worstSize({ type: "object", properties: { a: { type: "boolean" } } })).toBe('{"a":false,'.length + 1);
  expect(worstSize({ type: "string" })).toBe(Number.POSITIVE_INFINITY);
});

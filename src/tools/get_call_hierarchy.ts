/** The tool `get_call_hierarchy`. */
import { z } from "zod";
import { hierarchyOf } from "../symbol/hierarchy.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { branchSchema, treeAnswer, treeSchema, treeStages, treeText } from "../tool/hierarchy.ts";

const NONE = "No calls are known of it.";

const call = branchSchema.extend({
  call_lines: z
    .array(z.int())
    .optional()
    .describe("Where the calls stand: incoming ones in this row's file, outgoing ones in that of the row above."),
});

export default defineTool({
  name: "get_call_hierarchy",
  title: "Show calls as a tree",
  category: "symbols",
  description:
    "Shows who calls a function or method (incoming), or what it calls (outgoing), as a tree with the lines of the calls, by meaning: a language server must be there for the language.",
  markers: ["symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("The function or method, such as `Cart/total`."),
    path: pathField("The file that defines it."),
    direction: z.enum(["incoming", "outgoing"]).default("incoming").describe("Callers, or what is called."),
    depth: z.int().min(1).max(5).default(1).describe("Levels of calls."),
    limit: z.int().min(1).max(500).default(100).describe("Most rows to give."),
  }),
  output: z.object({ ...treeSchema, rows: z.array(call) }),
  aliases: {
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    function: "name_path",
    relative_path: "path",
    file: "path",
    max_depth: "depth",
    max_results: "limit",
  },
  examples: [
    { title: "callers", input: { name_path: "tally", path: "src/till.ts" } },
    {
      title: "what it calls, two levels",
      input: { name_path: "Cart/total", path: "src/cart.ts", direction: "outgoing", depth: 2 },
    },
  ],
  narrower: "Ask for less depth or a lower limit.",

  async run({ name_path, path, direction, depth, limit }, use) {
    const tree = await hierarchyOf({ namePath: name_path, path, direction, depth, limit }, use);
    return {
      ...treeAnswer(tree),
      ...(tree.branches.length === 0 && {
        hint: "Only functions, methods and the like have calls; find_referencing_symbols lists all uses.",
      }),
    };
  },

  text: ({ rows }) => treeText(rows, NONE),

  ladder: (stage) => [
    stage(
      "without_call_lines",
      z.object({ rows: z.array(branchSchema) }),
      ({ rows }) => ({ rows: rows.map(({ call_lines: _, ...row }) => row) }),
      ({ rows }) => treeText(rows, NONE),
    ),
    ...treeStages(stage),
  ],
});

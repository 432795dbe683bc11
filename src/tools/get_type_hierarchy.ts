/** The tool `get_type_hierarchy`. */
import { z } from "zod";
import { hierarchyOf } from "../symbol/hierarchy.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { branchSchema, treeAnswer, treeSchema, treeStages, treeText } from "../tool/hierarchy.ts";

export default defineTool({
  name: "get_type_hierarchy",
  title: "Show types above and below a type",
  category: "symbols",
  description:
    "Shows what a type extends or implements (supertypes), or what extends or implements it (subtypes), as a tree, by meaning: a language server that knows hierarchies of types must be there for the language.",
  markers: ["symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("The type, such as `Shape`."),
    path: pathField("The file that defines it."),
    direction: z.enum(["supertypes", "subtypes"]).default("subtypes").describe("Up or down."),
    depth: z.int().min(1).max(5).default(1).describe("Levels of types."),
    limit: z.int().min(1).max(500).default(100).describe("Most rows to give."),
  }),
  output: z.object({ ...treeSchema, rows: z.array(branchSchema) }),
  aliases: {
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    type: "name_path",
    class: "name_path",
    relative_path: "path",
    file: "path",
    max_depth: "depth",
    max_results: "limit",
  },
  examples: [
    { title: "what is below it", input: { name_path: "Shape", path: "src/shape.ts" } },
    {
      title: "all that is above it",
      input: { name_path: "Parcel1", path: "src/parcels/desk-0.ts", direction: "supertypes", depth: 5 },
    },
  ],
  narrower: "Ask for less depth or a lower limit.",

  async run({ name_path, path, direction, depth, limit }, use) {
    const tree = await hierarchyOf({ namePath: name_path, path, direction, depth, limit }, use);
    return {
      ...treeAnswer(tree),
      ...(tree.branches.length === 0 && {
        hint: "Only classes, interfaces and the like have types above and below them.",
      }),
    };
  },

  text: ({ rows }) => treeText(rows, "No types are known above or below it."),

  ladder: (stage) => treeStages(stage),
});

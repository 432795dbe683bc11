/** The tool `find_references`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { doubtText } from "../symbol/doubt.ts";
import { type FoundOccurrences, findOccurrences } from "../symbol/occurrences.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { placeSchema, placeStages, placesText } from "../tool/places.ts";

const place = placeSchema.extend({
  defines: z.string().optional().describe("Name path of the symbol of this name that is defined here."),
});

export default defineTool({
  name: "find_references",
  title: "Find references by name",
  category: "symbols",
  description:
    "Lists the lines where a name is used as an identifier, comments and strings aside, with the symbol around each. By name, not by meaning: other symbols of the same name are among them.",
  markers: ["symbolic"],
  needs: ["project", "symbols", "index"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("A name, or a name path, whose last name is looked for."),
    path: pathField("File or folder to look in.").default("."),
    limit: z.int().min(1).max(1_000).default(100).describe("Most places to give; all are counted."),
  }),
  output: z.object({
    places: z.array(place),
    files_with_places: z.int(),
    near_names: z.array(z.string()).describe("Where nothing was found: names like the wanted one."),
  }),
  aliases: {
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    query: "name_path",
    relative_path: "path",
    max_results: "limit",
  },
  examples: [
    { title: "of a method", input: { name_path: "Cart/total" } },
    { title: "of a name, in a folder", input: { name_path: "article", path: "src", limit: 200 } },
  ],
  narrower: "Give a path or a lower limit.",

  async run({ name_path, path, limit }, use) {
    const result = await findOccurrences({ namePath: name_path, path, limit }, use);
    const { found, total, files, source, generation, near } = result;
    return {
      source,
      ...(generation !== undefined && { generation }),
      total,
      is_truncated: found.length < total,
      complete: false,
      reason: incompleteness(result),
      ...(total === 0 && {
        hint: "find_symbol finds where a name is defined; search_for_pattern finds it in any text.",
      }),
      answer: { places: found.map(({ withinKind: _, ...place }) => place), files_with_places: files, near_names: near },
    };
  },

  text: ({ places, near_names }) => {
    if (places.length > 0) return placesText(places);
    return `No place.${near_names.length > 0 ? ` Near names: ${near_names.map(visibleName).join(", ")}` : ""}`;
  },

  ladder: placeStages,
});

function incompleteness({ unsure, faults }: FoundOccurrences): string {
  const unseen = unsure > 0 ? `; ${doubtText("use", unsure, faults)}` : "";
  return `by name, not by meaning: other symbols of this name are among them${unseen}`;
}

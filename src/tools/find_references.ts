/** The tool `find_references`. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import { doubtText } from "../symbol/doubt.ts";
import { type FoundOccurrences, findOccurrences } from "../symbol/occurrences.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

const FILES_SHOWN = 100;

const place = z.object({
  path: z.string(),
  line: z.int().describe("1-based."),
  text: z.string().describe("The line; a … stands where a long one was left out."),
  within: z.string().optional().describe("Name path of the symbol around it."),
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
      answer: { places: found, files_with_places: files, near_names: near },
    };
  },

  text: ({ places, near_names }) => {
    if (places.length > 0) return byFile(places, placeText);
    return `No place.${near_names.length > 0 ? ` Near names: ${near_names.map(visibleName).join(", ")}` : ""}`;
  },

  ladder: (stage) => [
    stage(
      "lines",
      z.object({
        files: z.array(z.object({ path: z.string(), lines: z.array(z.int()), defines: z.array(z.string()) })),
      }),
      ({ places }) => ({
        files: [...Map.groupBy(places, ({ path }) => path)].map(([path, rows]) => ({
          path,
          lines: rows.map(({ line }) => line),
          defines: rows.flatMap(({ defines }) => defines ?? []),
        })),
      }),
      ({ files }) =>
        files
          .map(({ path, lines, defines }) => {
            const definitions = defines.length > 0 ? ` (defines ${defines.map(visibleName).join(", ")})` : "";
            return `${visibleName(path)}: ${lines.join(", ")}${definitions}`;
          })
          .join("\n"),
    ),
    stage(
      "files",
      z.object({
        files: z.array(z.object({ path: z.string(), places: z.int() })).describe("Those with most."),
        files_with_places: z.int(),
      }),
      ({ places, files_with_places }) => ({
        files_with_places,
        files: [...Map.groupBy(places, ({ path }) => path)]
          .map(([path, { length }]) => ({ path, places: length }))
          .sort((a, b) => b.places - a.places)
          .slice(0, FILES_SHOWN),
      }),
      ({ files }) => files.map(({ path, places }) => `${visibleName(path)}: ${places}`).join("\n"),
    ),
    stage("count", z.object({ files_with_places: z.int() }), ({ files_with_places }) => ({ files_with_places })),
  ],
});

type Place = z.output<typeof place>;

/** A path, then a line for each place in it. */
function byFile(places: readonly Place[], row: (place: Place) => string): string {
  return [...Map.groupBy(places, ({ path }) => path)]
    .map(([path, rows]) => [visibleName(path), ...rows.map(row)].join("\n"))
    .join("\n\n");
}

function placeText({ line, text, within, defines }: Place): string {
  const around = defines ? `defines ${visibleName(defines)}` : within ? `in ${visibleName(within)}` : "";
  return `${line}: ${visible(text)}${around && `  <- ${around}`}`;
}

function incompleteness({ unsure, faults }: FoundOccurrences): string {
  const unseen = unsure > 0 ? `; ${doubtText("use", unsure, faults)}` : "";
  return `by name, not by meaning: other symbols of this name are among them${unseen}`;
}

/** The tool `find_referencing_symbols`. */
import { z } from "zod";
import { ACCESSES } from "../symbol/access.ts";
import { kindSchema } from "../symbol/outline.ts";
import { findReferences, type References } from "../symbol/references.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";
import { placeSchema, placeStages, placesText } from "../tool/places.ts";

const FAULT_CHARS = 600;

const place = placeSchema.extend({
  column: z.int().describe("1-based, in UTF-16 units; 1 where only the line is known."),
  access: z.enum(ACCESSES).optional().describe("What is done there, where that is known."),
  kind: z.string().optional().describe("Kind of the symbol around it."),
});

export default defineTool({
  name: "find_referencing_symbols",
  title: "Find who uses a symbol",
  category: "symbols",
  description:
    "Lists where a symbol is used, with the symbol around each use, by its meaning: a language server tells it from others of the same name. Where none answers, uses of the name are listed, and it says so.",
  markers: ["core", "symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("Such as `Cart/total`."),
    path: pathField("The file that defines it."),
    kinds: z
      .array(kindSchema)
      .min(1)
      .max(40)
      .optional()
      .describe("Only uses within these kinds, such as class, method."),
    limit: z.int().min(1).max(1_000).default(100).describe("Most places; all are counted."),
  }),
  output: z.object({
    symbol: z.string().describe("Name path of the symbol that was meant."),
    places: z.array(place),
    files_with_places: z.int(),
    places_outside: z.int().optional().describe("Uses in files outside of the project."),
    server: z.string().optional().describe("The language server that answered."),
    server_problem: z.string().optional().describe("Why none did."),
  }),
  aliases: {
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    relative_path: "path",
    file: "path",
    include_kinds: "kinds",
    max_results: "limit",
  },
  examples: [
    { title: "of a constant", input: { name_path: "article", path: "src/department-0/article-0.ts", limit: 1_000 } },
    { title: "within functions", input: { name_path: "Cart", path: "src/cart.ts", kinds: ["function", "method"] } },
  ],
  narrower: "Give kinds or a lower limit.",

  async run({ name_path, path, kinds, limit }, use) {
    const result = await findReferences({ namePath: name_path, path, kinds, limit }, use);
    const { symbol, found, total, files, outside, source, server, fault, reason, generation } = result;
    const places = found.map(({ path, line, column, text, access, within }) => ({
      path,
      line,
      column,
      text,
      ...(access && { access }),
      ...(within && { within: within.namePath, kind: within.kind }),
    }));
    return {
      source,
      ...(generation !== undefined && { generation }),
      total,
      is_truncated: found.length < total,
      ...(reason === undefined ? { complete: true } : { complete: false, reason: reason.slice(0, WORDS_LIMIT) }),
      ...hintFor(result),
      answer: {
        symbol,
        places,
        files_with_places: files,
        ...(outside > 0 && { places_outside: outside }),
        ...(server !== undefined && { server }),
        ...(fault && { server_problem: `${fault.message} ${fault.hint ?? ""}`.trim().slice(0, FAULT_CHARS) }),
      },
    };
  },

  text: ({ symbol, places, server_problem }) => {
    const problem = server_problem === undefined ? "" : `\n\nNo language server answered: ${server_problem}`;
    return `${places.length > 0 ? placesText(places) : `No use of ${symbol}.`}${problem}`;
  },

  ladder: placeStages,
});

function hintFor({ total, source, fault }: References): { hint?: string } {
  if (fault) return { hint: "get_language_servers tells which server is missing or at fault, and what would help." };
  if (total === 0 && source === "server")
    return { hint: "search_for_pattern finds the name in comments, strings and other languages." };
  return {};
}

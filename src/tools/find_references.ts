/** The tool `find_references`. */
import { z } from "zod";
import { Unavailable } from "../base/error.ts";
import { visibleName } from "../base/visible.ts";
import { doubtText } from "../symbol/doubt.ts";
import { findSymbols } from "../symbol/find.ts";
import { type FoundOccurrences, findOccurrences } from "../symbol/occurrences.ts";
import { serverReferences } from "../symbol/references.ts";
import type { ServerServices } from "../symbol/server-question.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";
import { placeSchema, placeStages, placesText } from "../tool/places.ts";

const place = placeSchema.extend({
  column: z.int().optional().describe("1-based, in UTF-16 units, where it is known."),
  defines: z.string().optional().describe("Name path of the symbol of this name that is defined here."),
});

export default defineTool({
  name: "find_references",
  title: "Find references",
  category: "symbols",
  description:
    "Lists the lines where a symbol is used. Given the file that defines it, or a name path that one symbol of the project alone has, by its meaning, from a language server; else by name: lines with the identifier, comments and strings aside, others of that name among them.",
  markers: ["symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("A name, or a name path such as `Cart/total`."),
    path: pathField("The file that defines it, or a folder or another file to look in for the name.").default("."),
    by_name: z.boolean().default(false).describe("Never by meaning: every use of the name within `path`."),
    limit: z.int().min(1).max(1_000).default(100).describe("Most places; all are counted."),
  }),
  output: z.object({
    symbol: z.string().optional().describe("Name path of the one symbol that was meant."),
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
    { title: "of a name, in a folder", input: { name_path: "article", path: "src", by_name: true, limit: 200 } },
  ],
  narrower: "Give a path or a lower limit.",

  async run(input, use) {
    const path = input.by_name ? undefined : await definingFile(input, use);
    return (path !== undefined && (await byMeaning({ ...input, path }, use))) || (await byName(input, use));
  },

  text: ({ places, near_names }) => {
    if (places.length > 0) return placesText(places);
    return `No place.${near_names.length > 0 ? ` Near names: ${near_names.map(visibleName).join(", ")}` : ""}`;
  },

  ladder: placeStages,
});

interface Query {
  name_path: string;
  path: string;
  limit: number;
}

/** The file of the one symbol that is meant; undefined when it may be several, or none. */
async function definingFile({ name_path, path }: Query, use: ServerServices): Promise<string | undefined> {
  if (path !== "." && (await use.project.files.isFolder(path))) return undefined;
  const query = { namePath: name_path, path, substring: false, kinds: undefined, excludeKinds: undefined };
  const { found } = await findSymbols(query, use);
  return found.length === 1 ? found[0]!.path : undefined;
}

/** Undefined where no server answers. */
async function byMeaning({ name_path, path, limit }: Query, use: ServerServices) {
  const query = { namePath: name_path, path, kinds: undefined, limit };
  const result = await serverReferences(query, use).catch(unanswered);
  use.signal.throwIfAborted();
  if (!result) return undefined;
  const { symbol, found, total, files, source, reason } = result;
  return {
    source,
    total,
    is_truncated: found.length < total,
    ...(reason === undefined
      ? { complete: true as const }
      : { complete: false as const, reason: reason.slice(0, WORDS_LIMIT) }),
    answer: {
      symbol,
      places: found.map(({ path, line, column, text, within }) => {
        return { path, line, column, text, ...(within && { within: within.namePath }) };
      }),
      files_with_places: files,
      near_names: [],
    },
  };
}

function unanswered(error: unknown): undefined {
  if (!(error instanceof Unavailable)) throw error;
}

async function byName({ name_path, path, limit }: Query, use: ServerServices) {
  const result = await findOccurrences({ namePath: name_path, path, limit }, use);
  const { found, total, files, source, generation, near } = result;
  return {
    source,
    ...(generation !== undefined && { generation }),
    total,
    is_truncated: found.length < total,
    complete: false as const,
    reason: incompleteness(result),
    ...(total === 0 && {
      hint: "find_symbol finds where a name is defined; search_for_pattern finds it in any text.",
    }),
    answer: {
      places: found.map(({ withinKind: _, ...place }) => place),
      files_with_places: files,
      near_names: near,
    },
  };
}

function incompleteness({ unsure, faults }: FoundOccurrences): string {
  const unseen = unsure > 0 ? `; ${doubtText("use", unsure, faults)}` : "";
  return `by name, not by meaning: other symbols of this name are among them${unseen}`;
}

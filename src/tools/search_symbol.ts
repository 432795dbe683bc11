/** The tool `search_symbol`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { pathFilter } from "../project/glob.ts";
import { LIKENESSES } from "../symbol/likeness.ts";
import { kindSchema, rowText, symbolRow } from "../symbol/outline.ts";
import { searchSymbols } from "../symbol/search.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";

const hit = symbolRow.extend({
  path: z.string(),
  match: z.enum(LIKENESSES).describe("How the name is like the query."),
});

export default defineTool({
  name: "search_symbol",
  title: "Search symbols",
  category: "search",
  description:
    "Finds symbols anywhere in the project by what you remember of a name: the name, its beginning, its initials (gSO for getSymbolsOverview, fs for find_symbol), a piece of it, or a misspelling. Best first.",
  markers: ["core", "symbolic"],
  needs: ["project", "symbols", "index"],
  input: z.strictObject({
    query: z.string().min(1).max(500).describe("What you remember of the name; Cart/tot looks below Cart."),
    kinds: z.array(kindSchema).max(40).optional().describe("Only these, such as class, method."),
    include_glob: z
      .array(z.string().min(1).max(500))
      .max(20)
      .optional()
      .describe("Only in files that match one of these, such as *.ts, src/** or !**/test/**."),
    limit: z.int().min(1).max(200).default(20).describe("Most symbols; all are counted."),
  }),
  output: z.object({ symbols: z.array(hit) }),
  aliases: {
    name: "query",
    symbol: "query",
    pattern: "query",
    name_path: "query",
    include_kinds: "kinds",
    paths_include_glob: "include_glob",
    max_results: "limit",
  },
  examples: [
    { title: "by a piece of the name", input: { query: "article", limit: 150 } },
    { title: "a method, by its beginning", input: { query: "Cart/tot", kinds: ["method"] } },
    { title: "by initials, in some files", input: { query: "ca", include_glob: ["src/**"] } },
  ],
  narrower: "Give more of the name, kinds, a glob or a lower limit.",

  async run({ query, kinds, include_glob, limit }, use) {
    const isWanted = pathFilter(use.project.root, include_glob ?? [], []);
    const result = await searchSymbols({ query: query.trim() || query, kinds, isWanted, limit }, use);
    const { found, total, source, generation, pending, reason } = result;
    return {
      source,
      ...(source === "index" && { generation }),
      ...(pending !== undefined && pending > 0 && { pending_files: pending }),
      total,
      is_truncated: found.length < total,
      ...(reason !== undefined && { complete: false, reason: reason.slice(0, WORDS_LIMIT) }),
      ...(total === 0 && { hint: "No name there is like it; search_for_pattern searches all text." }),
      answer: { symbols: found.map(({ likeness, path, row }) => ({ ...row, path, match: likeness })) },
    };
  },

  text: ({ symbols }) => grouped(symbols, ({ path, match: _, ...row }) => `${visibleName(path)}:${rowText(row)}`),

  ladder: (stage) => [
    stage(
      "places",
      z.object({ symbols: z.array(hit.omit({ signature: true })) }),
      ({ symbols }) => ({ symbols }),
      ({ symbols }) =>
        grouped(symbols, ({ path, match: _, ...row }) => `${visibleName(path)}:${rowText({ ...row, signature: "" })}`),
    ),
    stage(
      "best",
      z.object({ symbols: z.array(hit.pick({ path: true, name_path: true, start_line: true, match: true })) }),
      ({ symbols }) => ({ symbols: symbols.slice(0, 10) }),
      ({ symbols }) =>
        grouped(
          symbols,
          ({ path, start_line, name_path }) => `${visibleName(path)}:${start_line} ${visibleName(name_path)}`,
        ),
    ),
    stage("count", z.object({ symbols: z.int() }), ({ symbols }) => ({ symbols: symbols.length })),
  ],
});

/** A heading for each kind of likeness that there is. */
function grouped<T extends { match: string }>(symbols: readonly T[], row: (symbol: T) => string): string {
  if (symbols.length === 0) return "No symbol.";
  return [...Map.groupBy(symbols, ({ match }) => match)]
    .map(([match, rows]) => [`${match}:`, ...rows.map(row)].join("\n"))
    .join("\n");
}

/** The tool `semantic_search`. */
import { z } from "zod";
import { languageIds } from "../language/filter.ts";
import { pathFilter } from "../project/glob.ts";
import { defineTool } from "../tool/define.ts";
import { foundEvidence, foundRow, foundStages, foundText, textBlock } from "../tool/found.ts";

const globs = z.array(z.string().min(1).max(500)).max(20).optional();

export default defineTool({
  name: "semantic_search",
  title: "Search by intent",
  category: "search",
  description:
    "Finds code by what it does, asked in plain words or by a name: how are retries delayed, parse the config file. Ranks by words, names, paths and meaning, and gives the code. For exact text use search_for_pattern.",
  markers: ["core"],
  needs: ["project", "intent"],
  input: z.strictObject({
    query: z.string().min(1).max(2_000).describe("What the code does, or a name."),
    limit: z.int().min(1).max(10).default(5).describe("Most results to give."),
    include_glob: globs.describe("Only files that match one of these, such as *.ts, src/** or !**/test/**."),
    exclude_glob: globs.describe("No files that match one of these."),
    languages: z.array(z.string().min(1).max(40)).max(20).optional().describe("Only these, such as python."),
    tests: z
      .enum(["demote", "exclude", "include"])
      .default("demote")
      .describe("Whether tests stand back, are left out, or count like other code."),
    group_by_file: z.boolean().default(true).describe("One result of each file; else several may come."),
    explain: z.boolean().default(false).describe("Tells what speaks for each result."),
  }),
  output: z.object({ results: z.array(foundText) }),
  aliases: {
    question: "query",
    search: "query",
    max_results: "limit",
    top_k: "limit",
    k: "limit",
    paths_include_glob: "include_glob",
    paths_exclude_glob: "exclude_glob",
    language: "languages",
  },
  examples: [
    { title: "in plain words", input: { query: "how is the total of a cart computed" } },
    { title: "a name, tests left out", input: { query: "Cart", tests: "exclude", limit: 3 } },
    {
      title: "in some files, with reasons",
      input: { query: "price of an article", include_glob: ["src/**"], explain: true },
    },
  ],
  narrower: "Give a lower limit, globs or languages.",

  async run({ query, limit, include_glob, exclude_glob, languages, tests, group_by_file, explain }, use) {
    const { root, catalog } = use.project;
    const result = await use.intent.search(
      {
        query,
        limit,
        byFile: group_by_file,
        tests,
        isWanted: include_glob || exclude_glob ? pathFilter(root, include_glob ?? [], exclude_glob ?? []) : undefined,
        languages: languageIds(catalog, languages),
      },
      use.signal,
    );
    const { hits } = result;
    return {
      ...foundEvidence(result),
      ...(hits.length === 0 && { hint: "Nothing there has a word of it; search_for_pattern searches all text." }),
      answer: { results: hits.map((hit) => foundRow(hit, explain)) },
    };
  },

  text: ({ results }) => (results.length === 0 ? "Nothing." : results.map(textBlock).join("\n\n")),

  ladder: foundStages,
});

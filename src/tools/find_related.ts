/** The tool `find_related`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { foundEvidence, foundPlace, foundRow, foundStages, foundText, placeLine, textBlock } from "../tool/found.ts";

export default defineTool({
  name: "find_related",
  title: "Find related code",
  category: "search",
  description:
    "Finds code that is about the same as the code at a place: other implementations, copies, the counterpart of what you are about to change. By meaning and words, over the index.",
  markers: [],
  needs: ["project", "intent"],
  input: z.strictObject({
    path: pathField("File."),
    line: z.int().min(1).max(10_000_000).describe("A line of the code in question, 1-based."),
    limit: z.int().min(1).max(10).default(5).describe("Most results to give."),
  }),
  output: z.object({
    like: foundPlace.describe("The code that was compared."),
    results: z.array(foundText),
  }),
  aliases: {
    relative_path: "path",
    file: "path",
    start_line: "line",
    max_results: "limit",
    top_k: "limit",
    k: "limit",
  },
  examples: [
    { title: "like a place", input: { path: "src/cart.ts", line: 5, limit: 10 } },
    { title: "the nearest alone", input: { path: "src/cart.ts", line: 1, limit: 1 } },
  ],
  narrower: "Give a lower limit.",

  async run({ path, line, limit }, { project, intent, signal }) {
    const result = await intent.related(await project.files.relative(path), line, limit, signal);
    const { symbols, startLine, endLine } = result.at;
    return {
      ...foundEvidence(result),
      ...(result.hits.length === 0 && { hint: "Nothing else in the project is like it." }),
      answer: {
        like: { path: result.at.path, start_line: startLine, end_line: endLine, symbols: [...new Set(symbols)] },
        results: result.hits.map((hit) => foundRow(hit, false)),
      },
    };
  },

  text: ({ like, results }) =>
    [`Like ${placeLine(like)}:`, ...(results.length === 0 ? ["Nothing."] : results.map(textBlock))].join("\n\n"),

  ladder: foundStages,
});

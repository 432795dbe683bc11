/** The tool `get_diagnostics_for_symbol`. */
import { z } from "zod";
import { findSymbolDiagnostics } from "../symbol/symbol-diagnostics.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { problemsAnswer, problemsSchema, severityField } from "../tool/problems.ts";
import { problemsStages, problemsText } from "../tool/problems-text.ts";

export default defineTool({
  name: "get_diagnostics_for_symbol",
  title: "Find what is wrong in a symbol",
  category: "symbols",
  description:
    "Lists the errors and warnings within one symbol, and with include_references within the symbols that use it: what a change of its signature broke. An answer that is not complete does not mean that nothing is wrong.",
  markers: ["symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("Such as `Cart/total`."),
    path: pathField("The file that defines it."),
    include_references: z.boolean().default(false).describe("In the symbols that use it as well."),
    min_severity: severityField,
  }),
  output: problemsSchema.extend({
    symbol: z.string().describe("Name path of the symbol that was meant."),
    uses: z.int().optional().describe("Places that use it."),
  }),
  aliases: {
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    relative_path: "path",
    reference_file: "path",
    file: "path",
    check_symbol_references: "include_references",
    severity: "min_severity",
  },
  examples: [
    {
      title: "and who uses it",
      input: { name_path: "sketch", path: "src/drafts/draft-0.ts", include_references: true },
    },
  ],
  narrower: "Give a min_severity, or leave include_references out.",

  async run({ name_path, path, include_references, min_severity }, use) {
    const query = {
      namePath: name_path,
      path,
      includeReferences: include_references,
      minSeverity: min_severity,
    };
    const { symbol, uses, ...diagnosis } = await findSymbolDiagnostics(query, use);
    const { answer, ...rest } = problemsAnswer(diagnosis);
    return { ...rest, answer: { ...answer, symbol, ...(uses !== undefined && { uses }) } };
  },

  text: problemsText,
  ladder: problemsStages,
});

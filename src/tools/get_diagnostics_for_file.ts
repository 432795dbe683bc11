/** The tool `get_diagnostics_for_file`. */
import { z } from "zod";
import { findDiagnostics } from "../symbol/diagnostics.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { problemsAnswer, problemsSchema, severityField } from "../tool/problems.ts";
import { problemsStages, problemsText } from "../tool/problems-text.ts";

const line = z.int().min(1).max(10_000_000).optional();

export default defineTool({
  name: "get_diagnostics_for_file",
  title: "Find what is wrong in files",
  category: "symbols",
  description:
    "Lists the errors and warnings that language servers find in a file or folder, by the symbol they stand in. Use it after edits, with changed_only for all files that differ from the last commit. An answer that is not complete does not mean that nothing is wrong.",
  markers: ["core", "symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    path: pathField("File or folder."),
    changed_only: z.boolean().default(false).describe("Only files that differ from the last commit, new ones too."),
    min_severity: severityField,
    start_line: line.describe("First line to look at; for one file."),
    end_line: line.describe("Last line to look at."),
  }),
  output: problemsSchema,
  aliases: {
    relative_path: "path",
    file_path: "path",
    file: "path",
    folder: "path",
    severity: "min_severity",
    only_changed: "changed_only",
  },
  examples: [
    { title: "a folder", input: { path: "src/drafts" } },
    { title: "what was changed", input: { path: ".", changed_only: true, min_severity: "warning" } },
  ],
  narrower: "Give a smaller path, lines or a min_severity.",

  async run({ path, changed_only, min_severity, start_line, end_line }, use) {
    const query = {
      path,
      changedOnly: changed_only,
      minSeverity: min_severity,
      startLine: start_line,
      endLine: end_line,
    };
    const diagnosis = await findDiagnostics(query, use);
    const isNothing = changed_only && diagnosis.files.length === 0 && diagnosis.notLookedAt.length === 0;
    return {
      ...problemsAnswer(diagnosis),
      ...(isNothing && { hint: "No file there differs from the last commit." }),
    };
  },

  text: problemsText,
  ladder: problemsStages,
});

/** The tool `format_file`. */
import { z } from "zod";
import { type PlannedFormat, plannedFormat } from "../symbol/format.ts";
import { changeAnswer } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { besideOf, refactorSchema, refactorStages, refactorText } from "../tool/refactored.ts";

export default defineTool({
  name: "format_file",
  title: "Format a file",
  category: "edits",
  description:
    "Formats a whole file by its language server, with the indentation that .editorconfig or the file itself shows. Line ends, encoding and byte order mark stay. undo_change brings the file back.",
  markers: ["edit"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({ path: pathField("File, relative to the project root.") }),
  output: refactorSchema,
  aliases: { relative_path: "path", file: "path", file_path: "path" },
  examples: [{ title: "a file", input: { path: "src/cart.ts" } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ path }, use) {
    let planned: PlannedFormat | undefined;
    const plan = async () => {
      planned = await plannedFormat(path, use);
      return planned.changes;
    };
    const change = await use.changes.carryOut(plan, { signal: use.signal });
    const { server } = planned!;
    const left = { files: [], total: 0 };
    return {
      source: "server",
      ...(!change.isApplied && { hint: "Nothing changed: the file is formatted already." }),
      answer: { ...changeAnswer(change), ...besideOf({ server, fault: undefined, left, warnings: [] }) },
    };
  },

  text: refactorText,

  ladder: refactorStages,
});

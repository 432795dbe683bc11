/** The tool `delete_lines`. */
import { z } from "zod";
import { changeSchema, changeStages, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { LINE_RANGE_ALIASES, lineRangeFields, replaceLines } from "../tool/line-range.ts";

export default defineTool({
  name: "delete_lines",
  title: "Delete lines",
  category: "edits",
  description:
    "Deletes a range of lines of a text file with their line ends. Give expected_text, so that lines that moved are not hit.",
  markers: ["edit", "optional"],
  needs: ["project", "changes"],
  input: z.strictObject(lineRangeFields),
  output: changeSchema,
  aliases: LINE_RANGE_ALIASES,
  examples: [{ title: "the first line", input: { path: "notes/old.md", start_line: 1, end_line: 1 } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  run: (input, use) => replaceLines(input, "", use),

  text: ownFileText,

  ladder: changeStages,
});

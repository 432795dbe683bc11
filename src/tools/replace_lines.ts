/** The tool `replace_lines`. */
import { z } from "zod";
import { assertWellFormed } from "../base/well-formed.ts";
import { changeSchema, changeStages, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { LINE_RANGE_ALIASES, lineRangeFields, replaceLines } from "../tool/line-range.ts";

export default defineTool({
  name: "replace_lines",
  title: "Replace lines",
  category: "edits",
  description:
    "Replaces a range of lines of a text file. Use it where no symbol and no unique text marks the place; give expected_text, so that lines that moved are not hit.",
  markers: ["edit", "optional"],
  needs: ["project", "changes"],
  input: z.strictObject({
    ...lineRangeFields,
    content: z
      .string()
      .max(2_000_000)
      .describe("Whole lines, written as given; a final line end is as the range has it."),
  }),
  output: changeSchema,
  aliases: { ...LINE_RANGE_ALIASES, text: "content" },
  examples: [{ title: "one line", input: { path: "notes/plan.md", start_line: 1, end_line: 1, content: "# Plan\n" } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ content, ...range }, use) {
    assertWellFormed(content, "/content");
    return await replaceLines(range, content, use);
  },

  text: ownFileText,

  ladder: changeStages,
});

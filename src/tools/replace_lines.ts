/** The tool `replace_lines`. */
import { z } from "zod";
import { editedFile } from "../change/file-change.ts";
import { linesReplaced } from "../change/line-edit.ts";
import { LINE_LIMIT } from "../project/text-file.ts";
import { changeAnswer, changeSchema, changeStages, changeText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

const line = z.int().min(1).max(LINE_LIMIT);

export default defineTool({
  name: "replace_lines",
  title: "Replace lines",
  category: "edits",
  description:
    "Replaces a range of lines of a text file. Use it where no symbol and no unique text marks the place; give expected_text, so that lines that moved are not hit.",
  markers: ["edit", "optional"],
  needs: ["project", "changes"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    start_line: line.describe("First line, 1-based."),
    end_line: line.describe("Last line, inclusive."),
    content: z
      .string()
      .max(2_000_000)
      .describe("Whole lines, written as given; a final line end is as the range has it."),
    expected_text: z
      .string()
      .max(200_000)
      .optional()
      .describe("What the range holds now; refused when it holds other text."),
  }),
  output: changeSchema,
  aliases: { relative_path: "path", file_path: "path", text: "content", start: "start_line", end: "end_line" },
  examples: [{ title: "one line", input: { path: "notes/plan.md", start_line: 1, end_line: 1, content: "# Plan\n" } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ path, start_line, end_line, content, expected_text }, { project, changes, signal }) {
    const plan = async () => {
      const before = await project.files.read(path);
      const lines = {
        fields: ["start_line", "end_line"],
        first: start_line,
        last: end_line,
        expected: expected_text,
      } as const;
      return [editedFile(path, before, [linesReplaced(path, before, lines, content)])];
    };
    return { source: "disk", answer: changeAnswer(await changes.carryOut(plan, { signal })) };
  },

  text: changeText,

  ladder: changeStages,
});

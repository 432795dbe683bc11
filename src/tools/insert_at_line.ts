/** The tool `insert_at_line`. */
import { z } from "zod";
import { assertWellFormed } from "../base/well-formed.ts";
import { editedFile } from "../change/file-change.ts";
import { linesInserted } from "../change/line-edit.ts";
import { LINE_LIMIT } from "../project/text-file.ts";
import { changeAnswer, changeSchema, changeStages, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

export default defineTool({
  name: "insert_at_line",
  title: "Insert lines",
  category: "edits",
  description:
    "Inserts lines before a line of a text file. Use it where no symbol and no unique text marks the place; give expected_text, so that lines that moved are not hit.",
  markers: ["edit", "optional"],
  needs: ["project", "changes"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    line: z.int().min(1).max(LINE_LIMIT).describe("1-based; the number after the last line appends."),
    content: z.string().min(1).max(2_000_000).describe("Whole lines, written as given."),
    expected_text: z
      .string()
      .max(20_000)
      .optional()
      .describe("What the line holds now; refused when it holds other text."),
  }),
  output: changeSchema,
  aliases: { relative_path: "path", file_path: "path", text: "content" },
  examples: [{ title: "at the top", input: { path: "notes/plan.md", line: 1, content: "# Plan\n" } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ path, line, content, expected_text }, { project, changes, signal }) {
    assertWellFormed(content, "/content");
    const plan = async () => {
      const before = await project.files.read(path);
      return [editedFile(path, before, [linesInserted(path, before, line, content, expected_text)])];
    };
    return { source: "disk", answer: changeAnswer(await changes.carryOut(plan, { signal })) };
  },

  text: ownFileText,

  ladder: changeStages,
});

/** The tool `read_file_lines`. */
import { z } from "zod";
import { fenced, visibleName } from "../base/visible.ts";
import { LINE_LIMIT, readExcerpt } from "../project/text-file.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** Most lines of one call. */
const LINES_A_CALL = 2_000;

const line = z.int().min(1).max(LINE_LIMIT);

export default defineTool({
  name: "read_file_lines",
  title: "Read lines of a file",
  category: "files",
  description: `Reads a range of lines of a text file, at most ${LINES_A_CALL.toLocaleString("en")} a call. Use it after a search has told where to look.`,
  markers: [],
  needs: ["project"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    start_line: line.describe("First line, 1-based."),
    end_line: line.describe("Last line, inclusive; beyond the file means its last line."),
  }),
  output: z.object({
    path: z.string(),
    start_line: z.int(),
    end_line: z.int(),
    total_lines: z.int().describe("Lines of the whole file."),
    text: z.string().describe("The raw text, line ends as in the file."),
  }),
  aliases: { relative_path: "path", file_path: "path", start: "start_line", end: "end_line" },
  examples: [{ title: "twenty lines", input: { path: "src/cart.ts", start_line: 1, end_line: 20 } }],
  narrower: "Ask for fewer lines.",

  async run({ path, start_line, end_line }, { project }) {
    const lastOfCall = Math.min(end_line, start_line + LINES_A_CALL - 1);
    // With the range in the wrong order the whole of it goes on, so that the error names what was asked for.
    const excerpt = await readExcerpt(project.files, path, start_line, end_line < start_line ? end_line : lastOfCall);
    const asked = Math.min(end_line, excerpt.totalLines) - excerpt.startLine + 1;
    const isTruncated = Math.min(end_line, excerpt.totalLines) > excerpt.endLine;
    return {
      source: "disk",
      total: Math.max(0, asked),
      is_truncated: isTruncated,
      answer: {
        path,
        start_line: excerpt.startLine,
        end_line: excerpt.endLine,
        total_lines: excerpt.totalLines,
        text: excerpt.text,
      },
      ...(isTruncated && { hint: `Go on with start_line ${excerpt.endLine + 1}.` }),
      ...(end_line > excerpt.totalLines && {
        hint: `end_line ${end_line} is beyond the file, which has ${excerpt.totalLines} lines.`,
      }),
    };
  },

  text: ({ path, start_line, end_line, total_lines, text }) =>
    `${visibleName(path)} lines ${start_line}-${end_line} of ${total_lines}\n${fenced(text)}`,

  ladder: (stage) => [
    stage(
      "size",
      z.object({ total_lines: z.int(), characters: z.int().describe("Of the lines asked for.") }),
      ({ total_lines, text }) => ({
        total_lines,
        characters: text.length,
      }),
    ),
  ],
});

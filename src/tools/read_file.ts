/** The tool `read_file`. */
import { z } from "zod";
import { lineStarts, linesText } from "../base/text.ts";
import { fenced, visibleName } from "../base/visible.ts";
import { LINE_LIMIT, readExcerpt } from "../project/text-file.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** What is given of a text that does not fit, in characters: about half of the usual budget once it is escaped. */
const FIRST_LINES_CHARS = 8_000;

const line = z.int().min(-LINE_LIMIT).max(LINE_LIMIT);

export default defineTool({
  name: "read_file",
  title: "Read a file",
  category: "files",
  description:
    "Reads a text file, whole or a range of lines, with its line count and hash. Large files cost many tokens: search first, then read the lines around a hit.",
  markers: ["core"],
  needs: ["project"],
  input: z.strictObject({
    path: pathField("The file."),
    start_line: line.optional().describe("First line, 1-based; negative counts from the end (-1 is the last line)."),
    end_line: z
      .int()
      .min(1)
      .max(LINE_LIMIT)
      .optional()
      .describe("Last line, inclusive; beyond the file means its last line."),
  }),
  output: z.object({
    path: z.string(),
    start_line: z.int().describe("First line returned, 1-based."),
    end_line: z.int().describe("Last line returned; 0 for an empty file."),
    total_lines: z.int().describe("Lines of the whole file."),
    hash: z.string().describe("Content hash of the whole file, for edits that expect it unchanged."),
    encoding: z.string().describe("Encoding of the file, as the WHATWG names it."),
    text: z.string().describe("The raw text, line ends as in the file."),
  }),
  aliases: {
    relative_path: "path",
    file_path: "path",
    file: "path",
    filename: "path",
    start: "start_line",
    end: "end_line",
  },
  examples: [
    { title: "a whole file", input: { path: "src/cart.ts" } },
    { title: "the first lines", input: { path: "src/cart.ts", start_line: 1, end_line: 20 } },
    { title: "the last ten lines", input: { path: "src/cart.ts", start_line: -10 } },
  ],
  narrower: "Give start_line and end_line.",

  async run({ path, start_line, end_line }, { project }) {
    const excerpt = await readExcerpt(project.files, path, start_line, end_line);
    return {
      source: "disk",
      answer: {
        path,
        start_line: excerpt.startLine,
        end_line: excerpt.endLine,
        total_lines: excerpt.totalLines,
        hash: excerpt.hash,
        encoding: excerpt.encoding,
        text: excerpt.text,
      },
      ...(end_line !== undefined &&
        end_line > excerpt.totalLines && {
          hint: `end_line ${end_line} is beyond the file, which has ${excerpt.totalLines} lines.`,
        }),
    };
  },

  text: ({ path, start_line, end_line, total_lines, hash, encoding, text }) =>
    `${visibleName(path)} lines ${start_line}-${end_line} of ${total_lines}, hash ${hash}${encoding === "utf-8" ? "" : `, ${encoding}`}\n${fenced(text)}`,

  ladder: (stage) => [
    stage(
      "first_lines",
      z.object({
        start_line: z.int(),
        end_line: z.int().describe("Last line given here; go on after it."),
        total_lines: z.int(),
        hash: z.string(),
        text: z.string().describe("The first of the lines asked for, each whole."),
      }),
      ({ start_line, total_lines, hash, text }) => {
        const first = firstLines(text, FIRST_LINES_CHARS);
        return { start_line, end_line: start_line + first.count - 1, total_lines, hash, text: first.text };
      },
      ({ start_line, end_line, total_lines, hash, text }) =>
        end_line < start_line
          ? `Line ${start_line} alone is too long to be given; search in it instead. ${total_lines} lines, hash ${hash}`
          : `lines ${start_line}-${end_line} of ${total_lines}, hash ${hash}; go on with start_line ${end_line + 1}\n${fenced(text)}`,
    ),
    stage(
      "size",
      z.object({
        start_line: z.int(),
        end_line: z.int(),
        total_lines: z.int(),
        characters: z.int().describe("Of the lines asked for."),
      }),
      ({ start_line, end_line, total_lines, text }) => ({ start_line, end_line, total_lines, characters: text.length }),
    ),
  ],
});

/** The whole lines at the start of a text that come to at most `limit` characters. */
function firstLines(text: string, limit: number): { text: string; count: number } {
  const starts = lineStarts(text);
  const fitting = starts.findIndex((_, index) => (starts[index + 1] ?? text.length) > limit);
  const count = fitting === -1 ? starts.length : fitting;
  return { text: count === 0 ? "" : linesText(text, starts, 1, count), count };
}

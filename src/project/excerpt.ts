/** Part of a file by line numbers, checked against the lines that it has. */
import { UserError } from "../base/error.ts";
import { lineStarts, linesText } from "../base/text.ts";

/** The largest line number that tools take. */
export const LINE_LIMIT = 10_000_000;

export interface Excerpt {
  /** 1-based, inclusive. An empty file gives 1 to 0. */
  startLine: number;
  endLine: number;
  totalLines: number;
  /** Raw text, line ends included. */
  text: string;
}

/**
 * @param start first line; negative counts from the end, -1 being the last line.
 * @param end last line; beyond the file it means the last line.
 * @throws UserError `invalid_arguments` that names the file's line count.
 */
export function excerptOf(path: string, text: string, start = 1, end = LINE_LIMIT): Excerpt {
  const starts = lineStarts(text);
  const totalLines = starts.length;
  const fault = (field: string, message: string) =>
    new UserError("invalid_arguments", message, {
      errors: [{ pointer: `/${field}`, message }],
      hint: "Lines are 1-based and inclusive; a negative start_line counts from the end.",
    });
  const has = `"${path}" has ${totalLines} ${totalLines === 1 ? "line" : "lines"}`;
  if (start === 0) throw fault("start_line", `start_line is 0, but the first line is 1; ${has}.`);
  if (end < 1) throw fault("end_line", `end_line is ${end}, but it must be at least 1; ${has}.`);
  if (totalLines === 0 && start <= 1) return { startLine: 1, endLine: 0, totalLines, text: "" };

  const startLine = start < 0 ? Math.max(1, totalLines + 1 + start) : start;
  const endLine = Math.min(end, totalLines);
  if (startLine > totalLines) throw fault("start_line", `start_line is ${start}, but ${has}.`);
  if (startLine > end)
    throw fault("end_line", `end_line ${end} is before line ${startLine}, where the range starts; ${has}.`);
  return { startLine, endLine, totalLines, text: linesText(text, starts, startLine, endLine) };
}

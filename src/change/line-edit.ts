/** Edits by line numbers, 1-based and inclusive as reading shows them. */
import { UserError } from "../base/error.ts";
import { lineStarts, linesText } from "../base/text.ts";
import { visible } from "../base/visible.ts";
import { shownPath } from "../project/file-error.ts";
import type { FileContent } from "../project/files.ts";
import { assertUnspelt } from "./file-change.ts";
import type { TextEdit } from "./text-edit.ts";

const LINE_END = /(\r\n|\n|\r)$/;

/** Longest text that an error shows of what stands there, in characters. */
const SHOWN = 500;

interface Lines {
  /** Fields of the input that hold `first` and `last`. */
  fields: readonly [first: string, last: string];
  first: number;
  last: number;
  /** What they must hold; line ends do not count. */
  expected: string | undefined;
}

/**
 * Puts other lines in the place of some. Without a line end behind the last one the content gets that of the line it replaces.
 * @param content empty to take the lines away.
 * @throws UserError `invalid_arguments` that names the file's line count; `stale` when other text stands there than expected.
 */
export function linesReplaced(path: string, { text }: FileContent, lines: Lines, content: string): TextEdit {
  const starts = lineStarts(text);
  const { first, last, fields } = lines;
  const has = `"${shownPath(path)}" has ${counted(starts.length)}`;
  if (first > starts.length) throw outOfRange(fields[0], `${fields[0]} is ${first}, but ${has}.`);
  if (last > starts.length) throw outOfRange(fields[1], `${fields[1]} is ${last}, but ${has}.`);
  if (last < first) throw outOfRange(fields[1], `${fields[1]} ${last} is before ${fields[0]} ${first}; ${has}.`);
  const old = linesText(text, starts, first, last);
  assertExpected(path, old, lines);
  if (content !== "") assertUnspelt(path, old, content);
  const start = starts[first - 1]!;
  const hasEnd = LINE_END.test(old);
  const ended = content === "" || !hasEnd || LINE_END.test(content) ? content : `${content}\n`;
  // The last line of a file without a final line end stays without one.
  return { start, end: start + old.length, text: hasEnd ? ended : content.replace(LINE_END, "") };
}

/**
 * Puts lines before a line; behind the last one for the number after it.
 * @param expected what the line must hold that comes to stand behind them.
 * @throws UserError as `linesReplaced`.
 */
export function linesInserted(
  path: string,
  { text }: FileContent,
  line: number,
  content: string,
  expected: string | undefined,
): TextEdit {
  const starts = lineStarts(text);
  const most = starts.length + 1;
  if (line > most) {
    const has = `"${shownPath(path)}" has ${counted(starts.length)}`;
    throw outOfRange("line", `line is ${line}, but ${has}: ${most} puts text behind the last.`);
  }
  const old = line === most ? "" : linesText(text, starts, line, line);
  assertExpected(path, old, { fields: ["line", "line"], first: line, last: line, expected });
  const start = line === most ? text.length : starts[line - 1]!;
  if (line < most) return { start, end: start, text: LINE_END.test(content) ? content : `${content}\n` };
  if (text === "" || LINE_END.test(text)) return { start, end: start, text: content };
  return { start, end: start, text: `\n${content}` };
}

function assertExpected(path: string, old: string, { expected, first, last }: Lines): void {
  if (expected === undefined || comparable(old) === comparable(expected)) return;
  const now = visible(old.length > SHOWN ? `${old.slice(0, SHOWN)}…` : old);
  const which = first === last ? `Line ${first}` : `Lines ${first} to ${last}`;
  throw new UserError(
    "stale",
    `${which} of "${shownPath(path)}" hold other text than expected_text. Nothing was written.`,
    {
      hint: `There stands now: ${JSON.stringify(now)}`,
    },
  );
}

function comparable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
}

function outOfRange(field: string, message: string): UserError {
  return new UserError("invalid_arguments", message, {
    errors: [{ pointer: `/${field}`, message }],
    hint: "Lines are 1-based and inclusive, as read_file shows them.",
  });
}

function counted(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

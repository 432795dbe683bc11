/** A text file by line numbers: small ones in memory, large ones by the offsets of their lines. */
import { createHash } from "node:crypto";
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { lineStarts, linesText } from "../base/text.ts";
import { notText } from "./file-error.ts";
import { type Files, READ_LIMIT_BYTES } from "./files.ts";
import type { OpenedFile } from "./opened-file.ts";

/** The largest line number that tools take. */
export const LINE_LIMIT = 10_000_000;

/** Files above this size are never held whole, in bytes. */
const WHOLE_BYTES = 8 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;

/** The most text of one excerpt, in bytes. */
const EXCERPT_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

export interface Excerpt {
  /** 1-based, inclusive. An empty file gives 1 to 0. */
  startLine: number;
  endLine: number;
  totalLines: number;
  /** Raw text, line ends included. */
  text: string;
  /** Content hash of the whole file. */
  hash: string;
  encoding: string;
}

/**
 * Lines of a file.
 * @param start first line; negative counts from the end, -1 being the last line.
 * @param end last line; beyond the file it means the last line.
 * @throws UserError as `Files.open` does; `invalid_arguments` that names the file's line count; `too_large`.
 */
export async function readExcerpt(files: Files, path: string, start = 1, end = LINE_LIMIT): Promise<Excerpt> {
  using file = await files.open(path);
  if (file.size <= WHOLE_BYTES || (hasUtf16Mark(file) && file.size <= READ_LIMIT_BYTES)) {
    const bytes = file.read(0, file.size);
    const decoded = files.decode(bytes);
    if (!decoded) throw notText(path, file.size);
    const starts = lineStarts(decoded.text);
    const range = lineRange(path, starts.length, start, end);
    const text = starts.length === 0 ? "" : linesText(decoded.text, starts, range.startLine, range.endLine);
    return { ...range, totalLines: starts.length, text, hash: shortHash(bytes), encoding: decoded.encoding };
  }
  const { starts, hash } = scanned(file);
  const range = lineRange(path, starts.length, start, end);
  const [from, to] = [starts[range.startLine - 1]!, starts[range.endLine] ?? file.size];
  if (to - from > EXCERPT_BYTES) {
    throw new UserError(
      "too_large",
      `Lines ${range.startLine} to ${range.endLine} of "${path}" have ${to - from} bytes; at most ${EXCERPT_BYTES} are read at once.`,
      {
        hint: `The file has ${starts.length} lines: ask for fewer, or search it.`,
      },
    );
  }
  const decoded = files.decode(file.read(from, to));
  if (!decoded) throw notText(path, file.size);
  return { ...range, totalLines: starts.length, text: decoded.text, hash, encoding: decoded.encoding };
}

/**
 * The range that is meant, within the lines there are.
 * @throws UserError `invalid_arguments`.
 */
export function lineRange(
  path: string,
  totalLines: number,
  start: number,
  end: number,
): { startLine: number; endLine: number } {
  const fault = (field: string, message: string) =>
    new UserError("invalid_arguments", message, {
      errors: [{ pointer: `/${field}`, message }],
      hint: "Lines are 1-based and inclusive; a negative start_line counts from the end.",
    });
  const has = `"${path}" has ${totalLines} ${totalLines === 1 ? "line" : "lines"}`;
  if (start === 0) throw fault("start_line", `start_line is 0, but the first line is 1; ${has}.`);
  if (end < 1) throw fault("end_line", `end_line is ${end}, but it must be at least 1; ${has}.`);
  if (totalLines === 0 && start <= 1) return { startLine: 1, endLine: 0 };

  const startLine = start < 0 ? Math.max(1, totalLines + 1 + start) : start;
  if (startLine > totalLines) throw fault("start_line", `start_line is ${start}, but ${has}.`);
  if (startLine > end)
    throw fault("end_line", `end_line ${end} is before line ${startLine}, where the range starts; ${has}.`);
  return { startLine, endLine: Math.min(end, totalLines) };
}

/** In UTF-16 a line end is not the byte that the scan looks for. */
export function hasUtf16Mark(file: OpenedFile): boolean {
  const [first, second] = file.read(0, 2);
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Offsets of the lines of a large file in an encoding that keeps ASCII, and the hash of all its bytes. */
function scanned(file: OpenedFile): { starts: number[]; hash: string } {
  const hash = createHash("sha256");
  const starts = [0];
  let afterReturn = false;
  for (let at = 0; at < file.size; at += BLOCK_BYTES) {
    const block = file.read(at, at + BLOCK_BYTES);
    hash.update(block);
    for (let index = 0; index < block.length; index++) {
      const byte = block[index];
      if (afterReturn && byte !== NEWLINE) starts.push(at + index);
      if (byte === NEWLINE) starts.push(at + index + 1);
      afterReturn = byte === RETURN;
    }
  }
  if (afterReturn) starts.push(file.size);
  if (starts.at(-1) === file.size) starts.pop();
  return { starts, hash: hash.digest("hex").slice(0, 12) };
}

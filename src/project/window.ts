/** The text of a file for searches: a small one whole, a large one in windows that are never in memory together. */
import type { OpenedFile } from "./opened-file.ts";
import { hasUtf16Mark } from "./text-file.ts";

/** Larger files are read in windows, in bytes. */
const WHOLE_BYTES = 8 * 1024 * 1024;
const WINDOW_BYTES = 1024 * 1024;

/** What a window holds of its neighbours, for lines of context and for matches that reach beyond it. */
const MARGIN_BYTES = 64 * 1024;

/** The same of a line that is cut: enough to tell whether a word goes on. */
const LINE_MARGIN_BYTES = 1024;

const NEWLINE = 0x0a;

export interface TextWindow {
  text: string;
  /** The part that no other window has, as offsets in `text`. */
  start: number;
  end: number;
  /** 1-based number of the line that `text` starts in, and how many characters of that line stand before it. */
  firstLine: number;
  charsBefore: number;
  /** Whether a line was too long to be kept whole in a window. */
  isLineCut: boolean;
}

/**
 * @param decode gives the text of bytes, with `\n` for line ends where the search does not ask for others.
 * @returns undefined in place of a window that is not text; nothing comes after it.
 */
export function* windowsOf(
  file: OpenedFile,
  decode: (bytes: Uint8Array) => string | undefined,
): Generator<TextWindow | undefined> {
  if (file.size <= WHOLE_BYTES || hasUtf16Mark(file)) {
    const text = decode(file.read(0, file.size));
    yield text === undefined ? undefined : wholeWindow(text);
    return;
  }
  const buffer = new Uint8Array(WINDOW_BYTES + 2 * MARGIN_BYTES); // a new one each time would be garbage of the file's size
  let line = 1;
  let lineChars = 0; // of that line, before the window
  for (let at = 0; at < file.size; ) {
    const from = Math.max(0, at - MARGIN_BYTES);
    const bytes = file.read(from, at + WINDOW_BYTES + MARGIN_BYTES, buffer);
    const own = at - from;
    if (bytes.length <= own) return; // it became shorter meanwhile
    const isLast = from + bytes.length >= file.size;
    const end = isLast && bytes.length - own <= WINDOW_BYTES ? bytes.length : ownEnd(bytes, own);
    const [marginAt, to] = [marginStart(bytes, own), isLast ? bytes.length : characterStart(bytes, bytes.length - 1)];
    const text = decode(bytes.subarray(marginAt, to));
    const [before, after] = [decode(bytes.subarray(marginAt, own)), decode(bytes.subarray(end, to))];
    // Undefined where bytes are not text, or not all in one encoding.
    if (text === undefined || before === undefined || after === undefined) return yield undefined;
    if (!text.startsWith(before) || !text.endsWith(after)) return yield undefined;
    const [start, stop] = [before.length, text.length - after.length];
    const [linesBefore, lines] = [lineEnds(text, 0, start), lineEnds(text, start, stop)];
    yield {
      text,
      start,
      end: stop,
      firstLine: line - linesBefore,
      charsBefore: linesBefore > 0 ? 0 : lineChars - start,
      isLineCut: bytes[end - 1] !== NEWLINE && from + end < file.size,
    };
    line += lines;
    lineChars = lines > 0 ? stop - text.lastIndexOf("\n", stop - 1) - 1 : lineChars + stop - start;
    at = from + end;
  }
}

/** A whole text as one window. */
export function wholeWindow(text: string): TextWindow {
  return { text, start: 0, end: text.length, firstLine: 1, charsBefore: 0, isLineCut: false };
}

function lineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** After the last line end in the window, or the end of the last whole character. */
function ownEnd(bytes: Uint8Array, own: number): number {
  const limit = Math.min(own + WINDOW_BYTES, bytes.length - 1);
  const newline = bytes.lastIndexOf(NEWLINE, limit);
  return newline >= own ? newline + 1 : characterStart(bytes, limit);
}

/** The start of a line in the margin before `own`, or of a character. */
function marginStart(bytes: Uint8Array, own: number): number {
  if (own === 0) return 0;
  const newline = bytes.indexOf(NEWLINE);
  return newline !== -1 && newline < own ? newline + 1 : characterStart(bytes, own - LINE_MARGIN_BYTES);
}

/** `at`, or up to three bytes before it, where a character of UTF-8 starts. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start < bytes.length && start > at - 4 && (bytes[start]! & 0xc0) === 0x80) start--;
  return start;
}

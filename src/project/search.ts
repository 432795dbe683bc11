/** Text search over the files of a project: the pattern decides, in order of paths, machine-made files last. */

import { lineStarts } from "../base/text.ts";
import type { Files } from "./files.ts";
import { kindByPath, kindByText } from "./kind.ts";
import { type Narrower, narrowed } from "./narrow.ts";
import type { Match, Pattern } from "./pattern.ts";

/** Matches are counted up to here; beyond it the answer says that there are more. */
export const COUNT_LIMIT = 20_000;

/** The largest file that is searched, in bytes. */
const FILE_LIMIT_BYTES = 256 * 1024 * 1024;

/** Larger texts are searched in pieces, so that one file cannot hold up the process. */
const PIECE_CHARS = 2 * 1024 * 1024;

/** How far a match may reach beyond the piece that it starts in. */
const OVERLAP_CHARS = 64 * 1024;

/** The longest stretch of work between two pauses in which others get their turn. */
const TURN_MS = 12;

/** Longest line that is shown whole; of a longer one the part around the match. */
const SHOWN_CHARS = 300;
const SHOWN_LINES = 12;

export interface Place {
  /** 1-based; a match over several lines ends on `endLine`. */
  line: number;
  endLine: number;
  /** 1-based, UTF-16 units. */
  column: number;
  /** The matched lines, without their line ends; a `…` stands where a long one was left out. */
  text: string;
  before: string[];
  after: string[];
}

export interface FoundFile {
  path: string;
  places: Place[];
  /** How many places the file has, shown or not. */
  count: number;
}

export interface Skipped {
  secret: number;
  tooLarge: number;
  unreadable: number;
}

export interface SearchResult {
  files: FoundFile[];
  total: number;
  /** Counting stopped at `COUNT_LIMIT`. */
  isCountCut: boolean;
  searchedFiles: number;
  skipped: Skipped;
}

export interface SearchOptions {
  /** Most places to give; the others are counted. */
  limit: number;
  contextLines: number;
  signal: AbortSignal;
  narrower: Narrower;
  progress?(done: number, total: number): void;
}

/** Searches the given files. @param paths as `Files.paths` gave them. */
export async function searchFiles(
  files: Files,
  paths: readonly string[],
  pattern: Pattern,
  options: SearchOptions,
): Promise<SearchResult> {
  const { limit, contextLines, signal, narrower, progress } = options;
  const skipped: Skipped = { secret: 0, tooLarge: 0, unreadable: 0 };
  const open = paths.filter((path) => !files.holdsSecrets(path));
  skipped.secret = paths.length - open.length;
  const candidates = inOrder(await narrowed(open, pattern, narrower, signal));
  const turn = new Turn(signal);
  const late: FoundFile[] = [];
  const result: SearchResult = { files: [], total: 0, isCountCut: false, searchedFiles: open.length, skipped };
  let room = limit;
  for (const [index, path] of candidates.entries()) {
    await turn.pause();
    if (index % 64 === 0) progress?.(index, candidates.length);
    const text = readText(files, path, pattern, skipped);
    if (text === undefined) continue;
    const found = await searchText(path, text, pattern, {
      room,
      contextLines,
      countRoom: COUNT_LIMIT - result.total,
      turn,
    });
    if (found.count === 0) continue;
    const isLate = kindByText(path, text, 1 + text.length / 80) === "minified";
    (isLate ? late : result.files).push(found);
    room -= found.places.length;
    result.total += found.count;
    if (result.total >= COUNT_LIMIT) {
      result.isCountCut = true;
      break;
    }
  }
  result.files.push(...late);
  return result;
}

/** Sources before generated files, which are told by their names before anything is read. */
function inOrder(paths: readonly string[]): string[] {
  const generated = paths.filter((path) => kindByPath(path) !== "source");
  return [...paths.filter((path) => kindByPath(path) === "source"), ...generated];
}

/** The text to search, or undefined for what is not text or cannot be read, which is then counted. */
function readText(files: Files, path: string, pattern: Pattern, skipped: Skipped): string | undefined {
  using file = files.openListed(path);
  if (!file) {
    skipped.unreadable++;
    return undefined;
  }
  if (file.size > FILE_LIMIT_BYTES) {
    skipped.tooLarge++;
    return undefined;
  }
  const text = files.decode(file.read(0, file.size))?.text;
  return text === undefined || pattern.readsReturns || !text.includes("\r") ? text : text.replace(/\r\n?/g, "\n");
}

interface TextSearch {
  room: number;
  countRoom: number;
  contextLines: number;
  turn: Turn;
}

/** Places of one text; matches that share a line are one place. */
async function searchText(
  path: string,
  text: string,
  pattern: Pattern,
  { room, countRoom, contextLines, turn }: TextSearch,
): Promise<FoundFile> {
  const found: FoundFile = { path, places: [], count: 0 };
  let lines: LineIndex | undefined;
  let lastLine = 0;
  for await (const match of matchesIn(text, pattern, turn)) {
    if (match.start === text.length && match.start > 0 && text.endsWith("\n")) break; // no line starts there
    lines ??= new LineIndex(text);
    const first = lines.at(match.start);
    // A match that ends with a line end does not reach the next line.
    const last = match.end > match.start ? lines.at(match.end - 1) : first;
    if (first > lastLine) {
      found.count++;
      if (found.places.length < room) found.places.push(placeOf(lines, match, first, last, contextLines));
      if (found.count >= countRoom) break;
    }
    lastLine = Math.max(lastLine, last);
  }
  return found;
}

/** Matches from left to right; of a large text piece by piece, with pauses. */
async function* matchesIn(text: string, pattern: Pattern, turn: Turn): AsyncGenerator<Match> {
  if (text.length <= 2 * PIECE_CHARS || /\\[Az]/.test(pattern.source)) {
    yield* pattern.matches(text);
    return;
  }
  let from = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start + PIECE_CHARS);
    const own =
      newline === -1 || newline > start + 2 * PIECE_CHARS ? Math.min(text.length, start + PIECE_CHARS) : newline + 1;
    for (const match of pattern.matches(text.slice(start, own + OVERLAP_CHARS))) {
      if (match.start >= own - start) break;
      if (start + match.start < from) continue; // the piece before had it
      yield { start: start + match.start, end: start + match.end };
      from = start + match.end;
    }
    start = own;
    await turn.pause();
  }
}

/** Lines of a text by offset and number. */
class LineIndex {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = lineStarts(text);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** 1-based number of the line that holds an offset. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }

  start(line: number): number {
    return this.#starts[line - 1] ?? 0;
  }

  /** Without its line end. */
  text(line: number): string {
    const end = line < this.#starts.length ? this.#starts[line]! : this.#text.length;
    return this.#text.slice(this.start(line), end).replace(/[\r\n]+$/, "");
  }
}

function placeOf(lines: LineIndex, match: Match, first: number, last: number, context: number): Place {
  const column = match.start - lines.start(first) + 1;
  const shown = Math.min(last, first + SHOWN_LINES - 1);
  const texts = range(first, shown).map((line) => around(lines.text(line), line === first ? column - 1 : 0));
  return {
    line: first,
    endLine: last,
    column,
    text: texts.join("\n") + (shown < last ? "\n…" : ""),
    before: range(Math.max(1, first - context), first - 1).map((line) => around(lines.text(line), 0)),
    after: range(last + 1, Math.min(lines.count, last + context)).map((line) => around(lines.text(line), 0)),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The line, or of a long one the part around an offset, with a `…` for each part left out. */
function around(line: string, offset: number): string {
  if (line.length <= SHOWN_CHARS) return line;
  const start = Math.max(0, Math.min(offset - SHOWN_CHARS / 3, line.length - SHOWN_CHARS));
  const part = line.slice(start, start + SHOWN_CHARS);
  return `${start > 0 ? "…" : ""}${part}${start + SHOWN_CHARS < line.length ? "…" : ""}`;
}

/** Gives others their turn when work has gone on for a while, and stops it when the caller has gone. */
class Turn {
  readonly #signal: AbortSignal;
  #startedAt = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#startedAt < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#signal.throwIfAborted();
    this.#startedAt = performance.now();
  }
}

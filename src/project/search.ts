/** Text search over the files of a project: the pattern decides, in order of paths, machine-made files last. */

import { UserError } from "../base/error.ts";
import { lineStarts } from "../base/text.ts";
import { Turn } from "../base/turn.ts";
import type { Files } from "./files.ts";
import { kindByPath, kindByText } from "./kind.ts";
import { asSearched, isSearchedInPieces, matchesIn, type Pieces, piecesFor, probe } from "./matching.ts";
import { type Narrower, narrowed } from "./narrow.ts";
import type { OpenedFile } from "./opened-file.ts";
import type { Match, Pattern } from "./pattern.ts";
import { type TextWindow, windowsOf } from "./window.ts";

/** Matches are counted up to here; beyond it the answer says that there are more. */
export const COUNT_LIMIT = 20_000;

/** The largest file that is searched, in bytes. */
const FILE_LIMIT_BYTES = 256 * 1024 * 1024;

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
  /** Searched in pieces, so that a long match may have been missed. */
  inPieces: number;
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
  const skipped: Skipped = { secret: 0, tooLarge: 0, unreadable: 0, inPieces: 0 };
  const turn = new Turn(signal);
  const open: string[] = [];
  for (const path of paths) {
    if (turn.isOver) await turn.pause();
    if (files.holdsSecrets(path)) skipped.secret++;
    else open.push(path);
  }
  const candidates = await inOrder(await narrowed(files, open, pattern, narrower, signal), turn);
  const pieces = piecesFor(pattern, turn);
  const result: SearchResult = { files: [], total: 0, isCountCut: false, searchedFiles: open.length, skipped };
  /** Machine-made files that only their text shows: they go to the end of the queue. */
  const late = new Set<string>();
  let room = limit;
  for (const [index, path] of candidates.entries()) {
    await turn.pause();
    if (index % 64 === 0) progress?.(index, candidates.length);
    const limits = { room, contextLines, countRoom: COUNT_LIMIT - result.total };
    const found = await searchFile(files, path, pieces, limits, skipped, !late.has(path));
    if (found === "minified") {
      late.add(path);
      candidates.push(path);
    } else if (found && found.count > 0) {
      result.files.push(found);
      room -= found.places.length;
      result.total += found.count;
      result.isCountCut = result.total >= COUNT_LIMIT;
      if (result.isCountCut) break;
    }
  }
  return result;
}

/** Sources before generated files, which are told by their names before anything is read. */
async function inOrder(paths: readonly string[], turn: Turn): Promise<string[]> {
  const sources: string[] = [];
  const generated: string[] = [];
  for (const path of paths) {
    if (turn.isOver) await turn.pause();
    (kindByPath(path) === "source" ? sources : generated).push(path);
  }
  return [...sources, ...generated];
}

interface Limits {
  room: number;
  countRoom: number;
  contextLines: number;
}

/**
 * Places of one file; matches that share a line are one place. What cannot be searched is counted in `skipped`.
 * @param putsOff gives "minified" in place of the places of a file that holds matches and is.
 */
async function searchFile(
  files: Files,
  path: string,
  pieces: Pieces,
  { room, countRoom, contextLines }: Limits,
  skipped: Skipped,
  putsOff: boolean,
): Promise<FoundFile | "minified" | undefined> {
  using file = openedOrCounted(files, path, skipped);
  if (file && file.size > FILE_LIMIT_BYTES) skipped.tooLarge++;
  if (!file || file.size > FILE_LIMIT_BYTES) return undefined;
  const { pattern } = pieces;
  const decode = (bytes: Uint8Array) => {
    const text = files.decode(bytes)?.text;
    return text && asSearched(text, pattern);
  };
  const found: FoundFile = { path, places: [], count: 0 };
  let lastLine = 0;
  let reached = 0; // beyond the window before, by its last match
  let isInPieces = false;
  let hasText = false;
  for (const window of windowsOf(file, decode)) {
    if (!window) {
      if (hasText) skipped.unreadable++; // only its beginning is text
      break;
    }
    hasText = true;
    probe(pieces, window.text);
    const isWhole = !isSearchedInPieces(window, pieces);
    isInPieces ||= !isWhole;
    let lines: LineIndex | undefined;
    const from = window.start + reached;
    reached = 0;
    for await (const match of matchesIn(window, from, pieces, isWhole)) {
      if (isBehindLastLine(match, window)) break;
      if (!lines) {
        lines = new LineIndex(window);
        if (putsOff && kindByText(path, window.text, lines.count) === "minified") return "minified";
      }
      const first = lines.at(match.start);
      // A match that ends with a line end does not reach the next line.
      const last = match.end > match.start ? lines.at(match.end - 1) : first;
      reached = Math.max(0, match.end - window.end);
      if (first > lastLine) {
        found.count++;
        if (found.places.length < room) found.places.push(placeOf(lines, match, first, last, contextLines));
        if (found.count >= countRoom) return found;
      }
      lastLine = Math.max(lastLine, last);
    }
    await pieces.turn.pause();
  }
  if (isInPieces) skipped.inPieces++;
  return found;
}

/** Undefined for what is no file, and for what may not be read, which is counted. */
function openedOrCounted(files: Files, path: string, skipped: Skipped): OpenedFile | undefined {
  try {
    return files.openListed(path);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    skipped.unreadable++;
    return undefined;
  }
}

/** An empty match behind the last line end, or in an empty file, is on no line. */
function isBehindLastLine({ start }: Match, { text }: TextWindow): boolean {
  return start === text.length && (start === 0 || text.endsWith("\n"));
}

/** Lines of a window by offset and number. */
class LineIndex {
  readonly #window: TextWindow;
  readonly #starts: readonly number[];

  constructor(window: TextWindow) {
    this.#window = window;
    this.#starts = lineStarts(window.text);
  }

  get count(): number {
    return this.#starts.length;
  }

  get first(): number {
    return this.#window.firstLine;
  }

  get last(): number {
    return this.#window.firstLine + this.#starts.length - 1;
  }

  /** 1-based number of the line that holds an offset. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return this.first + Math.max(1, low) - 1;
  }

  start(line: number): number {
    return this.#starts[line - this.first] ?? 0;
  }

  /** 1-based column of an offset in its line. */
  column(offset: number, line: number): number {
    const before = line === this.first ? this.#window.charsBefore : 0;
    return before + offset - this.start(line) + 1;
  }

  /** Without its line end. */
  text(line: number): string {
    const index = line - this.first + 1;
    const end = index < this.#starts.length ? this.#starts[index]! : this.#window.text.length;
    return this.#window.text.slice(this.start(line), end).replace(/[\r\n]+$/, "");
  }
}

function placeOf(lines: LineIndex, match: Match, first: number, last: number, context: number): Place {
  const shown = Math.min(last, first + SHOWN_LINES - 1);
  const texts = range(first, shown).map((line) =>
    around(lines.text(line), line === first ? match.start - lines.start(first) : 0),
  );
  return {
    line: first,
    endLine: last,
    column: lines.column(match.start, first),
    text: texts.join("\n") + (shown < last ? "\n…" : ""),
    before: range(Math.max(lines.first, first - context), first - 1).map((line) => around(lines.text(line), 0)),
    after: range(last + 1, Math.min(lines.last, last + context)).map((line) => around(lines.text(line), 0)),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The line, or of a long one the part around an offset, with a `…` for each part left out. */
export function around(line: string, offset: number): string {
  if (line.length <= SHOWN_CHARS) return line;
  const start = Math.max(0, Math.min(offset - SHOWN_CHARS / 3, line.length - SHOWN_CHARS));
  const part = line.slice(start, start + SHOWN_CHARS);
  return `${start > 0 ? "…" : ""}${part}${start + SHOWN_CHARS < line.length ? "…" : ""}`;
}

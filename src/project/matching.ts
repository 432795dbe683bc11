/**
 * Matches of a pattern in the text of a window, found in pieces with pauses between them, so that no pattern holds up
 * others for long. Search and replace both find their places here.
 */
import { TURN_MS, type Turn } from "../base/turn.ts";
import type { Match, Pattern } from "./pattern.ts";
import type { TextWindow } from "./window.ts";

/** How far a match may reach beyond a piece that ends within a line or within what may be a match. */
const OVERLAP_CHARS = 16 * 1024;

/**
 * What is searched at once; it becomes longer and shorter as the pattern is fast or slow, but never so long that a
 * pattern which suddenly turns slow, as the engine runs out of states, holds up others for long.
 */
const PIECE_CHARS = { first: 64 * 1024, least: 16 * 1024, most: 256 * 1024 };

/**
 * Where matches may span lines, only a whole text is searched without loss. It may take so many turns at once; when it
 * would take more, it is searched in pieces, and the answer says so.
 */
const WHOLE_TURNS = 8;

/** Enough to tell how fast a pattern is. */
const PROBE_CHARS = 16 * 1024;

/** What a search over pieces of texts goes on with. */
export interface Pieces {
  readonly pattern: Pattern;
  readonly turn: Turn;
  /** Characters of the next piece. */
  size: number;
  /** Whether `size` goes by the pattern's speed. */
  isMeasured: boolean;
}

/** A text as a pattern is matched against it: with `\n` alone for line ends where it does not ask for others. */
export function asSearched(text: string, pattern: Pattern): string {
  return pattern.readsReturns || !text.includes("\r") ? text : text.replace(/\r\n?/g, "\n");
}

export function piecesFor(pattern: Pattern, turn: Turn): Pieces {
  return { pattern, turn, size: PIECE_CHARS.first, isMeasured: false };
}

/** Whether a long match could be missed there. */
export function isSearchedInPieces({ text, start, end, isLineCut }: TextWindow, { pattern, size }: Pieces): boolean {
  if (pattern.options.mode === "literal") return false;
  return pattern.staysInLine ? isLineCut : end - start < text.length || text.length > size * WHOLE_TURNS;
}

/** Finds out how fast a pattern is before it is let loose on a long text that cannot be cut. */
export function probe(pieces: Pieces, text: string): void {
  if (pieces.isMeasured || pieces.pattern.staysInLine || text.length <= PROBE_CHARS) return;
  const sample = text.slice(0, PROBE_CHARS);
  for (const round of [1, 2]) {
    const startedAt = performance.now();
    for (const _ of pieces.pattern.matches(sample)); // all of them, for the time they take
    if (round === 2) resize(pieces, sample.length, performance.now() - startedAt); // the first warms up
  }
}

/** Matches that start in a window's own part, from left to right, with pauses between pieces of it. */
export async function* matchesIn(
  { text, start, end }: TextWindow,
  from: number,
  pieces: Pieces,
  isWhole: boolean,
): AsyncGenerator<Match> {
  const { pattern, turn } = pieces;
  let next = from;
  for (let at = start; at < end || at === 0; ) {
    const until = pattern.staysInLine
      ? lineEndAfter(text, at + pieces.size, end)
      : Math.min(end, isWhole ? end : at + Math.max(pieces.size, OVERLAP_CHARS));
    // One character on each side, so that anchors and boundaries see what stands there.
    const left = Math.max(0, at - 1);
    const reach = pattern.staysInLine && until < end ? until + 1 : until + OVERLAP_CHARS;
    const piece = left === 0 && reach >= text.length ? text : text.slice(left, reach);
    const startedAt = performance.now();
    for (const match of pattern.matches(piece, Math.max(at, next) - left)) {
      const found = { start: left + match.start, end: left + match.end };
      if (found.start >= until && until < text.length) break;
      yield found;
      next = Math.max(next, found.end > found.start ? found.end : found.end + 1);
    }
    resize(pieces, piece.length, performance.now() - startedAt);
    if (until >= end) return;
    at = until;
    await turn.pause();
  }
}

/** Where the line ends that holds an offset. */
function lineEndAfter(text: string, offset: number, end: number): number {
  const newline = offset >= end ? -1 : text.indexOf("\n", offset);
  return newline === -1 || newline >= end ? end : newline + 1;
}

/** Sets pieces to what the pattern does in a turn. */
function resize(pieces: Pieces, chars: number, took: number): void {
  if (chars < PROBE_CHARS) return; // tells little
  const inTurn = Math.min(2 * pieces.size, (chars * TURN_MS) / Math.max(took, 0.1));
  pieces.size = Math.round(Math.min(PIECE_CHARS.most, Math.max(PIECE_CHARS.least, inTurn)));
  pieces.isMeasured = true;
}

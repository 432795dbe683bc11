/** Memories and notes as pieces of text that can be ranked: a page is cut at its headings, a note is one. */
import { lineStarts } from "../base/text.ts";

export interface Piece {
  /** Place of what it belongs to in the list that is ranked. */
  owner: number;
  /** Words that say what it is about besides its text: the name of a page, the tags of a note. */
  about: string;
  text: string;
}

/** A longer piece says too many things at once. */
const MOST_CHARS = 1_500;

/** Pieces of a page, each of whole lines; together they are its text. */
export function piecesOf(text: string): string[] {
  const starts = lineStarts(text);
  const pieces: string[] = [];
  let from = 0;
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? text.length;
    const isHeading = /^#{1,6}\s/.test(text.slice(start, start + 8));
    if (start > from && (isHeading || end - from > MOST_CHARS)) {
      pieces.push(text.slice(from, start));
      from = start;
    }
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece.trim() !== "");
}

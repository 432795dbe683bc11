/** Which pieces answer a question: by words, as code is ranked, and by meaning; the best piece speaks for its owner. */

import { TermCounts } from "../index/term-counts.ts";
import { TermMaker } from "../index/terms.ts";
import { gainOf, rarityOf, slackOf } from "../intent/bm25.ts";
import { readQuestion } from "../intent/question.ts";
import type { Piece } from "./pieces.ts";

export interface Ranked {
  owner: number;
  piece: Piece;
  /** From 0 to 2: words and meaning, each from 0 to 1. */
  score: number;
}

/** Below this, a piece without a word of the question has nothing to do with it. */
const LEAST_MEANING = 0.25;

/**
 * The best first, each owner once.
 * @param meanings of each piece, as `PieceVectors` gives them.
 */
export function rankPieces(question: string, pieces: readonly Piece[], meanings: readonly number[]): Ranked[] {
  const words = wordScores(question, pieces);
  const highest = words.reduce((most, one) => Math.max(most, one), Number.MIN_VALUE);
  const best = new Map<number, Ranked>();
  for (const [at, piece] of pieces.entries()) {
    const meaning = Math.max(0, meanings[at]!);
    if (words[at] === 0 && meaning < LEAST_MEANING) continue;
    const score = words[at]! / highest + meaning;
    if (score > (best.get(piece.owner)?.score ?? 0)) best.set(piece.owner, { owner: piece.owner, piece, score });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.owner - b.owner);
}

/** BM25 of each piece. */
function wordScores(question: string, pieces: readonly Piece[]): number[] {
  const { terms } = readQuestion(question);
  const [maker, counts] = [new TermMaker(), new TermCounts()];
  const read = pieces.map(({ about, text }) => {
    counts.clear();
    const length = maker.count(text, 0, text.length, counts) + maker.count(about, 0, about.length, counts);
    const found = new Map<number, number>();
    for (const [at, term] of counts.terms.entries()) if (terms.has(term)) found.set(term, counts.counts[at]!);
    return { length, found };
  });
  const average = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length) || 1;
  const rarities = new Map(
    [...terms].map((term) => [term, rarityOf(read.filter(({ found }) => found.has(term)).length, read.length)]),
  );
  return read.map(({ length, found }) => {
    const slack = slackOf(length, average);
    let score = 0;
    for (const [term, count] of found) score += gainOf(rarities.get(term)!, count, slack);
    return score;
  });
}

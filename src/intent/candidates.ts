/** The files that may answer a question, with what is known of their chunks. */
import { Best } from "../index/best.ts";
import { term } from "../index/terms.ts";
import { byPath, type Lexicon, type LexiconFile } from "./lexicon.ts";
import type { Question } from "./question.ts";

/** Chunks that are taken from each way of searching. */
export const POOL = 100;

/** A word that names symbols in more files than this share of them is rather a common one. */
const COMMON_NAME = 0.1;
const COMMON_FILES = 3;

/** How much chunks mean the same as a question, by their numbers: from -1 to 1, most alike first. */
export type Meanings = ReadonlyMap<number, number>;

/** Which files count; all where it is undefined. */
export type IsWanted = (file: LexiconFile) => boolean;

export interface Definition {
  /** From 0 to 1: what it says that the name is defined there. */
  weight: number;
  /** Number of the chunk. */
  chunk: number;
}

export interface Candidate {
  file: LexiconFile;
  /** The name that is the question is defined there. */
  asked?: Definition;
  /** Names that are mentioned are defined there. */
  mentioned?: Definition;
  /** Plain words of the question are names that are defined there, rare ones more. */
  plain?: Definition;
}

export interface Gathered {
  candidates: readonly Candidate[];
  /** Scores of chunks by words, by number, and the best of them. */
  scores: Float32Array;
  highest: number;
  meanings: Meanings;
}

export function gather(
  question: Question,
  lexicon: Lexicon,
  meanings: Meanings,
  isWanted: IsWanted | undefined,
): Gathered {
  const scores = lexicon.score(question.terms);
  const found = new Map<LexiconFile, Candidate>();
  const at = (chunk: number): Candidate | undefined => {
    const file = lexicon.fileOf(chunk);
    const known = found.get(file);
    if (known || isWanted?.(file) === false) return known;
    const candidate: Candidate = { file };
    found.set(file, candidate);
    return candidate;
  };
  const { chunks, highest } = bestByWords(scores, lexicon, isWanted);
  for (const chunk of chunks) at(chunk);
  let taken = 0;
  for (const chunk of meanings.keys()) if (at(chunk) && ++taken === POOL) break;

  const { symbol, mentioned, plain } = question;
  if (symbol !== undefined) {
    for (const one of definitions(symbol, lexicon)) {
      const candidate = at(one.chunk);
      if (candidate) candidate.asked = one;
    }
  }
  for (const name of mentioned) {
    for (const { chunk, weight } of definitions(name, lexicon)) {
      const candidate = at(chunk);
      if (candidate) candidate.mentioned = sum(candidate.mentioned, { chunk, weight: weight / mentioned.length });
    }
  }
  const files = lexicon.byPath.size;
  for (const name of plain) {
    const defined = lexicon.bestMatches(term("defined", name), Math.max(COMMON_FILES, files * COMMON_NAME));
    if (!defined) continue;
    const rarity = Math.log(1 + files / defined.length);
    for (const { chunk, score } of defined) {
      // What has the word as a name and nothing else in common is no candidate.
      const candidate = found.get(lexicon.fileOf(chunk));
      if (candidate) candidate.plain = sum(candidate.plain, { chunk, weight: (score / 100) * rarity });
    }
  }
  return { candidates: [...found.values()], scores, highest, meanings };
}

/** The best chunks of files that are wanted, the best first; and the highest score of all, whether wanted or not. */
export function bestByWords(
  scores: Float32Array,
  lexicon: Lexicon,
  isWanted?: IsWanted,
): { chunks: number[]; highest: number } {
  const best = new Best(POOL, 0);
  let [highest, floor] = [0, 0];
  for (let chunk = 0; chunk < scores.length; chunk++) {
    const score = scores[chunk]!;
    if (score === 0 || score < floor) continue;
    if (score > highest) highest = score;
    if (isWanted?.(lexicon.fileOf(chunk)) === false) continue;
    floor = Math.max(0, best.offer(chunk, score));
  }
  const { chunks, scores: kept } = best.kept();
  const order = chunks.map((chunk, at) => ({ chunk, score: kept[at]!, file: lexicon.fileOf(chunk) }));
  order.sort((a, b) => b.score - a.score || byPath(a.file, b.file) || a.chunk - b.chunk);
  return { chunks: order.slice(0, POOL).map(({ chunk }) => chunk), highest };
}

/** Where a name is defined, once for each file: as it is written, else whatever its case. */
function definitions(name: string, lexicon: Lexicon): Definition[] {
  const exact = lexicon.bestMatches(term("definedExactly", name))!;
  const found = exact.length > 0 ? exact : lexicon.bestMatches(term("defined", name.toLowerCase()))!;
  return found.map(({ chunk, score }) => ({ chunk, weight: score / 100 }));
}

function sum(before: Definition | undefined, { weight, chunk }: Definition): Definition {
  return { weight: (before?.weight ?? 0) + weight, chunk: before?.chunk ?? chunk };
}

/** Puts the chunks of a project in the order in which they answer a question. Reads no file but through `textOf`. */
import { term } from "../index/terms.ts";
import { gather, type Meanings } from "./candidates.ts";
import { normalise, type Weighed, weigh } from "./features.ts";
import { byPath, type Lexicon, type LexiconFile } from "./lexicon.ts";
import { phrasesIn } from "./phrases.ts";
import type { Question } from "./question.ts";
import { RANKING, type Ranking, type Reason, reasons, worth } from "./ranking.ts";

/** Files whose best chunk is looked at a second time. */
export const SECOND_FILES = 10;

export interface RankOptions {
  lexicon: Lexicon;
  meanings: Meanings;
  isWanted(file: LexiconFile): boolean;
  tests: "demote" | "equal";
  /** The text of a chunk of a file, by its place in it; undefined when it cannot be had. */
  textOf(file: LexiconFile, place: number): string | undefined;
  ranking?: Ranking;
}

export interface RankedChunk {
  file: LexiconFile;
  /** Place in the file's list of chunks. */
  place: number;
  score: number;
  /** What speaks for its file. */
  reasons: Reason[];
  /** Chunks of the file besides its best that fit half as well or better. */
  others: number;
}

/** Best first; at most `limit`. @param byFile one chunk of each file. */
export function rank(question: Question, limit: number, byFile: boolean, options: RankOptions): RankedChunk[] {
  const { ranking = RANKING } = options;
  const files = weighed(question, options);
  const weights = weightsFor(question, ranking);
  const found = files.flatMap(({ candidate: { file }, features, chunks, others }) => {
    const sum = worth(features, weights);
    return chunks.slice(0, byFile ? 1 : limit).map((chunk, at) => ({
      file,
      place: chunk - file.first,
      score: sum - at * ranking.next_chunk,
      others,
      features,
    }));
  });
  return found
    .sort((a, b) => b.score - a.score || order(a, b))
    .slice(0, limit)
    .map(({ features, ...chunk }) => ({ ...chunk, reasons: reasons(features, weights) }));
}

function weightsFor({ symbol }: Question, ranking: Ranking): Ranking["text"] {
  return ranking[symbol === undefined ? "text" : "name"];
}

/** All candidates with everything that speaks for them. */
export function weighed(question: Question, options: RankOptions): Weighed[] {
  const { lexicon, meanings, isWanted, tests, ranking = RANKING } = options;
  const files = weigh(question, gather(question, lexicon, meanings, isWanted), lexicon, tests);
  const weights = weightsFor(question, ranking);
  const sums = new Map(files.map((one) => [one, worth(one.features, weights)]));
  files.sort((a, b) => sums.get(b)! - sums.get(a)! || byPath(a.candidate.file, b.candidate.file));
  lookAgain(question, files.slice(0, SECOND_FILES), options);
  return files;
}

function lookAgain(question: Question, best: readonly Weighed[], { lexicon, textOf }: RankOptions): void {
  const rarity = (stem: string) => lexicon.rarity(lexicon.frequency(term("stem", stem)));
  for (const { candidate, features, chunks } of best) {
    const text = textOf(candidate.file, chunks[0]! - candidate.file.first);
    if (text !== undefined) features.phrases = phrasesIn(text, question, rarity);
  }
  normalise(best, "phrases");
}

/** Equal scores: by path and place, so that every run gives the same. */
function order(a: Omit<RankedChunk, "reasons">, b: Omit<RankedChunk, "reasons">): number {
  return byPath(a.file, b.file) || a.place - b.place;
}

/** Puts the chunks of a project in the order in which they answer a question. Reads no file but through `textOf`. */
import { term } from "../index/terms.ts";
import { gather, type IsWanted, type Meanings } from "./candidates.ts";
import { ChunkFits } from "./chunk-fits.ts";
import { normalise, type Weighed, weigh } from "./features.ts";
import { byPath, type Lexicon, type LexiconFile } from "./lexicon.ts";
import { Phrases } from "./phrases.ts";
import type { Question } from "./question.ts";
import { RANKING, type Ranking, type Reason, reasons, worth } from "./ranking.ts";

/** Files whose best chunk is looked at a second time. */
export const SECOND_FILES = 10;

export interface RankOptions {
  lexicon: Lexicon;
  meanings: Meanings;
  isWanted?: IsWanted | undefined;
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
  const { files, fits } = weighedAll(question, options);
  const weights = weightsFor(question, ranking);
  // The second look moves no more than those that it looks at: whoever is far behind them stays behind.
  const found = files.slice(0, SECOND_FILES + limit).flatMap(({ candidate, features, best, others }) => {
    const { file } = candidate;
    const sum = worth(features, weights);
    const chunks = byFile ? [best] : fits.order(candidate).slice(0, limit);
    return chunks.map((chunk, at) => ({
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

/** All candidates with everything that speaks for them, in the order that they had before the second look. */
export function weighed(question: Question, options: RankOptions): Weighed[] {
  return weighedAll(question, options).files;
}

function weighedAll(question: Question, options: RankOptions): { files: Weighed[]; fits: ChunkFits } {
  const { lexicon, meanings, isWanted, tests, ranking = RANKING } = options;
  const gathered = gather(question, lexicon, meanings, isWanted);
  const fits = new ChunkFits(gathered);
  const weights = weightsFor(question, ranking);
  const files = weigh(question, gathered.candidates, fits, lexicon, tests)
    .map((one) => ({ one, sum: worth(one.features, weights) }))
    .sort((a, b) => b.sum - a.sum || byPath(a.one.candidate.file, b.one.candidate.file))
    .map(({ one }) => one);
  lookAgain(question, files.slice(0, SECOND_FILES), options);
  return { files, fits };
}

function lookAgain(question: Question, files: readonly Weighed[], { lexicon, textOf }: RankOptions): void {
  const phrases = new Phrases(question, (stem) => lexicon.rarity(lexicon.frequency(term("stem", stem))));
  for (const { candidate, features, best } of files) {
    if (!phrases.canBeIn((stem) => lexicon.has(best, term("stem", stem)))) continue;
    let stems = lexicon.readChunks.at(best, phrases.numbering);
    if (!stems) {
      const text = textOf(candidate.file, best - candidate.file.first);
      if (text === undefined) continue;
      stems = phrases.read(text);
      lexicon.readChunks.keep(best, stems, phrases.numbering);
    }
    features.phrases = phrases.in(stems);
  }
  normalise(files, "phrases");
}

/** Equal scores: by path and place, so that every run gives the same. */
function order(a: Omit<RankedChunk, "reasons">, b: Omit<RankedChunk, "reasons">): number {
  return byPath(a.file, b.file) || a.place - b.place;
}

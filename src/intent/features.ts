/** What speaks for a file as the answer to a question, as numbers from about 0 to 1. */
import { term } from "../index/terms.ts";
import type { Candidate, Gathered } from "./candidates.ts";
import type { Lexicon } from "./lexicon.ts";
import { type PathFacts, squashed } from "./path-facts.ts";
import type { Question } from "./question.ts";

export const FEATURES = [
  /** How well its best chunk fits by words, and its second best. */
  "words",
  "words_second",
  /** How well its best chunks do together, by words. */
  "words_spread",
  /** The same by meaning. */
  "meaning",
  "meaning_second",
  "meaning_spread",
  /** How much of the file's name is in the question. */
  "file_name",
  /** How much of the question is in the folders around it. */
  "folders",
  /** It defines the name that is the question, names that are mentioned in it, or words in it that are names. */
  "defines",
  "defines_mentioned",
  "defines_word",
  /** The symbol whose name has most in common with the question. */
  "symbol_words",
  /** It is called like a symbol that is asked for. */
  "named_after",
  /** What its path says against it: below 0. */
  "demotion",
  /** How many pairs of neighbouring words of the question stand together in it. */
  "phrases",
] as const;
export type Feature = (typeof FEATURES)[number];
export type Features = Record<Feature, number>;

export interface Weighed {
  candidate: Candidate;
  features: Features;
  /** Numbers of its chunks, the most fitting first. */
  chunks: number[];
  /** Chunks besides the first that fit half as well or better. */
  others: number;
}

/** Chunks of a file that count together. */
const SPREAD_CHUNKS = 8;

/** More than a chunk can have by words and meaning together. */
const ABOVE_ALL = 2;

/** A word in the path of more files than this share tells nothing. */
const COMMON_PATH_WORD = 0.6;

/** @param tests whether tests are to stand back. */
export function weigh(question: Question, gathered: Gathered, lexicon: Lexicon, tests: "demote" | "equal"): Weighed[] {
  const { candidates, scores, meanings } = gathered;
  const asked = new Map(
    question.stems.map((stem) => {
      const number = term("stem", stem);
      return [number, lexicon.rarity(lexicon.frequency(number))] as const;
    }),
  );
  const rarity = rarities(lexicon, asked);
  /** Which last bytes the numbers of asked stems have: most others are told from them by that alone. */
  const lastBytes = new Uint8Array(256);
  for (const number of asked.keys()) lastBytes[number & 255] = 1;
  const askedRarity = (stem: number) => (lastBytes[stem & 255] ? (asked.get(stem) ?? 0) : 0);
  const isCommon = (word: string) => lexicon.filesWithPathWord(word) > lexicon.byPath.size * COMMON_PATH_WORD;
  const stems = question.stems.filter((word) => !isCommon(word));
  const weighed = candidates.map((candidate): Weighed => {
    const { file } = candidate;
    const { facts } = file;
    const chunks = chunksOf(candidate, scores, meanings);
    return {
      candidate,
      chunks: chunks.order,
      others: chunks.others,
      features: {
        words: chunks.words[0] ?? 0,
        words_second: chunks.words[1] ?? 0,
        words_spread: spread(chunks.words),
        meaning: chunks.meanings[0] ?? 0,
        meaning_second: chunks.meanings[1] ?? 0,
        meaning_spread: spread(chunks.meanings),
        file_name: share(
          facts.nameStems.filter((word) => !isCommon(word)),
          question.stems,
        ),
        folders: foldersShare(stems, facts),
        defines: candidate.asked?.weight ?? 0,
        defines_mentioned: candidate.mentioned?.weight ?? 0,
        defines_word: candidate.plain?.weight ?? 0,
        symbol_words: question.symbol === undefined ? symbolWords(file.names, askedRarity, rarity) : 0,
        named_after: isNamedAfter(facts, question) ? 1 : 0,
        demotion: demotionOf(facts, question, lexicon, tests),
        phrases: 0,
      },
    };
  });
  for (const feature of RELATIVE) normalise(weighed, feature);
  return weighed;
}

/** Numbers that only say something beside those of the other candidates: the highest becomes 1. */
const RELATIVE: readonly Feature[] = ["words_spread", "meaning_spread", "defines_word", "symbol_words"];

export function normalise(weighed: readonly Weighed[], feature: Feature): void {
  const highest = Math.max(0, ...weighed.map(({ features }) => features[feature]));
  if (highest > 0) for (const { features } of weighed) features[feature] /= highest;
}

/** A file's chunks by how they fit, and their scores, each list falling. */
function chunksOf({ file, asked, mentioned }: Candidate, scores: Float32Array, meanings: Gathered["meanings"]) {
  const words = scores.slice(file.first, file.first + file.chunks);
  const meaning = words.map((_, at) => Math.max(0, meanings.get(file.first + at) ?? 0));
  const fits = words.map((value, at) => value + meaning[at]!);
  const half = fits.reduce((most, fit) => Math.max(most, fit), 0) / 2;
  const others = fits.reduce((count, fit) => (fit >= half ? count + 1 : count), -1);
  const defined = asked ?? mentioned;
  if (defined) fits[defined.chunk - file.first]! += ABOVE_ALL;
  const order = Array.from(fits, (_, at) => at).sort((a, b) => fits[b]! - fits[a]! || a - b);
  return {
    order: order.map((at) => file.first + at),
    others,
    words: words.sort().reverse(),
    meanings: meaning.sort().reverse(),
  };
}

function spread(falling: Float32Array): number {
  let sum = 0;
  for (const value of falling.subarray(0, SPREAD_CHUNKS)) sum += value;
  return sum;
}

/** Part of `some` that is among `others`. */
function share(some: readonly string[], others: readonly string[]): number {
  if (some.length === 0) return 0;
  return some.filter((word) => others.some((other) => isLike(word, other))).length / some.length;
}

/** Part of a question's words that the folders have and the file's name has not. */
function foldersShare(stems: readonly string[], { nameStems, folderStems }: PathFacts): number {
  if (stems.length === 0) return 0;
  const has = (words: readonly string[], stem: string) => words.some((word) => isLike(word, stem));
  return stems.filter((stem) => !has(nameStems, stem) && has(folderStems, stem)).length / stems.length;
}

/** One begins with the other, and is little longer: `auth` and `authent`. */
function isLike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 3 && long.length - short.length <= 4 && long.startsWith(short);
}

function symbolWords(
  { nameEnds, nameStems, nameWeights }: Candidate["file"]["names"],
  asked: (stem: number) => number,
  rarity: (stem: number) => number,
): number {
  let best = 0;
  let from = 0;
  for (let at = 0; at < nameEnds.length; at++) {
    const end = nameEnds[at]!;
    let covered = 0;
    for (let next = from; next < end; next++) covered += asked(nameStems[next]!);
    if (covered > 0) {
      let all = 0;
      for (let next = from; next < end; next++) all += rarity(nameStems[next]!);
      best = Math.max(best, ((nameWeights[at]! / 100) * covered * covered) / Math.max(all, covered));
    }
    from = end;
  }
  return best;
}

function rarities(lexicon: Lexicon, known: ReadonlyMap<number, number>): (stem: number) => number {
  const found = new Map(known);
  return (stem) => {
    let rarity = found.get(stem);
    if (rarity === undefined) {
      rarity = lexicon.rarity(lexicon.frequency(stem));
      found.set(stem, rarity);
    }
    return rarity;
  };
}

function isNamedAfter({ name }: PathFacts, { symbol, mentioned }: Question): boolean {
  return [...(symbol === undefined ? [] : [symbol]), ...mentioned].some((one) => {
    const wanted = squashed(one);
    return name === wanted || name === `${wanted}s` || `${name}s` === wanted;
  });
}

function demotionOf(facts: PathFacts, { written }: Question, lexicon: Lexicon, tests: "demote" | "equal"): number {
  const older = lexicon.versions.demotion(facts);
  let sum = 0;
  for (const { name, weight, unless } of older ? [...facts.demotions, older] : facts.demotions) {
    if (name === "test" && tests === "equal") continue;
    if (![...unless].some((word) => written.has(word))) sum += weight;
  }
  return sum;
}

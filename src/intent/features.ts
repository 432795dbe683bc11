/** What speaks for a file as the answer to a question, as numbers from about 0 to 1. */
import type { Candidate } from "./candidates.ts";
import type { ChunkFits } from "./chunk-fits.ts";
import type { Lexicon } from "./lexicon.ts";
import { type Demotion, type PathFacts, squashed } from "./path-facts.ts";
import { PathWords } from "./path-words.ts";
import type { Question } from "./question.ts";
import { SymbolWords } from "./symbol-words.ts";

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
  /** Number of its most fitting chunk. */
  best: number;
  /** Chunks besides the best that fit half as well or better. */
  others: number;
}

/** @param tests whether tests are to stand back. @param fits of the question's candidates. */
export function weigh(
  question: Question,
  candidates: readonly Candidate[],
  fits: ChunkFits,
  lexicon: Lexicon,
  tests: "demote" | "equal",
): Weighed[] {
  const paths = new PathWords(question, lexicon);
  const symbols = question.symbol === undefined ? new SymbolWords(question, lexicon) : undefined;
  const names = askedNames(question);
  const against = demotions(question, lexicon, tests);
  const weighed = candidates.map((candidate): Weighed => {
    const { file } = candidate;
    const { best, others, words, meaning } = fits.of(candidate);
    return {
      candidate,
      best,
      others,
      features: {
        words: words.first,
        words_second: words.second,
        words_spread: words.sum,
        meaning: meaning.first,
        meaning_second: meaning.second,
        meaning_spread: meaning.sum,
        file_name: paths.nameShare(file),
        folders: paths.foldersShare(file),
        defines: candidate.asked?.weight ?? 0,
        defines_mentioned: candidate.mentioned?.weight ?? 0,
        defines_word: candidate.plain?.weight ?? 0,
        symbol_words: symbols?.best(file) ?? 0,
        named_after: names.has(file.facts.name) ? 1 : 0,
        demotion: against(file.facts),
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
  let highest = 0;
  for (const { features } of weighed) if (features[feature] > highest) highest = features[feature];
  if (highest > 0) for (const { features } of weighed) features[feature] /= highest;
}

/** What a file is called that is called like a symbol that is asked for. */
function askedNames({ symbol, mentioned }: Question): ReadonlySet<string> {
  const names = new Set<string>();
  for (const one of symbol === undefined ? mentioned : [symbol, ...mentioned]) {
    const wanted = squashed(one);
    names.add(wanted).add(`${wanted}s`);
    if (wanted.endsWith("s")) names.add(wanted.slice(0, -1));
  }
  return names;
}

/** Tells what the path of a file says against it. */
function demotions({ written }: Question, lexicon: Lexicon, tests: "demote" | "equal"): (facts: PathFacts) => number {
  const known = new Map<Demotion, number>();
  const weightOf = (one: Demotion) => {
    let weight = known.get(one);
    if (weight === undefined) {
      const isLifted = (one.name === "test" && tests === "equal") || !one.unless.isDisjointFrom(written);
      weight = isLifted ? 0 : one.weight;
      known.set(one, weight);
    }
    return weight;
  };
  return (facts) => {
    let sum = 0;
    for (const one of facts.demotions) sum += weightOf(one);
    const older = lexicon.versions.demotion(facts);
    return older ? sum + weightOf(older) : sum;
  };
}

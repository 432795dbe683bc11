/** A question taken apart: its words, and the names of symbols that are in it. */
import rawStopWords from "#resources/retrieval/stop-words.yaml";
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";
import { ownName, term, wholeOf } from "../index/terms.ts";

export interface Question {
  text: string;
  /** The name that is asked for, where the whole question is one. */
  symbol: string | undefined;
  /** Names in it that are written as only symbols are. */
  mentioned: readonly string[];
  /** Words in it that may be names, in lower case. */
  plain: readonly string[];
  /** Its words, those that say nothing aside, without their endings. */
  stems: readonly string[];
  /** Neighbours among these, as pairs. */
  pairs: readonly (readonly [string, string])[];
  /** Every word as it is written, in lower case. */
  written: ReadonlySet<string>;
  /** What chunks are searched for. */
  terms: ReadonlySet<number>;
}

const STOP: ReadonlySet<string> = new Set((rawStopWords as string[]).flatMap((line) => line.split(/\s+/)));

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const QUALIFIED = /::|->|\\|\.(?=[\p{L}_])|#/u;
const HUMPED = /\p{Ll}\p{Lu}|\p{Lu}{2,}\p{Ll}|[\p{L}\p{N}]_[\p{L}\p{N}]/u;

/** Shorter words are not looked for among names. */
const LEAST_NAME = 3;

export function readQuestion(text: string): Question {
  const trimmed = text.trim();
  const symbol = symbolOf(trimmed);
  const identifiers = [...new Set(trimmed.match(IDENTIFIER) ?? [])];
  const mentioned = symbol === undefined ? identifiers.filter((one) => HUMPED.test(one)) : [];
  const telling = words(trimmed).filter((word) => !STOP.has(word));
  const all = telling.map(stem);
  const stems = [...new Set(all)];
  const wholes = identifiers.flatMap((one) => wholeOf(one) ?? []);
  return {
    text: trimmed,
    symbol,
    mentioned,
    plain:
      symbol === undefined
        ? identifiers
            .filter((one) => one.length >= LEAST_NAME && !mentioned.includes(one))
            .map((one) => one.toLowerCase())
            .filter((one) => !STOP.has(one))
        : [],
    stems,
    pairs: pairsOf(all),
    written: new Set(words(trimmed)),
    terms: new Set([...stems.map((one) => term("stem", one)), ...wholes.map((one) => term("whole", one))]),
  };
}

/** The name that a question is, where it is one: qualified, called, with capitals or marks; a plain word is none. */
function symbolOf(text: string): string | undefined {
  if (/\s/.test(text) || !/[\p{L}_]/u.test(text)) return undefined;
  const name = text.replace(/\(\)$/, "");
  const isName = name !== text || QUALIFIED.test(name) || /^\$/.test(name) || /[\p{Lu}_]/u.test(name);
  return isName ? ownName(name.replaceAll("->", ".").replaceAll("/", ".")) : undefined;
}

/** Neighbours, and those with one word between them: what of a phrase is left in names and comments. */
export function pairsOf(stems: readonly string[]): [string, string][] {
  return stems.flatMap((one, at) =>
    [stems[at + 1], stems[at + 2]].flatMap((other): [string, string][] => (other === undefined ? [] : [[one, other]])),
  );
}

export function isTelling(word: string): boolean {
  return !STOP.has(word);
}

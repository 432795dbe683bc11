/**
 * The terms of texts: what searches by words compare. A term is a number of 32 bits made of a word, so that an index needs
 * no list of words; of two million terms some hundred share their number with another, which no ranking notices.
 */
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";

/** What a word is to a text; the same word in another part is another term. */
export const TERM_SORTS = {
  /** A word, without its ending. */
  stem: 0x811c9dc5,
  /** An identifier of several words as a whole, case and marks aside. */
  whole: 0x2f0b4a37,
  /** The name of a symbol that is defined here, case aside. */
  defined: 0x5bd1e995,
  /** The same, case counting. */
  definedExactly: 0x1b873593,
} as const;
export type TermSort = keyof typeof TERM_SORTS;

/** A number from 0 to 2^32 - 1. */
export function term(sort: TermSort, word: string): number {
  let hash: number = TERM_SORTS[sort];
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Longer identifiers are data. */
const MOST_CHARS = 80;

/** Texts repeat their identifiers; so many are kept with their terms. */
const CACHED = 200_000;

const IDENTIFIER = /[\w$\u0080-\uffff]+/g;
const HAS_PARTS = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]/;
const MARKS = /[_$]+/g;

/** Makes terms of texts; remembers what it made of each identifier. */
export class TermMaker {
  readonly #cache = new Map<string, readonly number[]>();

  /** Adds the terms of a text to `counts`: how often each is in it. @returns how many terms there were, repeated ones too. */
  count(text: string, counts: Map<number, number>): number {
    let length = 0;
    for (const [identifier] of text.matchAll(IDENTIFIER)) {
      const terms = this.of(identifier);
      for (const one of terms) counts.set(one, (counts.get(one) ?? 0) + 1);
      length += terms.length;
    }
    return length;
  }

  /** The terms of one identifier, or of a run of letters that is none. */
  of(identifier: string): readonly number[] {
    const known = this.#cache.get(identifier);
    if (known) return known;
    const terms = termsOf(identifier);
    if (this.#cache.size >= CACHED) this.#cache.clear();
    this.#cache.set(identifier, terms);
    return terms;
  }
}

function termsOf(identifier: string): number[] {
  const terms = stemsOf(identifier);
  const whole = wholeOf(identifier);
  if (whole !== undefined) terms.push(term("whole", whole));
  return terms;
}

/** The terms of a text's words, in order. */
export function stemsOf(text: string): number[] {
  return words(text).map((word) => term("stem", stem(word)));
}

/** What `getUserById` and `GET_USER_BY_ID` have in common; undefined for a single word. */
export function wholeOf(identifier: string): string | undefined {
  if (identifier.length > MOST_CHARS || !HAS_PARTS.test(identifier)) return undefined;
  return identifier.replace(MARKS, "").toLowerCase();
}

/** The last part of a name that is written with those around it: `Foo::Bar` gives `Bar`. */
export function ownName(name: string): string {
  return name.slice(name.search(/[^.:\\#]*$/)) || name;
}

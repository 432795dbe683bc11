/**
 * The terms of texts: what searches by words compare. A term is a number of 32 bits made of a word, so that an index needs
 * no list of words; of two million terms some hundred share their number with another, which no ranking notices.
 */
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";
import type { TermCounts } from "./term-counts.ts";

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

const HAS_PARTS = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]/;
const MARKS = /[_$]+/g;

/** Texts repeat their identifiers; so many are kept with their terms. */
const CACHED = 200_000;

/** For each ASCII character whether identifiers have it; all beyond are taken for letters. */
const IS_PART = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w$]/.test(String.fromCharCode(code))));

/** Makes terms of texts; remembers what it made of each identifier, under 64 bits made of its characters. */
export class TermMaker {
  /** Of each slot: both halves of the 64 bits, and where its terms are, plus one; 0 for a free slot. */
  #keys = new Uint32Array(2 << 12);
  #starts = new Uint32Array(1 << 12);
  /** For each identifier: how many terms, and those. */
  #terms = new Uint32Array(1 << 14);
  #used = 0;
  #identifiers = 0;

  /**
   * Adds the terms of a part of a text to `counts`, `from` to `to`.
   * @returns how many terms there were, repeated ones too.
   */
  count(text: string, from: number, to: number, counts: TermCounts): number {
    let length = 0;
    for (let at = from; at < to; at++) {
      let code = text.charCodeAt(at);
      if (code < 128 && IS_PART[code] === 0) continue;
      const start = at;
      let [low, high] = [0x811c9dc5, 0x9747b28c];
      while (code >= 128 || IS_PART[code] === 1) {
        low = Math.imul(low ^ code, 0x01000193);
        high = Math.imul((high ^ code) + 0x7f4a7c15, 0x85ebca6b) ^ (high >>> 15);
        if (++at >= to) break;
        code = text.charCodeAt(at);
      }
      const place = this.#placeOf(low >>> 0, high >>> 0, text, start, at);
      const end = place + this.#terms[place]!;
      for (let one = place + 1; one <= end; one++) counts.add(this.#terms[one]!);
      length += end - place;
    }
    return length;
  }

  /** Where the terms of an identifier are, with their number before them. */
  #placeOf(low: number, high: number, text: string, start: number, end: number): number {
    const mask = this.#starts.length - 1;
    for (let slot = (low ^ (high >>> 7)) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#starts[slot]!;
      if (known === 0) break;
      if (this.#keys[slot * 2] === low && this.#keys[slot * 2 + 1] === high) return known - 1;
    }
    const terms = termsOf(text.slice(start, end));
    if (this.#identifiers >= CACHED) this.#forget();
    else if (this.#identifiers * 2 >= this.#starts.length) this.#widen();
    const place = this.#keep(terms);
    this.#identifiers++;
    this.#put(low, high, place);
    return place;
  }

  #put(low: number, high: number, place: number): void {
    const mask = this.#starts.length - 1;
    let slot = (low ^ (high >>> 7)) & mask;
    while (this.#starts[slot] !== 0) slot = (slot + 1) & mask;
    this.#keys[slot * 2] = low;
    this.#keys[slot * 2 + 1] = high;
    this.#starts[slot] = place + 1;
  }

  #keep(terms: readonly number[]): number {
    while (this.#used + terms.length + 1 > this.#terms.length) {
      const wider = new Uint32Array(this.#terms.length * 2);
      wider.set(this.#terms);
      this.#terms = wider;
    }
    const place = this.#used;
    this.#terms[place] = terms.length;
    this.#terms.set(terms, place + 1);
    this.#used += terms.length + 1;
    return place;
  }

  #widen(): void {
    const [keys, starts] = [this.#keys, this.#starts];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#starts = new Uint32Array(starts.length * 2);
    for (const [slot, start] of starts.entries()) {
      if (start !== 0) this.#put(keys[slot * 2]!, keys[slot * 2 + 1]!, start - 1);
    }
  }

  #forget(): void {
    this.#starts.fill(0);
    this.#used = 0;
    this.#identifiers = 0;
  }
}

/** The terms of one identifier, or of a run of letters that is none. */
export function termsOf(identifier: string): number[] {
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

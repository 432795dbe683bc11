/**
 * Stems of the words of texts, as numbers. Texts repeat their words, so each is looked up where it stands: no string is made
 * of a word that was seen before.
 */
import { stem } from "../base/stem.ts";
import { isTelling } from "./question.ts";

/** The number of a word that says nothing. */
export const SAYS_NOTHING = 0;

/** The number of a stem that nobody has asked for, once many are known. */
const OTHER = 1;

const SLOTS = 1 << 17;
const MOST_WORDS = 50_000;

export class WordStems {
  /** Open addressing: 0, or one more than the place of a word. */
  readonly #slots = new Uint32Array(SLOTS);
  readonly #words: string[] = [];
  readonly #hashes = new Int32Array(MOST_WORDS);
  readonly #stemOf = new Int32Array(MOST_WORDS);
  readonly #stems = new Map<string, number>();

  /** Whether it is time to begin anew; no number holds after that. */
  get isFull(): boolean {
    return this.#words.length >= MOST_WORDS;
  }

  /** The number of a stem. */
  numberOf(one: string): number {
    let number = this.#stems.get(one);
    if (number === undefined) {
      number = OTHER + 1 + this.#stems.size;
      this.#stems.set(one, number);
    }
    return number;
  }

  /** The number of the stem of a word that stands in a text; its capitals count as small letters. */
  at(text: string, from: number, to: number): number {
    let hash = to - from;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ small(text.charCodeAt(at)), 0x01000193);
    hash ^= hash >>> 15;
    let slot = hash & (SLOTS - 1);
    for (let place = this.#slots[slot]!; place !== 0; place = this.#slots[slot]!) {
      if (this.#hashes[place - 1] === hash && isSame(this.#words[place - 1]!, text, from, to)) {
        return this.#stemOf[place - 1]!;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    const word = text.slice(from, to).toLowerCase();
    if (this.isFull) return this.#looked(word);
    const place = this.#words.push(word) - 1;
    this.#slots[slot] = place + 1;
    this.#hashes[place] = hash;
    this.#stemOf[place] = isTelling(word) ? this.numberOf(stem(word)) : SAYS_NOTHING;
    return this.#stemOf[place]!;
  }

  /** Without remembering it. */
  #looked(word: string): number {
    return isTelling(word) ? (this.#stems.get(stem(word)) ?? OTHER) : SAYS_NOTHING;
  }
}

/** A character code as that of a small letter, where it is one of A to Z. */
function small(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = from; at < to; at++) if (small(text.charCodeAt(at)) !== word.charCodeAt(at - from)) return false;
  return true;
}

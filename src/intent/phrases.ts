/** The second look: which pairs of neighbouring words of a question stand together in a text. */
import { visitWords } from "../base/words.ts";
import type { Question } from "./question.ts";
import { SAYS_NOTHING, WordStems } from "./word-stems.ts";

let stems = new WordStems();
let scratch = new Uint32Array(1 << 10);

/** No stem of the question. */
const NONE = -1;

/** Of one question. */
export class Phrases {
  /** What the stems of a text are numbers of. */
  readonly numbering: WordStems;
  /** Numbers of stems that are in a pair; their places here make the table below. */
  readonly #asked: number[] = [];
  readonly #askedStems: string[] = [];
  /** Of each two places one above the place of the pair in `#weights`, 0 for none. */
  readonly #pairs: Uint32Array;
  readonly #weights: number[] = [];
  /** Of each pair the last text that has it. */
  readonly #seenIn: number[] = [];
  #text = 0;

  /** @param rarity how telling a stem is. */
  constructor({ pairs }: Question, rarity: (stem: string) => number) {
    if (stems.isFull) stems = new WordStems();
    this.numbering = stems;
    const placeOf = (stem: string) => {
      const number = this.numbering.numberOf(stem);
      const place = this.#asked.indexOf(number);
      if (place >= 0) return place;
      this.#askedStems.push(stem);
      return this.#asked.push(number) - 1;
    };
    const places = pairs.map(([one, other]) => [placeOf(one), placeOf(other)] as const);
    this.#pairs = new Uint32Array(this.#asked.length ** 2);
    for (const [at, [one, other]] of places.entries()) {
      const place = one * this.#asked.length + other;
      if (this.#pairs[place] !== 0) continue;
      this.#pairs[place] = this.#weights.push(rarity(pairs[at]![0]) + rarity(pairs[at]![1]));
    }
  }

  /** Whether a text can have a pair at all. @param has whether it has a stem. */
  canBeIn(has: (stem: string) => boolean): boolean {
    const there = this.#askedStems.map(has);
    return this.#pairs.some((pair, at) => pair > 0 && there[Math.floor(at / there.length)] && there[at % there.length]);
  }

  /** The stems of the words of a text that say something, in order. */
  read(text: string): Uint32Array {
    let size = 0;
    const take = (stem: number) => {
      if (stem === SAYS_NOTHING) return;
      if (size === scratch.length) scratch = wider(scratch);
      scratch[size++] = stem;
    };
    visitWords(text, {
      ascii: (from, to) => take(this.numbering.at(text, from, to)),
      other: (word) => take(this.numbering.at(word, 0, word.length)),
    });
    return scratch.slice(0, size);
  }

  /**
   * How much of the question's pairs a text has, neighbours or with one word between them: a pair weighs by how telling its
   * words are, and once is enough.
   * @param stems of the text, as `read` gives them.
   */
  in(stems: Uint32Array): number {
    this.#text++;
    let sum = 0;
    let [last, lastButOne] = [NONE, NONE];
    for (let at = 0; at < stems.length; at++) {
      const now = this.#asked.indexOf(stems[at]!);
      if (now >= 0) {
        sum += this.#meet(last, now);
        sum += this.#meet(lastButOne, now);
      }
      lastButOne = last;
      last = now;
    }
    return sum;
  }

  /** What a pair weighs that the text has not had before. */
  #meet(before: number, now: number): number {
    if (before === NONE) return 0;
    const pair = this.#pairs[before * this.#asked.length + now]! - 1;
    if (pair < 0 || this.#seenIn[pair] === this.#text) return 0;
    this.#seenIn[pair] = this.#text;
    return this.#weights[pair]!;
  }
}

function wider(full: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(full.length * 2);
  more.set(full);
  return more;
}

/** The second look: which pairs of neighbouring words of a question stand together in a text. */
import { visitWords } from "../base/words.ts";
import type { Question } from "./question.ts";
import { SAYS_NOTHING, WordStems } from "./word-stems.ts";

let stems = new WordStems();

/** No stem of the question. */
const NONE = -1;

/** Of one question. */
export class Phrases {
  readonly #stems: WordStems;
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
    this.#stems = stems;
    const placeOf = (stem: string) => {
      const number = this.#stems.numberOf(stem);
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

  /**
   * How much of the question's pairs a text has, neighbours or with one word between them: a pair weighs by how telling its
   * words are, and once is enough.
   */
  in(text: string): number {
    if (this.#weights.length === 0) return 0;
    this.#text++;
    let sum = 0;
    let [last, lastButOne] = [NONE, NONE];
    const take = (stem: number) => {
      if (stem === SAYS_NOTHING) return;
      const now = this.#asked.indexOf(stem);
      if (now >= 0) {
        sum += this.#meet(last, now);
        sum += this.#meet(lastButOne, now);
      }
      lastButOne = last;
      last = now;
    };
    visitWords(text, {
      ascii: (from, to) => take(this.#stems.at(text, from, to)),
      other: (word) => take(this.#stems.at(word, 0, word.length)),
    });
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

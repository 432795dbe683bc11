/** Keeps the texts of millions of pairs in a few long arrays. */
import type { Text } from "./trainer.ts";

/** Texts with fewer known words say too little. */
const LEAST_WORDS = 2;

export class TextStore {
  #ids = new Uint16Array(1 << 20);
  #counts = new Uint8Array(1 << 20);
  /** Where each text begins; queries at even places, passages behind them. */
  readonly #starts: number[] = [0];
  readonly #seen: Uint32Array;
  #mark = 0;
  readonly #factors = Float32Array.from({ length: 256 }, (_, count) => 1 + Math.log(Math.max(1, count)));

  /** @param entries of the vocabulary. */
  constructor(entries: number) {
    this.#seen = new Uint32Array(entries);
  }

  /**
   * @param ids by word, what it is made of.
   * @returns the pair's number; undefined when one side has too few words.
   */
  add(query: Uint32Array, passage: Uint32Array, ids: readonly (number | readonly number[])[]): number | undefined {
    const begin = this.#starts.at(-1)!;
    const middle = this.#text(query, ids, begin);
    const end = this.#text(passage, ids, middle);
    if (middle - begin < LEAST_WORDS || end - middle < LEAST_WORDS) return undefined;
    this.#starts.push(middle, end);
    return (this.#starts.length - 3) / 2;
  }

  text(index: number): Text {
    const [start, end] = [this.#starts[index]!, this.#starts[index + 1]!];
    const factors = new Float32Array(end - start);
    for (let at = start; at < end; at++) factors[at - start] = this.#factors[this.#counts[at]!]!;
    return { ids: this.#ids.subarray(start, end), factors };
  }

  #text(words: Uint32Array, ids: readonly (number | readonly number[])[], start: number): number {
    this.#reserve(start + words.length * 6);
    const base = ++this.#mark;
    let end = start;
    const places = new Map<number, number>();
    const add = (id: number) => {
      const known = this.#seen[id] === base ? places.get(id) : undefined;
      if (known !== undefined) {
        if (this.#counts[known]! < 255) this.#counts[known]!++;
        return;
      }
      this.#seen[id] = base;
      places.set(id, end);
      this.#ids[end] = id;
      this.#counts[end] = 1;
      end++;
    };
    for (const word of words) {
      const made = ids[word]!;
      if (typeof made === "number") add(made);
      else for (const id of made) add(id);
    }
    return end;
  }

  #reserve(length: number): void {
    if (length <= this.#ids.length) return;
    const size = Math.max(length, Math.ceil(this.#ids.length * 1.6));
    const [ids, counts] = [new Uint16Array(size), new Uint8Array(size)];
    ids.set(this.#ids);
    counts.set(this.#counts);
    this.#ids = ids;
    this.#counts = counts;
  }
}

/** A text as a pattern sees it: with `\n` for every line end, unless it asks for others; and the way back. */
import { asSearched } from "../project/matching.ts";
import type { Pattern } from "../project/pattern.ts";

export class SearchedText {
  readonly original: string;
  readonly text: string;
  /** Offsets in `text` right behind a `\n` that stands for `\r\n`. */
  readonly #behindPairs: number[] = [];

  constructor(original: string, pattern: Pattern) {
    this.original = original;
    this.text = asSearched(original, pattern);
    if (this.text.length === original.length) return; // nothing but lone returns, if any
    for (const { index } of original.matchAll(/\r\n/g)) this.#behindPairs.push(index + 1 - this.#behindPairs.length);
  }

  /** The offset in `original` of an offset in `text`; at a line end of two characters it is before both or behind both. */
  originalAt(offset: number): number {
    let [low, high] = [0, this.#behindPairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#behindPairs[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  }
}

/** What was read of chunks for a second look: the stems of their words. The same chunks are looked at again and again. */
import type { WordStems } from "./word-stems.ts";

/** Words that are kept in all, of four bytes each. */
const MOST_WORDS = 2_000_000;

export class ReadChunks {
  /** By the number of a chunk, the oldest first. */
  readonly #stems = new Map<number, Uint32Array>();
  #numbering: WordStems | undefined;
  #words = 0;

  /** @param numbering whose numbers are wanted. */
  at(chunk: number, numbering: WordStems): Uint32Array | undefined {
    return numbering === this.#numbering ? this.#stems.get(chunk) : undefined;
  }

  keep(chunk: number, stems: Uint32Array, numbering: WordStems): void {
    if (numbering !== this.#numbering) this.clear();
    this.#numbering = numbering;
    this.#stems.set(chunk, stems);
    this.#words += stems.length;
    for (const [oldest, { length }] of this.#stems) {
      if (this.#words <= MOST_WORDS) return;
      this.#stems.delete(oldest);
      this.#words -= length;
    }
  }

  clear(): void {
    this.#stems.clear();
    this.#words = 0;
  }
}

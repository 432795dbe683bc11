/** Keeps the best of many scores as they come. */

/** Entries that are held besides the best before the rest is dropped. */
const SLACK = 1_024;

export class Best {
  /** A heap, the least on top: the best `k` scores so far. */
  readonly #top: Float64Array;
  #filled = 0;
  readonly #margin: number;
  #chunks: number[] = [];
  #scores: number[] = [];
  #limit: number;

  /** @param margin scores may be wrong by half of this: who comes that close to the best `k` is kept, too. */
  constructor(k: number, margin: number) {
    this.#top = new Float64Array(k);
    this.#margin = margin;
    this.#limit = 2 * k + SLACK;
  }

  /** What a score must reach to be worth offering. */
  get floor(): number {
    return this.#filled < this.#top.length ? Number.NEGATIVE_INFINITY : this.#top[0]! - this.#margin;
  }

  /** Takes a score that reaches the floor; returns the next floor. */
  offer(chunk: number, score: number): number {
    this.#chunks.push(chunk);
    this.#scores.push(score);
    if (this.#filled < this.#top.length) this.#rise(score);
    else if (score > this.#top[0]!) this.#sink(score);
    if (this.#chunks.length > this.#limit) {
      this.#drop();
      // Equal scores are all kept: there is no use in looking again at once.
      this.#limit = Math.max(this.#limit, 2 * this.#chunks.length);
    }
    return this.floor;
  }

  /** Those that reach the last floor, in no order: the best `k`, and who is as good as the last of them. */
  kept(): { chunks: number[]; scores: number[] } {
    this.#drop();
    return { chunks: this.#chunks, scores: this.#scores };
  }

  #drop(): void {
    const floor = this.floor;
    const scores = this.#scores;
    this.#chunks = this.#chunks.filter((_, at) => scores[at]! >= floor);
    this.#scores = scores.filter((score) => score >= floor);
  }

  #rise(score: number): void {
    const top = this.#top;
    let at = this.#filled++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (top[above]! <= score) break;
      top[at] = top[above]!;
      at = above;
    }
    top[at] = score;
  }

  #sink(score: number): void {
    const top = this.#top;
    const size = top.length;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && top[below + 1]! < top[below]!) below++;
      if (top[below]! >= score) break;
      top[at] = top[below]!;
      at = below;
    }
    top[at] = score;
  }
}

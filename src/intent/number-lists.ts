/** Lists of numbers, all side by side in one piece of memory: what is read together lies together. */
export class NumberLists {
  #numbers = new Uint32Array(1 << 10);
  /** Where each list begins; one more, where the next one will. */
  #starts = new Uint32Array(1 << 8);
  #size = 0;

  /** How many lists there are. */
  get size(): number {
    return this.#size;
  }

  /** Of all lists; holds until the next is added. */
  get numbers(): Uint32Array {
    return this.#numbers;
  }

  /** Where a list begins in `numbers`, and for `size` where all end. */
  start(list: number): number {
    return this.#starts[list]!;
  }

  push(numbers: ArrayLike<number>): void {
    const start = this.#starts[this.#size]!;
    const end = start + numbers.length;
    if (end > this.#numbers.length) this.#numbers = wider(this.#numbers, end);
    if (this.#size + 1 === this.#starts.length) this.#starts = wider(this.#starts, this.#size + 2);
    this.#numbers.set(numbers, start);
    this.#starts[++this.#size] = end;
  }

  /** Takes the last lists away, so that `size` are left. */
  cut(size: number): void {
    this.#size = Math.min(this.#size, size);
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#numbers.byteLength + this.#starts.byteLength;
  }
}

function wider(numbers: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(Math.max(least, Math.ceil(numbers.length * 1.5)));
  more.set(numbers);
  return more;
}

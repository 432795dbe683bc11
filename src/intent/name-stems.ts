/** The stems of the names of symbols, each with a number of its own, so that what is known of them lies side by side. */
export class NameStems {
  readonly #numbers = new Map<number, number>();
  readonly #terms: number[] = [];
  /** By number; NaN where it has to be asked for. */
  #rarities = new Float64Array();

  /** Numbers are below this. */
  get size(): number {
    return this.#terms.length;
  }

  /** The numbers of stems, given as terms; each has one from here on. */
  numbersOf(terms: Uint32Array): Uint32Array {
    return terms.map((term) => {
      const known = this.#numbers.get(term);
      if (known !== undefined) return known;
      this.#numbers.set(term, this.#terms.length);
      return this.#terms.push(term) - 1;
    });
  }

  /** Undefined for a stem of no name. */
  numberOf(term: number): number | undefined {
    return this.#numbers.get(term);
  }

  /** To be called when stems have become more or less rare. */
  forgetRarities(): void {
    this.#rarities.fill(Number.NaN);
  }

  /** How telling a stem is. @param rarityOf tells it of a term that has not been asked for. */
  rarity(number: number, rarityOf: (term: number) => number): number {
    if (number >= this.#rarities.length) {
      const more = new Float64Array(Math.ceil(this.size * 1.2)).fill(Number.NaN);
      more.set(this.#rarities);
      this.#rarities = more;
    }
    const known = this.#rarities[number]!;
    if (!Number.isNaN(known)) return known;
    const rarity = rarityOf(this.#terms[number]!);
    this.#rarities[number] = rarity;
    return rarity;
  }

  clear(): void {
    this.#numbers.clear();
    this.#terms.length = 0;
    this.#rarities = new Float64Array();
  }
}

/** The names of the symbols of a project's files, their stems as numbers. */
import type { ContentTerms } from "../index/content-terms.ts";
import { NumberLists } from "./number-lists.ts";

export class NameIndex {
  /** Of each file: where the part of each of its names ends in `stems`, counted from the beginning of all. */
  readonly ends = new NumberLists();
  /** Of each file: the stems of its names. */
  readonly stems = new NumberLists();
  /** Of each file: how much each of its symbols says, in hundredths. */
  readonly weights = new NumberLists();
  readonly #numbers = new Map<number, number>();
  readonly #terms: number[] = [];
  /** By number; NaN where it has to be asked for. */
  #rarities = new Float64Array();
  /** Of each name: how telling all its stems are together; NaN where that has to be summed up. */
  #sums = new Float64Array();

  /** Numbers of stems are below this. */
  get size(): number {
    return this.#terms.length;
  }

  /** The number of a stem, given as a term; undefined for one of no name. */
  numberOf(term: number): number | undefined {
    return this.#numbers.get(term);
  }

  /** Adds the names of the next file. */
  add({ nameEnds, nameStems, nameWeights }: Pick<ContentTerms, "nameEnds" | "nameStems" | "nameWeights">): void {
    const start = this.stems.start(this.stems.size);
    this.ends.push(nameEnds.map((end) => start + end));
    this.stems.push(nameStems.map((term) => this.#numbered(term)));
    this.weights.push(nameWeights);
  }

  /** Forgets the last files, so that so many are left. */
  cut(files: number): void {
    for (const lists of [this.ends, this.stems, this.weights]) lists.cut(files);
    this.forgetRarities();
  }

  clear(): void {
    this.cut(0);
    this.#numbers.clear();
    this.#terms.length = 0;
  }

  /** To be called when stems have become more or less rare. */
  forgetRarities(): void {
    this.#rarities = new Float64Array();
    this.#sums = new Float64Array();
  }

  /** How telling a stem is. @param rarityOf tells it of a term. */
  rarity(number: number, rarityOf: (term: number) => number): number {
    if (this.#rarities.length < this.size) this.#rarities = new Float64Array(this.size).fill(Number.NaN);
    const known = this.#rarities[number]!;
    if (!Number.isNaN(known)) return known;
    const rarity = rarityOf(this.#terms[number]!);
    this.#rarities[number] = rarity;
    return rarity;
  }

  /** How telling the stems of a name are together. @param name its place in `ends`. */
  sum(name: number, rarityOf: (term: number) => number): number {
    const names = this.ends.start(this.ends.size);
    if (this.#sums.length < names) this.#sums = new Float64Array(names).fill(Number.NaN);
    const known = this.#sums[name]!;
    if (!Number.isNaN(known)) return known;
    const stems = this.stems.numbers;
    let sum = 0;
    for (let at = name === 0 ? 0 : this.ends.numbers[name - 1]!, end = this.ends.numbers[name]!; at < end; at++) {
      sum += this.rarity(stems[at]!, rarityOf);
    }
    this.#sums[name] = sum;
    return sum;
  }

  #numbered(term: number): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.#terms.length);
    return this.#terms.push(term) - 1;
  }
}

/** The words in the paths of a project's files, as numbers. */
import { NumberLists } from "./number-lists.ts";
import type { PathFacts } from "./path-facts.ts";

export class PathIndex {
  /** Of each file: the words of its name, and those of the folders around it. */
  readonly names = new NumberLists();
  readonly folders = new NumberLists();
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  /** Of each word: how many files that are there have it. */
  readonly #files: number[] = [];

  /** Numbers of words are below this. */
  get size(): number {
    return this.#words.length;
  }

  wordAt(number: number): string {
    return this.#words[number]!;
  }

  /** How many files have a word in their name or in the folders around it. */
  filesWith(word: string): number {
    const number = this.#numbers.get(word);
    return number === undefined ? 0 : this.#files[number]!;
  }

  /** As `filesWith`, by a word's number. */
  filesWithNumber(number: number): number {
    return this.#files[number]!;
  }

  /** Adds the next file. */
  add({ nameStems, folderStems }: PathFacts): void {
    this.names.push(nameStems.map((word) => this.#numberOf(word)));
    this.folders.push(folderStems.map((word) => this.#numberOf(word)));
  }

  /** Counts a file that came, or with -1 one that went. */
  count({ nameStems, folderStems }: PathFacts, by: 1 | -1): void {
    for (const word of new Set([...nameStems, ...folderStems])) this.#files[this.#numberOf(word)]! += by;
  }

  /** Forgets the last files, so that so many are left. */
  cut(files: number): void {
    this.names.cut(files);
    this.folders.cut(files);
  }

  clear(): void {
    this.cut(0);
    this.#numbers.clear();
    this.#words.length = 0;
    this.#files.length = 0;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#words.length);
    this.#files.push(0);
    return this.#words.push(word) - 1;
  }
}

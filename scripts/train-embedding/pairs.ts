/**
 * The pairs of one package in a file: a line of JSON with the words and the languages, then numbers of 32 bits. Each pair is
 * its kind, its language, how many words the query and the passage have, then those words by their place in the list.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { words } from "../../src/base/words.ts";

/** Where a query comes from. */
export const KINDS = ["doc", "detail", "comment", "name", "header", "message"] as const;
export type Kind = (typeof KINDS)[number];

/** Words of a text beyond these are left out: a chunk of 1,500 characters has fewer, but for rare cases. */
const MOST_QUERY_WORDS = 80;
const MOST_PASSAGE_WORDS = 280;

export interface Pair {
  kind: Kind;
  language: string;
  /** Places in `Pairs.words`. */
  query: Uint32Array;
  passage: Uint32Array;
}

export interface Pairs {
  words: readonly string[];
  pairs: readonly Pair[];
}

export class PairWriter {
  readonly #words = new Map<string, number>();
  readonly #languages = new Map<string, number>();
  #numbers = new Uint32Array(1 << 16);
  #length = 0;
  count = 0;

  add(kind: Kind, language: string, query: readonly string[], passage: string): void {
    const left = query.slice(0, MOST_QUERY_WORDS);
    const right = words(passage).slice(0, MOST_PASSAGE_WORDS);
    if (left.length === 0 || right.length < 3) return;
    const place = (table: Map<string, number>, word: string) => {
      const known = table.get(word);
      if (known !== undefined) return known;
      table.set(word, table.size);
      return table.size - 1;
    };
    this.#reserve(4 + left.length + right.length);
    for (const number of [KINDS.indexOf(kind), place(this.#languages, language), left.length, right.length]) {
      this.#numbers[this.#length++] = number;
    }
    for (const word of left) this.#numbers[this.#length++] = place(this.#words, word);
    for (const word of right) this.#numbers[this.#length++] = place(this.#words, word);
    this.count++;
  }

  write(file: string): void {
    const header = JSON.stringify({ words: [...this.#words.keys()], languages: [...this.#languages.keys()] });
    const text = new TextEncoder().encode(header);
    const lead = new Uint8Array(Math.ceil((text.length + 1) / 4) * 4).fill(32);
    lead.set(text);
    lead[lead.length - 1] = 10;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat([lead, new Uint8Array(this.#numbers.buffer, 0, this.#length * 4)]));
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#numbers.length) return;
    const larger = new Uint32Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

export function readPairs(file: string): Pairs {
  const bytes = readFileSync(file);
  const end = bytes.indexOf(10) + 1;
  const header = JSON.parse(bytes.toString("utf8", 0, end)) as { words: string[]; languages: string[] };
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset + end, bytes.byteOffset + bytes.length));
  const pairs: Pair[] = [];
  for (let at = 0; at < numbers.length; ) {
    const [kind, language, left, right] = numbers.subarray(at, at + 4) as unknown as [number, number, number, number];
    const query = numbers.subarray(at + 4, at + 4 + left);
    const passage = numbers.subarray(at + 4 + left, at + 4 + left + right);
    pairs.push({ kind: KINDS[kind]!, language: header.languages[language]!, query, passage });
    at += 4 + left + right;
  }
  return { words: header.words, pairs };
}

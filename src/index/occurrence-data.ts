/**
 * Identifiers with their lines as bytes. Compressed with zstd: for each name its length in bytes, its UTF-8, the number of
 * its lines and the distances between them, all numbers as little-endian groups of seven bits.
 */
import type { Occurrences } from "../syntax/file-syntax.ts";

export function packOccurrences({ names, counts, lines }: Occurrences): Uint8Array {
  const bytes = new Writer();
  let next = 0;
  for (const [at, name] of names.entries()) {
    bytes.text(name);
    const count = counts[at]!;
    bytes.number(count);
    let before = 0;
    for (const end = next + count; next < end; next++) {
      const line = lines[next]!;
      bytes.number(line - before);
      before = line;
    }
  }
  return Bun.zstdCompressSync(bytes.all, { level: 1 });
}

/** The 1-based lines of one name; empty when it does not occur. */
export function linesOf(data: Uint8Array, name: string): number[] {
  const wanted = new TextEncoder().encode(name);
  const bytes = new Reader(Bun.zstdDecompressSync(data));
  while (!bytes.isAtEnd) {
    const isIt = bytes.isNext(bytes.number(), wanted);
    let count = bytes.number();
    const found: number[] = [];
    for (let line = 0; count > 0; count--) {
      line += bytes.number();
      if (isIt) found.push(line);
    }
    if (isIt) return found;
  }
  return [];
}

/** Every name with its lines. */
export function unpackOccurrences(data: Uint8Array): Map<string, number[]> {
  const bytes = new Reader(Bun.zstdDecompressSync(data));
  const all = new Map<string, number[]>();
  while (!bytes.isAtEnd) {
    const name = bytes.text(bytes.number());
    const lines: number[] = [];
    let line = 0;
    for (let count = bytes.number(); count > 0; count--) {
      line += bytes.number();
      lines.push(line);
    }
    all.set(name, lines);
  }
  return all;
}

/** Calls back with every name and the number of its lines; for callers who look at very many texts. */
export function countOccurrences(data: Uint8Array, visit: (name: string, lines: number) => void): void {
  const bytes = new Reader(Bun.zstdDecompressSync(data));
  while (!bytes.isAtEnd) {
    const name = bytes.text(bytes.number());
    const count = bytes.number();
    for (let left = count; left > 0; left--) bytes.number();
    visit(name, count);
  }
}

class Writer {
  #buffer = new Uint8Array(4_096);
  #length = 0;

  get all(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#length);
  }

  number(value: number): void {
    this.#room(5);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#buffer[this.#length++] = (rest & 127) | 128;
    this.#buffer[this.#length++] = rest;
  }

  /** The number of bytes and the bytes; nearly every name is ASCII, where a character is a byte. */
  text(text: string): void {
    this.#room(5 + text.length);
    const start = this.#length;
    this.number(text.length);
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 127) {
        this.#length = start;
        this.#encoded(new TextEncoder().encode(text));
        return;
      }
      this.#buffer[this.#length++] = code;
    }
  }

  #encoded(bytes: Uint8Array): void {
    this.number(bytes.length);
    this.#room(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const larger = new Uint8Array(2 * (this.#length + more));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  text(length: number): string {
    this.#at += length;
    return new TextDecoder().decode(this.#bytes.subarray(this.#at - length, this.#at));
  }

  /** Passes over `length` bytes and says whether they are the given ones. */
  isNext(length: number, wanted: Uint8Array): boolean {
    const from = this.#at;
    this.#at += length;
    if (length !== wanted.length) return false;
    for (let at = 0; at < length; at++) if (this.#bytes[from + at] !== wanted[at]) return false;
    return true;
  }
}

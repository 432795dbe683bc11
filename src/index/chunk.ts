/**
 * Cuts a text into chunks along its symbols: declarations that are too long are cut where those within them begin and end,
 * short neighbours are joined. Chunks cover the text without overlap and never split a line, unless it alone is too long.
 */
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";

export interface Chunk {
  /** Offsets in UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** Names of the symbols whose names stand in it. */
  symbols: string[];
}

/** What measured best (reference figures: about 1,500 characters, no overlap). */
export const CHUNK_CHARS = 1_500;

/** @param tree without symbols for texts in languages without a grammar. */
export function chunksOf({ text, starts, roots, all }: SymbolTree, size = CHUNK_CHARS): Chunk[] {
  if (text.trim() === "") return [];
  const cutter = new Cutter(text, starts, size);
  const pieces = cutter.pieces(0, text.length, roots);
  const chunks: Chunk[] = [];
  let open: { start: number; end: number } | undefined;
  const close = () => {
    if (open && text.slice(open.start, open.end).trim() !== "") {
      chunks.push({
        ...open,
        startLine: cutter.lineOf(open.start) + 1,
        endLine: cutter.lineOf(open.end - 1) + 1,
        symbols: [],
      });
    }
    open = undefined;
  };
  for (const piece of pieces) {
    if (open && piece.end - open.start > size) close();
    open = { start: open?.start ?? piece.start, end: piece.end };
  }
  close();
  name(chunks, all);
  return chunks;
}

class Cutter {
  readonly #text: string;
  readonly #starts: readonly number[];
  readonly #size: number;

  constructor(text: string, starts: readonly number[], size: number) {
    this.#text = text;
    this.#starts = starts;
    this.#size = size;
  }

  /** Index of the line that holds an offset. */
  lineOf(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Pieces from `from` to `to`, which are starts of lines or ends of the text, cut at the given symbols. */
  pieces(from: number, to: number, symbols: readonly TreeSymbol[]): { start: number; end: number }[] {
    if (to - from <= this.#size) return to > from ? [{ start: from, end: to }] : [];
    const pieces: { start: number; end: number }[] = [];
    let at = from;
    for (const symbol of [...symbols].sort((a, b) => a.declaration.start - b.declaration.start)) {
      const start = this.#lineStart((symbol.doc ?? symbol.declaration).start);
      const end = this.#lineEnd(symbol.declaration.end);
      if (start < at || end > to || end - start < 1) continue; // on a line with the one before, or outside of its parent
      pieces.push(...this.#lines(at, start));
      pieces.push(...this.pieces(start, end, symbol.children));
      at = end;
    }
    if (at === from) return this.#lines(from, to);
    pieces.push(...this.#lines(at, to));
    return pieces;
  }

  /** Whole lines up to the size; empty lines are where to cut first. */
  #lines(from: number, to: number): { start: number; end: number }[] {
    const pieces: { start: number; end: number }[] = [];
    let start = from;
    let lastBlank = from;
    for (let line = this.lineOf(from); start < to; line++) {
      const end = Math.min(to, this.#starts[line + 1] ?? this.#text.length);
      while (end - start > this.#size) {
        const lineStart = Math.max(start, this.#starts[line]!);
        const cut = lastBlank > start ? lastBlank : lineStart > start ? lineStart : end;
        pieces.push(...this.#split(start, cut));
        start = cut;
      }
      if (end >= to) break;
      if (this.#text.slice(this.#starts[line]!, end).trim() === "") lastBlank = end;
    }
    if (start < to) pieces.push({ start, end: to });
    return pieces;
  }

  /** What is too long is one line here, and is split between characters. */
  #split(start: number, end: number): { start: number; end: number }[] {
    const pieces: { start: number; end: number }[] = [];
    for (let at = start; at < end; ) {
      let next = Math.min(end, at + this.#size);
      if (next < end && /[\ud800-\udbff]/.test(this.#text[next - 1]!)) next--;
      pieces.push({ start: at, end: next });
      at = next;
    }
    return pieces;
  }

  #lineStart(offset: number): number {
    return this.#starts[this.lineOf(offset)] ?? 0;
  }

  #lineEnd(offset: number): number {
    return this.#starts[this.lineOf(Math.max(0, offset - 1)) + 1] ?? this.#text.length;
  }
}

/** Gives each chunk the names that are defined in it. */
function name(chunks: readonly Chunk[], symbols: readonly TreeSymbol[]): void {
  const sorted = [...symbols].sort((a, b) => a.nameSpan.start - b.nameSpan.start);
  let at = 0;
  for (const symbol of sorted) {
    while (at < chunks.length && chunks[at]!.end <= symbol.nameSpan.start) at++;
    const chunk = chunks[at];
    if (chunk && symbol.nameSpan.start >= chunk.start) chunk.symbols.push(symbol.name);
  }
}

/** What searches by words know of a content: the terms of each chunk, and the names of its symbols taken apart. */
import rawKinds from "#resources/retrieval/kinds.yaml";
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";
import type { SymbolTree } from "../syntax/tree.ts";
import type { Chunk } from "./chunk.ts";
import { TermCounts } from "./term-counts.ts";
import { ownName, TermMaker, term } from "./terms.ts";

export interface ContentTerms {
  /** Of each chunk: how many terms it has, repeated ones too, those of definitions aside. */
  lengths: Uint32Array;
  /** Of each chunk: where its part of `terms` and `counts` ends. */
  ends: Uint32Array;
  /** Different ones within a chunk. */
  terms: Uint32Array;
  /** How often the chunk has the term, 255 at most; for a definition how much it says, in hundredths. */
  counts: Uint8Array;
  /** Of each name of a symbol that says much: where its part of `nameStems` ends. */
  nameEnds: Uint32Array;
  nameStems: Uint32Array;
  /** How much that symbol says, in hundredths. */
  nameWeights: Uint8Array;
}

const KINDS = new Map(Object.entries(rawKinds as Readonly<Record<string, number>>));

/** What a symbol within another says, compared with one at the top. */
const NESTED = 0.75;

/** Names of symbols that say less than this are found by the text alone. */
const LEAST_WEIGHT = 0.5;

const MOST_COUNT = 255;

/** Made once, since every file needs them for a moment. */
const maker = new TermMaker();
const counts = new TermCounts();
let wideTerms = new Uint32Array(1 << 12);
let wideCounts = new Uint8Array(1 << 12);

export function contentTerms({ text, all }: SymbolTree, chunks: readonly Chunk[]): ContentTerms {
  const lengths = new Uint32Array(chunks.length);
  const ends = new Uint32Array(chunks.length);
  const names = new Map<string, number>();
  const nested = new Set(all.flatMap(({ children }) => children));
  const symbols = [...all].sort((a, b) => a.nameSpan.start - b.nameSpan.start);
  for (const { name, kind } of symbols) {
    const weight = weightOf(kind);
    if (weight >= LEAST_WEIGHT) names.set(ownName(name), Math.max(names.get(ownName(name)) ?? 0, weight));
  }
  let [size, next] = [0, 0];
  for (const [at, { start, end }] of chunks.entries()) {
    counts.clear();
    lengths[at] = maker.count(text, start, end, counts);
    while (next < symbols.length && symbols[next]!.nameSpan.start < start) next++;
    for (let symbol = symbols[next]; symbol && symbol.nameSpan.start < end; symbol = symbols[++next]) {
      const weight = Math.round(weightOf(symbol.kind) * (nested.has(symbol) ? NESTED : 1) * 100);
      const name = ownName(symbol.name);
      counts.raise(term("defined", name.toLowerCase()), weight);
      counts.raise(term("definedExactly", name), weight);
    }
    widen(size + counts.size);
    wideTerms.set(counts.terms, size);
    for (const count of counts.counts) wideCounts[size++] = Math.min(MOST_COUNT, count);
    ends[at] = size;
  }
  return { lengths, ends, terms: wideTerms.slice(0, size), counts: wideCounts.slice(0, size), ...nameTerms(names) };
}

/** What a symbol of this kind says, from 0 to 1. */
function weightOf(kind: string): number {
  return KINDS.get(kind) ?? KINDS.get("other")!;
}

function widen(size: number): void {
  if (size <= wideTerms.length) return;
  const length = 2 ** Math.ceil(Math.log2(size));
  const [terms, many] = [wideTerms, wideCounts];
  wideTerms = new Uint32Array(length);
  wideCounts = new Uint8Array(length);
  wideTerms.set(terms);
  wideCounts.set(many);
}

function nameTerms(names: ReadonlyMap<string, number>) {
  const nameEnds = new Uint32Array(names.size);
  const nameWeights = new Uint8Array(names.size);
  const stems: number[] = [];
  let at = 0;
  for (const [name, weight] of names) {
    for (const word of new Set(words(name).map(stem))) stems.push(term("stem", word));
    nameEnds[at] = stems.length;
    nameWeights[at++] = Math.round(weight * 100);
  }
  return { nameEnds, nameStems: Uint32Array.from(stems), nameWeights };
}

/** As bytes: four lengths, the numbers of 32 bits, then the bytes; little-endian. */
export function packTerms(terms: ContentTerms): Uint8Array {
  const { lengths, ends, terms: all, counts, nameEnds, nameStems, nameWeights } = terms;
  const head = Uint32Array.of(lengths.length, all.length, nameEnds.length, nameStems.length);
  const words32 = [head, lengths, ends, all, nameEnds, nameStems];
  const bytes = new Uint8Array(
    words32.reduce((sum, part) => sum + part.byteLength, 0) + counts.length + nameWeights.length,
  );
  let at = 0;
  for (const part of [...words32, counts, nameWeights]) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

export function unpackTerms(bytes: Uint8Array): ContentTerms {
  const copy = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const at32 = (start: number, length: number) => new Uint32Array(copy.buffer, copy.byteOffset + start * 4, length);
  const [chunks = 0, size = 0, names = 0, stems = 0] = at32(0, 4);
  let next = 4;
  const take = (length: number) => {
    const part = at32(next, length);
    next += length;
    return part;
  };
  const [lengths, ends, terms] = [take(chunks), take(chunks), take(size)];
  const [nameEnds, nameStems] = [take(names), take(stems)];
  const counts = copy.subarray(next * 4, next * 4 + size);
  const nameWeights = copy.subarray(next * 4 + size, next * 4 + size + names);
  return { lengths, ends, terms, counts, nameEnds, nameStems, nameWeights };
}

/** What searches by words know of a content: the terms of each chunk, and the names of its symbols taken apart. */
import rawKinds from "#resources/retrieval/kinds.yaml";
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";
import type { SymbolTree } from "../syntax/tree.ts";
import type { Chunk } from "./chunk.ts";
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

const maker = new TermMaker();

export function contentTerms({ text, all }: SymbolTree, chunks: readonly Chunk[]): ContentTerms {
  const counts = chunks.map(() => new Map<number, number>());
  const lengths = Uint32Array.from(chunks, (chunk, at) => maker.count(text.slice(chunk.start, chunk.end), counts[at]!));
  const names = new Map<string, number>();
  const nested = new Set(all.flatMap(({ children }) => children));
  let at = 0;
  for (const symbol of [...all].sort((a, b) => a.nameSpan.start - b.nameSpan.start)) {
    while (at < chunks.length && chunks[at]!.end <= symbol.nameSpan.start) at++;
    const kind = KINDS.get(symbol.kind) ?? KINDS.get("other")!;
    const name = ownName(symbol.name);
    if (kind >= LEAST_WEIGHT) names.set(name, Math.max(names.get(name) ?? 0, kind));
    const chunk = chunks[at];
    if (!chunk || symbol.nameSpan.start < chunk.start) continue;
    const weight = Math.round(kind * (nested.has(symbol) ? NESTED : 1) * 100);
    for (const one of [term("defined", name.toLowerCase()), term("definedExactly", name)]) {
      counts[at]!.set(one, Math.max(counts[at]!.get(one) ?? 0, weight));
    }
  }
  const ends = new Uint32Array(chunks.length);
  let size = 0;
  for (const [place, { size: different }] of counts.entries()) {
    size += different;
    ends[place] = size;
  }
  const terms = new Uint32Array(size);
  const many = new Uint8Array(size);
  let next = 0;
  for (const chunk of counts) {
    for (const [one, count] of chunk) {
      terms[next] = one;
      many[next++] = Math.min(MOST_COUNT, count);
    }
  }
  return { lengths, ends, terms, counts: many, ...nameTerms(names) };
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

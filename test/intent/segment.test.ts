/** Postings against a plain map, over chunks made at random. */
import { describe, expect, test } from "bun:test";
import { seeded } from "../../scripts/corpus.ts";
import { Segment } from "../../src/intent/segment.ts";

type Plain = Map<number, { chunks: number[]; counts: number[] }>;

/** @param vocabulary how many terms there are to take from. */
function randomSegment(seed: number, chunks: number, most: number, vocabulary: number) {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  // Terms that share their last bits meet in the table.
  const known = Array.from({ length: vocabulary }, (_, at) => (at % 3 === 0 ? at << 20 : below(2 ** 32)) >>> 0);
  const [terms, counts, ends]: [number[], number[], number[]] = [[], [], []];
  const plain: Plain = new Map();
  for (let chunk = 0; chunk < chunks; chunk++) {
    const own = new Set(Array.from({ length: below(most + 1) }, () => known[below(vocabulary)]!));
    for (const term of own) {
      const count = below(256);
      terms.push(term);
      counts.push(count);
      const postings = plain.get(term) ?? { chunks: [], counts: [] };
      postings.chunks.push(chunk);
      postings.counts.push(count);
      plain.set(term, postings);
    }
    ends.push(terms.length);
  }
  return { segment: new Segment(Uint32Array.from(terms), Uint8Array.from(counts), Uint32Array.from(ends)), plain };
}

function listed(segment: Segment, term: number) {
  const { chunks, counts } = segment.postings(term);
  return { chunks: [...chunks], counts: [...counts] };
}

describe("postings", () => {
  const shapes = [
    { chunks: 0, most: 0, vocabulary: 1 },
    { chunks: 1, most: 5, vocabulary: 5 },
    { chunks: 300, most: 40, vocabulary: 60 }, // each in many chunks
    { chunks: 200, most: 200, vocabulary: 100_000 }, // nearly all of them different, so that the table grows
    { chunks: 2_000, most: 30, vocabulary: 3_000 },
  ];
  for (const [seed, { chunks, most, vocabulary }] of shapes.entries()) {
    test(`of ${chunks} chunks with ${vocabulary} terms are those of a plain map`, () => {
      const { segment, plain } = randomSegment(seed + 1, chunks, most, vocabulary);
      expect(segment.size).toBe(chunks);
      for (const [term, postings] of plain) expect(listed(segment, term)).toEqual(postings);
      for (let at = 0; at < 2_000; at++) {
        const term = (at * 2_654_435_761) >>> 0;
        if (!plain.has(term)) expect(segment.postings(term).chunks).toHaveLength(0);
      }
    });
  }

  test("the table grows as often as it has to", () => {
    const terms = Uint32Array.from({ length: 50_000 }, (_, at) => at);
    const segment = new Segment(terms, new Uint8Array(50_000).fill(7), Uint32Array.of(20_000, 20_000, 50_000));
    expect(listed(segment, 0)).toEqual({ chunks: [0], counts: [7] });
    for (const term of terms) {
      if (segment.postings(term).chunks[0] !== (term < 20_000 ? 0 : 2)) throw new Error(`term ${term}`);
    }
    expect(segment.postings(50_000).chunks).toHaveLength(0);
    expect(segment.bytes).toBeGreaterThan(50_000 * 7);
  });
});

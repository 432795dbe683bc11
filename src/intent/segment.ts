/** Postings of some chunks: for each term which of them have it, and how often. Made at once and never changed. */

/** Chunks of a segment at most: their places have 16 bits. */
export const SEGMENT_CHUNKS = 1 << 16;

export interface Postings {
  /** Places of chunks in the segment, rising. */
  chunks: Uint16Array;
  counts: Uint8Array;
}

const FREE = -1;

export class Segment {
  /** Number of chunks. */
  readonly size: number;
  readonly #mask: number;
  /** Open addressing: the place of a term in `#terms`, or FREE. */
  readonly #slots: Int32Array;
  readonly #terms: Uint32Array;
  /** Where the postings of a term begin in `chunks` and `counts`, by its place; one more at the end. */
  readonly starts: Uint32Array;
  /** Of all postings: places of chunks in the segment, rising within a term. */
  readonly chunks: Uint16Array;
  readonly counts: Uint8Array;

  /** @param ends of each chunk: where its part of `terms` and `counts` ends; a chunk has a term once. */
  constructor(terms: Uint32Array, counts: Uint8Array, ends: Uint32Array) {
    this.size = ends.length;
    let capacity = 1 << 10;
    while (capacity < terms.length / 2) capacity <<= 1;
    let slots = new Int32Array(capacity).fill(FREE);
    let known = new Uint32Array(capacity >> 1);
    let frequencies = new Uint32Array(capacity >> 1);
    let different = 0;
    const places = new Uint32Array(terms.length);
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at]!;
      let slot = slotOf(term, slots, known);
      if (slots[slot] === FREE) {
        if (different === known.length) {
          ({ slots, known } = grown(known));
          const more = new Uint32Array(known.length);
          more.set(frequencies);
          frequencies = more;
          slot = slotOf(term, slots, known);
        }
        known[different] = term;
        slots[slot] = different++;
      }
      const place = slots[slot]!;
      places[at] = place;
      frequencies[place]!++;
    }
    const starts = new Uint32Array(different + 1);
    for (let place = 0; place < different; place++) starts[place + 1] = starts[place]! + frequencies[place]!;
    const next = starts.slice(0, different);
    this.chunks = new Uint16Array(terms.length);
    this.counts = new Uint8Array(terms.length);
    let at = 0;
    for (let chunk = 0; chunk < ends.length; chunk++) {
      for (const end = ends[chunk]!; at < end; at++) {
        const to = next[places[at]!]!++;
        this.chunks[to] = chunk;
        this.counts[to] = counts[at]!;
      }
    }
    this.#slots = slots;
    this.#mask = slots.length - 1;
    this.#terms = known.slice(0, different);
    this.starts = starts;
  }

  /** Bytes held. */
  get bytes(): number {
    return (
      this.#slots.byteLength +
      this.#terms.byteLength +
      this.starts.byteLength +
      this.chunks.byteLength +
      this.counts.byteLength
    );
  }

  /** The place of a term; below 0 when no chunk has it. */
  placeOf(term: number): number {
    let slot = spread(term) & this.#mask;
    let place = this.#slots[slot]!;
    while (place !== FREE && this.#terms[place] !== term) {
      slot = (slot + 1) & this.#mask;
      place = this.#slots[slot]!;
    }
    return place;
  }

  postings(term: number): Postings {
    const place = this.placeOf(term);
    const [start, end] = place < 0 ? [0, 0] : [this.starts[place]!, this.starts[place + 1]!];
    return { chunks: this.chunks.subarray(start, end), counts: this.counts.subarray(start, end) };
  }
}

function spread(term: number): number {
  return term ^ (term >>> 15);
}

/** The slot that holds a term, or the free one where it belongs. */
function slotOf(term: number, slots: Int32Array, known: Uint32Array): number {
  const mask = slots.length - 1;
  let slot = spread(term) & mask;
  while (slots[slot] !== FREE && known[slots[slot]!] !== term) slot = (slot + 1) & mask;
  return slot;
}

function grown(full: Uint32Array): { slots: Int32Array<ArrayBuffer>; known: Uint32Array<ArrayBuffer> } {
  const known = new Uint32Array(full.length * 2);
  known.set(full);
  const slots = new Int32Array(known.length * 2).fill(FREE);
  for (let place = 0; place < full.length; place++) slots[slotOf(full[place]!, slots, known)] = place;
  return { slots, known };
}

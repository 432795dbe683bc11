/** The chunks whose vectors are nearest to a query's, by whichever way is fastest for so many. */

import { VEC0_MOST_K } from "../store/vec0-table.ts";
import { encodeVector, rowBytes, similarity, type VectorShape } from "../store/vector-code.ts";
import type { NumberFilter, VectorBlock, VectorFilter, VectorMark, VectorTable } from "../store/vector-table.ts";
import { Best } from "./best.ts";
import { createKernel, type Kernel } from "./kernel.ts";
import { type Form, fitsMemory, VectorMemory } from "./vector-memory.ts";

export interface Neighbour {
  chunk: number;
  /** Cosine of query and vector: 1 for the same direction, down to -1. */
  score: number;
}

/**
 * `vec0`: sqlite-vec answers. `memory`: all vectors are in memory. `shortlist`: their signs are, and the best by them are
 * looked at whole; the only way that may miss a neighbour. `table`: every row is read.
 */
export type Way = "vec0" | "memory" | "shortlist" | "table";

/**
 * Up to so many numbers (vectors by dimensions: 1,000 of 256) `vec0` answers, so that small projects hold no copy. Beyond, a
 * search by intent, which asks for 200 neighbours, would take most of its time there: of 6,600 vectors of 256 bytes `vec0`
 * gives 10 in 8.6 ms and 200 in 40 ms, the copy in 1.0 and 2.3 ms (one run on a busy machine; `scripts/bench/vectors.ts`).
 */
export const VEC0_MOST_NUMBERS = 1_000 * 256;

/** Chunks that are looked at whole when only signs are in memory: so many, or this multiple of `k`. */
const SHORTLIST = 2_000;
const SHORTLIST_PER_NEIGHBOUR = 20;

/** Which way to take for `k` of `count` vectors, with so many megabytes for them in memory. */
export function wayFor(table: Pick<VectorTable, "kind" | "shape">, count: number, k: number, megabytes: number): Way {
  const hasVec0 = table.kind === "vec0" && k <= VEC0_MOST_K;
  if (hasVec0 && count * table.shape.dimensions <= VEC0_MOST_NUMBERS) return "vec0";
  if (fitsMemory(count, table.shape, "whole", megabytes)) return "memory";
  if (shortlistFor(k) < count / 4 && fitsMemory(count, table.shape, "signs", megabytes)) return "shortlist";
  return hasVec0 ? "vec0" : "table";
}

function shortlistFor(k: number): number {
  return Math.max(SHORTLIST, SHORTLIST_PER_NEIGHBOUR * k);
}

export interface NearestOptions {
  /** The setting `index.vector_cache_mb`. */
  cacheMegabytes: number;
  /** Makes the kernels, in tests another one. */
  kernel?: () => Kernel;
}

/** Searches one table; keeps a copy of it in memory where that pays, in step with what any process writes. */
export class Nearest implements Disposable {
  readonly #table: VectorTable;
  readonly #cacheMegabytes: number;
  readonly #kernel: () => Kernel;
  #copy: { memory: VectorMemory; mark: VectorMark } | undefined;
  /** Holds one block at a time while a table is read. */
  #window: VectorMemory | undefined;

  constructor(table: VectorTable, { cacheMegabytes, kernel = createKernel }: NearestOptions) {
    this.#table = table;
    this.#cacheMegabytes = cacheMegabytes;
    this.#kernel = kernel;
  }

  /** Memory held, in bytes. */
  get heldBytes(): number {
    return (this.#copy?.memory.bytes ?? 0) + (this.#window?.bytes ?? 0);
  }

  /**
   * The `k` chunks nearest to `query` among those that pass the filter, the nearest first; of equally near ones that with
   * the lower id. Fewer when fewer pass.
   * @throws Unavailable when the query has another number of dimensions, or holds NaN, an infinity or only zeros.
   */
  nearest(query: Float32Array, k: number, filter: VectorFilter = {}): Neighbour[] {
    if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number from 1 on, not ${k}.`);
    const table = this.#table;
    const encoded = encodeVector(query, table.shape, "the query");
    return table.read(() => {
      const count = table.count();
      const numbered = table.numbered(filter);
      const way = wayFor(table, count, k, this.#cacheMegabytes);
      if (way === "vec0" || way === "table") this.#copy = undefined;
      if (count === 0 || !numbered) return [];
      return this.#search(way, encoded, Math.min(k, count), numbered);
    });
  }

  [Symbol.dispose](): void {
    this.#copy = undefined;
    this.#window = undefined;
  }

  #search(way: Way, query: Uint8Array, k: number, filter: NumberFilter): Neighbour[] {
    const table = this.#table;
    if (way === "vec0") {
      const candidates = table.candidates(query, k, filter);
      if (candidates) return ranked(query, table.rows(candidates), table.shape, k);
    }
    if (way === "memory") {
      const memory = this.#inStep("whole");
      const best = new Best(k, memory.margin);
      memory.search(query, filter, best);
      const { chunks, scores } = best.kept();
      if (memory.margin === 0) return ordered(chunks, scores, k);
      return ranked(query, table.rows(chunks), table.shape, k);
    }
    if (way === "shortlist") {
      const best = new Best(shortlistFor(k), 0);
      this.#inStep("signs").search(query, filter, best);
      return ranked(query, table.rows(best.kept().chunks), table.shape, k);
    }
    this.#window ??= new VectorMemory(table.shape, "whole", this.#kernel());
    const best = new Best(k, this.#window.margin);
    for (const block of table.blocks()) {
      this.#window.clear();
      this.#window.append(block);
      this.#window.search(query, filter, best);
    }
    return ranked(query, table.rows(best.kept().chunks), table.shape, k);
  }

  /** The copy, with everything that was written since it was last used. */
  #inStep(form: Form): VectorMemory {
    const table = this.#table;
    const copy = this.#copy;
    const { mark, chunks } = table.changesSince(copy?.mark);
    if (!copy || copy.memory.form !== form || chunks === "all" || copy.memory.isWorn) {
      this.#copy = undefined; // what was held goes before as much is taken again
      this.#window = undefined;
      const memory = new VectorMemory(table.shape, form, this.#kernel());
      memory.reserve(table.count());
      for (const block of table.blocks()) memory.append(block);
      this.#copy = { memory, mark };
      return memory;
    }
    if (chunks.length > 0) {
      copy.memory.remove(new Set(chunks));
      copy.memory.append(table.rows(chunks));
      copy.mark = mark;
    }
    return copy.memory;
  }
}

/** Rows by their exact scores, so that every way gives the same order. */
function ranked(query: Uint8Array, rows: VectorBlock, shape: VectorShape, k: number): Neighbour[] {
  const size = rowBytes(shape);
  const scores = Array.from(rows.chunk, (_, at) =>
    similarity(query, rows.bytes.subarray(at * size, (at + 1) * size), shape.encoding),
  );
  return ordered([...rows.chunk], scores, k);
}

function ordered(chunks: readonly number[], scores: readonly number[], k: number): Neighbour[] {
  return chunks
    .map((chunk, at) => ({ chunk, score: scores[at]! }))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, k);
}

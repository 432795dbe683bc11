/**
 * What every table of vectors offers, whatever it is made of. What is called a chunk here is a chunk of one file: the index
 * hands over ids of documents.
 */
import type { VectorShape } from "./vector-code.ts";

/** One chunk's vector, with what searches filter by. */
export interface VectorRow {
  /** Id of the chunk, a whole number. */
  chunk: number;
  /** Number of its file. */
  file: number;
  /** `source`, `test`, `docs`, ... */
  role: string;
  /** Id of its language; empty where none is known. */
  language: string;
  vector: Float32Array;
}

/** Which chunks count: all conditions that are given must hold. An empty list lets nothing through. */
export interface VectorFilter {
  roles?: readonly string[];
  languages?: readonly string[];
  /** Numbers of files: what a path scope comes to. */
  files?: readonly number[];
}

/** A filter in the numbers by which a table knows roles and languages. */
export type NumberFilter = Partial<Record<FilterColumn, readonly number[]>>;
export const FILTER_COLUMNS = ["file", "role", "language"] as const;
export type FilterColumn = (typeof FILTER_COLUMNS)[number];

/** Rows of a table side by side: `chunk[i]` belongs to the i-th `rowBytes(shape)` bytes of `bytes`. */
export interface VectorBlock extends Record<"chunk" | FilterColumn, Float64Array> {
  bytes: Uint8Array;
}

/** What changed since a mark: these chunks (added, replaced or gone), or too much to tell. */
export interface VectorChanges {
  mark: VectorMark;
  chunks: readonly number[] | "all";
}

/** A state of a table. A number alone would not do: a transaction that is rolled back gives its numbers to the next. */
export interface VectorMark {
  number: number;
  stamp: number;
}

export interface VectorTable {
  /** `vec0`: sqlite-vec's own; `plain`: one row of bytes for each chunk. */
  readonly kind: "vec0" | "plain";
  readonly shape: VectorShape;
  /** Runs `work` on one state of the database, whatever others write meanwhile. */
  read<Result>(work: () => Result): Result;
  /**
   * Adds vectors, or replaces those of chunks that have one; in the caller's transaction, or one of its own. All or none.
   * @throws Unavailable when a vector does not fit: other dimensions, NaN, an infinity, only zeros.
   */
  insert(rows: readonly VectorRow[]): void;
  /** Takes vectors away; chunks that have none are passed over. */
  delete(chunks: readonly number[]): void;
  clear(): void;
  /**
   * How many vectors there are; fast.
   * @throws Unavailable when the table was made anew with another shape, by whatever process.
   */
  count(): number;
  /** A filter in numbers; undefined when nothing can pass it. */
  numbered(filter: VectorFilter): NumberFilter | undefined;
  /** Every row, in blocks of about a thousand. A block is valid until the next one. */
  blocks(): Iterable<VectorBlock>;
  /** The rows of those chunks that have a vector, in any order. */
  rows(chunks: readonly number[]): VectorBlock;
  changesSince(mark: VectorMark | undefined): VectorChanges;
  /**
   * Chunks among which the `k` nearest to an encoded query surely are, in any order; undefined when the table cannot tell,
   * and its rows must be read.
   */
  candidates(query: Uint8Array, k: number, filter: NumberFilter): number[] | undefined;
}

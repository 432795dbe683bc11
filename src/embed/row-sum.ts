/** Adds up rows of a table of bytes: with WebAssembly SIMD, or in plain code without it. */
import { SUM } from "./_sum.gen.ts";

/** Rows are a multiple of so many bytes long. */
export const ROW_STEP = 32;

/** The most rows that are added up at once; of longer lists the rest is added to their sum. */
const MOST_ROWS = 4_096;

const PAGE_BYTES = 65_536;

/**
 * The sum of rows, each times its factor.
 * @param ids which rows, `factors` as many numbers.
 */
export type RowSum = (ids: readonly number[], factors: readonly number[]) => Float32Array;

/** @param table rows of `size` bytes each, `size` being a multiple of `ROW_STEP`. */
export function rowSum(table: Int8Array, size: number): RowSum {
  return simdRowSum(table, size) ?? plainRowSum(table, size);
}

/** Undefined where WebAssembly or its SIMD instructions are missing. Keeps a copy of the table in its own memory. */
export function simdRowSum(table: Int8Array, size: number): RowSum | undefined {
  let instance: WebAssembly.Instance;
  try {
    instance = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.fromBase64(SUM)));
  } catch {
    return undefined; // the plain code gives the same sums, to their last bits
  }
  const { memory, sum } = instance.exports as unknown as {
    memory: WebAssembly.Memory;
    sum(table: number, size: number, ids: number, factors: number, count: number, out: number): void;
  };
  const factorsAt = MOST_ROWS * 4;
  const outAt = factorsAt + MOST_ROWS * 4;
  const tableAt = outAt + size * 4;
  memory.grow(Math.ceil((tableAt + table.length) / PAGE_BYTES));
  new Int8Array(memory.buffer, tableAt).set(table);
  const idsView = new Uint32Array(memory.buffer, 0, MOST_ROWS);
  const factorsView = new Float32Array(memory.buffer, factorsAt, MOST_ROWS);
  const outView = new Float32Array(memory.buffer, outAt, size);
  return (ids, factors) => {
    let total: Float32Array | undefined;
    for (let from = 0; from < ids.length || !total; from += MOST_ROWS) {
      const count = Math.min(MOST_ROWS, ids.length - from);
      for (let at = 0; at < count; at++) {
        idsView[at] = ids[from + at]!;
        factorsView[at] = factors[from + at]!;
      }
      sum(tableAt, size, 0, factorsAt, count, outAt);
      if (!total) total = outView.slice();
      else for (let at = 0; at < size; at++) total[at]! += outView[at]!;
    }
    return total;
  };
}

/** Slower; the same sums, to their last bits. */
export function plainRowSum(table: Int8Array, size: number): RowSum {
  return (ids, factors) => {
    const total = new Float32Array(size);
    for (const [index, id] of ids.entries()) {
      const [base, factor] = [id * size, Math.fround(factors[index]!)];
      for (let at = 0; at < size; at++) total[at]! += Math.fround(factor * table[base + at]!);
    }
    return total;
  };
}

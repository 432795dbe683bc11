import { expect, test } from "bun:test";
import { plainRowSum, type RowSum, simdRowSum } from "../../src/embed/row-sum.ts";

const SIZE = 64;
const table = Int8Array.from({ length: 300 * SIZE }, (_, at) => ((at * 2_654_435_761) >>> 7) & 255);
const both: [string, RowSum][] = [
  ["simd", simdRowSum(table, SIZE)!],
  ["plain", plainRowSum(table, SIZE)],
];

test.each(both)("%s adds up rows times their factors", (_, sum) => {
  const total = sum([3, 299, 0], [0.5, -2, 1]);
  for (let at = 0; at < SIZE; at++) {
    expect(total[at]!).toBe(0.5 * table[3 * SIZE + at]! - 2 * table[299 * SIZE + at]! + table[at]!);
  }
});

test.each(both)("%s gives zeros for no rows, and nothing of the call before", (_, sum) => {
  sum([1, 2], [3, 4]);
  expect(sum([], [])).toEqual(new Float32Array(SIZE));
});

test("both agree to the last bits, also for more rows than are added up at once", () => {
  const ids = Array.from({ length: 9_000 }, (_, at) => (at * 7) % 300);
  const factors = ids.map((id) => 1 / (id + 3));
  const [simd, plain] = both.map(([, sum]) => sum(ids, factors));
  for (let at = 0; at < SIZE; at++) expect(simd![at]! / plain![at]!).toBeCloseTo(1, 3);
});

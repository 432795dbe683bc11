import { expect, test } from "bun:test";
import { pageRank } from "../../src/index/page-rank.ts";

/** @param edges [from, to, weight], sorted by start. */
function ranked(size: number, edges: readonly [number, number, number][], start?: number[]) {
  const offsets = new Uint32Array(size + 1);
  for (const [from] of edges) offsets[from + 1]! += 1;
  for (let node = 0; node < size; node++) offsets[node + 1]! += offsets[node]!;
  const targets = Uint32Array.from(edges, ([, to]) => to);
  const weights = Float64Array.from(edges, ([, , weight]) => weight);
  return pageRank({ offsets, targets, weights }, Float64Array.from(start ?? Array(size).fill(1 / size)));
}

const sum = (ranks: Float64Array) => ranks.reduce((a, b) => a + b, 0);

test("what all lead to ranks highest, and ranks add up to 1", () => {
  const ranks = ranked(4, [
    [0, 3, 5],
    [1, 3, 5],
    [2, 1, 5],
  ]);
  expect(sum(ranks)).toBeCloseTo(1, 9);
  expect([...ranks.keys()].sort((a, b) => ranks[b]! - ranks[a]!).slice(0, 2)).toEqual([3, 1]);
});

test("two that lead only to each other do not keep what comes to them, where little joins them", () => {
  const weak = ranked(4, [
    [0, 1, 5],
    [1, 2, 0.05],
    [2, 1, 0.05],
    [3, 1, 5],
  ]);
  const strong = ranked(4, [
    [0, 1, 5],
    [1, 2, 50],
    [2, 1, 50],
    [3, 1, 5],
  ]);
  expect(weak[2]!).toBeLessThan(strong[2]! / 1.5);
});

test("the start says who counts", () => {
  const ranks = ranked(
    4,
    [
      [0, 2, 5],
      [1, 3, 5],
    ],
    [0.9, 0.1, 0, 0],
  );
  expect(ranks[2]!).toBeGreaterThan(5 * ranks[3]!);
});

test("nothing leads anywhere: each keeps its start", () => {
  expect([...ranked(2, [], [0.25, 0.75])]).toEqual([0.25, 0.75]);
});

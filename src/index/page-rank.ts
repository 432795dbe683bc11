/** Ranks the nodes of a graph by how much the others lead to them (PageRank with a personal start). */

/** Edges by their start: those of node n are at `offsets[n]` up to `offsets[n + 1]`. */
export interface Graph {
  offsets: Uint32Array;
  targets: Uint32Array;
  /** Above 0. */
  weights: Float64Array;
}

/** How often one goes on along an edge, and does not start anew: low, so that few files at the end of a path do not keep all. */
const DAMPING = 0.7;
const ROUNDS = 30;

/** A node whose edges weigh no more than this leads on half as often: little evidence moves little. */
const LITTLE = 1;

/** @param start how likely one starts at each node; of sum 1. @returns ranks of sum 1. */
export function pageRank({ offsets, targets, weights }: Graph, start: Float64Array): Float64Array {
  const size = start.length;
  const sums = new Float64Array(size);
  for (let node = 0; node < size; node++) {
    for (let at = offsets[node]!; at < offsets[node + 1]!; at++) sums[node]! += weights[at]!;
  }
  let ranks = start.slice();
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(size);
    let lost = 0; // of nodes that lead nowhere, or hardly
    for (let node = 0; node < size; node++) {
      lost += (ranks[node]! * LITTLE) / (sums[node]! + LITTLE);
      const share = (DAMPING * ranks[node]!) / (sums[node]! + LITTLE);
      for (let at = offsets[node]!; at < offsets[node + 1]!; at++) next[targets[at]!]! += share * weights[at]!;
    }
    const anew = 1 - DAMPING + DAMPING * lost;
    for (let node = 0; node < size; node++) next[node]! += anew * start[node]!;
    ranks = next;
  }
  return ranks;
}

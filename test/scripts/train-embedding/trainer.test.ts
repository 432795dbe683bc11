import { expect, test } from "bun:test";
import { random, shuffle } from "../../../scripts/train-embedding/random.ts";
import { BATCH, type Batch, DIMENSIONS, Trainer } from "../../../scripts/train-embedding/trainer.ts";

/** Pairs that share one word of their own: what is to be learned is which words go together. */
function batch(): Batch {
  const text = (id: number) => ({
    ids: Uint16Array.of(id, 1_100 + ((id % BATCH) % 7)),
    factors: Float32Array.of(1, 1.5),
  });
  return {
    queries: Array.from({ length: BATCH }, (_, at) => text(at)),
    passages: Array.from({ length: BATCH }, (_, at) => text(BATCH + at)),
  };
}

function start(): Promise<Trainer> {
  const { next } = random(7);
  return Trainer.start(Float32Array.from({ length: 1_200 * DIMENSIONS }, () => (next() - 0.5) / 8));
}

test("the loss of a batch falls from that of guessing to nearly nothing", async () => {
  const trainer = await start();
  const losses = Array.from({ length: 40 }, (_, step) => trainer.step(batch(), step / 40));
  expect(losses[0]!).toBeGreaterThan(4);
  expect(losses.at(-1)!).toBeLessThan(losses[0]! / 3);
});

test("the same pairs give the same bits", async () => {
  const tables: string[] = [];
  for (let run = 0; run < 2; run++) {
    const trainer = await start();
    for (let step = 0; step < 3; step++) trainer.step(batch(), 0);
    tables.push(Bun.SHA256.hash(new Uint8Array(trainer.table.buffer), "hex"));
  }
  expect(tables[0]).toBe(tables[1]!);
});

test("the slopes are those of the loss: a small step along them changes it as much as they say", async () => {
  // The rate of the first steps is so small that the loss must fall with each of them, unless a slope points elsewhere.
  const trainer = await start();
  const losses = Array.from({ length: 12 }, () => trainer.step(batch(), 0));
  for (let at = 1; at < losses.length; at++) expect(losses[at]!).toBeLessThan(losses[at - 1]!);
});

test("random numbers and orders are those of the seed", () => {
  const draw = (seed: number) => Array.from({ length: 3 }, random(seed).next);
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(shuffle([1, 2, 3, 4, 5], random(3)).toSorted()).toEqual([1, 2, 3, 4, 5]);
});

/**
 * Trains the embedded embedding model. The steps, each with a folder outside of the repository as its first argument:
 *
 *   fetch.ts       brings the packages of corpus.lock.json (lock.ts makes that file anew from packages.yaml)
 *   mine.ts        pairs of queries and passages from their files
 *   vocabulary.ts  the words of the model
 *   train.ts       this one: the weights, from random numbers, with a fixed seed
 *   pack.ts        resources/embedding/model.bin
 *   measure.ts     how well it finds documented functions of packages that it has not seen
 *
 * `bun scripts/train-embedding/train.ts FOLDER [--epochs 1] [--steps N]`; the same pairs give the same bits everywhere.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Vocabulary } from "../../src/embed/vocabulary.ts";
import { lockedPackages } from "./lock-file.ts";
import { type Pair, readPairs } from "./pairs.ts";
import { Place } from "./place.ts";
import { type Random, random, shuffle } from "./random.ts";
import { TextStore } from "./text-store.ts";
import { BATCH, DIMENSIONS, Trainer } from "./trainer.ts";

const SEED = 20_261_130;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { epochs: { type: "string", default: "1" }, steps: { type: "string" }, out: { type: "string" } },
});
const place = new Place(positionals[0]!);
const { entries, texts, total } = JSON.parse(readFileSync(place.vocabulary, "utf8")) as {
  entries: string[];
  texts: number[];
  total: number;
};
const vocabulary = new Vocabulary(entries);
const dice = random(SEED);

const store = new TextStore(entries.length);
const packages = lockedPackages().flatMap(({ registry, name, isDev }) => {
  const file = place.pairs(registry, name);
  return isDev || !existsSync(file) ? [] : [load(file)];
});
console.log(`${packages.reduce((sum, { length }) => sum + length, 0)} pairs of ${packages.length} packages`);

const trainer = await Trainer.start(firstValues(random(SEED + 1)));
const epochs = Number(values.epochs);
const plan = Array.from({ length: Math.ceil(epochs) }, () => batches(dice)).flat();
const steps = Math.min(
  Number(values.steps ?? Number.POSITIVE_INFINITY),
  Math.floor((plan.length * epochs) / Math.ceil(epochs)),
);
const startedAt = performance.now();
let loss = 0;
for (let step = 0; step < steps; step++) {
  const batch = plan[step]!;
  loss += trainer.step(
    { queries: batch.map((pair) => store.text(pair * 2)), passages: batch.map((pair) => store.text(pair * 2 + 1)) },
    step / steps,
  );
  if (step % 100 === 99) {
    const each = (performance.now() - startedAt) / (step + 1);
    console.log(`step ${step + 1} of ${steps}: loss ${(loss / 100).toFixed(4)}, ${each.toFixed(0)} ms`);
    loss = 0;
  }
}
const table = trainer.table;
writeFileSync(values.out ?? place.weights, new Uint8Array(table.buffer));
console.log(`SHA-256 ${Bun.SHA256.hash(new Uint8Array(table.buffer), "hex")}`);

/** Places of the pairs of a package in the store. */
function load(file: string): number[] {
  const { words, pairs } = readPairs(file);
  const ids = words.map((word) => vocabulary.idsOf(word));
  return pairs.flatMap(({ query, passage }: Pair) => {
    const pair = store.add(query, passage, ids);
    return pair === undefined ? [] : [pair];
  });
}

/** Batches of one package each where it has enough pairs, the rest mixed, in random order. */
function batches(order: Random): number[][] {
  const found: number[][] = [];
  const rest: number[] = [];
  for (const pairs of packages) {
    const mixed = shuffle([...pairs], order);
    const whole = mixed.length - (mixed.length % BATCH);
    for (let at = 0; at < whole; at += BATCH) found.push(mixed.slice(at, at + BATCH));
    rest.push(...mixed.slice(whole));
  }
  shuffle(rest, order);
  for (let at = 0; at + BATCH <= rest.length; at += BATCH) found.push(rest.slice(at, at + BATCH));
  return shuffle(found, order);
}

/** Random rows, those of rare words longer. The sum of twelve even numbers is a bell curve by additions alone. */
function firstValues({ next }: Random): Float32Array {
  const values = new Float32Array(entries.length * DIMENSIONS);
  for (let row = 0; row < entries.length; row++) {
    const rarity = Math.fround(Math.log(1 + total / (1 + texts[row]!)));
    for (let at = 0; at < DIMENSIONS; at++) {
      let sum = -6;
      for (let count = 0; count < 12; count++) sum += next();
      values[row * DIMENSIONS + at] = (sum * rarity) / 16;
    }
  }
  return values;
}

/**
 * Learns the weights of search by intent from questions whose answers are known:
 * `bun scripts/train-ranking.ts --repos DIR --data DIR [--cache DIR] [--write]`.
 * Each question wants the files that answer it before all other candidates (softmax over the candidates, weights kept small).
 * Prints what weights learnt from four fifths of the repositories do on the last fifth; with `--write`, writes those that were
 * learnt from all of them into resources/retrieval/ranking.yaml. The result depends on the data alone.
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { staticEmbedder } from "../src/embed/static-embedder.ts";
import { FEATURES, type Feature } from "../src/intent/features.ts";
import { readQuestion } from "../src/intent/question.ts";
import { weighed } from "../src/intent/rank.ts";
import { RANKING } from "../src/intent/ranking.ts";
import { TestBed } from "./retrieval/bed.ts";
import { type FoundPlace, knownRepositories, marks, mean, type Target } from "./retrieval/questions.ts";

const FOLDS = 5;
const STEPS = 400;
const RATE = 0.3;
/** How strongly weights are kept small; there are few questions that are a name. */
const SHRINK = { name: 0.01, text: 0.003 };

type Model = keyof typeof SHRINK;
type Weights = Float64Array;

interface Example {
  repository: string;
  model: Model;
  targets: readonly Target[];
  /** A row for each candidate. */
  rows: Float64Array[];
  places: FoundPlace[];
  answers: boolean[];
}

const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    data: { type: "string" },
    cache: { type: "string" },
    write: { type: "boolean", default: false },
    without: { type: "string", multiple: true, default: [] },
  },
});
if (!values.repos || !values.data) throw new Error("Give --repos DIR and --data DIR.");

const embedder = await staticEmbedder();
const cache = values.cache ?? mkdtempSync(join(tmpdir(), "retrieval-"));
const repositories = knownRepositories(values.data, values.repos);
const examples: Example[] = [];
for (const repository of repositories) {
  const folder = join(cache, repository.name);
  mkdirSync(folder, { recursive: true });
  const bed = await TestBed.of(repository, folder, embedder);
  for (const { text, targets } of repository.questions) {
    const question = readQuestion(text);
    const meanings = await bed.meanings(text, embedder);
    const options = { lexicon: bed.lexicon, meanings, textOf: bed.textOf } as const;
    const candidates = weighed(question, { ...options, tests: "demote" });
    const places = candidates.map(({ best }) => bed.placeOf(best));
    examples.push({
      repository: repository.name,
      model: question.symbol === undefined ? "text" : "name",
      targets,
      rows: candidates.map(({ features }) => Float64Array.from(FEATURES, (feature) => features[feature])),
      places,
      answers: places.map((place) =>
        targets.some((target) => marks([place], [{ ...target, start: 1, end: 1e9 }]).hit5 > 0),
      ),
    });
  }
}

const folds = new Map(repositories.map(({ name }, at) => [name, at % FOLDS]));
const held: { repository: string; ndcg: number }[] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  const learnt = learn(examples.filter(({ repository }) => folds.get(repository) !== fold));
  for (const one of examples) {
    if (folds.get(one.repository) === fold) held.push({ repository: one.repository, ndcg: quality(one, learnt) });
  }
}
const learnt = learn(examples);
const own = examples.map((one) => ({ repository: one.repository, ndcg: quality(one, learnt) }));
console.log(
  `NDCG@10 by file: ${overall(held).toFixed(4)} on repositories that were held out, ${overall(own).toFixed(4)} on those learnt from`,
);
for (const model of ["name", "text"] as const) {
  console.log(`${model}: ${FEATURES.map((feature, at) => `${feature} ${learnt[model][at]!.toFixed(2)}`).join(", ")}`);
}
if (values.write) {
  const lines = (["name", "text"] as const).map((model) =>
    [`${model}:`, ...FEATURES.map((feature, at) => `  ${feature}: ${learnt[model][at]!.toFixed(2)}`)].join("\n"),
  );
  await Bun.write(
    join(import.meta.dir, "../resources/retrieval/ranking.yaml"),
    `# Weights of what speaks for a file (src/intent/features.ts), for questions that are a name and for those in words.\n# Written by scripts/train-ranking.ts; do not edit.\n${lines.join("\n")}\n# What a file's next chunk counts less than the one before.\nnext_chunk: ${RANKING.next_chunk}\n`,
  );
}

function overall(all: readonly { repository: string; ndcg: number }[]): number {
  return mean(
    [...Map.groupBy(all, ({ repository }) => repository).values()].map((some) => mean(some.map(({ ndcg }) => ndcg))),
  );
}

function learn(some: readonly Example[]): Record<Model, Weights> {
  return {
    name: descend(
      some.filter(({ model }) => model === "name"),
      SHRINK.name,
    ),
    text: descend(
      some.filter(({ model }) => model === "text"),
      SHRINK.text,
    ),
  };
}

/** Adam on the cross entropy between the answers and a softmax over the candidates. */
function descend(some: readonly Example[], shrink: number): Weights {
  const size = FEATURES.length;
  const [weights, first, second] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const off = new Set(values.without as Feature[]);
  const used = some.filter(({ answers }) => answers.includes(true));
  for (let step = 1; step <= STEPS; step++) {
    const gradient = new Float64Array(size);
    for (const { rows, answers } of used) {
      const sums = rows.map((row) => dot(row, weights));
      const most = Math.max(...sums);
      const shares = sums.map((sum) => Math.exp(sum - most));
      const all = shares.reduce((a, b) => a + b, 0);
      const right = answers.filter(Boolean).length;
      for (const [at, row] of rows.entries()) {
        const excess = shares[at]! / all - (answers[at] ? 1 / right : 0);
        for (let next = 0; next < size; next++) gradient[next]! += excess * row[next]!;
      }
    }
    for (const [at, feature] of FEATURES.entries()) {
      if (off.has(feature)) continue;
      const slope = gradient[at]! / used.length + shrink * weights[at]!;
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.99 * second[at]! + 0.01 * slope * slope;
      const [mild, wild] = [first[at]! / (1 - 0.9 ** step), second[at]! / (1 - 0.99 ** step)];
      weights[at]! -= (RATE * (1 - (0.9 * step) / STEPS) * mild) / (Math.sqrt(wild) + 1e-8);
    }
  }
  return weights;
}

function quality({ model, rows, places, targets }: Example, learnt: Record<Model, Weights>): number {
  const sums = rows.map((row) => dot(row, learnt[model]));
  const order = rows.map((_, at) => at).sort((a, b) => sums[b]! - sums[a]! || a - b);
  return marks(
    order.map((at) => places[at]!),
    targets,
  ).ndcg;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

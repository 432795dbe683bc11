/**
 * How well a model finds functions by their documentation in packages that it has not seen: `bun
 * scripts/train-embedding/measure.ts FOLDER [--model FILE] [--record]`. For each held-back package, every documented function (2,000 at
 * most) is looked for among all of them, its own name left out of the question: the mean reciprocal rank, 0 below rank 10.
 * `--record` writes resources/embedding/eval.json; what the retrieval benchmark says of the model is added there by hand.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { StaticModel } from "../../src/embed/static-model.ts";
import { lockedPackages } from "./lock-file.ts";
import { MODEL_FILE } from "./pack.ts";
import { readPairs } from "./pairs.ts";
import { Place } from "./place.ts";

const EVALUATION = join(import.meta.dir, "../../resources/embedding/eval.json");

const MOST_FUNCTIONS = 2_000;
const MOST_QUERIES = 400;
const RANKS = 10;

/** Mean reciprocal ranks by the package's language, and over all packages alike. */
export function measure(model: StaticModel, place: Place): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { registry, name, isDev } of lockedPackages()) {
    const file = place.pairs(registry, name);
    if (!isDev || !existsSync(file)) continue;
    const { words, pairs } = readPairs(file);
    const text = (ids: Uint32Array) => Array.from(ids, (id) => words[id]).join(" ");
    const pool = pairs.slice(0, MOST_FUNCTIONS);
    if (pool.length < 20) continue;
    const passages = pool.map(({ passage }) => model.embed(text(passage)));
    let sum = 0;
    const queries = pool.slice(0, MOST_QUERIES);
    for (const [index, { query }] of queries.entries()) {
      const asked = model.embed(text(query));
      if (!asked) continue;
      const own = dot(asked, passages[index]);
      const rank =
        1 +
        passages.reduce((count, passage, other) => count + (other !== index && dot(asked, passage) >= own ? 1 : 0), 0);
      if (rank <= RANKS) sum += 1 / rank;
    }
    found[`${pairs[0]!.language} ${name} (${queries.length} of ${pool.length})`] = sum / queries.length;
  }
  const all = Object.values(found);
  return { ...found, mean: all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length) };
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  if (!b) return -1;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** How many pairs there were to learn from, by language. */
function corpus(place: Place): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { registry, name, isDev } of lockedPackages()) {
    const file = place.pairs(registry, name);
    if (isDev || !existsSync(file)) continue;
    for (const { language } of readPairs(file).pairs) counts[language] = (counts[language] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort((a, b) => b[1] - a[1]));
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: "string", default: MODEL_FILE }, record: { type: "boolean", default: false } },
  });
  const bytes = new Uint8Array(readFileSync(values.model));
  const place = new Place(positionals[0]!);
  const found = measure(StaticModel.read(bytes), place);
  for (const [name, value] of Object.entries(found)) console.log(`${value.toFixed(3)}  ${name}`);
  if (values.record) {
    const rounded = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Number(value.toFixed(3))]));
    const sha256 = Bun.SHA256.hash(bytes, "hex");
    const evaluation = { sha256, reciprocalRanksOfHeldBackPackages: rounded, pairsByLanguage: corpus(place) };
    writeFileSync(EVALUATION, `${JSON.stringify(evaluation, null, 2)}\n`);
  }
}

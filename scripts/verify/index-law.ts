/**
 * Tries the law of the index, incremental = fresh: `bun scripts/verify/index-law.ts [--sequences 1000] [--seed N]`. Each
 * sequence changes a project 10 to 40 times at random, lets the index follow, and compares it with one that is made anew.
 * Prints the sequences that broke the law with what was done; exits 1 when there are any.
 */
import { parseArgs } from "node:util";
import { lawSequence } from "../../test/fixture/index-law.ts";

const { values } = parseArgs({
  options: { sequences: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const [sequences, first] = [Number(values.sequences), Number(values.seed)];
const startedAt = performance.now();
const total = { steps: 0, comparisons: 0, broken: 0 };
for (let seed = first; seed < first + sequences; seed++) {
  const { steps, comparisons, fault, log } = await lawSequence(seed);
  total.steps += steps;
  total.comparisons += comparisons;
  if (fault === undefined) continue;
  total.broken++;
  console.log(`seed ${seed} broke the law: ${fault}\n${log.map((line) => `    ${line}`).join("\n")}\n`);
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(
  `${sequences} sequences, ${total.steps} steps, ${total.comparisons} comparisons, ${total.broken} broken, ${seconds} s`,
);
process.exit(total.broken > 0 ? 1 : 0);

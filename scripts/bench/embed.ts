/**
 * Speed of the embedded model: `bun scripts/bench/embed.ts [--seconds 3]`. Chunks of this repository's own code, 1,500
 * characters at most, through the model, as chunks a second of processor time and as a ratio to the yardstick in the same run:
 * taking the same chunks apart into words, without which no model of words can do. Also how long loading takes, and a query.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { words } from "../../src/base/words.ts";
import type { Passage } from "../../src/embed/embedder.ts";
import { passageText } from "../../src/embed/passage.ts";
import { staticEmbedder } from "../../src/embed/static-embedder.ts";
import { chunksOf } from "../../src/index/chunk.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "3" } } });
const root = join(import.meta.dir, "../..");

const passages: Passage[] = [...new Bun.Glob("{src,scripts,test}/**/*.ts").scanSync({ cwd: root })]
  .sort()
  .flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return chunksOf(new SymbolTree(text, { symbols: [] })).map(({ start, end }) => ({
      path,
      text: text.slice(start, end),
    }));
  });

/** What is done in a second of this process's own time, as a count: others may have the machine meanwhile. */
async function rate(work: () => unknown, count: number): Promise<number> {
  const startedAt = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1e6;
  };
  let runs = 0;
  do {
    await work();
    runs++;
  } while (spent() < Number(values.seconds));
  return (runs * count) / spent();
}

const { signal } = new AbortController();
const startedAt = performance.now();
const embedder = await staticEmbedder();
const loading = performance.now() - startedAt;
const texts = passages.map(passageText);
await embedder.passages(passages, signal); // the compiler gets to know the code
for (const text of texts) words(text);
const yardstick = await rate(() => texts.forEach(words), texts.length);
const model = await rate(() => embedder.passages(passages, signal), passages.length);
const query = await rate(() => embedder.query("how are retries delayed after a failed request", signal), 1);
const average = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
console.log(
  `${passages.length} chunks of ${average.toFixed(0)} characters on average; the model loads in ${loading.toFixed(0)} ms`,
);
console.log(`words alone   ${yardstick.toFixed(0).padStart(8)} chunks/s   1.00`);
console.log(`embedded      ${model.toFixed(0).padStart(8)} chunks/s   ${(model / yardstick).toFixed(2)}`);
console.log(`a query       ${(1e6 / query).toFixed(0).padStart(8)} microseconds`);

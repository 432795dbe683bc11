/**
 * Speed of search by intent on a real project: `bun scripts/bench/search.ts --project DIR [--questions N]`. Indexes it with its
 * vectors into a folder of its own, then asks questions made of its own names: how long until the words are in memory, how
 * long a warm question takes in process, and of that its parts, and how long through the tool of a served process, over
 * HTTP; all beside the time to score every chunk by one plain loop. `WAYMARK_BIN` names an executable to serve with.
 */
import { parseArgs } from "node:util";
import { Turn } from "../../src/base/turn.ts";
import { words } from "../../src/base/words.ts";
import { Intent } from "../../src/intent/intent.ts";
import { Lexicon } from "../../src/intent/lexicon.ts";
import { readQuestion } from "../../src/intent/question.ts";
import { projectAt } from "../../test/fixture/project.ts";
import { complete, projectIndexAt } from "../../test/fixture/project-index.ts";
import { serve, waymark } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";

const { values } = parseArgs({
  options: { project: { type: "string" }, questions: { type: "string", default: "300" } },
});
if (!values.project) throw new Error("Give --project DIR.");

const signal = new AbortController().signal;
const quantile = (times: readonly number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const shown = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(2)} ms, p90 ${quantile(times, 0.9).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;

await using data = await tmp();
const begun = performance.now();
await using index = await projectIndexAt(
  values.project,
  data.path,
  [],
  {},
  {
    provider: "embedded",
    isStrict: false,
    queryTimeoutMs: 500,
  },
);
await complete(index);
const indexed = performance.now();
while (index.state.embedding.state !== "ready") await Bun.sleep(50);
const embedded = performance.now();
const project = await projectAt(values.project);

const lexicon = new Lexicon();
const loading = performance.now();
await lexicon.follow(index.reader!, new Turn(signal));
const loaded = performance.now();
console.log(
  `${lexicon.size} chunks; indexed in ${((indexed - begun) / 1000).toFixed(1)} s, vectors after another ${((embedded - indexed) / 1000).toFixed(1)} s; ` +
    `words in memory in ${(loaded - loading).toFixed(0)} ms, ${(lexicon.bytes / 2 ** 20).toFixed(1)} MiB; peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
);

const names = index
  .reader!.query("SELECT name FROM names WHERE length(name) > 8 ORDER BY id % 7919, id LIMIT $count")
  .all({ count: Number(values.questions) }) as { name: string }[];
const questions = names.map(
  ({ name }, at) =>
    `how does ${words(name).join(" ")} work with ${words(names[(at * 7) % names.length]!.name).join(" ")}`,
);

const intent = new Intent(project, index);
await intent.warm();
const search = (query: string) =>
  intent.search({ query, limit: 5, byFile: true, tests: "demote", isWanted: () => true }, signal);
for (const query of questions.slice(0, 20)) await search(query);
const times = { whole: [] as number[], words: [] as number[], meaning: [] as number[], loop: [] as number[] };
const plain = new Float32Array(lexicon.bound);
for (const query of questions) {
  let at = performance.now();
  await search(query);
  times.whole.push(performance.now() - at);
  at = performance.now();
  lexicon.score(readQuestion(query).terms);
  times.words.push(performance.now() - at);
  at = performance.now();
  await index.vectors.nearest(`${query} `, 200, {}, signal);
  times.meaning.push(performance.now() - at);
  at = performance.now();
  for (let chunk = 0; chunk < plain.length; chunk++) plain[chunk] = plain[chunk]! * 0.5 + chunk;
  times.loop.push(performance.now() - at);
}
console.log(
  `search: ${shown(times.whole)}; ${(quantile(times.whole, 0.5) / quantile(times.loop, 0.5)).toFixed(0)} plain loops over all chunks`,
);
console.log(`words alone: ${shown(times.words)}; meaning alone: ${shown(times.meaning)}`);

await index[Symbol.asyncDispose]();
await using home = await tmp();
const made = await waymark(["index", values.project], { home: home.path });
if (made.code !== 0) throw new Error(made.stderr);
const served = performance.now();
await using server = await serve(["--project", values.project], { home: home.path });
const ask = async (query: string) => {
  const response = await server.post("/tools/semantic_search", { query });
  const body = (await response.json()) as { reason?: string };
  if (!response.ok) throw new Error(JSON.stringify(body));
  return body;
};
const first = await ask(questions[0]!);
const firstAt = performance.now();
console.log(
  `through the tool: first answer ${(firstAt - served).toFixed(0)} ms after the start${first.reason ? ` (${first.reason})` : ""}`,
);
for (const query of questions.slice(0, 40)) await ask(query);
const through: number[] = [];
for (const query of questions) {
  const at = performance.now();
  await ask(query);
  through.push(performance.now() - at);
}
console.log(`through the tool, warm: ${shown(through)}`);

/**
 * Measures an index of generated files: `bun scripts/bench/index-many.ts [--files 20000] [--root DIR]`, the latter for a real project
 * instead. Prints the time of a first scan, a scan without changes, one changed file and one new file, the memory at its
 * highest, and the size of the database.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLog } from "../../src/base/log.ts";
import { Indexer } from "../../src/index/indexer.ts";
import { openIndexWriter } from "../../src/store/index-database.ts";
import { SyntaxPool } from "../../src/syntax/pool.ts";
import { source, writeSources } from "../../test/fixture/generated-sources.ts";
import { git, projectAt } from "../../test/fixture/project.ts";
import { tmp } from "../../test/fixture/tmp.ts";

const { values } = parseArgs({ options: { files: { type: "string", default: "20000" }, root: { type: "string" } } });
const signal = new AbortController().signal;
await using work = await tmp();
const root = values.root ?? join(work.path, "project");
if (values.root === undefined) {
  writeSources(root, Number(values.files));
  git(root, "init", "-q");
  git(root, "add", ".");
}
using pool = new SyntaxPool({ log: createLog("error", (line) => console.error(line)) });
const folder = join(work.path, "index");
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss());
}, 20);
const measured = async (what: string, act: () => Promise<unknown>) => {
  const [before, startedAt] = [process.memoryUsage.rss(), performance.now()];
  highest = before;
  await act();
  const time = Math.round(performance.now() - startedAt);
  console.log(`${what}: ${time} ms, memory ${megabytes(before)}, at its highest ${megabytes(highest)}`);
};
{
  using writer = openIndexWriter(folder, "bench")!;
  const indexer = new Indexer({
    project: await projectAt(root),
    database: writer.database,
    parse: (path, dialect, text) => pool.parse(path, dialect, text, { signal, occurrences: true }),
  });
  await measured("first scan", () => indexer.scan(signal));
  await measured("scan without changes", () => indexer.scan(signal));
  if (values.root === undefined) {
    await Bun.write(join(root, "g0/f0.ts"), source(999_999));
    await measured("a changed file", () => indexer.refresh(["g0/f0.ts"], signal));
    await Bun.write(join(root, "g0/new.ts"), source(999_998));
    await measured("a new file", () => indexer.refresh(["g0/new.ts"], signal));
  }
  const { files } = writer.database.query("SELECT count(*) AS files FROM files").get() as { files: number };
  console.log(`${files} files`);
}
clearInterval(watch);
console.log(`database: ${megabytes(statSync(join(folder, "index.db")).size)}`);
await measured("opening after a good end", async () => openIndexWriter(folder, "bench")![Symbol.dispose]());

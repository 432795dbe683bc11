/**
 * Speed of indexing real projects: `bun scripts/bench/index.ts --project DIR [--project DIR]`. Cold indexing through the
 * worker, as a ratio to listing with `rg --files` and reading every file in the same run; peak memory, database size, how long
 * after an edit a question knows it, and how long an unscoped find_symbol takes through the tool. Edits one file of the
 * project and puts it back.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { embeddedRipgrep } from "../../src/project/ripgrep.ts";
import { findSymbols } from "../../src/symbol/find.ts";
import { Symbols } from "../../src/symbol/symbols.ts";
import { SyntaxPool } from "../../src/syntax/pool.ts";
import { projectAt } from "../../test/fixture/project.ts";
import { projectIndexAt } from "../../test/fixture/project-index.ts";
import { tmp } from "../../test/fixture/tmp.ts";

const QUERIES = 200;
const EDITS = 20;

const signal = new AbortController().signal;

function quantile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
}

/** Seconds to list a project and read all of it, and what there was. */
async function yardstick(root: string): Promise<{ seconds: number; files: number; bytes: number }> {
  const startedAt = performance.now();
  const listed = Bun.spawnSync([(await embeddedRipgrep())!, "--files", "--hidden", "--no-ignore", "--null"], {
    cwd: root,
  });
  let [files, bytes] = [0, 0];
  for (const path of listed.stdout.toString().split("\0")) {
    if (!path || path.startsWith(".git/")) continue;
    if (!statSync(join(root, path), { throwIfNoEntry: false })?.isFile()) continue;
    bytes += readFileSync(join(root, path)).length;
    files++;
  }
  return { seconds: (performance.now() - startedAt) / 1000, files, bytes };
}

async function measure(root: string): Promise<void> {
  await yardstick(root); // warms the cache for both
  const read = await yardstick(root);
  await using data = await tmp();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await using index = await projectIndexAt(root, data.path);
  void index.start();
  let peak = 0;
  while (!index.state.isComplete || index.state.progress.phase !== "idle") {
    await Bun.sleep(20);
    peak = Math.max(peak, process.memoryUsage.rss());
    if (index.state.fault) throw new Error(index.state.fault);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const size = ["", "-wal"].reduce(
    (sum, end) => sum + (statSync(join(data.path, `index.db${end}`), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const { files, symbols } = index
    .reader!.query("SELECT (SELECT count(*) FROM files) AS files, (SELECT count(*) FROM symbols) AS symbols")
    .get() as { files: number; symbols: number };
  console.log(
    `${root}: ${files} files, ${symbols} symbols, ${(read.bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s = ${Math.round(files / seconds)} files/s, ` +
      `${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of CPU, ` +
      `${(read.bytes / 1e6 / seconds).toFixed(2)} MB/s, ${(seconds / read.seconds).toFixed(1)}x list and read (${read.seconds.toFixed(2)} s); ` +
      `peak ${(peak / 2 ** 20).toFixed(0)} MiB, database ${(size / 2 ** 20).toFixed(1)} MiB`,
  );

  const project = await projectAt(root);
  using parsers = new SyntaxPool({ log: () => undefined });
  const use = { project, symbols: new Symbols(parsers), index, signal, progress: () => undefined, fault: String };
  const names = index
    .reader!.query("SELECT name FROM names ORDER BY id % 7919, id LIMIT $queries")
    .all({ queries: QUERIES }) as { name: string }[];
  await index.freshen(signal, 60_000);
  const times: number[] = [];
  let fromIndex = 0;
  for (const { name } of names) {
    const begunAt = performance.now();
    const { source } = await findSymbols(
      { namePath: name, path: ".", substring: false, kinds: undefined, excludeKinds: undefined },
      use,
    );
    times.push(performance.now() - begunAt);
    if (source === "index") fromIndex++;
  }
  console.log(
    `  find_symbol over ${names.length} names: p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms, ${fromIndex} from the index`,
  );

  const { path } = index
    .reader!.query(
      `SELECT path FROM files JOIN contents ON contents.id = files.content
       WHERE dialect <> '' AND errors = 0 AND size BETWEEN 2000 AND 20000 AND path LIKE '%.py' OR path LIKE '%.c' LIMIT 1`,
    )
    .get() as { path: string };
  const original = readFileSync(join(root, path));
  const visible: number[] = [];
  try {
    for (let n = 0; n < EDITS; n++) {
      const name = `waymark_bench_${n}`;
      const line = path.endsWith(".py") ? `\n${name} = 1\n` : `\nint ${name}(void) { return 1; }\n`;
      writeFileSync(join(root, path), Buffer.concat([original, Buffer.from(line)]));
      const begunAt = performance.now();
      for (;;) {
        const { reason } = await index.freshen(signal, 10_000);
        const known = index.reader!.query("SELECT 1 FROM names WHERE name = $name").get({ name });
        if (known) break;
        if (reason === undefined) throw new Error(`"${name}" is not known although the index says that it is fresh.`);
      }
      visible.push(performance.now() - begunAt);
      await Bun.sleep(20);
    }
  } finally {
    writeFileSync(join(root, path), original);
  }
  console.log(
    `  edit to visible (${path}): p50 ${quantile(visible, 0.5).toFixed(1)} ms, worst ${quantile(visible, 1).toFixed(1)} ms`,
  );
}

const { values } = parseArgs({ options: { project: { type: "string", multiple: true, default: [] } } });
for (const root of values.project) await measure(root);

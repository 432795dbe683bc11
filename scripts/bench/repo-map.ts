/**
 * Time and result of the repo map on real repositories: `bun scripts/bench/repo-map.ts --repos DIR [--only NAME] [--focus WORD]
 * [--files N]`. Each is indexed into a folder of its own first; the map is then made three times, the best time counts.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { importResolver } from "../../src/index/dependencies.ts";
import { ProjectPaths } from "../../src/index/project-paths.ts";
import { repoMap } from "../../src/index/repo-map.ts";
import { ImportTable } from "../../src/store/import-table.ts";
import { projectAt } from "../../test/fixture/project.ts";
import { complete, projectIndexAt } from "../../test/fixture/project-index.ts";
import { catalog } from "../corpus.ts";

const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    only: { type: "string" },
    focus: { type: "string", multiple: true, default: [] },
    files: { type: "string", default: "15" },
  },
});
if (!values.repos) throw new Error("Give --repos DIR, a folder of clones.");

for (const name of readdirSync(values.repos).sort()) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  const root = join(values.repos, name);
  const folder = mkdtempSync(join(tmpdir(), "repo-map-"));
  const signal = new AbortController().signal;
  try {
    await using index = await projectIndexAt(root, folder);
    const begin = performance.now();
    await complete(index);
    const indexed = performance.now() - begin;
    const database = index.reader!;
    const project = await projectAt(root);
    let best = Number.POSITIVE_INFINITY;
    let map: Awaited<ReturnType<typeof repoMap>> | undefined;
    for (let round = 0; round < 3; round++) {
      const before = performance.now();
      const paths = new ProjectPaths(new ImportTable(database).paths());
      const resolver = await importResolver(project, paths, database);
      map = await repoMap(
        database,
        resolver,
        catalog,
        values.focus,
        { files: Number(values.files), symbols: 6 },
        signal,
      );
      best = Math.min(best, performance.now() - before);
    }
    const { looked, total, files } = map!;
    const heap = (process.resourceUsage().maxRSS / 1024).toFixed(0);
    console.log(
      `\n${name}: ${looked} of ${total} files of code, map ${best.toFixed(0)} ms, index ${indexed.toFixed(0)} ms, peak ${heap} MiB`,
    );
    for (const { path, rank, users, symbols } of files) {
      const names = symbols.map(({ namePath }) => namePath).join(", ");
      console.log(`  ${rank.toFixed(4)} ${path} (${users}) ${names}`.slice(0, 220));
    }
    const states = { resolved: 0, several: 0, outside: 0, unknown: 0 };
    const resolver = await importResolver(project, new ProjectPaths(new ImportTable(database).paths()), database);
    const unknown: string[] = [];
    for (const row of new ImportTable(database).all()) {
      const resolution = resolver.resolve({ ...row, from: row.path });
      if (resolution.state === "unknown") unknown.push(`${row.path}: ${row.source} ${row.names.slice(0, 3).join(" ")}`);
      states[resolution.state === "resolved" && resolution.isAmbiguous ? "several" : resolution.state] += 1;
    }
    console.log(`  imports: ${JSON.stringify(states)}; unknown such as`);
    for (const at of [0, 0.2, 0.4, 0.6, 0.8]) {
      const one = unknown[Math.floor(at * unknown.length)];
      if (one !== undefined) console.log(`    ${one}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

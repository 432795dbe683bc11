/**
 * How long the pages of the dashboard take of a large project, beside the same pages of a small one in the same run:
 * `bun scripts/bench/dashboard.ts [files] [memories]`. Prints a table.
 */
import { testApp } from "../../test/fixture/app.ts";

const [FILES, MEMORIES] = [Number(process.argv[2] ?? 50_000), Number(process.argv[3] ?? 500)];
const ROUNDS = 15;
const PAGES = ["/", "/dashboard/index", "/dashboard/servers", "/dashboard/changes", "/dashboard/memories"];
const SMALL = { "a.ts": "export const a = 1;\n", ".waymark/memories/core.md": "Small.\n" };

/** A tree of small modules, and pages that link to a few others each. */
function large(): Record<string, string> {
  const module = (at: number) =>
    `export function f${at}(x: number) {\n  return x + ${at};\n}\nexport class C${at} {}\n`;
  const files = Array.from({ length: FILES }, (_, at) => [`src/part-${at % 250}/m${at}.ts`, module(at)] as const);
  const links = (at: number) => [at >> 1, at >> 2, (at * 7) % MEMORIES].map((to) => `mem:topic/p${to}`).join(", ");
  const pages = Array.from(
    { length: MEMORIES },
    (_, at) => [`.waymark/memories/topic/p${at}.md`, `# Page ${at}\n\nSee ${links(at)}.\n`] as const,
  );
  return Object.fromEntries([...files, ...pages]);
}

async function measured(files: Record<string, string>) {
  await using app = await testApp({ files, settings: { "embedding.provider": "off" } });
  const startedAt = performance.now();
  const project = await app.app.projects.at(app.project);
  await app.app.indexOf(project).whole(AbortSignal.timeout(1_800_000));
  const indexS = (performance.now() - startedAt) / 1_000;
  const ask = async (path: string) => {
    const startedAt = performance.now();
    const bytes = (await (await app.http.request(path)).bytes()).length;
    return { ms: performance.now() - startedAt, bytes };
  };
  const rows = new Map<string, { first: number; p50: number; worst: number; kilobytes: number }>();
  for (const path of PAGES) {
    const first = await ask(path);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push((await ask(path)).ms);
    times.sort((a, b) => a - b);
    rows.set(path, {
      first: rounded(first.ms),
      p50: rounded(times[Math.floor(ROUNDS / 2)]!),
      worst: rounded(times.at(-1)!),
      kilobytes: rounded(first.bytes / 1_000),
    });
  }
  return { indexS, rows };
}

const small = await measured(SMALL);
const { indexS, rows } = await measured(large());
console.log(`${FILES} files, ${MEMORIES} memories, indexed in ${indexS.toFixed(1)} s; times in milliseconds`);
console.table([...rows].map(([page, row]) => ({ page, ...row, small_p50: small.rows.get(page)!.p50 })));

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

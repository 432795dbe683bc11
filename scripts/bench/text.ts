/**
 * Speed of listing and text search on real projects: `bun scripts/bench/text.ts --project DIR [--project DIR]`. Prints
 * each as a ratio to its yardstick (`git ls-files`, `rg -n`), both measured in turns in this run, as medians; and peak
 * memory. In this process, through the tools' own functions: what HTTP costs is measured elsewhere.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { embeddedRipgrep } from "../../src/project/ripgrep.ts";
import type { Tool } from "../../src/tool/define.ts";
import findFile from "../../src/tools/find_file.ts";
import getFileStructure from "../../src/tools/get_file_structure.ts";
import searchForPattern from "../../src/tools/search_for_pattern.ts";
import { projectAt } from "../../test/fixture/project.ts";

const SEARCHES: { kind: string; pattern: string; literal?: boolean }[] = [
  { kind: "rare literal", pattern: "zebra_nowhere", literal: true },
  { kind: "literal", pattern: "deprecated", literal: true },
  { kind: "common literal", pattern: "return", literal: true },
  { kind: "regex with literal", pattern: "get_\\w+_name\\(" },
  { kind: "regex with groups", pattern: "(?:copy|move)_(?:from|to)_[a-z]+\\(" },
  { kind: "regex without literal", pattern: "\\b[A-Z][a-z]{3,5}[0-9]{4}\\b" },
  { kind: "rare regex without literal", pattern: "[0-9]{9}[g-z]{4}" },
];

const ROUNDS = 5;

/** How long others would have had to wait at worst while a call was worked on. */
class Stalls {
  worst = 0;
  #last = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.worst = Math.max(this.worst, now - this.#last);
    this.#last = now;
  }, 1);

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

interface Measured {
  ours: number;
  yardstick: number | undefined;
  stall: number;
  last: unknown;
}

/** Medians in milliseconds, taken in turns. */
async function measured(ours: () => Promise<unknown>, yardstick?: () => void): Promise<Measured> {
  const times: { ours: number[]; yardstick: number[] } = { ours: [], yardstick: [] };
  let stall = 0;
  let last: unknown;
  for (let round = 0; round <= ROUNDS; round++) {
    const [startedAt, worst] = [performance.now(), new Stalls()];
    last = await ours();
    const ended = performance.now();
    await Bun.sleep(2); // a stall at the end is seen, too
    worst[Symbol.dispose]();
    const yardstickAt = performance.now();
    yardstick?.();
    const yardstickTime = performance.now() - yardstickAt;
    if (round === 0) continue; // fills the system's caches
    stall = Math.max(stall, worst.worst);
    times.ours.push(ended - startedAt);
    times.yardstick.push(yardstickTime);
  }
  return { ours: median(times.ours), yardstick: yardstick && median(times.yardstick), stall, last };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function print(name: string, { ours, yardstick, stall }: Measured, note = ""): void {
  const against =
    yardstick === undefined ? "" : `, yardstick ${yardstick.toFixed(0)} ms, ratio ${(ours / yardstick).toFixed(2)}`;
  console.log(`  ${name}: ${ours.toFixed(0)} ms${against}; longest stall ${stall.toFixed(0)} ms${note}`);
}

async function bench(root: string): Promise<void> {
  const project = await projectAt(root);
  const ripgrep = (await embeddedRipgrep()) ?? "rg";
  const list = () => project.files.paths(".", { signal: AbortSignal.timeout(60_000) });
  const run = async (tool: Tool, input: Record<string, unknown>) => {
    const signal = AbortSignal.timeout(300_000);
    return tool.run(tool.input.parse(input), {
      project,
      signal,
      progress: () => undefined,
      budget: 20_000,
      fault: String,
    });
  };
  const program = (...command: string[]) => void Bun.spawnSync(command, { cwd: root });

  const hasGit = existsSync(join(root, ".git"));
  console.log(`${project.name}: ${(await list()).length} files, ${hasGit ? "git" : "no git"}`);
  const yardstick = hasGit
    ? () => program("git", "ls-files", "-co", "--exclude-standard")
    : () => program(ripgrep, "--no-config", "--files", "--hidden", "--no-require-git");
  print(`listing (against ${hasGit ? "git ls-files" : "rg --files"})`, await measured(list, yardstick));
  print("find_file *.h", await measured(() => run(findFile, { query: "*.h" })));
  print("find_file letters", await measured(() => run(findFile, { query: "modinit" })));
  print("get_file_structure", await measured(() => run(getFileStructure, {})));
  for (const { kind, pattern, literal } of SEARCHES) {
    const result = await measured(
      () => run(searchForPattern, { pattern, mode: literal ? "literal" : "regex" }),
      () => program(ripgrep, "--no-config", "-n", ...(literal ? ["-F"] : []), "-e", pattern),
    );
    const { total, complete } = result.last as { total: number; complete?: boolean };
    print(`search, ${kind} ${pattern}`, result, `; ${total} places${complete === false ? " (not complete)" : ""}`);
  }
}

const { values } = parseArgs({ options: { project: { type: "string", multiple: true, default: [] } } });
if (values.project.length === 0) throw new Error("Give --project DIR, once or more.");
const mib = () => Math.round(process.resourceUsage().maxRSS / (process.platform === "darwin" ? 1024 * 1024 : 1024));
console.log(`peak memory before: ${mib()} MiB`);
for (const folder of values.project) {
  await bench(folder);
  console.log(`peak memory: ${mib()} MiB`);
}

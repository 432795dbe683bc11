/**
 * Fuzzes the jail: `bun scripts/verify/jail.ts [--paths 100000] [--seed N] [--git]`. Generated paths go through the tools that
 * take one, while another process keeps putting links in the place of files and folders. Nothing from outside the project,
 * of its secrets or of git's data may be told, nothing there may change, and every reply is an answer or a declared
 * problem. Prints counts by outcome; exits 1 with the first path that broke this.
 */
import { realpath, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type TestApp, testApp } from "../../test/fixture/app.ts";
import { randomFrom, randomPath } from "./jail-path.ts";
import { jailWorld, startSwapping, type World } from "./jail-world.ts";

export interface JailReport {
  seed: number;
  calls: number;
  seconds: number;
  /** Calls by tool and outcome: `answer` or a problem's code. */
  outcomes: Record<string, Record<string, number>>;
  /** The call that broke the law, and how. */
  failure?: string;
}

interface Shot {
  tool: string;
  input: Record<string, unknown>;
}

/** Tools with their share of the calls; starting a program takes longest. */
const TOOLS: { tool: string; share: number; input(path: string, turn: number): Record<string, unknown> }[] = [
  { tool: "read_file", share: 30, input: (path) => ({ path }) },
  { tool: "read_file_lines", share: 10, input: (path) => ({ path, start_line: 1, end_line: 5 }) },
  {
    tool: "create_text_file",
    share: 30,
    input: (path, turn) => ({ path, content: `made ${turn}\n`, overwrite: turn % 3 > 0 }),
  },
  {
    tool: "replace_content",
    share: 10,
    input: (path, turn) => ({ path, needle: "\\d+", replacement: `${turn}`, mode: "regex" }),
  },
  {
    tool: "replace_in_files",
    share: 4,
    input: (path, turn) => ({ path, needle: "made", replacement: "made", mode: "literal", dry_run: turn % 2 > 0 }),
  },
  { tool: "delete_file", share: 4, input: (path) => ({ path }) },
  { tool: "undo_change", share: 2, input: () => ({}) },
  { tool: "find_file", share: 8, input: (path, turn) => ({ path, query: "*", include_ignored: turn % 2 > 0 }) },
  {
    tool: "list_dir",
    share: 10,
    input: (path, turn) => ({ path, recursive: turn % 2 > 0, include_ignored: turn % 4 > 1 }),
  },
  { tool: "search_for_pattern", share: 8, input: (path) => ({ path, pattern: "[a-z]+" }) },
  { tool: "run_command", share: 4, input: (cwd) => ({ cwd, command: ["sh", "-c", "pwd; ls -a; cat a.txt"] }) },
];

/** @param seconds ends the run earlier. */
export async function fuzzJail(
  paths: number,
  seed: number,
  { isRepository = false, seconds = Number.POSITIVE_INFINITY } = {},
): Promise<JailReport> {
  await using world = await jailWorld(isRepository);
  await using subject = await testApp({
    folder: world.root,
    settings: { included_optional_tools: ["run_command", "delete_file"], log_level: "error" },
  });
  const before = world.snapshot();
  await using _ = await startSwapping(world);
  const random = randomFrom(seed);
  const report: JailReport = { seed, calls: 0, seconds: 0, outcomes: {} };
  const startedAt = performance.now();
  while (report.calls < paths && report.failure === undefined && report.seconds < seconds) {
    const shot = randomShot(world, random, report.calls++);
    const fault = await faultOf(subject, world, before, shot, report);
    if (fault !== undefined) report.failure = `${fault}\n${shot.tool} ${JSON.stringify(shot.input)}`;
    report.seconds = (performance.now() - startedAt) / 1_000;
  }
  return report;
}

function randomShot(world: World, random: () => number, turn: number): Shot {
  const path = randomPath(world, random);
  const place = random() * TOOLS.reduce((sum, { share }) => sum + share, 0);
  let upTo = 0;
  const chosen = TOOLS.find(({ share }) => {
    upTo += share;
    return place < upTo;
  });
  const { tool, input } = chosen ?? TOOLS[0]!;
  return { tool, input: input(path, turn) };
}

/** What of the law a call broke, if anything. */
async function faultOf(
  subject: TestApp,
  world: World,
  before: string,
  { tool, input }: Shot,
  { outcomes }: JailReport,
): Promise<string | undefined> {
  const reply = await subject.post(`/tools/${tool}`, input);
  const text = await reply.text();
  const body = JSON.parse(text) as { code?: string; answer?: { path?: string; created?: boolean } };
  outcomes[tool] ??= {};
  const counts = outcomes[tool];
  const outcome = reply.ok ? "answer" : (body.code ?? "no code");
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  if (outcome === "internal" || outcome === "no code")
    return `no declared problem: ${reply.status} ${text}\n${subject.log.join("\n")}`;
  if (text.includes(world.token)) return `told what it must not: ${text.slice(0, 2_000)}`;
  if (tool !== "create_text_file") return undefined;
  const after = world.snapshot();
  if (after !== before) return `changed what it must not:\n${difference(before, after)}`;
  if (body.answer?.created) await cleared(world, body.answer.path!);
  return undefined;
}

/** Takes away what a call made, so that the project keeps its size. */
async function cleared({ root, known }: World, path: string): Promise<void> {
  if (path.includes("race")) return; // here a path may mean something else by now
  const parts = relative(root, await realpath(join(root, path))).split("/");
  const first = parts.findIndex((_, index) => !known.includes(parts.slice(0, index + 1).join("/")));
  if (first !== -1) await rm(join(root, ...parts.slice(0, first + 1)), { recursive: true });
}

function difference(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [...old.filter((line) => !now.includes(line)), ...now.filter((line) => !old.includes(line))].join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      paths: { type: "string", default: "100000" },
      seed: { type: "string" },
      git: { type: "boolean", default: false },
    },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const report = await fuzzJail(Number(values.paths), seed, { isRepository: values.git });
  console.log(`${report.calls} calls in ${report.seconds.toFixed(1)} s, seed ${report.seed}`);
  for (const [tool, counts] of Object.entries(report.outcomes)) {
    const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
    console.log(`${tool}: ${sorted.map(([outcome, count]) => `${outcome} ${count}`).join(", ")}`);
  }
  if (report.failure !== undefined) {
    console.log(`FAILED: ${report.failure}`);
    process.exit(1);
  }
  console.log("Nothing left the project.");
}

/**
 * What editing costs in characters: `bun scripts/verify/economy.ts --projects FILE.json --serena COMMAND [--seed N]`, with projects as
 * `serena.ts` has them, each a clone without changes. Twenty tasks (`economy-tasks.ts`) are done with each of three means on the same
 * symbols, chosen by the seed: Waymark and Serena over MCP with the same language server, and plain tools. Counted is what an agent
 * sends (the arguments as JSON) and receives (the text) until the task is done, what it has to read first included; descriptions of
 * tools are not. After each the files must differ from what they were, a rename must not leave what the other one finds, and git puts
 * them back. Ends with 1 when a step of ours failed.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tmp } from "../../test/fixture/tmp.ts";
import { plainCall } from "./economy-plain.ts";
import {
  MEANS,
  type Means,
  type Step,
  singleLine,
  stepsOf,
  TASKS,
  type Target,
  type TaskKind,
} from "./economy-tasks.ts";
import { Dice } from "./search-query.ts";
import { type Side, type Subject, startSerena, startWaymark } from "./serena-side.ts";
import { type Definition, definitionsOf, Texts } from "./serena-symbols.ts";

const { values } = parseArgs({
  options: {
    projects: { type: "string" },
    serena: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
if (!values.projects || !values.serena) throw new Error("Give --projects FILE.json and --serena COMMAND.");

const MOST_LINES = 60;

interface Cost {
  sent: number;
  received: number;
  failed: string | undefined;
  /** Lines of the files before the task that it changed, as `path:line`. */
  changed: ReadonlySet<string>;
}

interface FoundSymbols {
  answer: { symbols: { path: string; start_line: number; end_line: number }[] };
}

/** What stands where, or undefined for what is no work for an agent. */
async function targetOf(definition: Definition, ours: Side, texts: Texts, root: string): Promise<Target | undefined> {
  const { path, known, name } = definition;
  if (known.ours === undefined || known.theirs === undefined) return undefined;
  const found = (await ours.data("find_symbol", { name_path: known.ours, path })) as FoundSymbols | undefined;
  const [symbol] = found?.answer.symbols ?? [];
  if (found?.answer.symbols.length !== 1 || !symbol) return undefined;
  const { start_line: start, end_line: end } = symbol;
  if (end - start < 2 || end - start > MOST_LINES) return undefined;
  const listed = Bun.spawnSync(["git", "grep", "-cwF", name], { cwd: root }).stdout.toString().trim().split("\n");
  const naming = new Map(listed.map((line) => [line.split(":")[0]!, Number(line.split(":")[1])]));
  return { ...definition, lines: texts.lines(path), start, end, naming };
}

function fits(kind: TaskKind, target: Target): boolean {
  const { kind: symbol, naming, name, lines, start } = target;
  if (!/function|method/.test(symbol) || lines[start - 1]!.trimStart().startsWith("@")) return false;
  const uses = [...naming.values()].reduce((sum, one) => sum + one, 0);
  if (kind === "line") return singleLine(target) !== undefined;
  if (kind === "delete") return uses === 1;
  if (kind === "rename" || kind === "word") return uses > 2 && uses < 60 && naming.size > 1 && name.length > 8;
  return true;
}

async function costOf(steps: readonly Step[], call: Side["call"]): Promise<Cost> {
  const cost: Cost = { sent: 0, received: 0, failed: undefined, changed: new Set() };
  for (const { tool, input } of steps) {
    const { text, isError } = await call(tool, input);
    cost.sent += JSON.stringify(input).length;
    cost.received += text.length;
    if (isError || /^Error/.test(text)) cost.failed ??= `${tool}: ${text.slice(0, 160)}`;
  }
  return cost;
}

function git(root: string, ...args: string[]): string {
  return Bun.spawnSync(["git", ...args], { cwd: root }).stdout.toString();
}

function linesChanged(root: string): ReadonlySet<string> {
  const changed = new Set<string>();
  let path = "";
  for (const line of git(root, "diff", "-U0", "--no-renames").split("\n")) {
    if (line.startsWith("--- a/")) path = line.slice("--- a/".length);
    const [, start, count = "1"] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
    for (let at = 0; start !== undefined && at < Math.max(1, Number(count)); at++)
      changed.add(`${path}:${Number(start) + at}`);
  }
  return changed;
}

/** Of two renames by meaning the one is not done that changes only a part of what the other changes. */
function judgeRename({ ours, theirs }: Record<Means, Cost>): void {
  const judge = (one: Cost, other: Cost) => {
    const left = [...other.changed].filter((line) => !one.changed.has(line));
    const isPart = left.length > 0 && [...one.changed].every((line) => other.changed.has(line));
    if (isPart && !other.failed) one.failed ??= `left ${left.length} uses, such as ${left[0]}`;
  };
  judge(ours, theirs);
  judge(theirs, ours);
}

let isFailed = false;
for (const subject of JSON.parse(await readFile(values.projects, "utf8")) as Subject[]) {
  const { root } = subject;
  if (git(root, "status", "--porcelain") !== "") throw new Error(`${root} has changes.`);
  await using home = await tmp();
  await using ours = await startWaymark(subject, join(home.path, "ours"));
  await using theirs = await startSerena(subject, join(home.path, "theirs"), values.serena.split(" "));
  const calls: Record<Means, Side["call"]> = {
    ours: (tool, input) => ours.call(tool, input),
    theirs: (tool, input) => theirs.call(tool, input),
    plain: (tool, input) => plainCall(root, tool, input),
  };
  const texts = new Texts(root);
  const definitions = await definitionsOf(subject, { ours, theirs }, texts, new Dice(Number(values.seed)), 200);
  const targets: Target[] = [];
  for (const definition of definitions) {
    const target = await targetOf(definition, ours, texts, root);
    if (target) targets.push(target);
  }
  console.log(`${root}: ${targets.length} symbols to choose from`);
  console.log("task    symbol                                     ours sent+received    theirs               plain");
  const total: Record<Means, number> = { ours: 0, theirs: 0, plain: 0 };
  for (const { kind, count } of TASKS) {
    const chosen = targets.filter((target) => fits(kind, target)).slice(0, count);
    for (const target of chosen) {
      targets.splice(targets.indexOf(target), 1);
      const costs = {} as Record<Means, Cost>;
      const steps = stepsOf(kind, target);
      for (const means of MEANS) {
        costs[means] = await costOf(steps[means], calls[means]);
        costs[means].changed = linesChanged(root);
        if (costs[means].changed.size === 0) costs[means].failed ??= "nothing changed";
        git(root, "checkout", "-q", ".");
      }
      if (kind === "rename") judgeRename(costs);
      const shown = MEANS.map((means) => {
        const { sent, received, failed } = costs[means];
        total[means] += sent + received;
        return `${sent}+${received}=${sent + received}${failed ? " FAILED" : ""}`.padEnd(21);
      });
      const isMore = MEANS.some((one) => one !== "ours" && !costs[one].failed && sum(costs.ours) > sum(costs[one]));
      console.log(
        `${kind.padEnd(7)} ${target.name.slice(0, 42).padEnd(42)} ${shown.join(" ")}${isMore ? " MORE" : ""}`,
      );
      for (const means of MEANS) if (costs[means].failed) console.log(`        ${means}: ${costs[means].failed}`);
      isFailed ||= costs.ours.failed !== undefined;
    }
    if (chosen.length < count) console.log(`${kind.padEnd(7)} only ${chosen.length} of ${count}: no more symbols fit`);
  }
  console.log(`all: ours ${total.ours}, theirs ${total.theirs}, plain ${total.plain}`);
}
process.exit(isFailed ? 1 : 0);

function sum({ sent, received }: Cost): number {
  return sent + received;
}

/**
 * Compares Waymark with Serena (version 1 of `serena-agent` from PyPI, installed elsewhere), both driven over MCP on the same
 * machine in the same run, with the same language servers:
 *
 *     bun scripts/verify/serena.ts --projects FILE.json --serena COMMAND [--symbols 100] [--seed N] [--starts 3]
 *
 * The file lists what to compare: `[{"root": "/a/project", "language": "python", "server": ["pyright-langserver", "--stdio"]}]`;
 * languages: python (Pyright), typescript (typescript-language-server), go (gopls). Each project is a git work tree; neither side
 * writes into it. `WAYMARK_BIN` names an executable to compare instead of the source. Prints every difference with who is right,
 * as far as the files and the language server itself can tell, then tables. Ends with 1 when an answer of ours is wrong.
 */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { tmp } from "../../test/fixture/tmp.ts";
import { Dice } from "./search-query.ts";
import { Facts } from "./serena-facts.ts";
import {
  AGREEMENT_HEAD,
  agreementRows,
  COST_HEAD,
  costRows,
  differenceText,
  type ProjectReport,
  START_HEAD,
  startRow,
  table,
  VERDICT_HEAD,
  verdictCounts,
} from "./serena-report.ts";
import { type Compared, compare } from "./serena-session.ts";
import { SIDES, type Side, type SideName, type Subject, startSerena, startWaymark } from "./serena-side.ts";
import { chosen, type Definition, definitionsOf, sourceFilesOf, Texts } from "./serena-symbols.ts";
import { TOOLS } from "./serena-tools.ts";

const MEMORY_EVERY_MS = 1_000;

const subjects = z.array(
  z.strictObject({
    root: z.string(),
    language: z.enum(["python", "typescript", "go"]),
    server: z.array(z.string()).min(1),
  }),
);

interface Wanted {
  symbols: number;
  starts: number;
  serena: readonly string[];
  dice: Dice;
}

async function compareProject(subject: Subject, wanted: Wanted): Promise<ProjectReport> {
  const { serena, dice } = wanted;
  const starts = await startTimes(subject, wanted);
  await using home = await tmp();
  await using ours = await startWaymark(subject, join(home.path, "ours"));
  await using theirs = await startSerena(subject, join(home.path, "theirs"), serena);
  await using facts = await Facts.start(subject);
  const sides = { ours, theirs };
  using memory = memoryOf(sides);
  const texts = new Texts(subject.root);
  const definitions = chosen(await definitionsOf(subject, sides, texts, dice, wanted.symbols), wanted.symbols);
  const files = [...new Map(definitions.map((one) => [one.path, one])).values()];
  const compared: Compared[] = [];
  const tools = TOOLS.filter(({ name }) => SIDES.every((side) => sides[side].tools.has(name)));
  for (const tool of tools) {
    const about: readonly Definition[] = tool.of === "file" ? files : definitions;
    for (const [turn, definition] of about.entries()) {
      const result = await compare(tool, definition, sides, { facts, texts }, turn);
      compared.push(result);
      for (const one of result.differences) console.log(differenceText(basename(subject.root), result, one));
    }
  }
  const passedOver = TOOLS.filter((tool) => !tools.includes(tool)).map(({ name }) => name);
  return { subject, compared, starts, peak: memory.peak, passedOver };
}

/** Milliseconds from the start of a process that knows nothing yet to the outline of a file. */
async function startTimes(subject: Subject, { starts, serena, dice }: Wanted): Promise<Record<SideName, number[]>> {
  const times: Record<SideName, number[]> = { ours: [], theirs: [] };
  const path = dice.one(sourceFilesOf(subject));
  const begin = {
    ours: (home: string) => startWaymark(subject, home),
    theirs: (home: string) => startSerena(subject, home, serena),
  };
  const input = { ours: { path }, theirs: { relative_path: path } };
  for (let round = 0; round < starts; round++) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      await using home = await tmp();
      const startedAt = performance.now();
      await using started = await begin[side](join(home.path, side));
      const { isError, text } = await started.call("get_symbols_overview", input[side]);
      if (isError) throw new Error(`${side} gives no outline of ${path}: ${text.slice(0, 300)}`);
      times[side].push(performance.now() - startedAt);
    }
  }
  return times;
}

/** Looks at the memory of both from time to time, until it is disposed of. */
function memoryOf(sides: Record<SideName, Side>): Disposable & { peak: Record<SideName, number> } {
  const peak: Record<SideName, number> = { ours: 0, theirs: 0 };
  const look = async () => {
    for (const side of SIDES) peak[side] = Math.max(peak[side], await sides[side].memory());
  };
  const timer = setInterval(() => void look(), MEMORY_EVERY_MS);
  return { peak, [Symbol.dispose]: () => clearInterval(timer) };
}

const { values } = parseArgs({
  options: {
    projects: { type: "string" },
    serena: { type: "string", default: "serena" },
    symbols: { type: "string", default: "100" },
    starts: { type: "string", default: "3" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
if (!values.projects) throw new Error("Give --projects FILE.json, a list of projects with their language servers.");
const wanted: Wanted = {
  symbols: Number(values.symbols),
  starts: Number(values.starts),
  serena: values.serena.split(" "),
  dice: new Dice(Number(values.seed)),
};
console.log(`seed ${values.seed}`);
const reports: ProjectReport[] = [];
for (const subject of subjects.parse(JSON.parse(await readFile(values.projects, "utf8")))) {
  reports.push(await compareProject(subject, wanted));
}
const all = reports.flatMap(({ compared }) => compared);
console.log(`\n${table(VERDICT_HEAD, verdictCounts(all))}`);
console.log(`\n${table(AGREEMENT_HEAD, reports.flatMap(agreementRows))}`);
console.log(`\nOurs/theirs, in milliseconds and characters:\n${table(COST_HEAD, reports.flatMap(costRows))}`);
console.log(`\n${table(START_HEAD, reports.map(startRow))}`);
process.exit(all.some(({ differences }) => differences.some(({ verdict }) => verdict === "ours wrong")) ? 1 : 0);

/**
 * Checks text search and listing on real repositories against ripgrep and git: `bun scripts/verify/search.ts --repos DIR
 * [--queries N] [--seed N]`, where DIR holds at least three clones. Prints counts and every disagreement; exits 1 when
 * there is one.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { embeddedRipgrep } from "../../src/project/ripgrep.ts";
import { projectAt } from "../../test/fixture/project.ts";
import { judgeListing } from "./listing-judge.ts";
import { judged, type Subject, subjectOf } from "./search-judge.ts";
import { type Corpus, corpusOf, Dice, randomQuery } from "./search-query.ts";

/** Files of one query: enough that ripgrep narrows, few enough that a thousand queries end. */
const FILES_PER_QUERY = 500;
const SAMPLED_FILES = 300;

export interface SearchReport {
  queries: number;
  /** Queries that some line answers. */
  answered: number;
  lines: number;
  askedGit: number;
  narrowed: number;
  kinds: Record<string, number>;
  setAside: Record<string, number>;
  faults: string[];
}

/** Puts random queries to every searcher. @param roots of repositories. */
export async function verifySearch(roots: readonly string[], queries: number, dice: Dice): Promise<SearchReport> {
  const ripgrep = await embeddedRipgrep();
  if (!ripgrep) throw new Error("No ripgrep ships for this platform, so there is nothing to compare with.");
  const subjects: { subject: Subject; corpus: Corpus }[] = [];
  for (const root of roots) subjects.push(await prepared(root, dice));
  const report: SearchReport = {
    queries: 0,
    answered: 0,
    lines: 0,
    askedGit: 0,
    narrowed: 0,
    kinds: {},
    setAside: {},
    faults: [],
  };
  for (const { subject } of subjects)
    for (const [why, count] of Object.entries(subject.setAside))
      report.setAside[why] = (report.setAside[why] ?? 0) + count;
  for (; report.queries < queries; report.queries++) {
    const { subject, corpus } = dice.one(subjects);
    const query = randomQuery(corpus, dice);
    const from = dice.below(Math.max(1, subject.paths.length - FILES_PER_QUERY));
    const verdict = await judged(subject, subject.paths.slice(from, from + FILES_PER_QUERY), query, ripgrep);
    report.kinds[query.kind] = (report.kinds[query.kind] ?? 0) + 1;
    report.lines += verdict.lines;
    if (verdict.lines > 0) report.answered++;
    if (verdict.asked.git) report.askedGit++;
    if (verdict.asked.narrowing) report.narrowed++;
    for (const fault of verdict.faults.slice(0, 5))
      report.faults.push(`${subject.project.name} ${JSON.stringify(query)}: ${fault}`);
  }
  return report;
}

async function prepared(root: string, dice: Dice): Promise<{ subject: Subject; corpus: Corpus }> {
  const project = await projectAt(root);
  const paths = await project.files.paths(".", { signal: AbortSignal.timeout(60_000) });
  const subject = subjectOf(project, paths);
  const texts = new Map<string, string>();
  for (let taken = 0; taken < SAMPLED_FILES && subject.paths.length > 0; taken++) {
    const path = dice.one(subject.paths);
    texts.set(path, (await project.files.textIfFile(path)) ?? "");
  }
  return { subject, corpus: corpusOf(texts) };
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      repos: { type: "string" },
      queries: { type: "string", default: "1000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      rounds: { type: "string", default: "3" },
    },
  });
  if (!values.repos) throw new Error("Give --repos DIR, a folder that holds clones of repositories.");
  const dice = new Dice(Number(values.seed));
  const roots = (await readdir(values.repos)).sort().map((name) => join(values.repos!, name));
  console.log(`seed ${values.seed}, ${roots.length} repositories`);

  let faults = 0;
  for (const root of roots) {
    const report = await judgeListing(root, dice, Number(values.rounds));
    faults += report.faults.length;
    console.log(
      `listing ${root.slice(root.lastIndexOf("/") + 1)}: ${report.files} files, ${report.rounds} comparisons, ${report.passedOver} passed over by the built-in list, ${report.faults.length} disagreements`,
    );
    for (const fault of report.faults) console.log(`  ${fault}`);
  }
  const { faults: differences, ...counts } = await verifySearch(roots, Number(values.queries), dice);
  faults += differences.length;
  console.log(`search: ${JSON.stringify(counts)}, ${differences.length} disagreements`);
  for (const difference of differences) console.log(`  ${difference}`);
  process.exit(faults > 0 ? 1 : 0);
}

if (import.meta.main) await run();

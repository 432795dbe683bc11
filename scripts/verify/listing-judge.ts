/** Compares the listing of a project with what git says, as it stands, after random edits, and without git. */
import { existsSync } from "node:fs";
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import rawIgnoredFolders from "#resources/ignored-folders.yaml";
import { ignoredFolders } from "../../src/project/ignore.ts";
import { git, projectAt } from "../../test/fixture/project.ts";
import { tmp } from "../../test/fixture/tmp.ts";
import { difference } from "./search-judge.ts";
import type { Dice } from "./search-query.ts";

export interface ListingReport {
  files: number;
  /** Comparisons made. */
  rounds: number;
  /** Untracked files that `resources/ignored-folders.yaml` passes over; git lists them. */
  passedOver: number;
  faults: string[];
}

const FOLDERS = ignoredFolders(rawIgnoredFolders);
const EDITS_PER_ROUND = 12;

/**
 * Compares a clone with git, edits it and compares again.
 * @param repository is cloned, never written to.
 */
export async function judgeListing(repository: string, dice: Dice, rounds: number): Promise<ListingReport> {
  const report: ListingReport = { files: 0, rounds: 0, passedOver: 0, faults: [] };
  await using home = await tmp();
  const root = join(home.path, "clone");
  git(home.path, "clone", "-q", "--no-hardlinks", repository, root);
  await compare(root, gitList(root), "fresh clone", report);
  report.files = gitList(root).size;
  for (let round = 1; round <= rounds; round++) {
    const log: string[] = [];
    for (let edit = 0; edit < EDITS_PER_ROUND; edit++) log.push(await randomEdit(root, dice));
    await compare(root, gitList(root), `round ${round} (${log.join("; ")})`, report);
  }
  // The same tree without git: its list when everything is untracked comes from a repository that stands elsewhere.
  const elsewhere = join(home.path, "empty.git");
  git(home.path, "init", "-q", "--bare", elsewhere);
  await rm(join(root, ".git"), { recursive: true });
  const others = git(root, `--git-dir=${elsewhere}`, "--work-tree=.", "ls-files", "-oz", "--exclude-standard");
  await compare(root, names(others), "without git", report);
  return report;
}

/** What git lists, without links to submodules, repositories of their own, and files that are gone. */
function gitList(root: string): Map<string, boolean> {
  const list = names(git(root, "ls-files", "-coz", "--exclude-standard"));
  const tracked = names(git(root, "ls-files", "-cz"));
  const links = git(root, "ls-files", "-sz")
    .split("\0")
    .filter((line) => line.startsWith("160000"))
    .map((line) => line.slice(line.indexOf("\t") + 1));
  for (const path of [...links, ...names(git(root, "ls-files", "-dz")).keys()]) list.delete(path);
  for (const path of list.keys()) list.set(path, tracked.has(path));
  return list;
}

/** Paths, each with whether git tracks it. */
function names(output: string): Map<string, boolean> {
  return new Map(
    output
      .split("\0")
      .filter((path) => path !== "" && !path.endsWith("/"))
      .map((path) => [path, false]),
  );
}

async function compare(
  root: string,
  expected: ReadonlyMap<string, boolean>,
  when: string,
  report: ListingReport,
): Promise<void> {
  const project = await projectAt(root);
  const listed = new Set(await project.files.paths(".", { signal: AbortSignal.timeout(120_000) }));
  report.rounds++;
  const fault = (text: string) => report.faults.push(`${text}, ${when}`);
  for (const path of difference(listed, new Set(expected.keys()))) fault(`git does not list ${path}`);
  for (const path of difference(new Set(expected.keys()), listed)) {
    if (expected.get(path) === false && isPassedOver(root, path)) report.passedOver++;
    else fault(`we do not list ${path}`);
  }
  for (const path of listed) {
    if (expected.get(path) === false && isPassedOver(root, path)) fault(`the built-in list should pass over ${path}`);
  }
}

/** Read from the data alone, so that the code which is judged does not judge itself. */
function isPassedOver(root: string, path: string): boolean {
  const parts = path.split("/").slice(0, -1);
  return parts.some((name, depth) => {
    const parent = join(root, ...parts.slice(0, depth));
    return (
      FOLDERS.always.includes(name) ||
      (FOLDERS.beside[name] ?? []).some((file) => existsSync(join(parent, file))) ||
      FOLDERS.holding.some((file) => existsSync(join(parent, name, file)))
    );
  });
}

const NAMES = [
  "new.ts",
  "keep.log",
  "a.log",
  "été.txt",
  "#odd",
  "!bang",
  "two words.md",
  "x.tmp",
  "[id].tsx",
  "-",
  "a.pyc",
];
const FOLDER_NAMES = ["logs", "gen", "out", "build", "dist", "node_modules", "deep/er", "new dir", "[slug]", "vendor"];

/** Rules as people write them, and some that they should not. */
const RULES = [
  "*.log",
  "!keep.log",
  "/logs",
  "logs/*",
  "!logs/keep.log",
  "gen/",
  "!gen/",
  "**/out",
  "out/**",
  "deep/**/x.tmp",
  "*.t?p",
  "[a-f]*.log",
  "\\#odd",
  "\\!bang",
  "two words.md  ",
  "\\[id\\].tsx",
  "*",
  "!*/",
  "!*.ts",
  "# comment",
  "",
  "/*.md",
  "new dir",
  "build",
  "!build",
  "**",
  "!/new.ts",
  "er/",
  "\\",
  "x.tmp\r",
];

/** One change as a person at work makes it; says what it did. */
async function randomEdit(root: string, dice: Dice): Promise<string> {
  const tracked = [...gitTracked(root)];
  const folders = [".", ...new Set(tracked.map((path) => dirname(path)))];
  const folder = dice.one(folders);
  const within = (name: string) => (folder === "." ? name : `${folder}/${name}`);
  const write = async (path: string) => {
    try {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), "new\n");
    } catch (error) {
      // A file of this name stands where a folder would have to be, or the other way round.
      if (!["EEXIST", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    return path;
  };
  const edits: (() => Promise<string>)[] = [
    async () => `new ${await write(within(dice.one(NAMES)))}`,
    async () => `new ${await write(within(`${dice.one(FOLDER_NAMES)}/${dice.one(NAMES)}`))}`,
    async () => {
      const rules = Array.from({ length: 1 + dice.below(3) }, () => dice.one(RULES));
      await appendFile(join(root, within(".gitignore")), `${rules.join("\n")}\n`);
      return `${within(".gitignore")} += ${JSON.stringify(rules)}`;
    },
    async () => {
      const path = dice.one(tracked);
      await rm(join(root, path), { force: true, recursive: true });
      return `deleted ${path}`;
    },
    async () => {
      const rule = dice.one(RULES);
      await mkdir(join(root, ".git/info"), { recursive: true });
      await appendFile(join(root, ".git/info/exclude"), `${rule}\n`);
      return `info/exclude += ${JSON.stringify(rule)}`;
    },
    async () => {
      const path = await write(within(`gen/${dice.one(NAMES)}`));
      git(root, "add", "-f", "--", `:(literal)${path}`);
      return `tracked although ignored ${path}`;
    },
  ];
  return dice.one(edits)();
}

function gitTracked(root: string): string[] {
  return git(root, "ls-files", "-cz").split("\0").filter(Boolean);
}

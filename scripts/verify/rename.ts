/**
 * Renames symbols of real projects and lets the checker of each judge: `bun scripts/verify/rename.ts --projects FILE.json
 * [--symbols N] [--seed N]`, where the file lists `{root, language, server, command, check}`: a clone without changes, outside of this
 * checkout, the id of its language, the id of a server, the command that starts it, and the command that checks the project. N symbols
 * are renamed one after another, the first as soon as Waymark has started; after each the checker must say what it said before, but for
 * the name; then the change is undone, and git must see none. `WAYMARK_BIN` names an executable to ask. Prints a row a symbol; exits 1
 * when a rename that was made left a new error, or an undone one left a change.
 */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Served, serve } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";
import { type Asked, chosenSymbols, LIMIT_MS, type Subject } from "./raw-server.ts";

const KINDS: ReadonlySet<string> = new Set([
  "function",
  "method",
  "class",
  "interface",
  "struct",
  "type",
  "enum",
  "field",
]);

interface Checked extends Subject {
  check: string[];
}

interface Body {
  complete?: boolean;
  reason?: string;
  detail?: string;
  answer?: { change_id?: string; applied: boolean; files: { path: string }[]; warnings?: string[] };
}

const { values } = parseArgs({
  options: {
    projects: { type: "string" },
    symbols: { type: "string", default: "15" },
    seed: { type: "string", default: "1" },
  },
});
if (values.projects === undefined) throw new Error("Give --projects FILE.json.");

/** What a checker says, without the places: a longer name moves what stands behind it. */
async function complaints({ root, check }: Checked): Promise<string[]> {
  const child = Bun.spawn(check, { cwd: root, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return `${out}\n${err}`
    .split("\n")
    .map((line) => line.replace(/\(\d+,\d+\)|:\d+:\d+|\b\d+(\.\d+)? ?(s|sec|ms)\b/g, "").trim())
    .filter((line) => line !== "")
    .sort();
}

async function changesSeenByGit(root: string): Promise<string> {
  return await Bun.spawn(["git", "status", "--porcelain"], { cwd: root, stdout: "pipe" }).stdout.text();
}

/** Lines of one list that the other has not, each as often as it stands there. */
function beyond(now: readonly string[], before: readonly string[]): string[] {
  const left = [...before];
  return now.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A name of the same shape that nothing has. */
function newNameOf(name: string): string {
  return name.includes("_") || name === name.toLowerCase() ? `${name}_zq` : `${name}Zq`;
}

/** Asked again while the answer is not complete. */
async function renamed(served: Served, input: object): Promise<{ body: Body; asked: number }> {
  for (let asked = 1, startedAt = performance.now(); ; asked++) {
    const body = (await (await served.post("/tools/rename_symbol", input)).json()) as Body;
    const isOver = performance.now() - startedAt > LIMIT_MS / 4;
    if (body.answer?.applied || /^(?!.*(index|ready|load|start)).*$/s.test(body.detail ?? body.reason ?? "") || isOver)
      return { body, asked };
    await Bun.sleep(1_000);
  }
}

/** @returns whether all was right. */
async function verified(project: Checked, asked: readonly Asked[]): Promise<boolean> {
  const { root, language, server, command } = project;
  await using folder = await tmp();
  const settings = { servers: { [server]: { command } }, language_servers: { [language]: [server] } };
  await mkdir(join(folder.path, ".config/waymark"), { recursive: true });
  await writeFile(join(folder.path, ".config/waymark/settings.yaml"), JSON.stringify(settings));
  const unchanged = await changesSeenByGit(root);
  if (unchanged !== "") throw new Error(`${root} has changes: ${unchanged}`);
  const before = await complaints(project);
  console.log(`${root} with ${server}: the checker says ${before.length} lines before`);
  await using served = await serve(["--project", root], {
    home: folder.path,
    env: { WAYMARK_EMBEDDING_PROVIDER: "off" },
    stderr: join(folder.path, "stderr.log"),
  });
  let [made, refused, wrong] = [0, 0, 0];
  for (const { path, namePath, name } of asked) {
    const newName = newNameOf(name);
    const { body, asked: times } = await renamed(served, { path, name_path: namePath, new_name: newName });
    const where = `${path} ${namePath} -> ${newName}`;
    if (!body.answer?.applied) {
      refused++;
      console.log(`  refused  ${where}: ${body.detail ?? body.reason}`);
      const left = await changesSeenByGit(root);
      if (left !== "") wrong++;
      continue;
    }
    made++;
    const said = (await complaints(project)).map((line) => line.replaceAll(newName, name));
    const news = beyond(said.sort(), before);
    const files = body.answer.files.length;
    const undone = await served.post("/tools/undo_change", { change_id: body.answer.change_id });
    const left = await changesSeenByGit(root);
    const isRight = news.length === 0 && undone.status === 200 && left === "";
    if (!isRight) wrong++;
    const how = `${files} files, asked ${times} times, complete ${body.complete}`;
    console.log(`  ${isRight ? "ok      " : "WRONG   "} ${where}: ${how}`);
    for (const warning of body.answer.warnings ?? []) console.log(`           warned: ${warning}`);
    for (const line of news.slice(0, 6)) console.log(`           new: ${line}`);
    if (left !== "") console.log(`           after undo: ${left}`);
    if (left !== "") break;
  }
  console.log(`  ${made} made, ${refused} refused, ${wrong} wrong`);
  return wrong === 0;
}

let isRight = true;
for (const project of JSON.parse(readFileSync(values.projects, "utf8")) as Checked[]) {
  const asked = await chosenSymbols(project, KINDS, Number(values.symbols), Number(values.seed));
  isRight = (await verified(project, asked)) && isRight;
}
process.exit(isRight ? 0 : 1);

/**
 * Whether answers are right from the first moment on: `bun scripts/verify/servers-ready.ts --projects FILE.json [--symbols N]
 * [--rounds N] [--seed N]`, where the file lists `{root, language, server, command}`: a project outside of this checkout, the id of its
 * language, the id of a server and the command that starts it. For N symbols of each project the raw server is asked over a
 * connection of its own, files with their names open in it, until what it says does not change any more. Then Waymark is started anew in each round
 * and asked all of them at once from its first moment on, again and again, until each answer is complete. An answer that calls itself
 * complete must be the raw server's; one that is not must say why. `WAYMARK_BIN` names an executable to ask. Prints a row a
 * project; exits 1 when an answer was wrong.
 */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { LanguageClient } from "../../src/lsp/client.ts";
import { ServerError } from "../../src/lsp/fault.ts";
import { references } from "../../src/lsp/request.ts";
import { CATALOG, projectAt } from "../../test/fixture/project.ts";
import { serve } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";
import { type Asked, chosenSymbols, LIMIT_MS, rawServer, type Subject } from "./raw-server.ts";

const KINDS: ReadonlySet<string> = new Set([
  "function",
  "method",
  "class",
  "interface",
  "struct",
  "type",
  "enum",
  "trait",
]);

/** The raw server is taken to know all when it has said the same so often, a second apart. */
const SAME_ANSWERS = 3;

/** Files that the raw server is shown. */
const MOST_OPEN = 300;

const { values } = parseArgs({
  options: {
    projects: { type: "string" },
    symbols: { type: "string", default: "20" },
    rounds: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
  },
});
if (values.projects === undefined) throw new Error("Give --projects FILE.json.");

/** The places of uses as the server itself knows them once it has loaded the project: `path:line:column`, in order. */
async function rawUses(subject: Subject, asked: readonly Asked[]): Promise<(string[] | undefined)[]> {
  const { root, language, server } = subject;
  await using client = await rawServer(subject);
  // Files that a server does not count to the project are as much a user's as others.
  const project = await projectAt(root);
  for (const path of await project.files.paths(".", { signal: AbortSignal.timeout(LIMIT_MS) })) {
    if (CATALOG.of(path)?.id !== language) continue;
    const { text } = await project.files.read(path);
    const isMeant = asked.some(({ namePath }) =>
      text.includes(
        namePath
          .split("/")
          .at(-1)!
          .replace(/\[\d+\]$/, ""),
      ),
    );
    if (isMeant && client.documents.paths.length < MOST_OPEN) await client.documents.open(join(root, path), text);
  }
  let [last, same] = ["", 0];
  for (const until = performance.now() + LIMIT_MS; performance.now() < until; await Bun.sleep(1_000)) {
    const answers: (string[] | undefined)[] = [];
    for (const one of asked) answers.push(await usesOf(client, root, one).catch(refused));
    const now = JSON.stringify(answers);
    same = now === last ? same + 1 : 0;
    last = now;
    if (same >= SAME_ANSWERS) return answers;
  }
  throw new Error(`The answers of ${server} do not come to rest.`);
}

/** Of a file that it counts to no project a server may say nothing at all. */
function refused(error: unknown): undefined {
  if (!(error instanceof ServerError)) throw error;
}

/** As the protocol gives them, its own declaration left out. */
async function usesOf(client: LanguageClient, root: string, { path, line, column }: Asked): Promise<string[]> {
  const at = { path: join(root, path), position: { line, column } };
  const found = (await client.request(references, at, AbortSignal.timeout(LIMIT_MS)))
    .map(({ path, range: { start } }) => ({ file: relative(root, path ?? "/"), ...start }))
    .filter((use) => use.file !== path || use.line !== line || use.column !== column)
    .filter(({ file }) => !file.startsWith(".."))
    .map(({ file, line, column }) => `${file}:${line}:${column}`);
  return [...new Set(found)].sort();
}

interface Body {
  complete?: boolean;
  reason?: string;
  detail?: string;
  source?: string;
  answer?: { places: { path: string; line: number; column: number }[] };
}

interface Tally {
  answers: number;
  incomplete: Map<string, number>;
  wrong: string[];
  /** Milliseconds from the start of the process to the last complete answer. */
  last: number;
}

/** One start of Waymark, asked all at once until all is complete. */
async function round(
  { root, language, server, command }: Subject,
  asked: readonly Asked[],
  truth: string[][],
): Promise<Tally> {
  await using folder = await tmp();
  const settings = { servers: { [server]: { command } }, language_servers: { [language]: [server] } };
  await mkdir(join(folder.path, ".config/waymark"), { recursive: true });
  await writeFile(join(folder.path, ".config/waymark/settings.yaml"), JSON.stringify(settings));
  const startedAt = performance.now();
  await using served = await serve(["--project", root], {
    home: folder.path,
    env: { WAYMARK_EMBEDDING_PROVIDER: "off" },
    stderr: join(folder.path, "stderr.log"),
  });
  const tally: Tally = { answers: 0, incomplete: new Map(), wrong: [], last: 0 };
  const ask = async ({ path, namePath }: Asked, wanted: readonly string[]) => {
    for (;;) {
      const input = { path, name_path: namePath, limit: 1_000 };
      const body = (await (await served.post("/tools/find_referencing_symbols", input)).json()) as Body;
      tally.answers++;
      const where = `${path} ${namePath}`;
      if (!body.answer) tally.wrong.push(`${where}: ${body.detail}`);
      else if (body.complete !== true) {
        const why = (body.reason ?? "").replace(/\d+|"[^"]*"/g, "…").slice(0, 80);
        if (why === "") tally.wrong.push(`${where}: incomplete, and no reason`);
        tally.incomplete.set(why, (tally.incomplete.get(why) ?? 0) + 1);
      }
      const found = body.answer?.places.map(({ path, line, column }) => `${path}:${line}:${column}`).sort() ?? [];
      const isRight = Bun.deepEquals(found, wanted);
      if (body.complete === true && !isRight) tally.wrong.push(`${where}: ${differenceOf(found, wanted)}`);
      const isDoubted = body.source === "server" && isRight; // the doubt of the index may stay for good
      if (!body.answer || body.complete === true || isDoubted) break;
      if (performance.now() - startedAt > LIMIT_MS) {
        tally.wrong.push(
          `${where}: not complete after ${LIMIT_MS / 1_000} s: ${body.reason}; ${differenceOf(found, wanted)}`,
        );
        break;
      }
      await Bun.sleep(500);
    }
    tally.last = Math.max(tally.last, performance.now() - startedAt);
  };
  await Promise.all(asked.map((one, at) => ask(one, truth[at]!)));
  return tally;
}

function differenceOf(found: readonly string[], wanted: readonly string[]): string {
  const missing = wanted.filter((one) => !found.includes(one));
  const extra = found.filter((one) => !wanted.includes(one));
  return `${missing.length} missing (${missing.slice(0, 3).join(", ")}), ${extra.length} more (${extra.slice(0, 3).join(", ")})`;
}

let isWrong = false;
for (const subject of JSON.parse(readFileSync(values.projects, "utf8")) as Subject[]) {
  const chosen = await chosenSymbols(subject, KINDS, Number(values.symbols), Number(values.seed));
  const said = await rawUses(subject, chosen);
  const asked = chosen.filter((_, at) => said[at]);
  const truth = said.filter((uses) => uses !== undefined);
  const uses = truth.reduce((sum, { length }) => sum + length, 0);
  console.log(`${subject.root} with ${subject.server}: ${asked.length} symbols, ${uses} uses`);
  for (let n = 1; n <= Number(values.rounds); n++) {
    const { answers, incomplete, wrong, last } = await round(subject, asked, truth);
    console.log(
      `  start ${n}: ${answers} answers, all there after ${(last / 1_000).toFixed(1)} s, ${wrong.length} wrong`,
    );
    for (const [why, count] of incomplete) console.log(`    ${count} incomplete: ${why}`);
    for (const one of wrong) console.log(`    WRONG ${one}`);
    isWrong ||= wrong.length > 0;
  }
}
process.exit(isWrong ? 1 : 0);

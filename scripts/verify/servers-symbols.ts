/**
 * Whether implementations, calls and declarations are those of the raw server: `bun scripts/verify/servers-symbols.ts
 * --projects FILE.json [--symbols N] [--seed N]`, where the file lists projects as for `servers-ready.ts`. For N symbols of each the
 * raw server is asked once it has loaded the project, then Waymark. A declaration is asked for where another file uses the
 * symbol. Prints each difference, for a person to judge, and counts; exits 1 when there was one.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { LanguageClient } from "../../src/lsp/client.ts";
import {
  type AtPlace,
  definition,
  type HierarchyItem,
  implementation,
  incomingCalls,
  outgoingCalls,
  prepareCallHierarchy,
  references,
} from "../../src/lsp/request.ts";
import type { Place } from "../../src/lsp/result.ts";
import { type TestApp, testApp } from "../../test/fixture/app.ts";
import { type Asked, chosenSymbols, LIMIT_MS, rawServer, type Subject } from "./raw-server.ts";

const KINDS: ReadonlySet<string> = new Set(["function", "method", "class", "interface", "struct", "trait"]);

const { values } = parseArgs({
  options: {
    projects: { type: "string" },
    symbols: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});
if (values.projects === undefined) throw new Error("Give --projects FILE.json.");

const signal = () => AbortSignal.timeout(LIMIT_MS);

/** So often may an expression repeat something. */
const MOST_REPEATS = 1_000;

/** `path:line` of a place, as the raw server means it. */
const spelt = (root: string, { path, uri, range, nameRange }: Place) => {
  const inside = path && relative(root, path);
  return `${!inside || inside.startsWith("..") ? (path ?? uri) : inside}:${(nameRange ?? range).start.line}`;
};

interface Row {
  path: string;
  line: number;
  level?: number;
  call_lines?: number[];
}
interface Body {
  complete?: boolean;
  reason?: string;
  detail?: string;
  answer?: { implementations?: Row[]; declarations?: Row[]; rows?: Row[]; outside?: { file: string; line: number }[] };
}

/** What the raw server and Waymark say of one symbol, as lists in one spelling; undefined where the server cannot say it. */
type Pair = { what: string; raw: string[]; ours: string[]; note: string };

async function pairsOf(client: LanguageClient, app: TestApp, root: string, one: Asked): Promise<Pair[]> {
  const at: AtPlace = { path: join(root, one.path), position: { line: one.line, column: one.column } };
  const input = { path: one.path, name_path: one.namePath };
  const call = async (tool: string, more: object) => {
    return (await (await app.post(`/tools/${tool}`, { ...more, max_answer_chars: 400_000 })).json()) as Body;
  };
  const pairs: Pair[] = [];
  const add = (what: string, raw: string[], rows: readonly string[], { complete, reason, answer, detail }: Body) => {
    const note = answer ? (complete ? "" : `incomplete: ${reason}`) : `error: ${detail}`;
    pairs.push({ what, raw: [...new Set(raw)].sort(), ours: [...new Set(rows)].sort(), note });
  };
  const outside = ({ answer }: Body) => answer?.outside?.map(({ file, line }) => `${file}:${line}`) ?? [];
  const own = `${one.path}:${one.line}`;
  if (client.can(implementation.method, at.path)) {
    const raw = (await client.request(implementation, at, signal(), LIMIT_MS)).map((place) => spelt(root, place));
    const body = await call("find_implementations", { ...input, limit: 500 });
    const rows = body.answer?.implementations?.map(({ path, line }) => `${path}:${line}`) ?? [];
    add(
      "implementations",
      raw.filter((place) => place !== own),
      [...rows, ...outside(body)],
      body,
    );
  }
  if (client.can(prepareCallHierarchy.method, at.path)) {
    const [item] = await client.request(prepareCallHierarchy, at, signal(), LIMIT_MS);
    for (const direction of ["incoming", "outgoing"] as const) {
      const raw = item ? await calls(client, root, item, direction) : [];
      const body = await call("get_call_hierarchy", { ...input, direction, limit: 500 });
      const rows = body.answer?.rows?.filter(({ level }) => level === 1) ?? [];
      add(
        direction,
        raw,
        rows.map(({ path, line, call_lines = [] }) => `${path}:${line} ${call_lines.join()}`),
        body,
      );
    }
  }
  const uses = await client.request(references, at, signal(), LIMIT_MS);
  const use = uses.find(({ path, range: { start } }) => {
    return path !== at.path && path?.startsWith(`${root}/`) && start.line < MOST_REPEATS && start.column < MOST_REPEATS;
  });
  if (use) {
    const { line, column } = use.range.start;
    const there = { path: use.path!, position: { line, column } };
    const raw = (await client.request(definition, there, signal(), LIMIT_MS)).map((place) => spelt(root, place));
    const regex = `\\A(?:[^\\n]*\\n){${line - 1}}[^\\n]{${column - 1}}(\\w+)`;
    const body = await call("find_declaration", { path: relative(root, use.path!), regex });
    const rows = body.answer?.declarations?.map(({ path, line }) => `${path}:${line}`) ?? [];
    add("declaration", raw, [...rows, ...outside(body)], body);
  }
  return pairs;
}

async function calls(client: LanguageClient, root: string, item: HierarchyItem, direction: "incoming" | "outgoing") {
  const request = direction === "incoming" ? incomingCalls : outgoingCalls;
  const found = await client.request(request, { item }, signal(), LIMIT_MS);
  const lines = new Map<string, Set<number>>();
  for (const { item, ranges } of found) {
    const place = spelt(root, item.place);
    const known = lines.get(place) ?? new Set();
    for (const { start } of ranges) known.add(start.line);
    lines.set(place, known);
  }
  return [...lines].map(([place, calls]) => `${place} ${[...calls].sort((a, b) => a - b).join()}`);
}

let differences = 0;
for (const subject of JSON.parse(readFileSync(values.projects, "utf8")) as Subject[]) {
  const { root, language, server, command } = subject;
  const asked = await chosenSymbols(subject, KINDS, Number(values.symbols), Number(values.seed));
  await using client = await rawServer(subject);
  const settings = { servers: { [server]: { command } }, language_servers: { [language]: [server] } };
  await using app = await testApp({ folder: root, settings: { ...settings, embedding: { provider: "off" } } });
  for (const { path } of asked.slice(0, 1)) {
    const at = { path: join(root, path), position: { line: 1, column: 1 } };
    await client.request(references, at, signal()).catch(() => undefined); // it is opened, so that the project is loaded
    await client.whenReady(signal());
  }
  const counts = new Map<string, { equal: number; places: number; different: number }>();
  for (const one of asked) {
    for (const { what, raw, ours, note } of await pairsOf(client, app, root, one)) {
      const count = counts.get(what) ?? { equal: 0, places: 0, different: 0 };
      counts.set(what, count);
      count.places += raw.length;
      if (Bun.deepEquals(raw, ours)) count.equal++;
      else {
        count.different++;
        const missing = raw.filter((place) => !ours.includes(place));
        const more = ours.filter((place) => !raw.includes(place));
        console.log(`  ${what} of ${one.path} ${one.namePath}: missing [${missing}], more [${more}] ${note}`);
      }
    }
  }
  for (const [what, { equal, places, different }] of counts) {
    console.log(`${root} ${server} ${what}: ${equal} equal (${places} places), ${different} different`);
    differences += different;
  }
}
process.exit(differences > 0 ? 1 : 0);

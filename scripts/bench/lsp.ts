/**
 * What Waymark adds to a question of a language server: `bun scripts/bench/lsp.ts [--files N]`. The same references are asked
 * for raw, through the manager of all servers with everything that keeps it honest (the index's news, open files compared with
 * the disk), as the tool answers over the index of a made-up project, and through the tool of a served process over HTTP beside
 * a call that asks no server; with a server that answers at once, and with TypeScript 7. `WAYMARK_BIN` names an executable to
 * serve with.
 */
import { parseArgs } from "node:util";
import { SERVERS } from "../../src/language/_builtin.gen.ts";
import { Servers } from "../../src/language/servers.ts";
import { LanguageServers } from "../../src/lsp/manager.ts";
import { ProjectServers } from "../../src/lsp/project-servers.ts";
import type { Question } from "../../src/lsp/question.ts";
import { references } from "../../src/lsp/request.ts";
import type { ChangeFeed } from "../../src/lsp/running.ts";
import { ServerSupply } from "../../src/lsp/supply.ts";
import { findReferences } from "../../src/symbol/references.ts";
import { Symbols } from "../../src/symbol/symbols.ts";
import { SyntaxPool } from "../../src/syntax/pool.ts";
import { CATALOG, projectAt } from "../../test/fixture/project.ts";
import { complete, projectIndexAt } from "../../test/fixture/project-index.ts";
import { typescriptServer } from "../../test/fixture/real-servers.ts";
import { servedWith } from "../../test/fixture/served-servers.ts";
import { tmp } from "../../test/fixture/tmp.ts";

const ROUNDS = 300;
const USES = 20;

const { values } = parseArgs({ options: { files: { type: "string", default: "300" } } });
const caller = { signal: new AbortController().signal, progress: () => undefined };

const files: Record<string, string> = {
  "tsconfig.json": '{"include": ["src"], "compilerOptions": {"noLib": true, "types": []}}',
  "src/a.ts": "export function add(a: number, b: number): number { return a + b; }\n",
};
for (let at = 0; at < Number(values.files); at++) {
  files[`src/f${at}.ts`] =
    at < USES
      ? `import { add } from "./a";\nexport const sum${at} = add(${at}, 1);\n`
      : `export const other${at} = ${at};\n`;
}

/** Milliseconds of each round, after some that warm it up. */
async function timed(work: () => Promise<unknown>): Promise<number[]> {
  for (let round = 0; round < 30; round++) await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

const quantile = (times: readonly number[], part: number) => times[Math.floor(times.length * part)]!;

async function measure(name: string, ids: string[], own: Record<string, object>): Promise<void> {
  await using folder = await tmp(files);
  await using data = await tmp();
  const project = await projectAt(folder.path);
  await using index = await projectIndexAt(folder.path, data.path);
  await complete(index);
  using parsers = new SyntaxPool({ log: () => undefined });
  const supply = new ServerSupply({
    files: SERVERS,
    catalogOf: () => CATALOG,
    dataDir: data.path,
    env: project.env,
    variable: () => undefined,
    ownRuntime: { command: [process.execPath], env: {} },
  });
  await using all = new LanguageServers({
    log: () => undefined,
    version: "0.0.0",
    limits: { idleSeconds: 1_000, totalMegabytes: 100_000 },
    supply,
  });
  const feed: ChangeFeed = {
    async since(after, signal) {
      const { changes, ...news } = await index.changesSince(after, signal);
      return { ...news, changes: changes?.map(({ path, kind }) => ({ path: `${project.root}/${path}`, kind })) };
    },
  };
  const said = { servers: own, language_servers: { typescript: ids }, server_settings: {} };
  const served = { project, servers: new Servers(SERVERS, CATALOG, said), isTrusted: false, feed };
  const path = `${project.root}/src/a.ts`;
  const position = { line: 1, column: 17 };
  let client: Parameters<Question<number>["ask"]>[0]["client"] | undefined;
  const question: Question<number> = {
    method: references.method,
    path,
    isWide: true,
    async ask(server, signal) {
      client = server.client;
      return (await server.client.request(references, { path, position }, signal)).length;
    },
  };
  const first = await all.ask(served, question, caller);
  const raw = await timed(() => client!.request(references, { path, position }, caller.signal));
  const managed = await timed(() => all.ask(served, question, caller));
  const use = {
    ...caller,
    project,
    index,
    symbols: new Symbols(parsers),
    servers: new ProjectServers(all, supply, served),
    fault: String,
  };
  const query = { namePath: "add", path: "src/a.ts", kinds: undefined, limit: 100 };
  const answered = await timed(() => findReferences(query, use));
  const [called, plain] = await overHttp(ids, own);
  const row = (times: readonly number[]) =>
    `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;
  const over = (times: readonly number[]) => (quantile(times, 0.5) - quantile(raw, 0.5)).toFixed(2);
  console.log(
    `${name}, ${first.value} places among ${Object.keys(files).length} files: raw ${row(raw)}; ` +
      `through the manager ${row(managed)} (${over(managed)} ms more); described as the tool does ${row(answered)} (${over(answered)} ms more); ` +
      `over HTTP ${row(called)} (${over(called)} ms more), where reading a line takes ${row(plain)}`,
  );
}

/** Through a process of Waymark: the tool, and one that asks no server. */
async function overHttp(ids: string[], servers: Record<string, object>): Promise<[number[], number[]]> {
  const settings = { servers, language_servers: { typescript: ids } };
  await using waymark = await servedWith({ files, settings });
  await waymark.warm("src/a.ts");
  const called = await timed(() => waymark.uses("src/a.ts", "add"));
  return [called, await timed(() => waymark.call("read_file", { path: "src/a.ts" }))];
}

const range = { start: { line: 0, character: 9 }, end: { line: 0, character: 12 } };
await using scenarios = await tmp({
  "at-once.json": JSON.stringify({
    capabilities: { textDocumentSync: 1, referencesProvider: true },
    replies: { "textDocument/references": { result: [{ uri: "$root/src/f0.ts", range }] } },
  }),
});
const fake = {
  name: "Fake",
  languages: ["typescript"],
  needs_open: "none",
  command: [
    process.execPath,
    `${import.meta.dir}/../../test/fixture/fake-language-server.ts`,
    `${scenarios.path}/at-once.json`,
  ],
};
await measure("a server that answers at once", ["fake"], { fake });
await measure("TypeScript 7", ["typescript"], { typescript: { command: typescriptServer() } });
process.exit(0);

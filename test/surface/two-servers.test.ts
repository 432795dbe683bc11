/** Two servers, each a process of its own, and ten clients on one project. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSources } from "../fixture/generated-sources.ts";
import { type Served, serve } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

const FILES = 1_000;
const CLIENTS = 10;
const ROUNDS = 5;

interface Answer {
  status: number;
  body: {
    answer: { symbols: { path: string }[]; state: string; is_writer: boolean };
    complete?: boolean;
    reason?: string;
    detail?: string;
    total?: number;
  };
}

async function ask(server: Served, tool: string, input: Record<string, unknown>): Promise<Answer> {
  const response = await server.post(`/tools/${tool}`, input);
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** Asks until the answer is whole; every answer before that must say that it is not. */
async function whole(server: Served, query: string, partial: Answer[]): Promise<Answer["body"]> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; ) {
    const answer = await ask(server, "search_symbol", { query });
    const { status, body } = answer;
    if (status === 200 && body.complete !== false) return body;
    partial.push(answer);
  }
  throw new Error(`"${query}" got no whole answer.`);
}

const isWriter = async (server: Served) => (await ask(server, "get_index_status", {})).body.answer.is_writer;

test("all get right answers, one writes, nobody meets a lock, and the other writes when that one is killed", async () => {
  await using dir = await tmp();
  const [root, home] = [join(dir.path, "project"), join(dir.path, "home")];
  mkdirSync(home);
  writeSources(root, FILES);
  const logs = [join(dir.path, "one.log"), join(dir.path, "two.log")];
  const start = (stderr: string) => serve(["--project", root], { home, stderr });
  const servers = await Promise.all(logs.map(start));
  try {
    const partial: Answer[] = [];
    const clients = Array.from({ length: CLIENTS }, (_, client) => ({ client, server: servers[client % 2]! }));
    await Promise.all(
      clients.map(async ({ client, server }) => {
        const { total, answer } = await whole(server, `Thing${client}`, partial);
        expect(total).toBeGreaterThanOrEqual(1);
        expect(answer.symbols[0]!.path).toBe(`g0/f${client}.ts`);
      }),
    );
    // What was asked while files were being read: what is there already, or that nothing is yet; in both cases why.
    expect(partial.length).toBeGreaterThan(0);
    for (const { status, body } of partial) {
      expect([200, 503]).toContain(status);
      expect(status === 200 ? body.reason : body.detail).toMatch(/being (indexed|looked for|read)/);
    }
    const writers = await Promise.all(servers.map(isWriter));
    expect(writers.toSorted()).toEqual([false, true]);

    for (let round = 0; round < ROUNDS; round++) {
      writeFileSync(join(root, `g${round}/f1.ts`), `export class Changed${round} {}\n`);
      const found = await Promise.all(clients.map(({ server }) => whole(server, `Changed${round}`, partial)));
      for (const { answer } of found) expect(answer.symbols.map(({ path }) => path)).toEqual([`g${round}/f1.ts`]);
    }

    const [writer, other] = writers[0] ? servers : servers.toReversed();
    process.kill(writer!.pid, "SIGKILL");
    await writer![Symbol.asyncDispose]();
    writeFileSync(join(root, "g0/late.ts"), "export class Late {}\n");
    const late = await whole(other!, "Late", partial);
    expect(late.answer.symbols.map(({ path }) => path)).toContain("g0/late.ts");
    const deadline = Date.now() + 60_000; // the answer may be there before the index that it was not waited for
    while (!(await isWriter(other!)) && Date.now() < deadline) await Bun.sleep(50);
    expect(await isWriter(other!)).toBe(true);
  } finally {
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
  for (const log of logs) expect(readFileSync(log, "utf8")).not.toMatch(/SQLITE|locked|internal error/i);
}, 180_000);

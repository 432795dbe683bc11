/**
 * Start to first answer and REST throughput of the executable, as ratios to a compiled hello-world and a bare Hono
 * server of the same run: `bun scripts/bench/start.ts`. The throughput is that of a server that has indexed its project.
 * Prints a table, then one line of JSON.
 */
import { join } from "node:path";
import { freshEnvironment } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";
import { build, compile, hostTarget } from "../build.ts";
import type { Load, LoadResult } from "./load.ts";

const STARTS = 15;
const ROUNDS = 5;
const ROUND_MS = 700;
const LIMIT_MS = 20_000;
const TOKEN = "bench";
const PROJECT = "project";
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};
const CALLS = [
  { path: "/tools/get_current_config", body: {} },
  { path: "/tools/read_file", body: { path: "README.md" } },
];

const SILENT: ["ignore", "ignore", "ignore"] = ["ignore", "ignore", "ignore"];

interface Started extends AsyncDisposable {
  /** What stdout had when the pattern was found in it. */
  readonly text: string;
}

/** Starts a program in the project and waits for its first output that has the pattern; disposing ends it. */
async function started(command: string[], pattern: RegExp, home: string, stdin = ""): Promise<Started> {
  const child = Bun.spawn(command, {
    cwd: join(home, PROJECT),
    env: freshEnvironment(home, { WAYMARK_TOKEN: TOKEN, WAYMARK_PORT: "0", WAYMARK_LOG_LEVEL: "error" }),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  child.stdin.write(stdin);
  void child.stdin.flush();
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  for (let text = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${command.join(" ")} printed no ${pattern}, but: ${text}`);
    text += decoder.decode(value, { stream: true });
    if (!pattern.test(text)) continue;
    clearTimeout(timer);
    return {
      text,
      async [Symbol.asyncDispose]() {
        child.kill();
        await child.exited;
      },
    };
  }
}

const addressIn = (text: string) => /http:\S+/.exec(text)![0];

async function timed(work: () => Promise<AsyncDisposable>): Promise<number> {
  const startedAt = performance.now();
  await using _ = await work();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

/** Median milliseconds by command, `hello` among them; interleaved, so that the machine's mood meets all alike. */
async function startTimes(waymark: string, hello: string, home: string): Promise<Record<string, number>> {
  const opening = `${JSON.stringify(INITIALIZE)}\n`;
  const mcp = (...args: string[]) => started([waymark, "mcp", ...args], /"id":1\b.*\n/, home, opening);
  const stop = async () =>
    void (await Bun.spawn([waymark, "stop"], { env: freshEnvironment(home), stdio: SILENT }).exited);
  const commands: Record<string, () => Promise<AsyncDisposable>> = {
    hello: () => started([hello], /\n/, home),
    version: () => started([waymark, "version"], /\n/, home),
    serve: async () => {
      const server = await started([waymark, "serve"], /http:\S+\n/, home);
      const response = await fetch(`${addressIn(server.text)}/healthz`);
      if (!response.ok) throw new Error(`/healthz answered ${response.status}`);
      return server;
    },
    "mcp --standalone": () => mcp("--standalone"),
    "mcp, no server yet": () => mcp(),
    "mcp, server running": () => mcp(),
  };
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < STARTS; round++) {
    for (const [name, start] of Object.entries(commands)) times[name]!.push(await timed(start));
    await stop();
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

interface Throughput {
  path: string;
  connections: number;
  /** Requests a second. */
  waymark: number;
  bare: number;
  ratio: number;
  generatorBusy: number;
}

async function throughputs(waymark: string, bare: string, home: string): Promise<Throughput[]> {
  await using ours = await started([waymark, "serve", "--project", join(home, PROJECT)], /http:\S+\n/, home);
  const answers = Object.fromEntries(
    await Promise.all(CALLS.map(async ({ path, body }) => [path, await answerOf(path, body)])),
  );
  await atRest();
  await using theirs = await started([bare, JSON.stringify(answers)], /http:\S+\n/, home);
  const origins = { waymark: addressIn(ours.text), bare: addressIn(theirs.text) };
  const found: Throughput[] = [];
  for (const { path, body } of CALLS) {
    for (const connections of [1, 16]) {
      const rates: Record<keyof typeof origins, number[]> = { waymark: [], bare: [] };
      const busy: number[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        for (const name of ["waymark", "bare"] as const) {
          const load = { origin: origins[name], path, token: TOKEN, body: JSON.stringify(body), connections };
          const result = await loaded({ ...load, milliseconds: ROUND_MS });
          if (round < 0) continue; // the first one warms up
          rates[name].push(result.requestsPerSecond);
          busy.push(result.busy);
        }
      }
      const [waymark, bare] = [median(rates.waymark), median(rates.bare)];
      found.push({ path, connections, waymark, bare, ratio: waymark / bare, generatorBusy: Math.max(...busy) });
    }
  }
  return found;

  /** A server begins to index its project a second after its start; on a machine with two cores that is half of it. */
  async function atRest(): Promise<void> {
    for (;;) {
      const status = (await answerOf("/tools/get_index_status", {})) as { answer: { state: string } };
      if (status.answer.state === "ready") return;
      await Bun.sleep(200);
    }
  }

  async function answerOf(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${addressIn(ours.text)}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}

async function loaded(load: Load): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "load.ts"), JSON.stringify(load)], {
    stdout: "pipe",
    stderr: "inherit",
    timeout: LIMIT_MS,
  });
  return JSON.parse(await child.stdout.text()) as LoadResult;
}

const target = hostTarget();
if (!target) throw new Error(`No target of scripts/build.ts runs on ${process.platform}-${process.arch}.`);
await using home = await tmp({ [`${PROJECT}/README.md`]: "# Small\n\nA file of a few lines.\n" });
const binary = (name: string) => join(home.path, "bin", name);
const [waymark, hello, bare] = [binary("waymark"), binary("hello"), binary("bare")];
await build(target, waymark);
await compile(target, [join(import.meta.dir, "yardstick/hello.ts")], hello);
await compile(target, [join(import.meta.dir, "yardstick/bare-server.ts")], bare);

const starts = await startTimes(waymark, hello, home.path);
const rest = await throughputs(waymark, bare, home.path);

const row = (cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(12))).join(""));
row(["start to first answer", "median ms", "x hello"]);
for (const [name, ms] of Object.entries(starts)) row([name, ms.toFixed(1), (ms / starts.hello!).toFixed(2)]);
row(["\nrequests a second", "connections", "waymark", "bare Hono", "ratio", "load busy"]);
for (const { path, connections, waymark, bare, ratio, generatorBusy } of rest) {
  row([path, String(connections), waymark.toFixed(0), bare.toFixed(0), ratio.toFixed(2), generatorBusy.toFixed(2)]);
}
console.log(JSON.stringify({ target, startMs: starts, rest }));

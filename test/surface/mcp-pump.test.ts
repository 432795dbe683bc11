/** `waymark mcp` as the pump to a server that all clients share. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import {
  dataDirOf,
  hasBegun,
  homeWithServer,
  isAlive,
  pumpClient,
  recordFileOf,
  recordOf,
  serversOf,
  sleepCall,
  until,
} from "../fixture/pump.ts";
import { COMMAND, freshEnvironment, serve, waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

/** In CI a sample; `scripts/verify/processes.ts` starts fifty. */
const MANY = 10;
const FIND = { name: "find_file", arguments: { query: "a.ts" } };
const FOUND = { structuredContent: { answer: { paths: ["a.ts"] } } };
/** What a `sleepCall` comes to when nobody stops it. */
const ENDED = { content: [{ text: "Ended with 0." }] };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };
const call = (id: number, { name, arguments: input }: typeof FIND) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input },
});
/** Longer than a server may go without a sign of life. */
const SILENT_S = 25;
const asLines = (messages: readonly object[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join("");

interface Line {
  jsonrpc: string;
  id?: number;
  error?: { message: string };
}

/** A client of each era. */
async function both(home: string) {
  const all = [await pumpClient(home), await pumpClient(home, { era: "modern" })];
  for (const client of all) await client.callTool(FIND); // a modern client may connect before its process has met the server
  return { all, [Symbol.asyncDispose]: async () => void (await Promise.all(all.map((c) => c[Symbol.asyncDispose]()))) };
}

describe.each(["legacy", "modern"] as const)("%s client", (era) => {
  test("starts a server where there is none; it outlives the client, and the next client finds it", async () => {
    await using home = await homeWithServer();
    const first = await pumpClient(home.path, { era });
    expect(await first.callTool(FIND)).toMatchObject(FOUND);
    const { pid } = recordOf(home.path)!;
    await first[Symbol.asyncDispose]();
    await until("the pump ends", () => !isAlive(first.pid));
    expect(isAlive(pid)).toBe(true);
    await using second = await pumpClient(home.path, { era });
    expect(await second.callTool(FIND)).toMatchObject(FOUND);
    expect(await serversOf(home.path)).toEqual([pid]);
  });

  test("attaches to a server in the foreground", async () => {
    await using home = await homeWithServer();
    await using server = await serve([], { home: home.path });
    await using client = await pumpClient(home.path, { era });
    expect(await client.callTool(FIND)).toMatchObject(FOUND);
    expect([recordOf(home.path)!.pid, await serversOf(home.path)]).toEqual([server.pid, []]);
  });

  test("H62: a server killed under it costs the call that ran an error; the next call is answered", async () => {
    await using home = await homeWithServer();
    await using client = await pumpClient(home.path, { era });
    const { pid } = recordOf(home.path)!;
    const running = client.callTool(sleepCall(30)).then(
      () => "an answer",
      (error: Error) => error.message,
    );
    await hasBegun(home.path);
    process.kill(pid, "SIGKILL");
    expect(await running).toContain("it is not known whether the call took effect");
    expect(await client.callTool(FIND)).toMatchObject(FOUND);
    const next = recordOf(home.path)!.pid;
    expect(next).not.toBe(pid);
    process.kill(next, "SIGKILL");
    await until("the pump hears of it", () => client.stderr.split("The server ended").length === 3);
    expect(await client.callTool(FIND)).toMatchObject(FOUND);
    expect((await serversOf(home.path)).length).toBe(1);
  });

  test("H62: an older server is replaced by a newer program: what runs there ends well, and nothing is lost", async () => {
    await using home = await homeWithServer();
    await using client = await pumpClient(home.path, { era });
    await client.callTool(FIND); // modern clients connect before their process has met the server
    const old = recordOf(home.path)!;
    // The programs of a test are all of one version; what a newer one goes by is the record of the older.
    await Bun.write(recordFileOf(home.path), JSON.stringify({ ...old, version: "0.0.1" }));
    const running = client.callTool(sleepCall(6));
    await hasBegun(home.path);
    await using newer = await pumpClient(home.path, { era });
    expect(await newer.callTool(FIND)).toMatchObject(FOUND);
    const next = recordOf(home.path)!;
    expect(next.pid).not.toBe(old.pid);
    expect(isAlive(old.pid)).toBe(true);
    const meanwhile = client.callTool(FIND);
    expect(await running).toMatchObject(ENDED);
    expect(await meanwhile).toMatchObject(FOUND);
    await until("the older server ends", () => !isAlive(old.pid));
    expect(await serversOf(home.path)).toEqual([next.pid]);
  });
});

test("a frozen server costs running calls an error and later ones words, a busy one costs nothing, and both may go on", async () => {
  await using home = await homeWithServer();
  await using clients = await both(home.path);
  const { pid } = recordOf(home.path)!;
  await using elsewhere = await homeWithServer();
  await using patient = await pumpClient(elsewhere.path);
  const silent = patient.callTool(sleepCall(SILENT_S));
  const running = clients.all.map((client) => client.callTool(sleepCall(600)).catch((error: Error) => error.message));
  await hasBegun(home.path);
  process.kill(pid, "SIGSTOP");
  for (const said of await Promise.all(running)) {
    expect(said).toContain(`(process ${pid}) has not given a sign of life`);
    expect(said).toContain("not known whether the call took effect");
  }
  const later = await Promise.all(
    clients.all.map((client) => client.callTool(FIND).catch((error: Error) => error.message)),
  );
  for (const said of later) {
    expect(said).toContain(`(process ${pid}) takes connections but does not answer`);
    expect(said).toContain("waymark stop");
  }
  process.kill(pid, "SIGCONT");
  for (const client of clients.all) expect(await client.callTool(FIND)).toMatchObject(FOUND);
  expect(recordOf(home.path)!.pid).toBe(pid);
  expect(await silent).toMatchObject(ENDED);
  process.kill(pid, "SIGSTOP");
  expect(await waymark(["stop"], { home: home.path })).toMatchObject({ code: 0 });
  for (const client of clients.all) expect(await client.callTool(FIND)).toMatchObject(FOUND);
}, 120_000);

test(`${MANY} clients that start at once share one server`, async () => {
  await using home = await homeWithServer();
  const clients = await Promise.all(Array.from({ length: MANY }, () => pumpClient(home.path)));
  await using _ = {
    [Symbol.asyncDispose]: async () => void (await Promise.all(clients.map((c) => c[Symbol.asyncDispose]()))),
  };
  for (const answer of await Promise.all(clients.map((client) => client.callTool(FIND)))) {
    expect(answer).toMatchObject(FOUND);
  }
  expect(await serversOf(home.path)).toEqual([recordOf(home.path)!.pid]);
  const { stdout } = await waymark(["status", "--json"], { home: home.path });
  expect(JSON.parse(stdout)).toMatchObject({ clients: MANY });
});

test("a record of a process that is no server of ours is recognised, whoever has its number now", async () => {
  await using home = await homeWithServer();
  const stale = {
    pid: process.pid,
    socket: join(home.path, "gone.sock"),
    key: "k",
    version: "9.9.9",
    background: true,
  };
  await Bun.write(recordFileOf(home.path), JSON.stringify(stale));
  expect(await waymark(["status"], { home: home.path })).toMatchObject({ code: 3 });
  await using client = await pumpClient(home.path);
  expect(await client.callTool(FIND)).toMatchObject(FOUND);
  expect(recordOf(home.path)!.pid).not.toBe(process.pid);
});

test("a port in use does not keep the server from starting", async () => {
  await using taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("another program") });
  await using home = await homeWithServer({ ".config/waymark/settings.yaml": `port: ${taken.port}\n` });
  await using client = await pumpClient(home.path);
  expect(await client.callTool(FIND)).toMatchObject(FOUND);
  expect(recordOf(home.path)!.port).not.toBe(taken.port);
});

test("a server without clients ends itself, and one with a client does not", async () => {
  await using home = await homeWithServer({ ".config/waymark/settings.yaml": "server_idle_s: 1\nport: 0\n" });
  const client = await pumpClient(home.path);
  const { pid, socket } = recordOf(home.path)!;
  await Bun.sleep(2_500);
  expect(isAlive(pid)).toBe(true);
  await client[Symbol.asyncDispose]();
  await until("it ends", () => !isAlive(pid));
  expect([recordOf(home.path), existsSync(String(socket))]).toEqual([undefined, false]);
});

test("a server whose data folder is gone ends itself", async () => {
  await using home = await homeWithServer({ ".config/waymark/settings.yaml": "server_idle_s: 4\nport: 0\n" });
  await using client = await pumpClient(home.path);
  const { pid } = recordOf(home.path)!;
  await Bun.file(recordFileOf(home.path)).delete();
  await until("it ends", () => !isAlive(pid));
  expect(await client.callTool(FIND)).toMatchObject(FOUND);
});

test("status tells of the server, stop ends it once its calls have ended, and both end with 3 when there is none", async () => {
  await using home = await homeWithServer();
  for (const command of ["status", "stop"]) {
    expect(await waymark([command], { home: home.path })).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("is running"),
    });
  }
  await using client = await pumpClient(home.path);
  const record = recordOf(home.path)!;
  const status = await waymark(["status"], { home: home.path });
  expect(status.code).toBe(0);
  for (const said of [record.url, `process   ${record.pid}`, record.version, "up ", "clients   1 attached"]) {
    expect(status.stdout).toContain(said);
  }
  const running = client.callTool(sleepCall(1));
  await hasBegun(home.path);
  expect(await waymark(["stop"], { home: home.path })).toMatchObject({ code: 0 });
  expect(isAlive(record.pid)).toBe(false);
  expect(await running).toMatchObject(ENDED);
  expect(await serversOf(home.path)).toEqual([]); // an idle client starts none
  expect(await client.callTool(FIND)).toMatchObject(FOUND);
});

test("a server in the foreground takes the place of one in the background, whose clients follow", async () => {
  await using home = await homeWithServer();
  await using client = await pumpClient(home.path);
  const { pid } = recordOf(home.path)!;
  await using server = await serve([], { home: home.path });
  await until("the other ends", () => !isAlive(pid));
  expect(await client.callTool(FIND)).toMatchObject(FOUND);
  expect(recordOf(home.path)!.pid).toBe(server.pid);
});

test("clients of two data folders do not meet", async () => {
  await using home = await homeWithServer();
  await using other = await tmp();
  await using one = await pumpClient(home.path);
  await using two = await pumpClient(home.path, { args: ["--data-dir", other.path] });
  expect(await one.callTool(FIND)).toMatchObject(FOUND);
  expect(await two.callTool(FIND)).toMatchObject(FOUND);
  const theirs = JSON.parse(await Bun.file(join(other.path, "server.json")).text()) as { pid: number };
  expect(theirs.pid).not.toBe(recordOf(home.path)!.pid);
  expect(await waymark(["stop", "--data-dir", other.path], { home: home.path })).toMatchObject({ code: 0 });
  expect(isAlive(recordOf(home.path)!.pid)).toBe(true);
});

test("a process with settings of its own serves by itself instead of working under those of others", async () => {
  await using home = await homeWithServer();
  await using client = await pumpClient(home.path);
  await using careful = await pumpClient(home.path, { env: { WAYMARK_READ_ONLY: "true" } });
  const names = async (of: typeof client) => (await of.listTools()).tools.map(({ name }) => name);
  expect(await names(client)).toContain("create_text_file");
  expect(await names(careful)).not.toContain("create_text_file");
  expect(careful.stderr).toContain("serves by itself");
});

test("project, context and mode travel; what the server does not know ends the command with words", async () => {
  await using home = await homeWithServer({ "elsewhere/b.ts": "" });
  await using client = await pumpClient(home.path, {
    args: ["--project", "../elsewhere", "--context", "full", "--mode", "planning"],
  });
  expect(await client.callTool({ name: "find_file", arguments: { query: "*.ts" } })).toMatchObject({
    structuredContent: { answer: { paths: ["b.ts"] } },
  });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect([names.includes("list_dir"), names.includes("create_text_file")]).toEqual([true, false]);
  const unknown = await waymark(["mcp", "--context", "nope"], { home: home.path });
  expect(unknown).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("nope") });
});

test("H56: the active project of an unbound client survives its server", async () => {
  await using home = await homeWithServer({ "elsewhere/b.ts": "" });
  await using client = await pumpClient(home.path, { args: ["--unbound"] });
  await using _ = await pumpClient(home.path); // so that two projects are open
  await client.callTool({ name: "activate_project", arguments: { project: join(home.path, "elsewhere") } });
  process.kill(recordOf(home.path)!.pid, "SIGKILL");
  await using another = await pumpClient(home.path);
  await another.callTool(FIND);
  expect(await client.callTool({ name: "find_file", arguments: { query: "*.ts" } })).toMatchObject({
    structuredContent: { answer: { paths: ["b.ts"] } },
  });
});

test("H108: every line on stdout is JSON-RPC, each request has one answer, and no word of ours between", async () => {
  await using home = await homeWithServer({
    ".config/waymark/settings.yaml": "log_level: debug\nno_such_setting: 1\nport: 0\n",
  });
  const child = Bun.spawn([...COMMAND, "mcp"], {
    cwd: join(home.path, "project"),
    env: freshEnvironment(home.path),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  let said = "";
  const listening = (async () => {
    for await (const chunk of child.stderr) said += Buffer.from(chunk).toString();
  })();
  child.stdin.write(`${asLines([INITIALIZE, INITIALIZED, call(2, FIND)])}not json\n`);
  await child.stdin.flush();
  await until("the server runs", () => recordOf(home.path) !== undefined);
  await Bun.sleep(1_000);
  process.kill(recordOf(home.path)!.pid, "SIGKILL");
  // A call that is sent before the pump hears of it is answered with an error.
  await until("the pump hears of it", () => said.includes("The server ended"));
  child.stdin.write(asLines([call(3, FIND)]));
  await child.stdin.end();
  const answers = (await child.stdout.text())
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text) as Line);
  expect(await child.exited).toBe(0);
  await listening;
  expect(answers.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
  expect(answers.map(({ id }) => id).filter((id) => id !== undefined)).toEqual([1, 2, 3]);
  expect(answers.every(({ error }) => error === undefined)).toBe(true);
  const log = join(dataDirOf(home.path), "logs/server.log");
  expect(await Bun.file(log).text()).toContain("no_such_setting");
});

test("large messages pass whole in both directions", async () => {
  await using home = await homeWithServer({
    ".config/waymark/settings.yaml": "max_answer_chars: 400000\nport: 0\n",
    "project/big.txt": "All work and no play makes a long file.\n".repeat(8_000),
  });
  await using client = await pumpClient(home.path);
  const read = { name: "read_file", arguments: { path: "big.txt" } };
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => client.callTool(read)));
  expect(JSON.stringify(first).length).toBeGreaterThan(300_000);
  for (const other of others) expect(other).toEqual(first!);
  const text = "x".repeat(2_000_000);
  await client.callTool({ name: "create_text_file", arguments: { path: "new.txt", content: text } });
  expect(await Bun.file(join(home.path, "project/new.txt")).text()).toBe(text);
});

test("the record and the socket are for the user alone, and a stranger on the socket is turned away", async () => {
  await using home = await homeWithServer();
  await using _ = await pumpClient(home.path);
  const { socket } = recordOf(home.path)!;
  expect((await stat(recordFileOf(home.path))).mode & 0o777).toBe(0o600);
  expect((await stat(String(socket))).mode & 0o777).toBe(0o600);
  const heard = Promise.withResolvers<string>();
  let text = "";
  const stranger = await Bun.connect({
    unix: String(socket),
    socket: {
      data(_, bytes) {
        text += bytes.toString();
      },
      close: () => heard.resolve(text),
    },
  });
  stranger.write(`${JSON.stringify({ waymark: 1, key: "guess", ask: "mcp" })}\n${JSON.stringify(INITIALIZE)}\n`);
  expect(JSON.parse(await heard.promise)).toMatchObject({ ok: false, problem: { code: "unauthorized" } });
});

test("a data folder whose path is too long for a socket is served over loopback", async () => {
  await using home = await homeWithServer();
  const dataDir = join(home.path, "long-name-of-a-folder/".repeat(6));
  await using client = await pumpClient(home.path, { args: ["--data-dir", dataDir] });
  expect(await client.callTool(FIND)).toMatchObject(FOUND);
  const { socket } = JSON.parse(await Bun.file(join(dataDir, "server.json")).text()) as { socket: unknown };
  expect(socket).toBeNumber();
  expect(await waymark(["stop", "--data-dir", dataDir], { home: home.path })).toMatchObject({ code: 0 });
});

describe("--connect", () => {
  test("attaches to a server elsewhere with its token, and goes on after it came back", async () => {
    await using home = await homeWithServer();
    await using away = await tmp({ "project/.keep": "" });
    const server = await serve([], { home: home.path });
    const tokenFile = join(dataDirOf(home.path), "token");
    const project = join(home.path, "project");
    const args = ["--connect", server.url, "--token-file", tokenFile, "--project", project];
    await using client = await pumpClient(away.path, { args });
    expect(await client.callTool(FIND)).toMatchObject(FOUND);
    const { port } = new URL(server.url);
    await server[Symbol.asyncDispose]();
    await expect(client.callTool(FIND)).rejects.toThrow(server.url);
    await using _ = await serve(["--port", port], { home: home.path });
    expect(await client.callTool(FIND)).toMatchObject(FOUND);
    expect(existsSync(dataDirOf(away.path))).toBe(false);
  });

  test("without the token nobody gets in, and the client is told", async () => {
    await using home = await homeWithServer({ "wrong-token": "0123\n" });
    await using server = await serve([], { home: home.path });
    const args = ["mcp", "--connect", server.url, "--token-file", "wrong-token"];
    const { stdout } = await waymark(args, { home: home.path, stdin: asLines([INITIALIZE]) });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { message: expect.stringContaining("--token-file") } });
    expect((await fetch(`${server.url}/attach`)).status).toBe(401);
    expect((await server.fetch("/attach")).status).toBe(426);
    expect((await server.fetch("/attach", { headers: { origin: "http://evil.example" } })).status).toBe(403);
  });
});

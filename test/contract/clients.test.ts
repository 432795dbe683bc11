/** Clients of other people's making against the real program: each kind of client, by each way, with each ability. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ClientKind, hasSessions, type RealClient } from "../fixture/client/client.ts";
import { installPython, noPython, PYTHON_KINDS } from "../fixture/client/python.ts";
import { SDK_KINDS } from "../fixture/client/sdk.ts";
import { type Reached, reach, WAYS } from "../fixture/client/way.ts";
import { isAlive, until } from "../fixture/pump.ts";

const INSTALL_LIMIT_MS = 240_000;
const FIND = ["find_file", { query: "a.ts" }] as const;
const FOUND = '"paths":["a.ts"]';

const missing = noPython();
if (missing) console.log(`The Python clients are skipped: ${missing}.`);
else beforeAll(installPython, INSTALL_LIMIT_MS);

const KINDS: readonly ClientKind[] = [...SDK_KINDS, ...(missing ? [] : PYTHON_KINDS)];

/** The process that answers, as a program that it started sees it. */
async function serverOf(client: RealClient): Promise<number> {
  const said = await client.call("run_command", { command: ["sh", "-c", 'echo "pid=$PPID"'] });
  return Number(/pid=(\d+)/.exec(said)![1]);
}

/** A call that runs for a minute; `started()` gives the process that it runs, once it does. */
function longCall(project: string, name: string) {
  const file = join(project, name);
  return {
    input: { command: ["sh", "-c", `echo $$ > part && mv part "${name}" && exec sleep 60`], timeout_s: 90 },
    async started(): Promise<number> {
      await until("the call begins", () => existsSync(file));
      return Number(readFileSync(file, "utf8"));
    },
  };
}

describe.each(WAYS)("over %s", (way) => {
  let reached: Reached;
  beforeAll(async () => {
    reached = await reach(way);
  });
  afterAll(() => reached?.[Symbol.asyncDispose]());

  describe.each(KINDS)("$name", (kind) => {
    let client: RealClient;
    beforeAll(async () => {
      client = await kind.connect(reached.target);
    });
    afterAll(() => client?.[Symbol.asyncDispose]());

    test("agrees on the newest revision that it knows, lists the tools and calls one", async () => {
      expect(client.revision).toBe(kind.revision);
      expect(await client.listTools()).toContain("find_file");
      expect(await client.call(...FIND)).toContain(FOUND);
      await expect(client.call("read_file", { path: "nowhere.ts" })).rejects.toThrow("not_found");
    });

    test("hears how far a call is", async () => {
      const heard: number[] = [];
      const search = { pattern: "needle", limit: 1 };
      await client.call("search_for_pattern", search, { onProgress: (done) => void heard.push(done) });
      expect(heard.length).toBeGreaterThan(0);
    });

    test("H60: cancels a call, which ends what ran for it, and goes on", async () => {
      const { input, started } = longCall(reached.project, `cancelled by ${kind.name}`);
      const cancel = new AbortController();
      const running = client.call("run_command", input, { signal: cancel.signal });
      const sleeper = await started();
      cancel.abort();
      await expect(running).rejects.toThrow();
      await until("the program ends", () => !isAlive(sleeper));
      expect(await client.call(...FIND)).toContain(FOUND);
    });

    test("H62: outlives a server that is killed", async () => {
      const server = await serverOf(client);
      if (way === "HTTP") await reached.restart(server);
      else {
        // Over HTTP a client may wait for the stream of a lost call to come back, for as long as it likes.
        const { input, started } = longCall(reached.project, `killed under ${kind.name}`);
        const running = client.call("run_command", input);
        running.catch(() => undefined); // looked at below
        const sleeper = await started();
        await reached.restart(server);
        process.kill(sleeper, "SIGKILL"); // nobody is left to do it
        await expect(running).rejects.toThrow(way === "stdio, attached" ? "whether the call took effect" : /closed/i);
      }
      if (way === "stdio, standalone" || (way === "HTTP" && hasSessions(kind))) {
        await expect(client.call(...FIND)).rejects.toThrow(/session|closed|not connected/i);
        await client[Symbol.asyncDispose]();
        client = await kind.connect(reached.target);
      }
      expect(await client.call(...FIND)).toContain(FOUND);
      expect(await client.listTools()).toContain("find_file");
    });
  });
});

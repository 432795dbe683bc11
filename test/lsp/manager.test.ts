/** All language servers of a process: who shares one, how each lives and ends, and what its faults do to others. */
import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { faultOf } from "../fixture/language-client.ts";
import { caller, referencesTo, serversWith, symbolsOf } from "../fixture/language-servers.ts";
import { ends, isRunning, pidIn } from "../fixture/processes.ts";

const RANGE = { start: { line: 0, character: 13 }, end: { line: 0, character: 14 } };
const SYMBOLS = { result: [{ name: "a", kind: 13, range: RANGE, selectionRange: RANGE }] };
const PLACES = { result: [{ uri: "$uri", range: RANGE }] };
const GOOD: Scenario = {
  capabilities: { textDocumentSync: 1, documentSymbolProvider: true, referencesProvider: true },
  replies: { "textDocument/documentSymbol": SYMBOLS, "textDocument/references": PLACES },
};

describe("a server", () => {
  test("is started once for all who need it at the same time, and none waits for another's slow question", async () => {
    const replies = { ...GOOD.replies, "textDocument/references": { hang: true } };
    await using servers = await serversWith({ one: { ...GOOD, on: { start: [{ wait_ms: 100 }] }, replies } });
    const { all, served, path } = servers;
    const stopper = new AbortController();
    const slow = faultOf(all.ask(served, referencesTo(path("a.ts")), caller(stopper.signal)));
    const asks = Array.from({ length: 10 }, (_, at) =>
      all.ask(served, symbolsOf(path(at % 2 ? "a.ts" : "b.ts")), caller()),
    );
    expect((await Promise.all(asks)).map(({ value }) => value)).toEqual(asks.map(() => ["a"]));
    expect(await servers.starts("one")).toBe(1);
    expect((await servers.received("one", "textDocument/references")).length).toBe(1); // and still without an answer
    expect(all.status(served.project.root)).toMatchObject([{ server: "one", state: "ready", root: ".", starts: 1 }]);
    stopper.abort(new Error("gone"));
    expect(await slow).toEqual(new Error("gone"));
  });

  test("that was not asked yet does not run", async () => {
    await using servers = await serversWith({ one: GOOD });
    expect(servers.all.status()).toEqual([]);
    expect(await servers.starts("one")).toBe(0);
  });

  test("H48 that ends in the middle of a request is started anew and asked once more", async () => {
    const dies: Scenario = {
      ...GOOD,
      replies: { "textDocument/documentSymbol": { crash: 3, steps: [{ stderr: "boom\n" }] } },
    };
    await using servers = await serversWith({ one: { each_run: [dies, GOOD] } });
    const { all, served, path } = servers;
    const { value } = await all.ask(served, symbolsOf(path("a.ts")), caller());
    expect(value).toEqual(["a"]);
    expect(await servers.starts("one")).toBe(2);
  });

  test("H48 that ends each time is an error with its name, exit code and last words, and is left alone for a while", async () => {
    const dies: Scenario = {
      ...GOOD,
      replies: { "textDocument/documentSymbol": { crash: 3, steps: [{ stderr: "boom\n" }] } },
    };
    await using servers = await serversWith({ one: dies });
    const { all, served, path } = servers;
    const first = (await faultOf(all.ask(served, symbolsOf(path("a.ts")), caller()))) as Error;
    expect(first.message).toContain('"one" ended with exit code 3');
    expect(first.message).toContain("boom");
    expect(await servers.starts("one")).toBe(2);
    const second = (await faultOf(all.ask(served, symbolsOf(path("a.ts")), caller()))) as Error & {
      retryAfterSeconds: number;
    };
    expect(second.message).toContain("boom");
    expect(second.message).toContain("tried again in");
    expect(second.retryAfterSeconds).toBeGreaterThan(0);
    expect(await servers.starts("one")).toBe(2); // nobody starts it in a loop
    expect(all.status()).toMatchObject([{ state: "failed", reason: expect.stringContaining("boom") }]);
    await all.restart(served.project.root); // a person knows better
    await faultOf(all.ask(served, symbolsOf(path("a.ts")), caller()));
    expect(await servers.starts("one")).toBe(4);
  });

  test("H50 that cannot be started leaves the others as they are, and the next in order answers", async () => {
    await using servers = await serversWith({ missing: GOOD, two: GOOD }, {});
    const { all, path } = servers;
    const broken = { missing: { command: ["no-such-langserver"] } };
    const { value, server } = await all.ask(
      servers.serve(["missing", "two"], broken),
      symbolsOf(path("a.ts")),
      caller(),
    );
    expect([value, server]).toEqual([["a"], "two"]);
    const fault = (await faultOf(
      all.ask(servers.serve(["missing"], broken), symbolsOf(path("a.ts")), caller()),
    )) as Error;
    expect(fault.message).toContain("no-such-langserver");
  });

  test("H49 that does not answer is an error that names it and the method; the request is cancelled; then it is started anew", async () => {
    const hangs: Scenario = {
      ...GOOD,
      replies: { "textDocument/documentSymbol": SYMBOLS, "textDocument/references": { hang: true } },
    };
    await using servers = await serversWith({ one: { each_run: [hangs, GOOD] } }, { request: 300 });
    const { all, served, path } = servers;
    const fault = (await faultOf(all.ask(served, referencesTo(path("a.ts")), caller()))) as Error;
    expect(fault.message).toContain('"one" did not answer textDocument/references within 0.3 s');
    const { value } = await all.ask(served, symbolsOf(path("a.ts")), caller());
    expect(value).toEqual(["a"]);
    expect((await servers.received("one", "$/cancelRequest")).length).toBe(1);
    expect(await servers.starts("one")).toBe(1);
    await faultOf(all.ask(served, referencesTo(path("a.ts")), caller()));
    await faultOf(all.ask(served, referencesTo(path("a.ts")), caller()));
    const again = await all.ask(served, referencesTo(path("a.ts")), caller());
    expect(again.value).toBe(1);
    expect(await servers.starts("one")).toBe(2);
  });

  test("that is deaf to a cancelled request and says nothing more is started anew", async () => {
    const deaf: Scenario = {
      ...GOOD,
      ignore_cancel: true,
      replies: { "textDocument/references": { hang: true } },
    };
    await using servers = await serversWith({ one: { each_run: [deaf, GOOD] } }, { request: 200 });
    const { all, served, path } = servers;
    await faultOf(all.ask(served, referencesTo(path("a.ts")), caller()));
    while (all.status()[0]!.state === "ready") await Bun.sleep(10); // ends with the test when it never happens
    expect(all.status()).toMatchObject([{ reason: expect.stringContaining("did not answer") }]);
    const { value } = await all.ask(served, referencesTo(path("a.ts")), caller());
    expect(value).toBe(1);
  });

  test("H60 is told when the caller has gone, and others get their answers", async () => {
    await using servers = await serversWith({
      one: { ...GOOD, replies: { ...GOOD.replies, "textDocument/references": { hang: true } } },
    });
    const { all, served, path } = servers;
    const stopper = new AbortController();
    const going = faultOf(all.ask(served, referencesTo(path("a.ts")), caller(stopper.signal)));
    while ((await servers.received("one", "textDocument/references")).length === 0) await Bun.sleep(10);
    stopper.abort(new Error("gone"));
    expect(await going).toEqual(new Error("gone"));
    while ((await servers.received("one", "$/cancelRequest")).length === 0) await Bun.sleep(10);
    expect((await all.ask(served, symbolsOf(path("a.ts")), caller())).value).toEqual(["a"]);
  });

  test("goes on starting when the one who asked first has gone", async () => {
    const slow: Scenario = { ...GOOD, on: { start: [{ wait_ms: 300 }] } };
    await using servers = await serversWith({ one: slow });
    const { all, served, path } = servers;
    const stopper = new AbortController();
    const first = faultOf(all.ask(served, symbolsOf(path("a.ts")), caller(stopper.signal)));
    const second = all.ask(served, symbolsOf(path("a.ts")), caller());
    stopper.abort(new Error("gone"));
    expect(await first).toEqual(new Error("gone"));
    expect((await second).value).toEqual(["a"]);
    expect(await servers.starts("one")).toBe(1);
  });
});

test("every message is logged where that is wanted", async () => {
  await using servers = await serversWith({ one: GOOD }, { isTraced: true });
  const { all, served, path, logged } = servers;
  await all.ask(served, symbolsOf(path("a.ts")), caller());
  const wire = logged.filter((line) => line.includes("language server wire")).join("\n");
  expect(wire).toContain("textDocument/documentSymbol");
  expect(wire).toContain("textDocument/didOpen");
});

test("many questions that time out at once are one fault of one server", async () => {
  const hangs: Scenario = { ...GOOD, ignore_cancel: true, replies: { "textDocument/references": { hang: true } } };
  await using servers = await serversWith({ one: { each_run: [hangs, GOOD] } }, { request: 300 });
  const { all, served, path } = servers;
  const asks = Array.from({ length: 8 }, () => all.ask(served, referencesTo(path("a.ts")), caller()));
  const ends = (await Promise.allSettled(asks)).map((one) =>
    one.status === "fulfilled" ? String(one.value.value) : (one.reason as Error).message,
  );
  // Two find that it hangs. Those that it leaves without an answer when it is ended may get one from the next.
  expect(ends.filter((end) => end.includes("did not answer")).length).toBeGreaterThanOrEqual(2);
  expect(ends.filter((end) => end !== "1" && !end.includes("did not answer"))).toEqual([]);
  expect((await all.ask(served, referencesTo(path("a.ts")), caller())).value).toBe(1); // at once: no pause has grown
});

describe("before a server has loaded the project", () => {
  const LOADING: Scenario = {
    ...GOOD,
    on: {
      initialized: [
        { notify: { method: "$/progress", params: { token: 1, value: { kind: "begin", title: "Loading" } } } },
        { wait_ms: 400 },
        { notify: { method: "$/progress", params: { token: 1, value: { kind: "end" } } } },
      ],
    },
  };
  const ready = { rule: "progress", timeout_s: 20, quiet_ms: 50 };

  test("H27 questions about the project wait for it, those about a file do not", async () => {
    await using servers = await serversWith({ one: LOADING }, { spec: { ready, unready_answers: "empty" } });
    const { all, served, path } = servers;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    expect(all.status()).toMatchObject([{ state: "indexing", reason: expect.stringContaining("Loading") }]);
    const { reason } = await all.ask(served, referencesTo(path("a.ts")), caller());
    expect(reason).toBeUndefined();
    expect(all.status()).toMatchObject([{ state: "ready" }]);
  });

  test("H27 an answer that could not wait says that it may be short", async () => {
    const never: Scenario = { ...LOADING, on: { initialized: LOADING.on!.initialized!.slice(0, 1) } };
    const spec = { ready: { ...ready, timeout_s: 1 }, unready_answers: "empty" };
    await using servers = await serversWith({ one: never }, { spec });
    const { all, served, path } = servers;
    const { reason } = await all.ask(served, referencesTo(path("a.ts")), caller());
    expect(reason).toContain("still loading the project (Loading)");
  });
});

describe("files", () => {
  test("H28 that others changed since the server was told of them are told before the question", async () => {
    await using servers = await serversWith({ one: GOOD });
    const { all, served, path } = servers;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    await writeFile(path("a.ts"), "export const changed = 1;\n");
    await all.ask(served, symbolsOf(path("b.ts")), caller()); // about another file
    const [change] = await servers.received("one", "textDocument/didChange");
    expect(change?.params).toMatchObject({ contentChanges: [{ text: "export const changed = 1;\n" }] });
  });

  test("H29 that came are told as a feed has them, once, and in order", async () => {
    const changes = [1, 2, 3].map((at) => ({ path: `/p/${at}.ts`, kind: "created" as const }));
    let until = 1;
    const feed = { since: async (after = until) => ({ until, changes: changes.slice(after, until) }) };
    await using servers = await serversWith({ one: GOOD }, { feed });
    const { all, served, path } = servers;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    until = 3;
    await Promise.all([1, 2, 3].map(() => all.ask(served, symbolsOf(path("a.ts")), caller())));
    const told = (await servers.received("one", "workspace/didChangeWatchedFiles")).flatMap(
      ({ params }) => (params as unknown as { changes: { uri: string; type: number }[] }).changes,
    );
    expect(told).toEqual([
      { uri: "file:///p/2.ts", type: 1 },
      { uri: "file:///p/3.ts", type: 1 },
    ]);
  });

  test("that change while the server answers make the answer say so", async () => {
    const slow = { ...PLACES, delay_ms: 300 };
    await using servers = await serversWith({ one: { ...GOOD, replies: { "textDocument/references": slow } } });
    const { all, served, path } = servers;
    const asked = all.ask(served, referencesTo(path("a.ts")), caller());
    while ((await servers.received("one", "textDocument/references")).length === 0) await Bun.sleep(10);
    await writeFile(path("a.ts"), "export const later = 1;\n");
    expect((await asked).reason).toContain("changed while the server answered");
    expect((await all.ask(served, referencesTo(path("a.ts")), caller())).reason).toBeUndefined();
  });

  test("that a server has been told of already are no news when the feed has them at last", async () => {
    const changes: { path: string; kind: "changed" }[] = [];
    let shown = 0;
    const feed = { since: async (after = shown) => ({ until: shown, changes: changes.slice(after, shown) }) };
    const replies = { ...GOOD.replies, "textDocument/references": { ...PLACES, delay_ms: 300 } };
    await using servers = await serversWith({ one: { ...GOOD, replies } }, { feed });
    const { all, served, path } = servers;
    const ask = () => all.ask(served, referencesTo(path("a.ts")), caller());
    await ask();
    await writeFile(path("a.ts"), "export const later = 1;\n");
    const count = async () => (await servers.received("one", "textDocument/references")).length;
    const asked = ask();
    while ((await count()) < 2) await Bun.sleep(10);
    changes.push({ path: path("a.ts"), kind: "changed" });
    shown = 1;
    expect((await asked).reason).toBeUndefined();
    const again = ask();
    while ((await count()) < 3) await Bun.sleep(10);
    changes.push({ path: path("b.ts"), kind: "changed" });
    shown = 2;
    expect((await again).reason).toContain("changed while the server answered");
  });

  test("of folders that are in no list are served beside the others, by one server that stays", async () => {
    const files = {
      "go/package.json": "{}",
      "go/a.ts": "a",
      "off/package.json": "{}",
      "off/b.ts": "b",
      ".gitignore": "off\n",
    };
    const spec = { many_roots: true, roots: [{ any: ["package.json"] }] };
    await using servers = await serversWith({ one: GOOD }, { files, spec });
    const { all, served, path } = servers;
    for (const name of ["go/a.ts", "off/b.ts", "go/a.ts", "off/b.ts"])
      await all.ask(served, symbolsOf(path(name)), caller());
    expect(await servers.starts("one")).toBe(2); // anew only when the second folder came
  });

  test("of which too many changed to tell make the server start anew", async () => {
    let isLost = false;
    const feed = {
      async since(after?: number) {
        const changes = after !== undefined && isLost ? undefined : [];
        isLost = false;
        return { until: 1, changes };
      },
    };
    await using servers = await serversWith({ one: GOOD }, { feed });
    const { all, served, path } = servers;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    isLost = true;
    expect((await all.ask(served, symbolsOf(path("a.ts")), caller())).value).toEqual(["a"]);
    expect(await servers.starts("one")).toBe(2);
  });
});

describe("servers are kept within limits", () => {
  test("one that nobody asks is stopped, and started again when it is needed", async () => {
    await using servers = await serversWith({ one: GOOD }, { limits: { idleSeconds: 0.05 } });
    const { all, served, path } = servers;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    const pid = all.status()[0]!.pid!;
    await Bun.sleep(60);
    await all.look();
    expect(await ends(pid)).toBe(true);
    expect((await servers.received("one", "exit")).length).toBe(1); // in its own way
    expect(all.status()).toMatchObject([{ state: "stopped", reason: expect.stringContaining("nobody asked") }]);
    expect((await all.ask(served, symbolsOf(path("a.ts")), caller())).value).toEqual(["a"]);
  });

  test("one that grows beyond its memory is ended, and its limit is named", async () => {
    const grows: Scenario = { ...GOOD, on: { "textDocument/didOpen": [{ grow_mb: 300 }] } };
    await using servers = await serversWith({ one: grows }, { spec: { memory_mb: 250 } });
    const { all, served, path } = servers;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    const pid = all.status()[0]!.pid!;
    await all.look();
    expect(await ends(pid)).toBe(true);
    expect(all.status()[0]!.reason).toMatch(/it took \d+ MB of memory; 250 MB is its limit/);
  });

  test("of all together the one longest unused goes first", async () => {
    await using servers = await serversWith({ one: GOOD, two: GOOD }, { limits: { totalMegabytes: 1 } });
    const { all, served, path } = servers;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    await Bun.sleep(5);
    await all.ask(servers.serve(["two"]), symbolsOf(path("b.ts")), caller());
    const used = all.status().map(({ pid }) => pid!);
    await all.look();
    expect(all.status()[0]!.reason).toContain("server_memory_mb is 1");
    expect(used.map(isRunning)).toEqual([false, false]);
  });

  test("H52 projects that come and go leave no process and no open file", async () => {
    const child = { child: "child.pid" };
    await using servers = await serversWith({ one: { ...GOOD, on: { start: [child] } } });
    const { all, served, path } = servers;
    const open = () => Array.from(new Bun.Glob("*").scanSync({ cwd: "/proc/self/fd", onlyFiles: false })).length;
    await all.ask(served, symbolsOf(path("a.ts")), caller());
    await all.closeProject(served.project.root);
    const before = open();
    for (let round = 0; round < 5; round++) {
      await all.ask(served, symbolsOf(path("a.ts")), caller());
      const pid = all.status()[0]!.pid!;
      await all.closeProject(served.project.root);
      expect(await ends(pid)).toBe(true);
      expect(all.status()).toEqual([]);
    }
    expect(open()).toBeLessThanOrEqual(before + 1);
    expect(await ends(await pidIn(servers.path("child.pid")))).toBe(true);
  });
});

/** When a server has loaded the project, by the rule of its spec. */
import { describe, expect, test } from "bun:test";
import type { ServerSpec } from "../../src/language/server-spec.ts";
import type { Step } from "../fixture/fake-language-server.ts";
import { never, type Working, withFake } from "../fixture/language-client.ts";

const progress = (token: string, kind: "begin" | "report" | "end", more: object = {}): Step => ({
  notify: { method: "$/progress", params: { token, value: { kind, ...more } } as never },
});
const rule = (more: object): ServerSpec["ready"] =>
  ({ rule: "progress", quiet_ms: 50, grace_ms: 50, timeout_s: 60, ...more }) as ServerSpec["ready"];
const with_ = (ready: ServerSpec["ready"], on: Record<string, Step[]>, more: Partial<ServerSpec> = {}) =>
  withFake({ on }, { spec: { ready, ...more } });

/** States that were told, each once in a row. */
function states(fake: Working): string[] {
  const told = fake.events.flatMap((event) => (event.kind === "readiness" ? [event.state] : []));
  return told.filter((state, at) => state !== told[at - 1]);
}

describe("by progress", () => {
  test("all that began must have ended, and nothing may begin for a while", async () => {
    const steps = [
      progress("1", "begin", { title: "Loading", percentage: 0 }),
      progress("2", "begin", { title: "Indexing" }),
      progress("1", "report", { percentage: 40, message: "src" }),
      { notify: { method: "x/half" } },
      progress("1", "end"),
      progress("2", "end"),
      progress("3", "begin", { title: "More" }),
      { wait_ms: 200 },
      { notify: { method: "x/late" } },
      progress("3", "end"),
    ];
    await using fake = await with_(rule({}), { initialized: steps });
    expect(await fake.client.whenReady(never)).toBe("ready");
    const kinds = fake.events.map((event) =>
      event.kind === "notification" ? event.method : event.kind === "readiness" ? event.state : "",
    );
    expect(kinds.indexOf("x/late")).toBeGreaterThan(0);
    expect(kinds.indexOf("ready")).toBeGreaterThan(kinds.indexOf("x/late"));
    expect(fake.events).toContainEqual({ kind: "readiness", state: "indexing", percent: 40, message: "Loading: src" });
    expect(states(fake)).toEqual(["indexing", "ready"]);
  });

  test("nothing that begins is taken for loaded after a short while", async () => {
    await using fake = await with_(rule({}), {});
    expect(fake.client.readiness.state).toBe("indexing");
    expect(await fake.client.whenReady(never)).toBe("ready");
  });

  test("only what the rule means counts", async () => {
    const steps = [progress("check", "begin", { title: "cargo check" }), progress("i", "begin", { title: "Indexing" })];
    await using fake = await with_(rule({ title: "^Index" }), { initialized: steps, "x/end": [progress("i", "end")] });
    while (fake.client.readiness.message === undefined) await Bun.sleep(5);
    expect(await fake.client.whenReady(never, 150)).toBe("not_ready");
    await fake.client.notify("x/end");
    expect(await fake.client.whenReady(never)).toBe("ready");
  });

  test("a server that loads only when a document is open is waited for from then on", async () => {
    const steps = {
      "textDocument/didOpen": [progress("1", "begin", { title: "Load" }), { wait_ms: 150 }, progress("1", "end")],
    };
    await using fake = await with_(rule({}), steps, { needs_open: "one_file" });
    expect(await fake.client.whenReady(never, 150)).toBe("not_ready");
    await fake.client.documents.open(fake.path("a.ts"), "x");
    expect(await fake.client.whenReady(never)).toBe("ready");
    expect(fake.events).toContainEqual({ kind: "readiness", state: "indexing", message: "Load", percent: undefined });
  });

  test("loading that begins again makes it unready again", async () => {
    const again = [progress("2", "begin", { title: "Again" })];
    await using fake = await with_(rule({}), { "x/again": again, "x/end": [progress("2", "end")] });
    await fake.client.whenReady(never);
    await fake.client.notify("x/again");
    while (fake.client.readiness.state === "ready") await Bun.sleep(5);
    await fake.client.notify("x/end");
    expect(await fake.client.whenReady(never)).toBe("ready");
    expect(states(fake)).toEqual(["indexing", "ready", "indexing", "ready"]);
  });

  test("that never ends is not waited for longer than asked", async () => {
    await using fake = await with_(rule({}), { initialized: [progress("1", "begin", { title: "For ever" })] });
    while (fake.client.readiness.message !== "For ever") await Bun.sleep(5);
    expect(await fake.client.whenReady(never, 200)).toBe("not_ready");
    const stop = new AbortController();
    const waiting = fake.client.whenReady(stop.signal);
    stop.abort();
    expect(await waiting).toBe("not_ready");
  });
});

test("by a notification with the right fields, and it goes back with others", async () => {
  const status = (quiescent: boolean): Step => ({
    notify: { method: "experimental/serverStatus", params: { health: "ok", quiescent } },
  });
  const ready = {
    rule: "notification",
    method: "experimental/serverStatus",
    match: { quiescent: true },
    stays: false,
    timeout_s: 60,
  } as const;
  await using fake = await with_(ready, {
    initialized: [status(false), { wait_ms: 100 }, status(true)],
    "x/load": [status(false)],
  });
  expect(fake.client.readiness.state).toBe("indexing");
  expect(await fake.client.whenReady(never)).toBe("ready");
  await fake.client.notify("x/load");
  while (fake.client.readiness.state === "ready") await Bun.sleep(5);
  expect(states(fake)).toEqual(["indexing", "ready", "indexing"]);
});

test("by a line of its log", async () => {
  const log = (message: string): Step => ({ notify: { method: "window/logMessage", params: { type: 3, message } } });
  const ready = { rule: "log", pattern: "^BackgroundAnalysis: Completed", timeout_s: 60 } as const;
  await using fake = await with_(ready, {
    initialized: [log("BackgroundAnalysis: begun"), { wait_ms: 100 }, log("BackgroundAnalysis: Completed after 1")],
  });
  expect(fake.client.readiness.state).toBe("indexing");
  expect(await fake.client.whenReady(never)).toBe("ready");
  expect(fake.events).toContainEqual({
    kind: "message",
    level: "info",
    text: "BackgroundAnalysis: begun",
    isShown: false,
  });
});

test("by a request that it answers without an error", async () => {
  const ready = { rule: "probe", method: "workspace/symbol", timeout_s: 60 } as const;
  const unready = { error: { code: -32603, message: "No Project." } };
  await using fake = await withFake(
    {
      capabilities: { workspaceSymbolProvider: true },
      replies: { "workspace/symbol": [unready, unready, { result: [] }] },
    },
    { spec: { ready } },
  );
  expect(await fake.client.whenReady(never)).toBe("ready");
  expect(await fake.received("workspace/symbol")).toHaveLength(3);
});

test("a server without a rule is ready when it is introduced", async () => {
  await using fake = await with_({ rule: "none" }, {});
  expect(fake.client.readiness.state).toBe("ready");
  expect(await fake.client.whenReady(never)).toBe("ready");
});

test("a server that ends is not ready, and nobody waits for it", async () => {
  const ready = { rule: "log", pattern: "never", timeout_s: 60 } as const;
  await using fake = await with_(ready, { "x/crash": [{ exit: 1 }] });
  const waiting = fake.client.whenReady(never);
  await fake.client.notify("x/crash");
  expect(await waiting).toBe("not_ready");
});

/** How servers are ended: in the way that each knows, and in any case. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { ServerCrashed } from "../../src/lsp/fault.ts";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { faultOf, never, type Work, withFake } from "../fixture/language-client.ts";
import { ends, isRunning, pidIn } from "../fixture/processes.ts";
import { tmp } from "../fixture/tmp.ts";

/** Stops a server; what it was sent meanwhile, and how it ended. */
async function stopped(scenario: Scenario, work: Work = {}) {
  await using fake = await withFake(scenario, { times: { stop: 300 }, ...work });
  const reason = await fake.client.stop(never);
  const sent = (await fake.received()).filter(({ method }) => method === "shutdown" || method === "exit");
  return { reason, sent, isRunning: isRunning(fake.pid) };
}

test("a server is asked to shut down, and told to exit without params", async () => {
  const { reason, sent, isRunning } = await stopped({}, { times: { stop: 10_000 } });
  expect(sent.map((line) => [line.method, "params" in line])).toEqual([
    ["shutdown", false],
    ["exit", false],
  ]);
  expect(reason).toEqual({ kind: "stopped", exitCode: 0 });
  expect(isRunning).toBe(false);
});

test("a server that ends only with its stdin is ended by that", async () => {
  const spec = { exit: "stdin" } as const;
  const { reason, isRunning } = await stopped({ exit: "stdin" }, { spec, times: { stop: 10_000 } });
  expect(reason).toEqual({ kind: "stopped", exitCode: 0 });
  expect(isRunning).toBe(false);
  // Also when its spec does not say so.
  expect((await stopped({ exit: "stdin" })).reason).toEqual({ kind: "stopped", exitCode: 0 });
});

test("a server that ends by nothing is killed", async () => {
  const { reason, isRunning } = await stopped({ exit: "never" });
  expect(reason).toEqual({ kind: "stopped", exitCode: null });
  expect(isRunning).toBe(false);
});

test("a server that does not answer the request to shut down is ended all the same", async () => {
  const { sent, reason, isRunning } = await stopped({ replies: { shutdown: { hang: true } } });
  expect(sent.map(({ method }) => method)).toEqual(["shutdown", "exit"]);
  expect(reason.kind).toBe("stopped");
  expect(isRunning).toBe(false);
});

test("a server that reads nothing any more is ended, also while a long message waits for it", async () => {
  await using fake = await withFake({ on: { "x/deaf": [{ busy_ms: 60_000 }] } }, { times: { stop: 300 } });
  await fake.client.notify("x/deaf");
  void fake.client.documents.open(fake.path("a.ts"), "long".repeat(1_000_000));
  expect((await fake.client.stop(never)).kind).toBe("stopped");
  expect(isRunning(fake.pid)).toBe(false);
});

test("a server whose spec says that only a signal ends it is not asked", async () => {
  const { sent, isRunning } = await stopped({}, { spec: { exit: "kill" } });
  expect(sent).toEqual([]);
  expect(isRunning).toBe(false);
});

test("what a server started is ended with it", async () => {
  await using folder = await tmp();
  const file = join(folder.path, "child");
  await using fake = await withFake({ on: { initialized: [{ child: file }] } });
  const child = await pidIn(file);
  expect(isRunning(child)).toBe(true);
  await fake.client.stop(never);
  expect(await ends(child)).toBe(true);
});

test("requests that wait are told that the server was stopped, and so are later ones", async () => {
  await using fake = await withFake({ replies: { "x/wait": { hang: true } } });
  const waiting = faultOf(fake.client.ask("x/wait", {}, never));
  await fake.until(({ method }) => method === "x/wait");
  await fake.client.stop(never);
  for (const fault of [await waiting, await faultOf(fake.client.ask("x/later", {}, never))]) {
    expect(fault).toBeInstanceOf(ServerCrashed);
    expect((fault as Error).message).toContain("was stopped before it answered x/");
  }
});

test("stopping twice, or what is dead already, ends once", async () => {
  await using fake = await withFake({ on: { "x/crash": [{ exit: 2 }] } });
  await fake.client.notify("x/crash");
  expect(await fake.client.ended).toEqual({ kind: "crashed", exitCode: 2 });
  const reasons = await Promise.all([fake.client.stop(never), fake.client.stop(never)]);
  expect(reasons).toEqual([
    { kind: "crashed", exitCode: 2 },
    { kind: "crashed", exitCode: 2 },
  ]);
});

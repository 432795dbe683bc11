/** When a slot takes a server for hung. */
import { describe, expect, test } from "bun:test";
import { treeUse } from "../../src/base/process-tree.ts";
import { ServerTimeout } from "../../src/lsp/fault.ts";
import { type Alive, ServerSlot } from "../../src/lsp/slot.ts";

const signal = new AbortController().signal;

/** A server that answers nothing. */
function silent(isWorking: boolean) {
  const ended = Promise.withResolvers<string>();
  const server: Alive & { isKilled: boolean } = {
    isWorking,
    isKilled: false,
    ended: ended.promise,
    stop: async () => ended.resolve("stopped"),
    kill() {
      server.isKilled = true;
      ended.resolve("killed");
    },
  };
  return server;
}

async function unanswered(slot: ServerSlot<Alive>): Promise<void> {
  const late = new ServerTimeout({ server: "s", method: "m", seconds: 1 });
  await expect(slot.use(signal, () => Promise.reject(late))).rejects.toBe(late);
}

describe("a server that leaves two requests in a row without an answer", () => {
  test("is ended when it does nothing", async () => {
    const server = silent(false);
    const slot = new ServerSlot<Alive>({ name: "s", start: async () => server });
    await unanswered(slot);
    expect(slot.state).toBe("running");
    await unanswered(slot);
    expect(await server.ended).toBe("killed");
    expect(slot.state).toBe("stopped");
  });

  test("is left at its work when it is seen to work, however many wait for it", async () => {
    const server = silent(true);
    const slot = new ServerSlot<Alive>({ name: "s", start: async () => server });
    for (let n = 0; n < 10; n++) await unanswered(slot);
    expect([slot.state, slot.starts, server.isKilled]).toEqual(["running", 1, false]);
    expect(await slot.use(signal, async () => "an answer")).toBe("an answer");
  });
});

test("what a tree of processes takes tells one at work from one that waits", async () => {
  const spin = Bun.spawn([process.execPath, "-e", "console.log(1); for (;;);"], { stdout: "pipe" });
  const wait = Bun.spawn([process.execPath, "-e", "console.log(1); setInterval(() => 0, 1e6)"], { stdout: "pipe" });
  try {
    for (const child of [spin, wait]) await child.stdout.getReader().read();
    const cpu = () => [spin, wait].map(({ pid }) => treeUse(pid)!.cpuSeconds);
    const before = cpu();
    await Bun.sleep(2_000);
    const [spun, waited] = cpu().map((seconds, at) => seconds - before[at]!);
    expect(spun!).toBeGreaterThan(waited!);
  } finally {
    spin.kill();
    wait.kill();
  }
});

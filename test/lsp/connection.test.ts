/** The wire between us and a server: framing and faults of it, floods, order, and the server's end. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { killProcess } from "../../src/base/kill.ts";
import { ProtocolFault, ServerCrashed } from "../../src/lsp/fault.ts";
import type { FakeFraming } from "../fixture/fake-language-server.ts";
import { faultOf, never, withFake, withReal } from "../fixture/language-client.ts";
import { ends, isRunning, pidIn } from "../fixture/processes.ts";
import { tmp } from "../fixture/tmp.ts";

const SNOW = "雪の関数 🚀";

describe("framing", () => {
  const harmless: FakeFraming[] = [
    "noise",
    "lower",
    "type_first",
    "line_feeds",
    "split",
    "text_id",
    "short",
    "long",
    "characters",
  ];
  for (const framing of harmless) {
    test(`H16 a reply and the one behind it arrive whole whose framing is ${framing}`, async () => {
      await using fake = await withFake({ replies: { "x/one": { result: SNOW, framing }, "x/two": { result: 2 } } });
      const [one, two] = await Promise.all([fake.client.ask("x/one", {}, never), fake.client.ask("x/two", {}, never)]);
      expect([one, two]).toEqual([SNOW, 2]);
    });
  }

  test("a reply whose length was said too large arrives, although nothing follows it", async () => {
    await using fake = await withFake({ replies: { "x/one": { result: SNOW, framing: "long" } } });
    expect(await fake.client.ask("x/one", {}, never)).toBe(SNOW);
  });

  test("a reply without a result means null", async () => {
    await using fake = await withFake({ replies: { "x/one": { framing: "no_result" } } });
    expect(await fake.client.ask("x/one", {}, never)).toBeNull();
  });

  test("a reply that is no JSON fails its own request at once, and no other", async () => {
    await using fake = await withFake({ replies: { "x/one": { framing: "broken" }, "x/two": { result: 2 } } });
    const [fault, two] = await Promise.all([
      faultOf(fake.client.ask("x/one", {}, never)),
      fake.client.ask("x/two", {}, never),
    ]);
    expect(fault).toBeInstanceOf(ProtocolFault);
    expect((fault as Error).message).toContain('Language server "fake" sent what is not the language server protocol');
    expect((fault as ProtocolFault).method).toBe("x/one");
    expect(two).toBe(2);
  });

  test("a server of which nothing can be read is given up, and what waits fails", async () => {
    const ask = { ask: { method: "x/ask" } };
    await using fake = await withFake({
      replies: { "x/wait": { hang: true }, "x/broken": { framing: "broken" } },
      on: { "x/wait": [{ stdout: 'Content-Length: 9\r\n\r\n{"a":tru}', times: 12 }, ask] },
    });
    const fault = await faultOf(fake.client.ask("x/wait", {}, never));
    expect(fault).toBeInstanceOf(ProtocolFault);
    expect((fault as Error).message).toContain("10 messages in a row could not be read");
    expect(await fake.client.ended).toMatchObject({ kind: "protocol" });
    expect(isRunning(fake.pid)).toBe(false);
  });

  test("H16 a document with letters of several bytes goes out with its length in bytes", async () => {
    await using fake = await withFake({ replies: {} });
    const text = `// ${SNOW}\n`;
    await fake.client.documents.open(fake.path("a.ts"), text);
    const { documents } = (await fake.client.ask("fake/state", {}, never)) as { documents: Record<string, object> };
    expect(Object.values(documents)).toEqual([{ version: 1, text, languageId: "typescript" }]);
  });

  test("a reply too large to be read is refused by name, and the next one is read", async () => {
    const line = "x".repeat(1024 * 1024);
    const size = 65 * line.length + 100;
    const head = `Content-Length: ${size}\r\n\r\n{"jsonrpc":"2.0","id":1,"result":"`;
    const tail = `"}${" ".repeat(size - 65 * line.length - 36)}`;
    await using fake = await withFake({
      replies: { "x/big": { hang: true }, "x/next": { result: "fine" } },
      on: { "x/big": [{ stdout: head }, { stdout: line, times: 65 }, { stdout: tail }] },
    });
    const fault = await faultOf(fake.client.ask("x/big", {}, never));
    expect(fault).toBeInstanceOf(ProtocolFault);
    expect((fault as Error).message).toContain(`a message of ${size} bytes, and at most 67108864 are read`);
    expect(await fake.client.ask("x/next", {}, never)).toBe("fine");
  }, 60_000);
});

test("replies find their requests in whatever order they come", async () => {
  const slow = (delay_ms: number) => ({ result: "$id", delay_ms });
  await using fake = await withFake({ replies: { "x/id": [slow(200), slow(100), slow(0)] } });
  const order: unknown[] = [];
  const asked = [1, 2, 3].map(() => fake.client.ask("x/id", {}, never));
  for (const one of asked) void one.then((id) => order.push(id));
  const ids = await Promise.all(asked);
  expect(ids).toEqual([...ids].sort());
  expect(order).toEqual([...ids].reverse());
});

describe("floods", () => {
  test("H53 50 MB on stderr and 30 MB of a result pass while we send 5 MB", async () => {
    const mega = "e".repeat(1024 * 1024 - 1);
    await using fake = await withFake({
      on: { initialize: [{ stderr: `${mega}\n`, times: 50 }, { stderr: "the last line\n" }] },
      replies: { "x/large": { result: "r".repeat(30 * 1024 * 1024) } },
    });
    const opened = fake.client.documents.open(fake.path("a.ts"), "d".repeat(5 * 1024 * 1024));
    const result = (await fake.client.ask("x/large", {}, never)) as string;
    await opened;
    expect(result).toHaveLength(30 * 1024 * 1024);
    expect(fake.client.stderrTail()).toEndWith("e\nthe last line\n");
    expect(fake.client.stderrTail().length).toBeLessThan(20_000);
  }, 60_000);

  test("20 MB of text on stdout are passed over", async () => {
    await using fake = await withFake({
      on: { "x/one": [{ stdout: `${"noise ".repeat(10_000)}\n`, times: 350 }] },
      replies: { "x/one": { result: 1 } },
    });
    expect(await fake.client.ask("x/one", {}, never)).toBe(1);
    expect(fake.logged.filter(({ level }) => level === "warning").length).toBeLessThanOrEqual(5);
  }, 60_000);

  test("a reply behind 20,000 notifications comes, and every one of them was heard", async () => {
    const text = JSON.stringify({ jsonrpc: "2.0", method: "x/news" });
    await using fake = await withFake({
      on: { "x/one": [{ stdout: `Content-Length: ${text.length}\r\n\r\n${text}`, times: 20_000 }] },
      replies: { "x/one": { result: 1 } },
    });
    expect(await fake.client.ask("x/one", {}, never)).toBe(1);
    expect(fake.events.filter(({ kind }) => kind === "notification")).toHaveLength(20_000);
  }, 60_000);
});

describe("the end of a server", () => {
  test("H48 a crash fails all that waits at once, with the exit code and the last words", async () => {
    await using fake = await withFake({
      replies: { "x/wait": { hang: true }, "x/crash": { crash: 3, steps: [{ stderr: "boom\n" }] } },
    });
    const waiting = faultOf(fake.client.ask("x/wait", {}, never));
    const faults = [await faultOf(fake.client.ask("x/crash", {}, never)), await waiting];
    for (const [at, fault] of faults.entries()) {
      expect(fault).toBeInstanceOf(ServerCrashed);
      expect(fault).toMatchObject({
        server: "fake",
        method: ["x/crash", "x/wait"][at],
        exitCode: 3,
        code: "unavailable",
      });
      expect((fault as Error).message).toContain("ended with exit code 3 before it answered");
      expect((fault as Error).message).toContain("boom");
    }
    expect(await fake.client.ended).toEqual({ kind: "crashed", exitCode: 3 });
    expect(await faultOf(fake.client.ask("x/later", {}, never))).toBeInstanceOf(ServerCrashed);
  });

  test("a reply that was written before the crash is an answer", async () => {
    await using fake = await withFake({ replies: { "x/one": { result: 1 }, "x/crash": { crash: 1 } } });
    const [one, fault] = await Promise.all([
      fake.client.ask("x/one", {}, never),
      faultOf(fake.client.ask("x/crash", {}, never)),
    ]);
    expect(one).toBe(1);
    expect(fault).toBeInstanceOf(ServerCrashed);
  });

  test("a server that is killed from outside is told so", async () => {
    await using fake = await withFake({ replies: { "x/wait": { hang: true } } });
    const fault = faultOf(fake.client.ask("x/wait", {}, never));
    await fake.until(({ method }) => method === "x/wait");
    killProcess(fake.pid);
    expect(((await fault) as Error).message).toContain('"fake" was ended by a signal before it answered x/wait');
  });

  test("a server that closes its output and lives on is ended", async () => {
    await using fake = await withFake({
      replies: { "x/wait": { hang: true } },
      on: { "x/wait": [{ close_stdout: true }] },
    });
    const fault = await faultOf(fake.client.ask("x/wait", {}, never));
    expect((fault as Error).message).toContain("closed its output");
    await fake.client.ended;
    expect(isRunning(fake.pid)).toBe(false);
  });

  test("a child that holds the pipes of a dead server holds nobody up, and ends with it", async () => {
    await using folder = await tmp();
    const file = join(folder.path, "child");
    await using fake = await withFake({ replies: { "x/crash": { crash: 4, steps: [{ child: file }] } } });
    const fault = await faultOf(fake.client.ask("x/crash", {}, never));
    expect(fault).toMatchObject({ exitCode: 4 });
    await fake.client.ended;
    expect(await ends(await pidIn(file))).toBe(true);
  });

  test("a crash during the introduction names what the server said", async () => {
    const crash = { crash: 1, steps: [{ stderr: "SyntaxError: no such syntax\n" }] };
    const fault = await faultOf(withFake({ replies: { initialize: crash } }));
    expect(fault).toBeInstanceOf(ServerCrashed);
    expect((fault as Error).message).toContain("before it answered initialize");
    expect((fault as Error).message).toContain("SyntaxError: no such syntax");
  });

  test("a program that is no language server is told by what it wrote", async () => {
    const fault = await faultOf(withReal(["/bin/sh", "-c", "echo usage: tool FILE; sleep 0.1"], {}));
    expect(fault).toBeInstanceOf(ServerCrashed);
    expect((fault as Error).message).toContain("usage: tool FILE");
  });
});

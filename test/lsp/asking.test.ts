/** Requests with limits: time-outs and cancels, a hanging server, what is put off, what is not there, how many at once. */
import { describe, expect, test } from "bun:test";
import { ProtocolFault, ServerError, ServerTimeout, Unsupported } from "../../src/lsp/fault.ts";
import { definition } from "../../src/lsp/request.ts";
import { faultOf, never, withFake } from "../fixture/language-client.ts";

const REFERENCES = "textDocument/references";
const next = { "x/next": { result: "next" } };

describe("a request that takes too long", () => {
  test("H49 is told by server, method and time; the server gets a cancel, and answers the next one", async () => {
    await using fake = await withFake({
      capabilities: { referencesProvider: true },
      replies: { [REFERENCES]: { hang: true }, ...next },
    });
    const fault = await faultOf(fake.client.ask(REFERENCES, {}, never, 100));
    expect(fault).toBeInstanceOf(ServerTimeout);
    expect(fault).toMatchObject({ server: "fake", method: REFERENCES, seconds: 0.1, code: "timed_out" });
    expect((fault as Error).message).toContain(`Language server "fake" did not answer ${REFERENCES} within 0.1 s`);
    const asked = await fake.until(({ method }) => method === REFERENCES);
    const cancel = await fake.until(({ method }) => method === "$/cancelRequest");
    expect(cancel.params).toEqual({ id: asked.id } as never);
    expect(await fake.client.ask("x/next", {}, never)).toBe("next");
    await Bun.sleep(300); // longer than a cancelled request may take
    expect(fake.client.stuck).toBe(0);
    expect(fake.events.filter(({ kind }) => kind === "stuck")).toEqual([]);
  });

  test("is told as stuck when the cancel does not end it, with whether the server says anything else", async () => {
    await using fake = await withFake({
      ignore_cancel: true,
      replies: { "x/hang": { hang: true }, ...next },
      on: { "x/hang": [{ wait_ms: 200 }, { notify: { method: "x/alive" } }] },
    });
    await faultOf(fake.client.ask("x/hang", {}, never, 50));
    while (fake.client.stuck === 0) await Bun.sleep(5);
    expect(fake.events).toContainEqual({ kind: "stuck", method: "x/hang", isAlive: true });
    expect(await fake.client.ask("x/next", {}, never)).toBe("next");
  });

  test("is told as stuck in a server that says nothing at all", async () => {
    await using fake = await withFake({ replies: {}, on: { "x/deaf": [{ busy_ms: 1_500 }] } });
    await faultOf(fake.client.ask("x/deaf", {}, never, 50));
    while (fake.client.stuck === 0) await Bun.sleep(5);
    expect(fake.events).toContainEqual({ kind: "stuck", method: "x/deaf", isAlive: false });
    while (fake.client.stuck > 0) await Bun.sleep(5); // it came to itself
  });

  test("gives its late reply to nobody", async () => {
    await using fake = await withFake({ replies: { "x/slow": [{ result: "old", delay_ms: 300 }, { result: "new" }] } });
    expect(await faultOf(fake.client.ask("x/slow", {}, never, 50))).toBeInstanceOf(ServerTimeout);
    expect(await fake.client.ask("x/slow", {}, never)).toBe("new");
  });

  test("fails the introduction, and the process is ended", async () => {
    const fault = await faultOf(withFake({ replies: { initialize: { hang: true } } }, { times: { initialize: 300 } }));
    expect(fault).toBeInstanceOf(ServerTimeout);
    expect((fault as Error).message).toContain("did not answer initialize within 0.3 s");
  });
});

describe("the caller's signal", () => {
  test("ends the wait with its own reason and cancels the request", async () => {
    await using fake = await withFake({ replies: { "x/hang": { hang: true } } });
    const stop = new AbortController();
    const fault = faultOf(fake.client.ask("x/hang", {}, stop.signal));
    await fake.until(({ method }) => method === "x/hang");
    const reason = new Error("enough");
    stop.abort(reason);
    expect(await fault).toBe(reason);
    await fake.until(({ method }) => method === "$/cancelRequest");
  });

  test("that has fired already sends nothing", async () => {
    await using fake = await withFake({ replies: next });
    await faultOf(fake.client.ask("x/other", {}, AbortSignal.abort()));
    await fake.client.ask("x/next", {}, never);
    expect(await fake.received("x/other")).toEqual([]);
  });
});

describe("an error of the server", () => {
  for (const code of [-32801, -32802, -32800]) {
    test(`${code} only puts the answer off: the request is sent again`, async () => {
      const later = { error: { code, message: "later" } };
      await using fake = await withFake({ replies: { "x/one": [later, later, { result: 1 }] } });
      expect(await fake.client.ask("x/one", {}, never)).toBe(1);
      expect(await fake.received("x/one")).toHaveLength(3);
    });
  }

  test("that puts off without end is told after some tries", async () => {
    await using fake = await withFake({
      replies: { "x/one": { error: { code: -32801, message: "content modified" } } },
    });
    const fault = await faultOf(fake.client.ask("x/one", {}, never));
    expect(fault).toBeInstanceOf(ServerError);
    expect((fault as Error).message).toContain("answered x/one with error -32801: content modified");
    expect(await fake.received("x/one")).toHaveLength(6);
  });

  test("of another kind is told with its words, and sent once", async () => {
    await using fake = await withFake({ replies: { "x/one": { error: { code: -32603, message: "No Project." } } } });
    const fault = await faultOf(fake.client.ask("x/one", {}, never));
    expect(fault).toMatchObject({ errorCode: -32603, server: "fake", method: "x/one", code: "unavailable" });
    expect((fault as Error).message).toContain("No Project.");
    expect(await fake.received("x/one")).toHaveLength(1);
  });

  test("that says there is no such method is remembered, whatever the server said it could", async () => {
    await using fake = await withFake({ capabilities: { renameProvider: true }, replies: {} });
    const ask = () => faultOf(fake.client.ask("textDocument/rename", {}, never));
    expect(fake.client.can("textDocument/rename")).toBe(true);
    expect([await ask(), await ask()].every((fault) => fault instanceof Unsupported)).toBe(true);
    expect(fake.client.can("textDocument/rename")).toBe(false);
    expect(await fake.received("textDocument/rename")).toHaveLength(1);
  });

  test("of shape is told as such: a definition that is a number is no empty list", async () => {
    const files = { "a.ts": "one" };
    await using fake = await withFake(
      { capabilities: { definitionProvider: {} }, replies: { "textDocument/definition": { result: 7 } } },
      { files },
    );
    const at = { path: fake.path("a.ts"), position: { line: 1, column: 1 } };
    const fault = await faultOf(fake.client.request(definition, at, never));
    expect(fault).toBeInstanceOf(ProtocolFault);
    expect((fault as Error).message).toContain("a place was expected, but 7");
  });
});

test("no more requests are sent at once than the server's spec allows, and those that leave lose no turn", async () => {
  await using fake = await withFake({ replies: { "x/one": { hang: true }, ...next } }, { spec: { concurrency: 1 } });
  const [first, gone] = [new AbortController(), new AbortController()];
  const hanging = faultOf(fake.client.ask("x/one", {}, first.signal));
  await fake.until(({ method }) => method === "x/one");
  const left = faultOf(fake.client.ask("x/two", {}, gone.signal));
  const later = fake.client.ask("x/next", {}, never);
  gone.abort();
  await left;
  expect((await fake.received()).filter(({ method }) => method?.startsWith("x/"))).toHaveLength(1);
  first.abort();
  await hanging;
  expect(await later).toBe("next");
  expect(await fake.received("x/two")).toEqual([]);
});

/** Servers that are reached over a port. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Unavailable } from "../../src/base/error.ts";
import { LanguageClient } from "../../src/lsp/client.ts";
import { ServerCrashed } from "../../src/lsp/fault.ts";
import { launch } from "../../src/lsp/launch.ts";
import { overSocket } from "../../src/lsp/socket.ts";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { faultOf, never, QUICK, serverSpec } from "../fixture/language-client.ts";
import { tmp } from "../fixture/tmp.ts";

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  listener.stop(true);
  return listener.port;
}

async function client(scenario: Scenario) {
  const folder = await tmp({ "scenario.json": JSON.stringify(scenario) });
  const port = freePort();
  const fixture = (name: string) => join(import.meta.dir, "../fixture", name);
  const server = [process.execPath, fixture("fake-language-server.ts"), join(folder.path, "scenario.json")];
  const started = launch({
    command: [process.execPath, fixture("socket-server.ts"), String(port), "200", ...server],
    env: { PATH: process.env.PATH ?? "" },
    cwd: folder.path,
  });
  const options = {
    spec: serverSpec(),
    root: folder.path,
    settings: {},
    log: () => undefined,
    version: "0",
    times: QUICK,
  };
  const made = await LanguageClient.start(
    {
      ...options,
      process: await overSocket(started, port, AbortSignal.timeout(20_000)),
      read: async () => undefined,
      languageId: () => "x",
    },
    never,
  );
  return {
    client: made,
    async [Symbol.asyncDispose]() {
      await made[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("a server that listens late is asked over its port, with long messages in both directions", async () => {
  await using server = await client({ replies: { "x/long": { result: "r".repeat(3_000_000) } } });
  await server.client.documents.open("/p/a.x", "d".repeat(3_000_000));
  expect(await server.client.ask("x/long", {}, never)).toHaveLength(3_000_000);
  const { documents } = (await server.client.ask("fake/state", {}, never)) as {
    documents: Record<string, { text: string }>;
  };
  expect(documents["file:///p/a.x"]?.text).toHaveLength(3_000_000);
  expect((await server.client.stop(never)).kind).toBe("stopped");
});

test("a server that crashes behind its port fails what waits", async () => {
  await using server = await client({ replies: { "x/crash": { crash: 3 } } });
  expect(await faultOf(server.client.ask("x/crash", {}, never))).toBeInstanceOf(ServerCrashed);
});

test("a server that ends before it listens is told by the port", async () => {
  await using folder = await tmp();
  const started = launch({ command: ["/bin/sh", "-c", "exit 4"], env: {}, cwd: folder.path });
  const port = freePort();
  const fault = await faultOf(overSocket(started, port, never));
  expect(fault).toBeInstanceOf(Unavailable);
  expect((fault as Error).message).toBe(`The server ended with 4 before it listened on port ${port}.`);
});

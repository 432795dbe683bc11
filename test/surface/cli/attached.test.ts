import { expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Attached } from "../../../src/surface/cli/attached.ts";
import { firstLine, line, type Welcome } from "../../../src/surface/cli/hello.ts";
import { testApp } from "../../fixture/app.ts";

const UNKNOWN = { waymark: 1, ask: "mcp" };
const HELLO = { ...UNKNOWN, key: "key" };

async function attached(limits: { greeting: number; clients: number }) {
  const shop = await testApp();
  const status = () => ({ pid: 1, url: "", version: "", started_at: "", background: false, requests: 0 });
  const server = new Attached({ app: shop.app, key: "key", settings: "", status, onLeave: async () => {}, limits });
  const listener = createServer((socket) => void server.take(socket, false)).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const clients: Socket[] = [];
  const arrive = () => {
    const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
    clients.push(client);
    return client;
  };
  const greet = async (hello: object) => {
    const client = arrive();
    client.write(line(hello));
    return { client, welcome: JSON.parse((await firstLine(client, 5_000))!) as Welcome };
  };
  return {
    arrive,
    greet,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      server.close();
      listener.close();
      await shop[Symbol.asyncDispose]();
    },
  };
}

test("who does not say the key is refused, whatever it asks", async () => {
  await using server = await attached({ greeting: 8, clients: 8 });
  for (const ask of ["mcp", "status", "stop", "replace"]) {
    for (const key of [undefined, "", "ke", "keys", "kex"]) {
      const { welcome } = await server.greet({ ...UNKNOWN, ask, ...(key !== undefined && { key }) });
      expect(welcome).toMatchObject({ ok: false, problem: { code: "unauthorized" } });
    }
  }
});

test("beyond the limit a client is told that the server is busy, and another one may come when one has left", async () => {
  await using server = await attached({ greeting: 8, clients: 1 });
  const first = await server.greet(HELLO);
  expect(first.welcome.ok).toBe(true);
  expect((await server.greet(HELLO)).welcome).toMatchObject({ ok: false, problem: { code: "busy" } });
  expect((await server.greet({ ...HELLO, ask: "status" })).welcome).toMatchObject({ status: { clients: 1 } });
  first.client.end();
  let welcome: Welcome;
  do ({ welcome } = await server.greet(HELLO));
  while (!welcome.ok);
});

test("connections that say nothing are cut when too many of them wait", async () => {
  await using server = await attached({ greeting: 2, clients: 8 });
  const waiting = [server.arrive(), server.arrive()];
  await Promise.all(waiting.map((client) => once(client, "connect")));
  const cut = server.arrive();
  await once(cut.resume(), "close");
  expect(waiting.map(({ closed }) => closed)).toEqual([false, false]);
});

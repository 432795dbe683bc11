import { expect, test } from "bun:test";
import { Duplex } from "node:stream";
import { Attached } from "../../../src/surface/cli/attached.ts";
import { firstLine, line, type Welcome } from "../../../src/surface/cli/hello.ts";
import { testApp } from "../../fixture/app.ts";

const UNKNOWN = { waymark: 1, ask: "mcp" };
const HELLO = { ...UNKNOWN, key: "key" };

/** Both ends of a connection. */
function pair(): [ours: Duplex, theirs: Duplex] {
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        other().push(chunk);
        done();
      },
      final(done) {
        other().push(null);
        done();
      },
      destroy(error, done) {
        other().push(null);
        done(error);
      },
    });
  const ours: Duplex = end(() => theirs);
  const theirs: Duplex = end(() => ours);
  return [ours, theirs];
}

async function attached(limits: { greeting: number; clients: number }) {
  const shop = await testApp();
  const status = () => ({ pid: 1, url: "", version: "", started_at: "", background: false, requests: 0 });
  const server = new Attached({ app: shop.app, key: "key", settings: "", status, onLeave: async () => {}, limits });
  const arrive = () => {
    const [ours, theirs] = pair();
    void server.take(ours, false);
    return theirs;
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
      server.close();
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
  server.arrive();
  server.arrive();
  expect(await firstLine(server.arrive(), 4_000)).toBeUndefined();
});

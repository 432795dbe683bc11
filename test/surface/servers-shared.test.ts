/** Many clients at once: they share servers, get each their own answers, and do not wait for each other. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { RpcSession, toolCall } from "../fixture/rpc.ts";
import { brief, descendants, GOOD, servedWith, TWO_FILES } from "../fixture/served-servers.ts";

setDefaultTimeout(90_000);

const CLIENTS = 10;
const ROUNDS = 10;
const REFERENCES = "textDocument/references";

test("H57 ten clients, whose requests have the same id, share a server, and none waits for the slow call of another", async () => {
  const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 2 } };
  const own = { result: [{ uri: "$uri", range }] };
  const scenario: Scenario = { ...GOOD, replies: { [REFERENCES]: [{ hang: true }, own] } };
  const names = Array.from({ length: CLIENTS }, (_, at) => `f${at}`);
  const files = Object.fromEntries(names.map((name) => [`${name}.ts`, `export const ${name} = 1;\n${name};\n`]));
  await using waymark = await servedWith({ files: { ...TWO_FILES, ...files }, fakes: { one: { scenario } } });
  const sessions = await Promise.all(names.map(() => RpcSession.open(waymark.served.fetch)));
  const [first] = sessions;
  const slow = first!.post(toolCall("find_referencing_symbols", { path: "a.ts", name_path: "a" }, "slow"));
  while ((await waymark.received("one", REFERENCES)).length === 0) await Bun.sleep(10);
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(
      sessions.map((session, at) =>
        session.call("find_referencing_symbols", { path: `f${at}.ts`, name_path: `f${at}` }, 1),
      ),
    );
    for (const [at, { id, result }] of answers.entries()) {
      expect(id).toBe(1);
      expect(result?.isError ?? false).toBe(false);
      const text = JSON.stringify(result);
      expect(names.filter((name) => text.includes(`${name}.ts`))).toEqual([`f${at}`]);
    }
  }
  expect((await waymark.received("one", REFERENCES)).length).toBe(CLIENTS * ROUNDS + 1);
  expect(await waymark.starts("one")).toBe(1);
  const [{ pid = 0 } = {}] = await waymark.rows();
  expect(descendants(waymark.served.pid)).toContain(pid);
  expect(descendants(waymark.served.pid).length).toBe(2); // the server, and who ends it should Waymark be killed
  await first!.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "slow" } });
  await (await slow).text();
});

test("H61 a server that starts slowly goes on starting when a client gives up, and serves the next", async () => {
  const initialize = { delay_ms: 1_500, result: { capabilities: GOOD.capabilities } };
  const scenario: Scenario = { ...GOOD, replies: { ...GOOD.replies, initialize } };
  await using waymark = await servedWith({ files: TWO_FILES, fakes: { one: { scenario } } });
  const stopper = new AbortController();
  const given = waymark.call("find_referencing_symbols", { path: "a.ts", name_path: "a" }, stopper.signal);
  given.catch(() => undefined);
  while ((await waymark.received("one", "initialize")).length === 0) await Bun.sleep(10);
  stopper.abort();
  expect(await given.catch(({ name }: Error) => name)).toBe("AbortError");
  expect(await waymark.rows()).toMatchObject([{ server: "one", state: "starting" }]);
  const body = await waymark.uses("a.ts", "a");
  expect([brief(body), body.complete]).toEqual([["b.ts 1:14"], true]);
  expect(await waymark.starts("one")).toBe(1);
});

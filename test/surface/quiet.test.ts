import { expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { testApp } from "../fixture/app.ts";
import { changingServer, isListeningAfter, isOpenAfter, silentStream } from "../fixture/idle-stream.ts";
import { listen } from "../fixture/listen.ts";
import { answersOf, RpcSession, toolCall } from "../fixture/rpc.ts";
import { serve } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";
import { silentTool } from "../fixture/tools.ts";

/** Shorter than Bun's own limit of silence, which other runtimes and proxies have in a similar form; `serve` turns it off. */
const CUT_AFTER_S = 8;
const KEEP_ALIVE_MS = 2_000;
/** `scripts/verify/idle-streams.ts` waits for a minute, with the real intervals. */
const CALL_S = 14;
const STREAM_MS = 14_000;

test("H63: silent calls are answered and quiet streams stay open, even where others are cut", async () => {
  await using shop = await testApp({ tools: [silentTool], mcp: { keepAliveMs: KEEP_ALIVE_MS } });
  await using cutting = listen(
    (request) => (request.url.endsWith("/silence") ? silentStream() : shop.http.fetch(request)),
    CUT_AFTER_S,
  );
  await using changing = await testApp({ mcp: { keepAliveMs: KEEP_ALIVE_MS, server: changingServer } });
  await using cuttingToo = listen(changing.http.fetch, CUT_AFTER_S);
  await using home = await tmp();
  await using served = await serve([], { home: home.path });
  const send = (path: string, init: RequestInit) => fetch(`${cutting.url}${path}`, init);
  const session = await RpcSession.open(send);
  const real = await RpcSession.open((path, init) => served.fetch(path, init));
  const modern = new Client({ name: "patient", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await modern.connect(new StreamableHTTPClientTransport(new URL(`${cutting.url}/mcp`)));
  const input = { seconds: CALL_S };
  const [cut, streamed, plain, later, mirrored, ...open] = await Promise.all([
    send("/silence", {}).then((response) => isOpenAfter(STREAM_MS, response)),
    session.post(toolCall("stay_silent", input, 1)).then(answersOf),
    session.post(toolCall("stay_silent", input, 2), { accept: "application/json" }).then(answersOf),
    modern.callTool({ name: "stay_silent", arguments: input }),
    send("/tools/stay_silent", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify(input),
    }).then((response) => response.text()),
    session.request("GET").then((response) => isOpenAfter(STREAM_MS, response)),
    real.request("GET").then((response) => isOpenAfter(STREAM_MS, response)),
    isListeningAfter(STREAM_MS, cuttingToo.url),
  ]);
  expect(cut).toBe(false);
  expect([streamed, plain]).toMatchObject([[{ id: 1, result: DONE }], [{ id: 2, result: DONE }]]);
  expect(later).toMatchObject(DONE);
  expect(mirrored).toContain("event: result");
  expect(open).toEqual([true, true, true]);
  await modern.close();
}, 60_000);

const DONE = { structuredContent: { detail: "full", answer: { done: true } } };

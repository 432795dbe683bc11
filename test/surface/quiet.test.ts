import { expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { testApp } from "../fixture/app.ts";
import { listen } from "../fixture/listen.ts";
import { answersOf, RpcSession, toolCall } from "../fixture/rpc.ts";
import { serve } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";
import { silentTool } from "../fixture/tools.ts";

/** Bun's own limit of silence, which other runtimes and proxies have in a similar form; `serve` turns it off. */
const CUT_AFTER_S = 10;

const CALL_S = 14;
const STREAM_MS = 25_000;

/** Whether the stream is still open after so long. */
async function isOpenAfter(ms: number, response: Response): Promise<boolean> {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const reader = response.body!.getReader();
  const late = Bun.sleep(ms).then(() => "late" as const);
  for (;;) {
    const read = await Promise.race([reader.read(), late]);
    if (read === "late") {
      await reader.cancel();
      return true;
    }
    if (read.done) return false;
  }
}

test("H63: silent calls of 14 s are answered and quiet streams of 25 s stay open, even where silence is cut at 10 s", async () => {
  await using shop = await testApp({ tools: [silentTool] });
  await using cutting = listen(shop.http.fetch, CUT_AFTER_S);
  await using home = await tmp();
  await using served = await serve([], { home: home.path });
  const send = (path: string, init: RequestInit) => fetch(`${cutting.url}${path}`, init);
  const session = await RpcSession.open(send);
  const real = await RpcSession.open((path, init) => served.fetch(path, init));
  const modern = new Client({ name: "patient", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await modern.connect(new StreamableHTTPClientTransport(new URL(`${cutting.url}/mcp`)));
  const input = { seconds: CALL_S };
  const [streamed, plain, later, mirrored, quiet, quietReal] = await Promise.all([
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
  ]);
  expect([streamed, plain]).toMatchObject([[{ id: 1, result: DONE }], [{ id: 2, result: DONE }]]);
  expect(later).toMatchObject(DONE);
  expect(mirrored).toContain("event: result");
  expect([quiet, quietReal]).toEqual([true, true]);
  await modern.close();
}, 60_000);

const DONE = { structuredContent: { detail: "full", answer: { done: true } } };

import { describe, expect, test } from "bun:test";
import { RecentEvents } from "../../src/surface/mcp-events.ts";
import { type TestApp, testApp } from "../fixture/app.ts";
import { listen } from "../fixture/listen.ts";
import { answersOf, INITIALIZE, RPC_HEADERS, RpcSession, toolCall } from "../fixture/rpc.ts";
import { tmp } from "../fixture/tmp.ts";
import { sayingTool, slowTool } from "../fixture/tools.ts";

const LIST = { jsonrpc: "2.0", id: 7, method: "tools/list" };

const open = (shop: TestApp, path?: string) => RpcSession.open((url, init) => shop.http.request(url, init), path);

/** A POST to `/mcp` outside any session. */
async function post(shop: TestApp, body: string, headers: Record<string, string> = {}) {
  return shop.http.request("/mcp", { method: "POST", headers: { ...RPC_HEADERS, ...headers }, body });
}

describe("the life of a session", () => {
  test("H62: an unknown id is 404 with a JSON-RPC error, none is 400, and a stale id may initialize anew", async () => {
    await using shop = await testApp();
    const gone = await post(shop, JSON.stringify(LIST), { "mcp-session-id": "of-an-older-server" });
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { jsonrpc: "2.0", id: 7, error: { code: -32001, message: expect.stringContaining("Session not found") } },
    ]);
    const none = await post(shop, JSON.stringify(LIST));
    expect([none.status, await none.json()]).toMatchObject([400, { id: 7, error: { code: -32600 } }]);
    const again = await post(shop, JSON.stringify(INITIALIZE), { "mcp-session-id": "of-an-older-server" });
    expect([again.status, again.headers.get("mcp-session-id") === null]).toEqual([200, false]);
  });

  test("DELETE ends it, after which it is unknown", async () => {
    await using shop = await testApp();
    const session = await open(shop);
    expect((await session.post(LIST)).status).toBe(200);
    expect((await session.request("DELETE")).status).toBe(200);
    expect((await session.post(LIST)).status).toBe(404);
    expect((await shop.http.request("/mcp", { method: "DELETE" })).status).toBe(400);
  });

  test("one that is unused for long ends, and one with an open stream does not", async () => {
    await using shop = await testApp({ mcp: { limits: { max: 8, idleMs: 100 } } });
    const [idle, listening] = [await open(shop), await open(shop)];
    const gone = new AbortController();
    const stream = await listening.request("GET", { accept: "text/event-stream" }, gone.signal);
    expect(stream.status).toBe(200);
    await Bun.sleep(150);
    expect((await idle.post(LIST)).status).toBe(404);
    expect(await answersOf(await listening.post(LIST))).toMatchObject([{ id: 7, result: {} }]);
    await stream.body!.cancel();
    await Bun.sleep(150);
    expect((await listening.post(LIST)).status).toBe(404);
  });

  test("beyond the limit the longest unused makes room, and if all are in use the client is told to wait", async () => {
    await using shop = await testApp({ mcp: { limits: { max: 2, idleMs: 60_000 } } });
    const [first, second] = [await open(shop), await open(shop)];
    await first.call("find_file", { query: "x" });
    const third = await open(shop);
    expect((await second.post(LIST)).status).toBe(404);
    for (const session of [first, third]) {
      expect((await session.request("GET", { accept: "text/event-stream" })).status).toBe(200);
    }
    const refused = await post(shop, JSON.stringify(INITIALIZE));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await refused.json()).toMatchObject({ error: { code: -32603, data: { code: "unavailable" } } });
  });

  test("when the server stops, running calls of sessions stop", async () => {
    const stopped = Promise.withResolvers<unknown>();
    const stopping = new AbortController();
    await using shop = await testApp({ tools: [slowTool(stopped.resolve)], mcp: { stopped: stopping.signal } });
    const session = await open(shop);
    const response = await session.post(toolCall("slow_work", { seconds: 60 }));
    stopping.abort();
    await stopped.promise;
    expect(await answersOf(response)).toEqual([]);
  });
});

describe("clients side by side", () => {
  test("H57: ten sessions that use the same request id at once each get their own hits, fifty times", async () => {
    const words = Array.from({ length: 10 }, (_, index) => `word_${String.fromCharCode(97 + index)}`);
    await using shop = await testApp({ files: Object.fromEntries(words.map((word) => [`${word}.txt`, word])) });
    const sessions = await Promise.all(words.map(() => open(shop)));
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all(
        sessions.map((session, index) => session.call("find_file", { query: words[index] }, 1)),
      );
      const found = answers.map(({ id, result }) => [id, (result as never as Found).structuredContent.answer.paths]);
      expect(found).toEqual(words.map((word) => [1, [`${word}.txt`]]));
    }
  });

  test("H57: sessions and modern clients over one server that use the same ids at once, answered in another order, never mix", async () => {
    await using shop = await testApp({ tools: [sayingTool] });
    await using server = listen(shop.http.fetch);
    const send = (path: string, init: RequestInit) => fetch(`${server.url}${path}`, init);
    const sessions = await Promise.all(Array.from({ length: 6 }, () => RpcSession.open(send)));
    const callers = [
      ...sessions.map((session) => (body: object) => session.post(body)),
      ...Array.from({ length: 6 }, () => (body: Parameters<typeof modernCall>[1]) => modernCall(send, body)),
    ];
    const ids = Array.from({ length: 8 }, (_, index) => index);
    const rounds = Array.from({ length: 10 }, (_, round) => round);
    for (const round of rounds) {
      await Promise.all(
        callers.flatMap((post, caller) =>
          ids.map(async (id) => {
            const text = `caller ${caller}, round ${round}, call ${id}`;
            // Neighbours wait differently, so that answers come in another order than calls.
            const wait_ms = ((caller * 7 + id * 5 + round * 3) % 8) * 4;
            const body = toolCall("say_later", { text, wait_ms }, id);
            const params = { ...body.params, _meta: { progressToken: "the same for all" } };
            const said = await (await post({ ...body, params })).text();
            expect(said.match(/caller \d+, round \d+, call \d+/g)!.every((one) => one === text)).toBe(true);
            expect(said).toContain(`"id":${id}`);
            expect(said).toContain(`"message":"${text}"`);
          }),
        ),
      );
    }
  });

  test("H56: each session has its own active project, through a hundred interleaved searches", async () => {
    await using a = await tmp({ "a.ts": "export const only_a = 1;\n" });
    await using b = await tmp({ "b.ts": "export const only_b = 1;\n" });
    await using shop = await testApp({ unbound: true });
    const [one, other] = [await open(shop), await open(shop)];
    for (const [session, project] of [
      [one, a.path],
      [other, b.path],
    ] as const) {
      expect((await session.call("activate_project", { project })).result?.isError).toBeUndefined();
    }
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all([one, other].map((session) => session.call("find_file", { query: "*" })));
      const found = answers.map(({ result }) => (result as never as Found).structuredContent.answer.paths);
      expect(found).toEqual([["a.ts"], ["b.ts"]]);
    }
  });
});

interface Found {
  structuredContent: { answer: { paths: string[] } };
}

describe("what clients send", () => {
  test.each(["application/json", "*/*", undefined, "application/json, text/event-stream", "text/event-stream"])(
    "H64: a POST that accepts %p is served in a form that it takes",
    async (accept) => {
      await using shop = await testApp();
      const { headers } = await open(shop);
      const { accept: _, ...others } = headers;
      const init = { method: "POST", headers: { ...others, ...(accept && { accept }) }, body: JSON.stringify(LIST) };
      const response = await shop.http.request("/mcp", init);
      const type = response.headers.get("content-type");
      expect([response.status, type]).toEqual([
        200,
        accept?.includes("event-stream") ? "text/event-stream" : "application/json",
      ]);
      expect(await answersOf(response)).toMatchObject([{ id: 7, result: { tools: expect.any(Array) } }]);
    },
  );

  test("H64: a browser gets no page, and a stream needs a session", async () => {
    await using shop = await testApp();
    const session = await open(shop);
    const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    expect((await session.request("GET", { accept: browser })).status).toBe(406);
    const page = await shop.http.request("/mcp", { headers: { accept: browser } });
    expect([page.status, page.headers.get("content-type")]).toEqual([405, "application/json;charset=utf-8"]);
    expect((await shop.http.request("/mcp", { headers: { accept: "text/event-stream" } })).status).toBe(405);
    const stream = await session.request("GET", { accept: "text/event-stream" });
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await stream.body!.cancel();
    expect((await session.request("HEAD")).status).toBe(405);
    expect((await session.request("PUT")).status).toBe(405);
  });

  test.each([
    ["{", 400, -32700],
    ["", 400, -32700],
    ["[]", 400, -32600],
    ["null", 400, -32600],
    ['"text"', 400, -32600],
    ['{"id":1,"method":"tools/list"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"tools/list"}', 400, -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"tools/list"},1]', 400, -32600],
    [`[${Array(101).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join(",")}]`, 400, -32600],
  ])("H65: the body %p is refused in JSON-RPC, inside a session and outside", async (body, status, code) => {
    await using shop = await testApp();
    const session = await open(shop);
    for (const response of [await post(shop, body), await session.post(body)]) {
      expect([response.status, await response.json()]).toMatchObject([status, { id: null, error: { code } }]);
    }
    expect((await session.post(LIST)).status).toBe(200);
  });

  test("H65: a huge body, another content type and an unknown version are refused in JSON-RPC", async () => {
    await using shop = await testApp();
    const session = await open(shop);
    const huge = await session.post({ ...LIST, params: { cursor: "x".repeat(5 * 1024 * 1024) } });
    expect([huge.status, await huge.json()]).toMatchObject([413, { error: { data: { code: "too_large" } } }]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      const response = await session.post(LIST, { "content-type": type });
      expect([response.status, await response.json()]).toMatchObject([
        415,
        { jsonrpc: "2.0", error: { code: -32600 } },
      ]);
    }
    const unknown = { "mcp-protocol-version": "1999-01-01" };
    expect((await session.post(LIST, unknown)).status).toBe(400);
    expect((await post(shop, JSON.stringify(LIST), unknown)).status).toBe(400);
    expect((await session.post(LIST)).status).toBe(200);
  });

  test("H65: a notification is 202 without a body, and ids come back with their type", async () => {
    await using shop = await testApp();
    const session = await open(shop);
    const notice = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    for (const response of [await session.post(notice), await post(shop, notice)]) {
      expect([response.status, await response.text()]).toEqual([202, ""]);
    }
    for (const id of [0, "0", -1, "a/b"]) {
      expect((await answersOf(await session.post({ ...LIST, id })))[0]!.id).toBe(id);
    }
  });

  test("H65: a batch of two is answered with a batch, in order", async () => {
    await using shop = await testApp();
    const session = await open(shop);
    const notice = { jsonrpc: "2.0", method: "notifications/initialized" };
    const response = await session.post([{ ...LIST, id: "b" }, notice, { jsonrpc: "2.0", id: "a", method: "ping" }]);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject([{ id: "b" }, { id: "a", result: {} }]);
    expect((await session.post([notice, notice])).status).toBe(202);
    expect((await session.post([INITIALIZE])).status).toBe(400);
  });

  test("an unknown project or context of the endpoint is said when the session opens", async () => {
    await using shop = await testApp();
    const init = { method: "POST", headers: RPC_HEADERS, body: JSON.stringify(INITIALIZE) };
    const response = await shop.http.request("/mcp?context=nope", init);
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: -32602 } }]);
  });
});

test("H63: a quiet stream opens at once, over a real connection", async () => {
  await using shop = await testApp();
  await using server = listen(shop.http.fetch);
  const session = await RpcSession.open((path, init) => fetch(`${server.url}${path}`, init));
  const stream = await session.request("GET", {}, AbortSignal.timeout(2_000)); // keep-alive comments come later
  expect(stream.status).toBe(200);
  await stream.body!.cancel();
});

describe("resumption", () => {
  test("a client that lost the stream of a call gets its answer with Last-Event-ID", async () => {
    await using shop = await testApp({ tools: [slowTool()] });
    const session = await open(shop);
    const lost = await session.post(toolCall("slow_work", { seconds: 0.6 }));
    const last = await firstEventId(lost);
    const resumed = await session.request("GET", { accept: "text/event-stream", "last-event-id": last });
    expect(await answersOf(resumed)).toMatchObject([{ id: 1, result: { structuredContent: { detail: "full" } } }]);
    const unknown = await session.request("GET", { accept: "text/event-stream", "last-event-id": "9999" });
    expect(unknown.status).toBe(400);
  });

  test("the store keeps the newest events within its limits, and replays one stream only", async () => {
    const events = new RecentEvents({ events: 4, chars: 10_000 });
    const message = (id: number, text = "") => ({ jsonrpc: "2.0" as const, id, result: { text } });
    const ids: string[] = [];
    for (let id = 0; id < 6; id++) ids.push(await events.storeEvent(id % 2 ? "odd" : "even", message(id)));
    expect(await events.getStreamIdForEventId(ids[1]!)).toBeUndefined();
    const sent: unknown[] = [];
    const send = async (_: string, { id }: { id?: unknown }) => void sent.push(id);
    expect(await events.replayEventsAfter(ids[2]!, { send: send as never })).toBe("even");
    expect(sent).toEqual([4]);
    const large = await events.storeEvent("odd", message(7, "x".repeat(20_000)));
    expect(await events.getStreamIdForEventId(large)).toBe("odd");
    expect(await events.getStreamIdForEventId(ids[5]!)).toBeUndefined();
  });
});

describe("cancellation", () => {
  test("H60: notifications/cancelled reaches the running call of its own session only, whose stream ends unanswered", async () => {
    const stopped: unknown[] = [];
    await using shop = await testApp({ tools: [slowTool((reason) => void stopped.push(reason))] });
    const [one, other] = [await open(shop), await open(shop)];
    const running = await Promise.all(
      [one, other].map((session) => session.post(toolCall("slow_work", { seconds: 1 }, 5))),
    );
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5, reason: "enough" } };
    expect((await one.post(cancel)).status).toBe(202);
    expect(await answersOf(running[0]!)).toEqual([]);
    expect(stopped).toHaveLength(1);
    expect(await answersOf(running[1]!)).toMatchObject([{ id: 5, result: { structuredContent: { detail: "full" } } }]);
    expect(await answersOf(await one.post({ ...LIST, id: 6 }))).toMatchObject([{ id: 6 }]);
  });

  test("H60: a client that takes only JSON gets an error for the call that it cancelled", async () => {
    const stopped = Promise.withResolvers<unknown>();
    await using shop = await testApp({ tools: [slowTool(stopped.resolve)] });
    const session = await open(shop);
    const running = session.post(toolCall("slow_work", { seconds: 60 }, "x"), { accept: "application/json" });
    await Bun.sleep(100);
    await session.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "x" } });
    await stopped.promise;
    expect(await (await running).json()).toMatchObject({
      id: "x",
      error: { message: expect.stringContaining("cancelled") },
    });
  });

  test("H60: cancelling what is answered, unknown or malformed changes nothing", async () => {
    await using shop = await testApp();
    const session = await open(shop);
    await session.call("find_file", { query: "*" }, 3);
    for (const params of [{ requestId: 3 }, { requestId: "unknown" }, { requestId: null }, {}, undefined]) {
      expect((await session.post({ jsonrpc: "2.0", method: "notifications/cancelled", params })).status).toBe(202);
    }
    expect((await session.call("find_file", { query: "*" }, 4)).id).toBe(4);
  });
});

/** A call that stands alone, as clients of 2026 make them. */
function modernCall(send: (path: string, init: RequestInit) => Promise<Response>, body: ReturnType<typeof toolCall>) {
  const version = "2026-07-28";
  const _meta = {
    ...(body.params as { _meta?: object })._meta,
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = {
    ...RPC_HEADERS,
    "mcp-protocol-version": version,
    "mcp-method": body.method,
    "mcp-name": body.params.name,
  };
  return send("/mcp", {
    method: "POST",
    headers,
    body: JSON.stringify({ ...body, params: { ...body.params, _meta } }),
  });
}

/** Reads the stream up to its first event, and lets go of it. */
async function firstEventId(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    const id = /^id: (\S+)$/m.exec(text)?.[1];
    if (id) return id;
  }
  throw new Error(`The stream has no event: ${text}`);
}

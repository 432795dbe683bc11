import { describe, expect, test } from "bun:test";
import { BODY_LIMITS } from "../../src/surface/body.ts";
import { testApp } from "../fixture/app.ts";
import { slowTool } from "../fixture/tools.ts";

const TOKEN = "tok_sentinel_1";
const FILES = { "README.md": "# Hello\n" };
const JSON_TYPE = { "content-type": "application/json" };

const ROUTES: [method: string, path: string][] = [
  ["POST", "/tools/find_file"],
  ["GET", "/tools/find_file"],
  ["POST", "/mcp"],
  ["GET", "/mcp"],
  ["GET", "/openapi.json"],
  ["GET", "/openapi-3.0.json"],
  ["GET", "/functions"],
  ["POST", "/functions/call"],
  ["GET", "/docs"],
  ["GET", "/docs/swagger-ui.js"],
  ["GET", "/"],
  ["POST", "/logout"],
  ["DELETE", "/mcp"],
  ["GET", "/nowhere"],
];

describe("who may talk to it", () => {
  test("the health route tells that it lives, and nothing else", async () => {
    await using shop = await testApp({ token: TOKEN });
    const response = await shop.http.request("/healthz");
    expect(await response.json()).toEqual({ status: "ok" });
  });

  test("H68: the token stands in no answer", async () => {
    await using shop = await testApp({ token: TOKEN, files: FILES });
    const headers = { authorization: `Bearer ${TOKEN}`, ...JSON_TYPE };
    for (const [method, path] of ROUTES) {
      const response = await shop.http.request(path, { method, headers, ...(method === "POST" && { body: "{" }) });
      expect(await response.text()).not.toContain(TOKEN);
    }
    expect(shop.log.join("")).not.toContain(TOKEN);
  });
});

describe("problems", () => {
  test("H72: what is missing is 404 with a code, near names and no stack", async () => {
    await using shop = await testApp({ files: FILES });
    const response = await shop.post("/tools/read_file", { path: "READMY.md" });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toEqual({
      type: "urn:waymark:not_found",
      title: "Not found",
      status: 404,
      detail: 'There is no "READMY.md" in the project.',
      instance: "/tools/read_file",
      code: "not_found",
      hint: 'Near names: "README.md".',
    });
  });

  test("H72: an unknown tool is 404, and names the nearest one", async () => {
    await using shop = await testApp();
    const response = await shop.post("/tools/find_fiel", {});
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: 'There is no tool "find_fiel"; did you mean "find_file"?' });
  });

  test("H65: broken JSON is 400, another content type 415, a huge body 413, and the next call works", async () => {
    await using shop = await testApp({ files: FILES });
    const send = async (body: string, headers: Record<string, string> = JSON_TYPE) =>
      (await shop.http.request("/tools/find_file", { method: "POST", headers, body })).status;
    expect(await send("{")).toBe(400);
    expect(await send("")).toBe(400);
    expect(await send('{"query":"x"}', { "content-type": "text/plain" })).toBe(415);
    expect(await send('{"query":"x"}', {})).toBe(415);
    expect(await send(JSON.stringify({ query: "x".repeat(BODY_LIMITS.bytes) }))).toBe(413);
    expect(await send('{"query":"x"}', { "content-type": "application/json; charset=utf-8" })).toBe(200);
  });

  test("a body that does not come to its end is refused in time, on every route that takes one", async () => {
    await using shop = await testApp({ body: { bytes: 1_000, ms: 50 } });
    for (const path of ["/tools/find_file", "/functions/call?format=anthropic", "/mcp", "/logout", "/nowhere"]) {
      const left = Promise.withResolvers<void>();
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
        cancel: () => left.resolve(),
      });
      const response = await shop.http.request(path, { method: "POST", headers: JSON_TYPE, body });
      expect([path, response.status]).toEqual([path, 504]);
      expect(await response.text()).toContain("did not come to its end within 0.05 s");
      await left.promise;
    }
  });

  test("a body that is shorter than its length says is refused in time, and one that says too much at once", async () => {
    await using shop = await testApp({ body: { bytes: 1_000, ms: 50 } });
    await using server = serveOn(shop.http.fetch);
    const answerTo = async (length: number) => {
      const answer = Promise.withResolvers<string>();
      const socket = await Bun.connect({
        hostname: "localhost",
        port: server.port!,
        socket: {
          data: (_, chunk) => answer.resolve(chunk.toString()),
          close: () => answer.reject(new Error("closed")),
        },
      });
      const head = ["POST /tools/find_file HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
      socket.write(`${head.join("\r\n")}\r\nContent-Length: ${length}\r\n\r\n{"query":`);
      return answer.promise.finally(() => socket.end());
    };
    expect(await answerTo(100)).toStartWith("HTTP/1.1 504");
    expect(await answerTo(1_001)).toStartWith("HTTP/1.1 413");
  });

  test("a body that is not UTF-8 is refused, and a query key that nobody reads is, too", async () => {
    await using shop = await testApp({ files: FILES });
    const bytes = new Uint8Array([...new TextEncoder().encode('{"query":"'), 0xff, ...new TextEncoder().encode('"}')]);
    const sent = await shop.http.request("/tools/find_file", { method: "POST", headers: JSON_TYPE, body: bytes });
    expect(sent.status).toBe(400);
    const message = await shop.http.request("/mcp", { method: "POST", headers: JSON_TYPE, body: bytes });
    expect([message.status, await message.json()]).toMatchObject([400, { error: { code: -32700 } }]);
    const misspelt = await shop.post("/tools/find_file?modes=read-only", { query: "x" });
    expect(misspelt.status).toBe(422);
    expect(await misspelt.json()).toMatchObject({ detail: 'Query key "modes" is not known; did you mean "mode"?' });
    expect((await shop.post("/tools/find_file?context=full&context=agent", { query: "x" })).status).toBe(422);
    expect((await shop.post("/tools/find_file?mode=planning&mode=read-only", { query: "x" })).status).toBe(200);
  });

  test("another method is 405 and says which one", async () => {
    await using shop = await testApp();
    for (const [method, path, allow] of [
      ["GET", "/tools/find_file", "POST"],
      ["DELETE", "/openapi.json", "GET"],
      ["GET", "/functions/call", "POST"],
    ] as const) {
      const response = await shop.http.request(path, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
    }
  });

  test("an unknown route is 404 with the routes there are", async () => {
    await using shop = await testApp();
    const response = await shop.http.request("/openapi.jsn");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      detail: 'There is no route "/openapi.jsn"; did you mean "/openapi.json" or "/openapi-3.0.json"?',
    });
  });
});

describe("events", () => {
  const events = { ...JSON_TYPE, accept: "text/event-stream" };

  test("the mirror sends progress and then the result when asked for events", async () => {
    await using shop = await testApp({ tools: [slowTool()] });
    const response = await shop.post("/tools/slow_work", { seconds: 0.8 }, events);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const stream = await response.text();
    const kinds = [...stream.matchAll(/^event: (\w+)$/gm)].map(([, kind]) => kind);
    expect(kinds.filter((kind) => kind === "progress").length).toBeGreaterThanOrEqual(2);
    expect(kinds.at(-1)).toBe("result");
    expect(kinds.filter((kind) => kind === "result")).toHaveLength(1);
    expect(stream).toContain('"detail":"full"');
  });

  test("a call that fails ends the stream with its problem", async () => {
    await using shop = await testApp({ files: FILES });
    const response = await shop.post("/tools/read_file", { path: "nope" }, events);
    expect(await response.text()).toMatch(/^event: problem\ndata: \{"type":"urn:waymark:not_found"/m);
  });

  test("H60: a caller that goes away stops the work", async () => {
    for (const headers of [JSON_TYPE, events]) {
      const stopped = Promise.withResolvers<unknown>();
      await using shop = await testApp({ tools: [slowTool(stopped.resolve)] });
      await using server = serveOn(shop.http.fetch);
      const gone = new AbortController();
      const answer = fetch(`http://localhost:${server.port}/tools/slow_work`, {
        method: "POST",
        headers: { ...headers, host: "localhost" },
        body: JSON.stringify({ seconds: 60 }),
        signal: gone.signal,
      }).then((response) => response.text());
      setTimeout(() => gone.abort(), 300);
      await expect(answer).rejects.toThrow();
      await stopped.promise;
    }
  });
});

function serveOn(handler: (request: Request) => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: "localhost", port: 0, idleTimeout: 0, fetch: handler });
  return { port: server.port, [Symbol.asyncDispose]: () => server.stop(true) };
}

/**
 * The security rules as a client or an attacker meets them, over every route of a real server. What a part of Waymark
 * can show better by itself is tested beside that part; `scripts/verify/rules.yaml` names the test for each rule.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { OPEN_ASSETS } from "../../src/surface/dashboard/assets.ts";
import { testApp } from "../fixture/app.ts";
import { allRoutes } from "../fixture/routes.ts";
import { RpcSession, toolCall } from "../fixture/rpc.ts";
import { type Served, serve, waymark } from "../fixture/subject.ts";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

const PAGE = "https://chat.example";
const EVIL = "http://evil.example";
const JSON_TYPE = { "content-type": "application/json" };
const ROUTES = await allRoutes();
const isFormRoute = (path: string) => path.startsWith("/dashboard/do/");
/** They tell nothing; one takes a code of its own instead of the token. */
const OPEN = ["/healthz", "/login", ...OPEN_ASSETS];

let home: TemporaryFolder;
let served: Served;
let port: number;
const log = () => readFileSync(join(home.path, "stderr.txt"), "utf8");

beforeAll(async () => {
  home = await tmp({ "repo/a.ts": "const a = 1;\n", "stderr.txt": "" });
  served = await serve(["--project", join(home.path, "repo")], {
    home: home.path,
    env: { WAYMARK_ALLOWED_ORIGINS: `[${PAGE}]`, WAYMARK_LOG_LEVEL: "debug" },
    stderr: join(home.path, "stderr.txt"),
  });
  port = Number(new URL(served.url).port);
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** The status of a request with the token and what else is said, headers of the token's own winning. */
async function statusOf(method: string, path: string, headers: Record<string, string>): Promise<number> {
  const response = await served.fetch(path, { method, headers, redirect: "manual" });
  await response.body?.cancel();
  return response.status;
}

/** Writes a request, or the beginning of one, by hand; gives what came back up to the end of the headers. */
function byHand(lines: readonly string[], body = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => void socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`));
    socket.on("data", (chunk) => {
      got += chunk;
      if (got.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", () => resolve(got));
    socket.on("error", reject);
  });
}

describe("rule 2: Host and Origin", () => {
  test("H66: a Host that does not name this server is refused on every route", async () => {
    const hosts = [
      "evil.example",
      "127.0.0.1",
      "localhost",
      `localhost:${port + 1}`,
      `localhost.:${port}`,
      `evil.example@127.0.0.1:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `0.0.0.0:${port}`,
      `127.1:${port}`,
      `127.0.0.1:${port}, evil.example`,
    ];
    for (const [method, path] of ROUTES) {
      for (const host of hosts) expect([path, host, await statusOf(method, path, { host })]).toEqual([path, host, 403]);
    }
    for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      expect([host, await statusOf("GET", "/healthz", { host })]).toEqual([host, 200]);
  });

  test("requests that say no Host, none at all or two are refused, and none of them is a fault of ours", async () => {
    const bearer = `Authorization: Bearer ${served.token}`;
    const own = `Host: 127.0.0.1:${port}`;
    for (const lines of [
      ["GET /openapi.json HTTP/1.0", bearer],
      ["GET /openapi.json HTTP/1.1", bearer],
      ["GET /openapi.json HTTP/1.1", "Host:", bearer],
      ["GET /openapi.json HTTP/1.1", own, "Host: evil.example", bearer],
      ["GET /openapi.json HTTP/1.1", "Host: evil.example", own, bearer],
      [`GET http://127.0.0.1:${port}/openapi.json HTTP/1.1`, "Host: evil.example", bearer],
      ["GET /openapi.json HTTP/1.1", own, bearer, `Origin: http://127.0.0.1:${port}`, `Origin: ${EVIL}`],
    ]) {
      expect([lines, /^HTTP\/1\.1 (\d+)/.exec(await byHand(lines))?.[1]]).toEqual([
        lines,
        expect.stringMatching(/^40[03]$/),
      ]);
    }
    expect(await byHand(["GET /openapi.json HTTP/1.1", own, bearer])).toStartWith("HTTP/1.1 200");
    expect(log()).not.toContain("internal error");
  });

  test("H66: a foreign, null or empty Origin is refused on every route, preflights included", async () => {
    const own = `http://127.0.0.1:${port}`;
    const origins = [EVIL, "null", `${own} ${EVIL}`, `https://127.0.0.1:${port}`, `${PAGE}.evil.example`, `${own}.`];
    for (const [method, path] of ROUTES) {
      for (const origin of origins) {
        const preflight = { origin, "access-control-request-method": method };
        const statuses = [await statusOf(method, path, { origin }), await statusOf("OPTIONS", path, preflight)];
        expect([path, origin, ...statuses]).toEqual([path, origin, 403, 403]);
      }
      for (const origin of [own, PAGE]) expect(await statusOf(method, path, { origin })).not.toBe(403);
    }
  });

  test("no route is shared with every origin, and cookies never travel with a shared one", async () => {
    for (const [method, path] of ROUTES) {
      const response = await served.fetch(path, { method, headers: { origin: PAGE }, redirect: "manual" });
      await response.body?.cancel();
      const plain = await served.fetch(path, { method, redirect: "manual" });
      await plain.body?.cancel();
      const shared = path === "/attach" ? null : PAGE; // pages have no business there
      expect([path, response.headers.get("access-control-allow-origin")]).toEqual([path, shared]);
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      expect([path, plain.headers.get("access-control-allow-origin")]).toEqual([path, null]);
    }
  });

  test("what a page may send without asking first changes nothing: every POST wants JSON, or a form of our own page", async () => {
    const simple = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", undefined];
    for (const [method, path] of ROUTES) {
      if (method !== "POST" || ["/nowhere", "/logout"].includes(path)) continue;
      for (const type of [...simple, "text/plain; application/json", "application/json, text/plain"]) {
        const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
        const body = new TextEncoder().encode('{"query":"a"}');
        const response = await served.fetch(`${path}?format=anthropic`.replace(/(?<!call)\?.*/, ""), {
          method,
          headers,
          body,
        });
        // A form of the dashboard is one by its type, and then needs the token of our page.
        const isForm = isFormRoute(path) && type === "application/x-www-form-urlencoded";
        expect([path, type, response.status]).toEqual([path, type, isForm ? 403 : 415]);
      }
    }
    const overridden = { "x-http-method-override": "POST", "x-method-override": "POST" };
    expect(await statusOf("GET", "/tools/find_file", overridden)).toBe(405);
  });
});

describe("rule 3: the token", () => {
  test("H67: every route wants it but those that tell nothing, in its header alone", async () => {
    const { token } = served;
    const wrong = ["", "Bearer", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token];
    const twice = `Bearer ${token}, Bearer x`;
    for (const [method, path] of ROUTES.filter(([, path]) => !OPEN.includes(path))) {
      for (const authorization of [...wrong, twice])
        expect([path, authorization, await statusOf(method, path, { authorization })]).toEqual([
          path,
          authorization,
          401,
        ]);
      for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer%20${token}`]) {
        const response = await fetch(`${served.url}${path}?${query}`, { method, redirect: "manual" });
        await response.body?.cancel();
        const asked = response.headers.get("www-authenticate");
        expect([path, response.status, asked]).toEqual([path, 401, 'Bearer realm="waymark"']);
      }
      expect([path, await statusOf(method, path, {})]).not.toEqual([path, 401]);
    }
  });

  test("other spellings of an open route open no other one", async () => {
    for (const path of [
      "//healthz",
      "/healthz/",
      "/healthz%2f..%2fopenapi.json",
      "/healthz;/../openapi.json",
      "/Healthz",
    ]) {
      const answer = await byHand([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`]);
      expect([path, answer.slice(0, 12)]).toEqual([path, "HTTP/1.1 401"]);
    }
    expect(await (await fetch(`${served.url}/healthz`)).json()).toEqual({ status: "ok" });
    expect((await fetch(`${served.url}/login?code=${served.token}`, { redirect: "manual" })).status).toBe(401);
  });

  test("a WebSocket is opened for those alone whom the other routes would let in", async () => {
    const upgrade = [
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
    ];
    const ask = async (...headers: string[]) =>
      (await byHand(["GET /attach HTTP/1.1", ...headers, ...upgrade])).slice(9, 12);
    const [own, bearer] = [`Host: 127.0.0.1:${port}`, `Authorization: Bearer ${served.token}`];
    expect(await ask(own)).toBe("401");
    expect(await ask(own, `Authorization: Bearer ${served.token}x`)).toBe("401");
    expect(await ask("Host: evil.example", bearer)).toBe("403");
    expect(await ask(own, bearer, `Origin: ${EVIL}`)).toBe("403");
    expect(await ask(own, bearer)).toBe("101");
  });
});

describe("rules 6 and 11: what is off", () => {
  test("cannot be called on any surface, whatever its annotations or the caller say, and read-only wins over the user's list", async () => {
    const settings = { included_optional_tools: ["run_command"] };
    await using shop = await testApp({ settings });
    for (const [tool, input] of [
      ["run_command", { command: ["touch", "made"] }],
      ["create_text_file", { path: "made", content: "" }],
    ] as const) {
      const query = "?mode=read-only";
      expect((await shop.post(`/tools/${tool}${query}`, input)).status).toBe(404);
      const reply = { type: "tool_use", id: "t1", name: tool, input };
      const answered = await shop.post(`/functions/call${query}&format=anthropic`, reply);
      expect(JSON.stringify(await answered.json())).toContain("is off in context");
      const session = await RpcSession.open((path, init) => shop.http.request(path, init), `/mcp${query}`);
      expect((await session.call(tool, input)).error?.message).toContain("is off in context");
      for (const path of ["/openapi.json", "/functions"]) {
        const listed = await shop.http.request(`${path}${query}${path === "/functions" ? "&format=anthropic" : ""}`);
        expect(await listed.text()).not.toContain(tool);
      }
      expect(await Bun.file(join(shop.project, "made")).exists()).toBe(false);
      expect((await shop.post(`/tools/${tool}`, input)).status).toBe(200);
      expect(await Bun.file(join(shop.project, "made")).exists()).toBe(true);
      await Bun.file(join(shop.project, "made")).delete();
    }
  });
});

describe("rule 9: limits", () => {
  test("a body nested a hundred thousand levels deep is refused on every route that takes one, and costs nobody else", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const bodies = [
      deep,
      `{"query":${deep}}`,
      JSON.stringify(toolCall("find_file", 0)).replace('"arguments":0', `"arguments":${deep}`),
    ];
    for (const [method, path] of ROUTES.filter(([method]) => method === "POST")) {
      for (const body of bodies) {
        const response = await served.fetch(path, { method, headers: JSON_TYPE, body, redirect: "manual" });
        await response.body?.cancel();
        expect([path, response.status >= 303 && response.status < 500]).toEqual([path, true]);
      }
    }
    expect((await served.post("/tools/find_file", { query: "a.ts" })).status).toBe(200);
  });

  test("a body that is too large is refused on every route that takes one, whether its length is said or not", async () => {
    const part = new Uint8Array(1024 * 1024).fill(32);
    for (const [method, path] of ROUTES.filter(([method]) => method === "POST")) {
      const size = isFormRoute(path) ? 25 : 5; // what was typed comes longer than it is
      const said = await served.fetch(path, { method, headers: JSON_TYPE, body: new Uint8Array(size * part.length) });
      async function* parts() {
        for (let count = 0; count < size; count++) yield part;
      }
      const unsaid = await served.fetch(path, { method, headers: JSON_TYPE, body: parts() });
      expect([path, said.status, unsaid.status]).toEqual([path, 413, 413]);
      const head = [
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${served.token}`,
        `Content-Length: ${size * part.length}`,
      ];
      expect(await byHand([`POST ${path} HTTP/1.1`, ...head], "{")).toStartWith("HTTP/1.1 413"); // before it has come
    }
  });
});

describe("rule 12: what is written down", () => {
  test("names what was called, by whom, how long and how it ended; neither contents nor tokens, wherever one looks", async () => {
    const secret = "sentinel_of_contents";
    const path = `${secret}.ts`;
    // As arguments, names, headers, queries, and bodies that are no JSON or no message.
    await served.post("/tools/find_file", { query: secret });
    await served.post("/tools/read_file", { path, [secret]: 1 });
    await served.post("/tools/create_text_file", { path: `new/${path}`, content: secret });
    await served.post(`/tools/${secret}`, {});
    await served.fetch(`/${secret}?${secret}=${secret}`);
    await served.fetch(`/login?code=${secret}`, {
      headers: { authorization: `Bearer ${secret}`, cookie: `waymark_login=${secret}` },
    });
    await served.fetch("/openapi.json", { headers: { origin: `http://${secret}.example` } });
    const reply = { type: "tool_use", id: "t1", name: secret, input: { query: secret } };
    await served.post("/functions/call?format=anthropic", reply);
    for (const route of ["/tools/find_file", "/functions/call?format=anthropic", "/mcp"]) {
      for (const body of [
        secret,
        `{"${secret}":`,
        `{"jsonrpc":"2.0","id":1,"method":"${secret}","params":{"a":"${secret}"}}`,
      ])
        await served.fetch(route, { method: "POST", headers: JSON_TYPE, body });
    }
    const session = await RpcSession.open((route, init) => served.fetch(route, init));
    await session.call("find_file", { query: secret });
    await session.call("find_file", secret);
    await session.post({ jsonrpc: "2.0", method: `notifications/${secret}`, params: { reason: secret } });
    const modern = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": secret,
      ...JSON_TYPE,
    };
    await served.fetch("/mcp", { method: "POST", headers: modern, body: JSON.stringify(toolCall(secret, { secret })) });
    await waymark(["call", "find_file", JSON.stringify({ query: secret })], { home: home.path });
    const stdio = [JSON.stringify(toolCall("find_file", { query: secret })), secret, `{"${secret}":1}`].join("\n");
    const { stderr } = await waymark(["mcp", "--standalone"], {
      home: home.path,
      stdin: `${stdio}\n`,
      env: { WAYMARK_LOG_LEVEL: "debug" },
    });
    await served[Symbol.asyncDispose]();

    const state = join(home.path, ".local/share/waymark");
    const written = readdirSync(state, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "token" && !entry.parentPath.endsWith("programs"))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(written).toContain(join(state, "global.db"));
    for (const [name, text] of [
      ["the server's stderr", log()],
      ["stderr of mcp", stderr],
      ...written.map((file) => [file, readFileSync(file, "latin1")] as const),
    ] as const) {
      // The index holds what stands in the project's files, the journal what stood there, and one of the calls has written.
      const isOfFiles = ["index", "memory"].some((folder) => name.startsWith(join(state, folder)));
      const tells = !isOfFiles && text.includes(secret);
      expect([name, tells, text.includes(served.token)]).toEqual([name, false, false]);
    }
    expect(log()).toMatch(/ debug http \{"method":"POST","route":"\/tools\/","status":200,"ms":\d+\}/);
    expect(log()).toMatch(
      / debug call \{"tool":"find_file","surface":"mcp","client":"by-hand","durationMs":[\d.]+,"outcome":"ok"/,
    );
    using database = new Database(join(state, "global.db"), { readonly: true });
    const rows = database.query("SELECT DISTINCT tool, surface, outcome FROM usage").all();
    expect(rows).toEqual(
      expect.arrayContaining([
        { tool: "find_file", surface: "rest", outcome: "ok" },
        { tool: "find_file", surface: "mcp", outcome: "ok" },
        { tool: "find_file", surface: "cli", outcome: "ok" },
        { tool: "read_file", surface: "rest", outcome: "invalid_arguments" },
      ]),
    );
  });
});

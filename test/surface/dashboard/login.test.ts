import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CODE_LIFE_MS, Login, loginCode } from "../../../src/surface/login.ts";
import { type TestApp, testApp } from "../../fixture/app.ts";
import { homeWithServer, pumpClient, recordFileOf, recordOf } from "../../fixture/pump.ts";
import { serve, waymark } from "../../fixture/subject.ts";
import { tmp } from "../../fixture/tmp.ts";

const TOKEN = "tok_sentinel_1";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const ask = (shop: TestApp, path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  Promise.resolve(shop.http.request(path, { ...init, headers }));

/** Logs a browser in and gives the header that it sends from then on. */
async function loggedIn(shop: TestApp): Promise<string> {
  const response = await ask(shop, `/login?code=${await loginCode(TOKEN)}`);
  expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
  const cookie = response.headers.get("set-cookie")!;
  expect(cookie).toMatch(/^waymark_login=[0-9a-f]{64}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  return cookie.split(";")[0]!;
}

async function csrfOf(shop: TestApp, cookie: string): Promise<string> {
  return /name="csrf" value="([0-9a-f]{32})"/.exec(await (await ask(shop, "/", { cookie })).text())![1]!;
}

describe("the way in", () => {
  test("a code logs a browser in once, after which the page and the API reference are open to it", async () => {
    await using shop = await testApp({ token: TOKEN, files: { "a.ts": "" } });
    for (const path of ["/", "/docs"]) expect((await ask(shop, path)).status).toBe(401);
    const cookie = await loggedIn(shop);
    for (const path of ["/", "/docs", "/docs/start.js", "/openapi.json"]) {
      expect([path, (await ask(shop, path, { cookie })).status]).toEqual([path, 200]);
    }
    const call = { method: "POST", body: '{"query":"a.ts"}' };
    const fromPage = {
      cookie,
      "content-type": "application/json",
      origin: "http://localhost",
      "sec-fetch-site": "same-origin",
    };
    expect((await ask(shop, "/tools/find_file", fromPage, call)).status).toBe(200);
  });

  test("a code that is used, old, of tomorrow, forged or malformed opens nothing", async () => {
    await using shop = await testApp({ token: TOKEN });
    const code = await loginCode(TOKEN);
    expect((await ask(shop, `/login?code=${code}`, {}, { method: "HEAD" })).status).toBe(401);
    expect((await ask(shop, `/login?code=${code}`)).status).toBe(303);
    const codes = [
      code,
      await loginCode(TOKEN, Date.now() - CODE_LIFE_MS - 1000),
      await loginCode(TOKEN, Date.now() + 60_000),
      await loginCode("another token"),
      (await loginCode(TOKEN)).replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      `${code}0`,
      "",
      TOKEN,
    ];
    for (const refused of codes) {
      const response = await ask(shop, `/login?code=${refused}`);
      expect([refused, response.status, response.headers.get("set-cookie")]).toEqual([refused, 401, null]);
    }
  });

  test("a cookie counts only from our own pages, never on /mcp, and not for ever", async () => {
    await using shop = await testApp({ token: TOKEN, origins: ["https://chat.example"] });
    const cookie = await loggedIn(shop);
    for (const headers of [
      { "sec-fetch-site": "same-site" }, // a page on another port of this machine
      { "sec-fetch-site": "cross-site" },
      { origin: "https://chat.example" },
    ]) {
      expect((await ask(shop, "/", { cookie, ...headers })).status).toBe(401);
    }
    expect((await ask(shop, "/mcp", { cookie })).status).toBe(401);
    for (const wrong of [
      "waymark_login=",
      `waymark_login=${"0".repeat(64)}`,
      `x${cookie}`,
      "waymark_login=undefined",
    ]) {
      expect((await ask(shop, "/", { cookie: wrong })).status).toBe(401);
    }
    let now = 1_000_000;
    const login = new Login(TOKEN, () => now);
    const value = await login.take(await loginCode(TOKEN, now));
    expect(login.session(`a=b; waymark_login=${value}; c=d`)).toBeDefined();
    now += 12 * 60 * 60_000;
    expect(login.session(`waymark_login=${value}`)).toBeUndefined();
  });

  test("without a token no login is needed, and the page has nothing to log out of", async () => {
    await using shop = await testApp();
    const page = await ask(shop, "/");
    expect([page.status, (await page.text()).includes("/logout")]).toEqual([200, false]);
    const login = await ask(shop, "/login?code=any");
    expect([login.status, login.headers.get("set-cookie")]).toEqual([303, null]);
  });
});

describe("the way out", () => {
  test("logging out takes the form's own CSRF token, and ends the cookie", async () => {
    await using shop = await testApp({ token: TOKEN });
    const cookie = await loggedIn(shop);
    const csrf = await csrfOf(shop, cookie);
    const post = (body: string, headers = {}) =>
      ask(shop, "/logout", { cookie, ...FORM, ...headers }, { method: "POST", body });
    for (const body of ["", "csrf=", "csrf=undefined", `csrf=${"0".repeat(32)}`, `other=${csrf}`]) {
      expect([body, (await post(body)).status]).toEqual([body, 403]);
    }
    expect((await post(`csrf=${csrf}`, { origin: "http://evil.example" })).status).toBe(403);
    expect((await post(`{"csrf":"${csrf}"}`, { "content-type": "application/json" })).status).toBe(415);
    expect((await ask(shop, "/logout", { cookie })).status).toBe(405);
    expect((await ask(shop, "/", { cookie })).status).toBe(200);
    const out = await post(`csrf=${csrf}`);
    expect([out.status, out.headers.get("set-cookie")]).toEqual([303, expect.stringContaining("Max-Age=0")]);
    expect((await ask(shop, "/", { cookie })).status).toBe(401);
  });

  test("the page lets nothing in: no script, no frame, no other address", async () => {
    await using shop = await testApp({ token: TOKEN });
    const { headers } = await ask(shop, "/", { cookie: await loggedIn(shop) });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect([headers.get("referrer-policy"), headers.get("cache-control")]).toEqual(["same-origin", "no-store"]);
  });
});

describe("waymark dashboard", () => {
  test("its link logs a browser in at the running server, and holds no token", async () => {
    await using home = await tmp();
    await using server = await serve([], { home: home.path });
    const { code, stdout } = await waymark(["dashboard", "--url", server.url], { home: home.path });
    expect([code, stdout.startsWith(`${server.url}/login?code=`), stdout.includes(server.token)]).toEqual([
      0,
      true,
      false,
    ]);
    const first = await fetch(stdout.trim(), { redirect: "manual" });
    const second = await fetch(stdout.trim(), { redirect: "manual" });
    expect([first.status, second.status]).toEqual([303, 401]);
    const cookie = first.headers.get("set-cookie")!.split(";")[0]!;
    expect((await fetch(`${server.url}/`, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${server.url}/`)).status).toBe(401);
  });

  test("without an address it finds the running server on whatever port, in the background too", async () => {
    await using home = await homeWithServer();
    {
      await using server = await serve([], { home: home.path });
      const { stdout } = await waymark(["dashboard"], { home: home.path });
      expect(stdout).toStartWith(`${server.url}/login?code=`);
      expect((await fetch(stdout.trim(), { redirect: "manual" })).status).toBe(303);
    }
    await using _ = await pumpClient(home.path);
    const { stdout } = await waymark(["dashboard"], { home: home.path });
    expect(stdout).toStartWith(`${recordOf(home.path)!.url}/login?code=`);
    expect((await fetch(stdout.trim(), { redirect: "manual" })).status).toBe(303);
  });

  test("a server on every address is opened on this machine's own", async () => {
    const settings = "allowed_hosts: [code.example]\nport: 0\n";
    await using home = await homeWithServer({ ".config/waymark/settings.yaml": settings });
    await using _ = await serve(["--host", "0.0.0.0"], { home: home.path });
    const { stdout } = await waymark(["dashboard"], { home: home.path });
    expect(stdout).toStartWith(`http://127.0.0.1:${recordOf(home.path)!.port}/login?code=`);
    expect((await fetch(stdout.trim(), { redirect: "manual" })).status).toBe(303);
  });

  test("a record that a killed server left is not trusted with a link", async () => {
    await using stranger = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("ok") });
    await using home = await homeWithServer({ ".config/waymark/settings.yaml": "port: 9\n" });
    const gone = { pid: process.pid, socket: join(home.path, "gone.sock"), key: "k", url: stranger.url.origin };
    await Bun.write(recordFileOf(home.path), JSON.stringify(gone));
    const { code, stdout, stderr } = await waymark(["dashboard"], { home: home.path });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("http://127.0.0.1:9");
  });

  test("where no server answers it says so, and a broken address is named", async () => {
    await using home = await tmp();
    const none = await waymark(["dashboard", "--url", "http://127.0.0.1:9"], { home: home.path });
    expect(none).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("http://127.0.0.1:9") });
    const broken = await waymark(["dashboard", "--url", "nonsense"], { home: home.path });
    expect(broken).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining('"nonsense"') });
  });
});

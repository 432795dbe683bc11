import { describe, expect, test } from "bun:test";
import { assertBindable, hostNames } from "../../src/surface/cli/bind.ts";
import { testApp } from "../fixture/app.ts";

const TOKEN = "tok_sentinel_1";
const PAGE = "https://chat.example";
const PATHS = ["/", "/mcp", "/tools/find_file", "/openapi.json", "/functions/call", "/docs", "/healthz", "/nowhere"];

describe("pages of other origins", () => {
  test.each(PATHS)("H67: the preflight of %s passes without a token from an allowed origin only", async (path) => {
    await using shop = await testApp({ token: TOKEN, origins: [PAGE] });
    const ask = async (origin: string, host = "localhost") =>
      shop.http.request(path, {
        method: "OPTIONS",
        headers: { origin, host, "access-control-request-method": "POST" },
      });
    const { status, headers } = await ask(PAGE);
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, PAGE]);
    expect(listed(headers, "access-control-allow-methods")).toEqual(expect.arrayContaining(["get", "post", "delete"]));
    expect(listed(headers, "access-control-allow-headers")).toEqual(
      expect.arrayContaining([
        "authorization",
        "content-type",
        "mcp-session-id",
        "mcp-protocol-version",
        "last-event-id",
      ]),
    );
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("vary")).toContain("Origin");
    expect((await ask("http://localhost")).status).toBe(204);
    for (const foreign of ["http://evil.example", "null", `${PAGE}.evil.example`, "http://chat.example"]) {
      const refused = await ask(foreign);
      expect([foreign, refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
        foreign,
        403,
        null,
      ]);
    }
    expect((await ask(PAGE, "attacker.example")).status).toBe(403);
  });

  test("H67: an allowed origin still needs the token, and may read the answer and its headers", async () => {
    await using shop = await testApp({ token: TOKEN, origins: [PAGE] });
    const without = await shop.http.request("/openapi.json", { headers: { origin: PAGE } });
    const withToken = await shop.http.request("/openapi.json", {
      headers: { origin: PAGE, authorization: `Bearer ${TOKEN}` },
    });
    expect([without.status, withToken.status]).toEqual([401, 200]);
    for (const { headers } of [without, withToken]) {
      expect(headers.get("access-control-allow-origin")).toBe(PAGE);
      expect(listed(headers, "access-control-expose-headers")).toEqual(["mcp-session-id", "www-authenticate"]);
    }
    const plain = await shop.http.request("/openapi.json", { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(plain.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("methods without a body", () => {
  test("HEAD is GET without its body, and asks for the token like it", async () => {
    await using shop = await testApp({ token: TOKEN });
    for (const path of ["/", "/openapi.json", "/docs", "/functions?format=anthropic"]) {
      expect((await shop.http.request(path, { method: "HEAD" })).status).toBe(401);
      const headers = { authorization: `Bearer ${TOKEN}` };
      const response = await shop.http.request(path, { method: "HEAD", headers });
      expect([path, response.status, await response.text()]).toEqual([path, 200, ""]);
    }
    expect((await shop.http.request("/healthz", { method: "HEAD" })).status).toBe(200);
  });

  test("OPTIONS without an Origin is no preflight: another method than the route takes, said to those who have the token", async () => {
    await using shop = await testApp({ token: TOKEN });
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const response = await shop.http.request(path, { method: "OPTIONS", headers });
      return [response.status, response.headers.get("allow")];
    };
    expect(await ask("/mcp")).toEqual([405, "POST, GET, DELETE"]);
    expect(await ask("/tools/find_file")).toEqual([405, "POST"]);
    expect(await ask("/nowhere")).toEqual([404, null]);
    expect((await shop.http.request("/mcp", { method: "OPTIONS" })).status).toBe(401);
  });
});

describe("addresses that others can reach", () => {
  const complete = { host: "0.0.0.0", isFlag: true, hasToken: true, allowedHosts: ["code.example"] };

  test("H68: one that is not loopback needs the flag, a token and host names, and what is missing is said", () => {
    expect(() => assertBindable(complete)).not.toThrow();
    expect(() => assertBindable({ ...complete, isFlag: false })).toThrow("the flag --host");
    expect(() => assertBindable({ ...complete, hasToken: false })).toThrow("a token");
    expect(() => assertBindable({ ...complete, allowedHosts: [] })).toThrow("allowed_hosts");
    const nothing = { host: "192.0.2.1", isFlag: false, hasToken: false, allowedHosts: [] };
    expect(() => assertBindable(nothing)).toThrow(/--host.* and a token.* and .*allowed_hosts/);
    for (const host of ["127.0.0.1", "localhost", "::1"])
      expect(() => assertBindable({ ...nothing, host })).not.toThrow();
    for (const host of ["", "127.0.0.1.evil.example", "::", "0"]) {
      expect(() => assertBindable({ ...nothing, host })).toThrow("not a loopback address");
    }
  });

  test("H66: listed names count with the server's port or none, and not at all without a token", () => {
    const names = hostNames({ port: 8765, hasToken: true, allowedHosts: ["code.example", "proxy.example:443"] });
    for (const name of ["127.0.0.1:8765", "[::1]:8765", "code.example", "code.example:8765", "proxy.example:443"]) {
      expect([name, names.has(name)]).toEqual([name, true]);
    }
    for (const name of ["127.0.0.1", "localhost:1", "code.example:1"])
      expect([name, names.has(name)]).toEqual([name, false]);
    expect([...hostNames({ port: 1, hasToken: false, allowedHosts: ["code.example"] })]).toEqual([
      "127.0.0.1:1",
      "localhost:1",
      "[::1]:1",
    ]);
  });
});

function listed(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? "").split(",").map((item) => item.trim().toLowerCase());
}

import { describe, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { version } from "../../package.json";
import { COMMAND, freshEnvironment, serve, waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

describe("waymark", () => {
  test("version prints the version, in three spellings", async () => {
    await using home = await tmp();
    for (const words of [["version"], ["--version"], ["-V"]]) {
      expect(await waymark(words, { home: home.path })).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    }
  });

  test("wrong usage ends with 2 and says what would work", async () => {
    await using home = await tmp();
    const cases: [string[], string][] = [
      [["serv"], "Did you mean serve?"],
      [["call"], "missing required argument 'tool'"],
      [["functions", "--format", "mistral"], "openai-chat"],
      [["serve", "--prot", "1"], "--port"],
      [["serve", "--port", "70000"], "0 to 65535"],
    ];
    for (const [words, said] of cases) {
      const { code, stderr, stdout } = await waymark(words, { home: home.path });
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: "" });
      expect(stderr).toContain(said);
    }
  });

  test("call prints text for people, JSON for scripts, and takes its input from stdin", async () => {
    await using home = await tmp({ "src/a.ts": "one\ntwo\n" });
    const input = '{"path":"src/a.ts","start_line":2}';
    const text = await waymark(["call", "read_file", input], { home: home.path });
    expect(text.stdout).toBe(
      "src/a.ts lines 2-2 of 2, hash 5ccd8f8e1b5b\n```\ntwo\n```\n".replace(
        "5ccd8f8e1b5b",
        /hash (\w+)/.exec(text.stdout)![1]!,
      ),
    );
    const json = await waymark(["call", "read_file", "-", "--json"], { home: home.path, stdin: input });
    expect(JSON.parse(json.stdout)).toMatchObject({ detail: "full", answer: { text: "two\n" } });
  });

  test("an answer of megabytes reaches a slow reader whole", async () => {
    await using home = await tmp({ "big.txt": "x".repeat(99).concat("\n").repeat(3_000) });
    const words = ["call", "read_file", '{"path":"big.txt","max_answer_chars":400000}', "--json"];
    const command = [...COMMAND, ...words].map((word) => `'${word}'`).join(" ");
    const slow = Bun.spawn(["sh", "-c", `${command} | (sleep 0.5; wc -c)`], {
      cwd: home.path,
      env: freshEnvironment(home.path),
    });
    expect(Number(await slow.stdout.text())).toBeGreaterThan(300_000);
  });

  test("H68: the server's own state is no project's file, wherever the project begins", async () => {
    await using home = await tmp({ "a.txt": "tok\n" });
    const { stdout: token } = await waymark(["token"], { home: home.path });
    for (const [root, path] of [
      [".", ".local/share/waymark/token"],
      [".local/share/waymark", "token"],
    ] as const) {
      const read = await waymark(["call", "read_file", JSON.stringify({ path }), "--project", root], {
        home: home.path,
      });
      expect(read).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("own state") });
      const search = ["call", "search_for_pattern", JSON.stringify({ pattern: token.slice(0, 20) }), "--project", root];
      expect((await waymark(search, { home: home.path })).stdout).not.toContain(token.trim());
    }
  });

  test("a call's error goes to stderr and into the exit code", async () => {
    await using home = await tmp();
    const missing = await waymark(["call", "read_file", '{"path":"x"}'], { home: home.path });
    expect(missing).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining('not_found: There is no "x"'),
    });
    const broken = await waymark(["call", "read_file", "{path:x}"], { home: home.path });
    expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining("bad_json") });
    const nowhere = await waymark(["call", "find_file", "{}", "--project", "nowhere"], { home: home.path });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("nowhere") });
  });

  test("a broken settings file is named and does not hide the tools", async () => {
    await using home = await tmp({ ".config/waymark/settings.yaml": "port: [\n", "a.ts": "" });
    const { code, stderr, stdout } = await waymark(["call", "find_file", '{"query":"a.ts"}'], { home: home.path });
    expect({ code, stdout: stdout.includes("a.ts") }).toEqual({ code: 0, stdout: true });
    expect(stderr).toMatch(/settings\.yaml:\d+:\d+: this is not valid YAML/);
  });

  test("openapi and functions print what the routes serve", async () => {
    await using home = await tmp();
    await using server = await serve([], { home: home.path });
    const document = await waymark(["openapi", "--server", server.url], { home: home.path });
    expect(JSON.parse(document.stdout)).toEqual(await (await server.fetch("/openapi.json")).json());
    const old = await waymark(["openapi", "--openapi-version", "3.0", "--server", server.url], { home: home.path });
    expect(JSON.parse(old.stdout)).toEqual(await (await server.fetch("/openapi-3.0.json")).json());
    const strict = await waymark(["functions", "--format", "anthropic", "--strict"], { home: home.path });
    expect(JSON.parse(strict.stdout)).toEqual(
      await (await server.fetch("/functions?format=anthropic&strict=1")).json(),
    );
  });

  test("completions are offered for four shells, and the words complete", async () => {
    await using home = await tmp();
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const { code, stdout } = await waymark(["complete", shell], { home: home.path });
      expect([shell, code, stdout.includes("waymark")]).toEqual([shell, 0, true]);
    }
    expect((await waymark(["complete", "--", "ser"], { home: home.path })).stdout).toContain("serve");
    expect((await waymark(["complete", "--", "serve", "--po"], { home: home.path })).stdout).toContain("--port");
  });
});

describe("waymark serve", () => {
  test("H68: it listens on loopback only, and refuses other addresses", async () => {
    await using home = await tmp();
    await using server = await serve([], { home: home.path });
    const { port } = new URL(server.url);
    const listening = (await Bun.file("/proc/net/tcp").text())
      .split("\n")
      .filter((line) => line.includes(`:${Number(port).toString(16).toUpperCase().padStart(4, "0")} 00000000:0000 0A`));
    expect(listening.map((line) => line.trim().split(/\s+/)[1]!.split(":")[0])).toEqual(["0100007F"]);
    const open = await waymark(["serve", "--host", "0.0.0.0", "--port", "0"], { home: home.path });
    expect(open).toMatchObject({ code: 1, stderr: expect.stringContaining("not a loopback address") });
  });

  test("H68: another address takes the flag, a token and listed host names, and the settings alone open nothing", async () => {
    await using home = await tmp({ ".config/waymark/settings.yaml": "allowed_hosts: [Code.Example]\nhost: 0.0.0.0\n" });
    const alone = await waymark(["serve", "--port", "0"], { home: home.path });
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining("--host") });
    const open = await waymark(["serve", "--host", "0.0.0.0", "--port", "0", "--no-auth"], { home: home.path });
    expect(open).toMatchObject({ code: 1, stderr: expect.stringContaining("a token") });
    await using server = await serve(["--host", "0.0.0.0"], { home: home.path });
    const { port } = new URL(server.url);
    const ask = async (host: string) =>
      (await server.fetch("/openapi.json", { headers: { host } }).catch(() => undefined))?.status;
    expect(await ask(`code.example:${port}`)).toBe(200);
    expect(await ask("attacker.example")).toBe(403);
  });

  test("H67: an empty WAYMARK_TOKEN is no token, so the server keeps its own", async () => {
    await using home = await tmp();
    await using server = await serve([], { home: home.path, env: { WAYMARK_TOKEN: "" } });
    expect(server.token).toMatch(/^[0-9a-f]{64}$/);
    expect((await fetch(`${server.url}/openapi.json`)).status).toBe(401);
    expect((await server.fetch("/openapi.json")).status).toBe(200);
  });

  test("H68: the token is in a file that only the user can read, and in no output", async () => {
    await using home = await tmp();
    await using server = await serve([], { home: home.path });
    const file = join(home.path, ".local/share/waymark/token");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await Bun.file(file).text()).trim()).toBe(server.token);
    expect(server.token).toMatch(/^[0-9a-f]{64}$/);
    expect((await fetch(`${server.url}/openapi.json`)).status).toBe(401);
    expect((await server.fetch("/openapi.json")).status).toBe(200);
  });

  test("a port in use is said in words with exit code 3", async () => {
    await using home = await tmp();
    await using server = await serve([], { home: home.path });
    const second = await waymark(["serve", "--port", new URL(server.url).port], { home: home.path });
    expect(second).toMatchObject({ code: 3, stderr: expect.stringContaining("the port is in use") });
  });

  test("SIGTERM ends it cleanly, with usage written", async () => {
    await using home = await tmp({ "a.ts": "" });
    const server = await serve(["--project", home.path], { home: home.path });
    await server.post("/tools/find_file", { query: "*" });
    await server[Symbol.asyncDispose]();
    const { Database } = await import("bun:sqlite");
    using database = new Database(join(home.path, ".local/share/waymark/global.db"), { readonly: true });
    expect(database.query("SELECT tool, outcome FROM usage").all()).toEqual([{ tool: "find_file", outcome: "ok" }]);
  });
});

describe("waymark mcp --standalone", () => {
  test("H108: every line on stdout is JSON-RPC, warnings and debug logs notwithstanding", async () => {
    await using home = await tmp({ ".config/waymark/settings.yaml": "log_level: debug\nno_such_setting: 1\n" });
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const messages = [
      initialize,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      "not json",
    ];
    const stdin = messages
      .map((message) => `${typeof message === "string" ? message : JSON.stringify(message)}\n`)
      .join("");
    const { code, stdout, stderr } = await waymark(["mcp", "--standalone"], { home: home.path, stdin });
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { jsonrpc: string; id?: number });
    expect(lines.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(lines.map(({ id }) => id)).toContain(2);
    expect(stderr).toContain("no_such_setting");
  });
});

/** `waymark setup` as a person calls it: on files made after each client's documentation. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { allClients } from "../../src/client/clients.ts";
import { nodeValue } from "../../src/client/json-edit.ts";
import { parseJson } from "../../src/client/json-text.ts";
import { waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

setDefaultTimeout(60_000);

/** A home and a repository, and `setup` in it. */
async function world(files: Record<string, string> = {}) {
  const dir = await tmp({ "project/.git/HEAD": "ref: refs/heads/main\n" });
  const [home, project] = [join(dir.path, "home"), join(dir.path, "project")];
  await mkdir(home);
  const at = (path: string) => (path.startsWith("~/") ? join(home, path.slice(2)) : join(project, path));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  }
  return {
    at,
    text: (path: string) => readFile(at(path), "utf8"),
    setup: (...args: string[]) => waymark(["setup", ...args], { home, cwd: project }),
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}

/** What users have there before, after the documentation of each client, and where. */
const FILES: Record<string, [path: string, text: string][]> = {
  "claude-code": [
    [
      ".mcp.json",
      '{\n  "mcpServers": {\n    "db": { "command": "npx", "args": ["-y", "db"], "env": { "URL": "$DB_URL" } }\n  }\n}\n',
    ],
    ["~/.claude.json", '{"numStartups":3,"projects":{"/a":{"mcpServers":{}}}}'],
  ],
  codex: [
    ["~/.codex/config.toml", 'model = "gpt-5" # mine\n\n[mcp_servers.docs]\nurl = "https://x.example/mcp"\n'],
    [".codex/config.toml", ""],
  ],
  "copilot-cli": [["~/.copilot/mcp-config.json", '{\n\t"mcpServers": {}\n}\n']],
  cursor: [
    [".cursor/mcp.json", '{ "mcpServers": { "a": { "url": "https://a.example/mcp" } } }'],
    ["~/.cursor/mcp.json", "{}\n"],
  ],
  vscode: [
    [
      ".vscode/mcp.json",
      '{\r\n  // ours\r\n  "servers": {\r\n    "gh": { "type": "http", "url": "https://gh.example" }, // last\r\n  },\r\n}\r\n',
    ],
    ["~/.config/Code/User/mcp.json", '{\n  "inputs": []\n}\n'],
  ],
  opencode: [
    ["opencode.jsonc", '{\n  // theme\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {}\n}\n'],
    ["~/.config/opencode/opencode.json", ""],
  ],
  "gemini-cli": [
    [".gemini/settings.json", '{\n  "theme": "Dark" // mine\n}\n'],
    ["~/.gemini/settings.json", "{}"],
  ],
  zed: [
    [
      "~/.config/zed/settings.json",
      '// Zed settings\n{\n  "theme": "One",\n  "context_servers": {\n    "x": { "command": "x", "args": [], },\n  },\n}\n',
    ],
    [".zed/settings.json", "{\n}\n"],
  ],
  "claude-desktop": [["~/.config/Claude/claude_desktop_config.json", '\ufeff{\n  "globalShortcut": ""\n}\n']],
};

const valueIn = (path: string, text: string): Record<string, unknown> =>
  path.endsWith(".toml")
    ? parse(text)
    : ((text.trim() === "" ? {} : nodeValue(parseJson(text.replace(/^\ufeff/, ""), "jsonc")!)) as Record<
        string,
        unknown
      >);

describe("each client that has a file", () => {
  const clients = allClients().filter(({ files }) => Object.keys(files).length > 0);
  test.each(clients.map((client) => [client.id, client] as const))(
    "%s: what is there stays, twice is once, and taking it out gives the bytes back",
    async (id, { entry, stdio, http }) => {
      for (const [path, text] of FILES[id]!) {
        await using one = await world({ [path]: text });
        const scope = path.startsWith("~/") ? "--user" : `--project=${one.at(".")}`;
        const transports = [...(stdio ? [[]] : []), ...(http ? [["--http"]] : [])];
        for (const transport of transports) {
          await writeFile(one.at(path), text);
          await writeFile(one.at(path), text);
          const shown = await one.setup(id, scope, ...transport, "--print");
          expect([shown.code, await one.text(path)]).toEqual([0, text]);
          expect((await one.setup(id, scope, ...transport)).code).toBe(0);
          const after = await one.text(path);
          expect(after).toBe(
            shown.stdout.startsWith("\ufeff") || !text.startsWith("\ufeff") ? shown.stdout : `\ufeff${shown.stdout}`,
          );
          const [before, now] = [valueIn(path, text), valueIn(path, after)];
          const [holder, name] = entry as [string, string];
          const { [name]: ours, ...others } = now[holder] as Record<string, unknown>;
          expect(JSON.stringify(ours)).toContain(transport.length === 0 ? '"--context"' : "/mcp?context=");
          expect(JSON.stringify(ours)).not.toMatch(/Bearer [0-9a-f]{16}/);
          expect({ ...now, [holder]: others }).toEqual({ ...before, [holder]: before[holder] ?? {} });
          expect((await one.setup(id, scope, ...transport)).stdout).toContain("has it already");
          expect(await one.text(path)).toBe(after);
        }
        expect((await one.setup(id, scope, "--remove")).code).toBe(0);
        expect(await one.text(path)).toBe(text);
        expect((await one.setup(id, scope, "--remove")).stdout).toContain("does not have it");
      }
    },
  );
});

test("a file that was not there is made, and goes with its folder; what came into it since stays", async () => {
  await using one = await world();
  await one.setup("vscode");
  expect(valueIn("x", await one.text(".vscode/mcp.json"))).toMatchObject({ servers: { waymark: { type: "stdio" } } });
  await one.setup("vscode", "--remove");
  expect(existsSync(one.at(".vscode"))).toBe(false);
  await one.setup("vscode");
  const more = (await one.text(".vscode/mcp.json")).replace(
    '"servers": {',
    '"servers": {\n    "mine": { "command": "m" },',
  );
  await writeFile(one.at(".vscode/mcp.json"), more);
  await one.setup("vscode", "--remove");
  expect(valueIn("x", await one.text(".vscode/mcp.json"))).toEqual({ servers: { mine: { command: "m" } } });
});

test("a broken file, an entry of somebody else and a client that there is not are told, and nothing is written", async () => {
  const broken = '{\n  "mcpServers": {\n    "a": 1,,\n  }\n}\n';
  await using one = await world({
    ".mcp.json": broken,
    ".cursor/mcp.json": '{"mcpServers":{"waymark":{"command":"other"}}}',
  });
  const refused = await one.setup("claude-code");
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining(`${one.at(".mcp.json")}:3:12`)]);
  expect(await one.text(".mcp.json")).toBe(broken);
  expect((await one.setup("cursor")).stderr).toContain("not of this program");
  expect(await one.text(".cursor/mcp.json")).toContain('"other"');
  expect((await one.setup("cursor", "--replace")).code).toBe(0);
  expect(await one.text(".cursor/mcp.json")).not.toContain('"other"');
  expect((await one.setup("claude")).stderr).toContain("claude-code");
});

test("a link stays a link, modes stay, and a read-only file is left alone", async () => {
  await using one = await world({ "~/dotfiles/claude.json": "{}\n", ".gemini/settings.json": "{}\n" });
  await symlink(one.at("~/dotfiles/claude.json"), one.at("~/.claude.json"));
  await chmod(one.at("~/dotfiles/claude.json"), 0o640);
  await one.setup("claude-code", "--user");
  expect(await readlink(one.at("~/.claude.json"))).toBe(one.at("~/dotfiles/claude.json"));
  expect(await one.text("~/dotfiles/claude.json")).toContain("waymark");
  expect((await Bun.file(one.at("~/dotfiles/claude.json")).stat()).mode & 0o777).toBe(0o640);
  await chmod(one.at(".gemini/settings.json"), 0o444);
  const refused = await one.setup("gemini-cli");
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining("read-only")]);
  expect(await one.text(".gemini/settings.json")).toBe("{}\n");
});

test("a link to a file that is still to come stays a link, and one that leads in a circle is told", async () => {
  await using one = await world();
  await symlink("../home/dotfiles/mcp.json", one.at(".mcp.json"));
  await one.setup("claude-code");
  expect(await readlink(one.at(".mcp.json"))).toBe("../home/dotfiles/mcp.json");
  expect(await one.text("~/dotfiles/mcp.json")).toContain("waymark");
  await one.setup("claude-code", "--remove");
  expect(existsSync(one.at("~/dotfiles"))).toBe(false);
  await rm(one.at(".mcp.json"));
  await symlink(".mcp.json", one.at(".mcp.json"));
  expect((await one.setup("claude-code")).stderr).toContain("circle");
});

describe("set up again, an entry keeps what the user put into it", () => {
  test("in JSON: keys, comments, words behind our arguments, and values that need not be ours", async () => {
    await using one = await world();
    await one.setup("zed");
    const path = "~/.config/zed/settings.json";
    const ours = await one.text(path);
    const mine = ours
      .replace(/"command": "[^"]*",/, '"command": "/old/waymark", // mine')
      .replace('"zed"\n', '"zed",\n        "--mode",\n        "planning"\n')
      .replace('"env": {}', '"env": { "A": "1" },\n      "timeout": 5');
    await writeFile(one.at(path), mine);
    await one.setup("zed");
    const after = await one.text(path);
    expect(after).toBe(mine.replace("/old/waymark", /"command": "([^"]*)"/.exec(ours)![1]!));
    expect((await one.setup("zed")).stdout).toContain("has it already");
  });

  test("in TOML: keys, comments and tables below", async () => {
    await using one = await world();
    await one.setup("codex");
    const path = "~/.codex/config.toml";
    const ours = await one.text(path);
    const mine = `${ours
      .replace(/command = .*/, 'command = "/old/waymark"')
      .replace("startup_timeout_sec = 30", "# a slow disk\nstartup_timeout_sec = 90\ntool_timeout_sec = 300")}
[mcp_servers.waymark.env]
A = "1" # mine

[other]
command = "theirs"
`;
    await writeFile(one.at(path), mine);
    await one.setup("codex");
    expect(await one.text(path)).toBe(mine.replace(/command = "\/old.*/, /command = .*/.exec(ours)![0]));
  });

  test("and takes the other way of being reached instead of both", async () => {
    await using one = await world();
    await one.setup("codex");
    const path = "~/.codex/config.toml";
    await writeFile(one.at(path), `${await one.text(path)}tool_timeout_sec = 300\n`);
    await one.setup("codex", "--http");
    expect(parse(await one.text(path))).toEqual({
      mcp_servers: {
        waymark: { url: expect.any(String), bearer_token_env_var: "WAYMARK_TOKEN", tool_timeout_sec: 300 },
      },
    });
    await one.setup("claude-code");
    await one.setup("claude-code", "--http");
    const { waymark } = valueIn(".mcp.json", await one.text(".mcp.json")).mcpServers as Record<string, object>;
    expect(Object.keys(waymark!).sort()).toEqual(["headers", "type", "url"]);
  });
});

test("a client's folder that a variable names is followed, by its entry and its hooks", async () => {
  await using one = await world();
  const env = { CODEX_HOME: one.at("~/elsewhere/codex"), CLAUDE_CONFIG_DIR: one.at("~/elsewhere/claude") };
  for (const args of [["codex"], ["codex", "--hooks"], ["claude-code", "--user"], ["claude-code", "--user", "--hooks"]])
    expect((await waymark(["setup", ...args], { home: one.at("~/"), cwd: one.at("."), env })).code).toBe(0);
  for (const path of ["codex/config.toml", "codex/hooks.json", "claude/.claude.json", "claude/settings.json"])
    expect(await one.text(`~/elsewhere/${path}`)).toContain(
      path.includes("config") || path.includes(".claude") ? "mcp" : "hooks",
    );
});

test("a project's file that gets a path of this machine alone is warned of, and one of the user is not", async () => {
  await using one = await world();
  expect((await one.setup("cursor")).stderr).toContain("of this machine alone");
  expect((await one.setup("cursor", "--user")).stderr).toBe("");
  expect((await one.setup("cursor", "--http")).stderr).toBe("");
});

describe("hooks of Claude Code", () => {
  const SETTINGS =
    '{\n  "permissions": { "allow": ["Bash(ls)"] },\n  "hooks": {\n    "PostToolUse": [\n      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "fmt" }] }\n    ]\n  }\n}\n';

  test("come into its settings beside those of others, once, and go again", async () => {
    await using one = await world({ ".claude/settings.json": SETTINGS });
    expect((await one.setup("claude-code", "--hooks")).code).toBe(0);
    const after = await one.text(".claude/settings.json");
    const { hooks, permissions } = valueIn("x", after) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
      permissions: object;
    };
    expect(permissions).toEqual({ allow: ["Bash(ls)"] });
    expect(Object.keys(hooks).sort()).toEqual(["PostToolUse", "PreToolUse", "SessionEnd", "SessionStart"]);
    expect(hooks.PostToolUse!.map(({ hooks: [hook] }) => hook!.command.split(" ").slice(-2).join(" "))).toEqual([
      "fmt",
      "hooks remind",
    ]);
    expect((await one.setup("claude-code", "--hooks")).stdout).toContain("has it already");
    expect((await one.setup("claude-code", "--hooks", "--remove")).code).toBe(0);
    expect(await one.text(".claude/settings.json")).toBe(SETTINGS);
    expect((await one.setup("zed", "--hooks")).stderr).toContain("no hooks");
  });

  test.each(
    allClients()
      .filter(({ hooks }) => hooks)
      .map(({ id, hooks }) => [id, hooks!.files.project] as const),
  )("%s: a file that was not there goes with them", async (id, path) => {
    await using one = await world();
    const scope = `--project=${one.at(".")}`;
    await one.setup(id, scope, "--hooks");
    expect(await one.text(path)).toContain("hooks activate");
    await writeFile(one.at(path), (await one.text(path)).replace("{", '{ "theirs": 1,'));
    await one.setup(id, scope, "--hooks", "--remove");
    expect(valueIn(path, await one.text(path))).toEqual({ theirs: 1 });
    await rm(one.at(path));
    await one.setup(id, scope, "--hooks");
    await one.setup(id, scope, "--hooks", "--remove");
    expect(existsSync(one.at(path))).toBe(false);
  });

  test("in a file that has our entry, too, both go again and leave it as it was", async () => {
    for (const text of [undefined, '{\n  // mine\n  "theme": "Dark"\n}\n']) {
      await using one = await world(text === undefined ? {} : { ".gemini/settings.json": text });
      for (const args of [[], ["--hooks"], ["--hooks", "--remove"], ["--remove"]])
        expect((await one.setup("gemini-cli", ...args)).code).toBe(0);
      if (text === undefined) expect(existsSync(one.at(".gemini"))).toBe(false);
      else expect(await one.text(".gemini/settings.json")).toBe(text);
    }
  });

  /** Answers as the client reads them. */
  async function session() {
    const dir = await tmp({ "shop/.git/HEAD": "ref: refs/heads/main\n" });
    const cwd = join(dir.path, "shop");
    return {
      async say(hook: string, more: object | string) {
        const base = { session_id: "s1", transcript_path: "/t", cwd, hook_event_name: "PostToolUse" };
        const stdin = typeof more === "string" ? more : JSON.stringify({ ...base, ...more });
        const { code, stdout } = await waymark(["hooks", hook], { home: dir.path, cwd, stdin });
        expect(code).toBe(0);
        return stdout === ""
          ? undefined
          : (JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> }).hookSpecificOutput;
      },
      [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
    };
  }

  test("say at the start what Waymark is for, and remind of it after some searches in a row", async () => {
    await using one = await session();
    const start = await one.say("activate", { hook_event_name: "SessionStart" });
    expect(start).toMatchObject({
      hookEventName: "SessionStart",
      additionalContext: expect.stringContaining('"shop"'),
    });
    const grep = () => one.say("remind", { tool_name: "Grep" });
    expect([await grep(), await grep(), await grep()]).toEqual([undefined, undefined, undefined]);
    expect(await grep()).toMatchObject({ additionalContext: expect.stringContaining("find_symbol") });
    await grep();
    await one.say("remind", { tool_name: "mcp__waymark__find_symbol" });
    expect([await grep(), await grep(), await grep()]).toEqual([undefined, undefined, undefined]);
    await one.say("remind", { tool_name: "mcp_waymark_find_symbol", hook_event_name: "AfterTool" });
    expect([await grep(), await grep(), await grep()]).toEqual([undefined, undefined, undefined]);
    await one.say("clean-up", { hook_event_name: "SessionEnd" });
    expect(await grep()).toBeUndefined();
  });

  test("approve tools that only read, leave others to the user, and are silent about what they do not know", async () => {
    await using one = await session();
    const asked = (tool_name: string) => one.say("auto-approve", { hook_event_name: "PreToolUse", tool_name });
    expect(await asked("mcp__waymark__find_symbol")).toMatchObject({ permissionDecision: "allow" });
    for (const tool of [
      "mcp__waymark__replace_content",
      "mcp__waymark__write_memory",
      "mcp__waymark__install_language_server",
      "mcp__other__find_symbol",
      "Bash",
    ])
      expect(await asked(tool)).toBeUndefined();
    for (const raw of ["", "{", '{"session_id":1}']) expect(await one.say("remind", raw)).toBeUndefined();
  });
});

test("for clients without a file it prints what is to be pasted, and the list names them all", async () => {
  await using one = await world();
  expect((await one.setup("jetbrains")).stdout).toContain('"--project"');
  expect((await one.setup("open-webui")).stdout).toContain("openapi.json");
  const listed = (await one.setup()).stdout;
  for (const { id } of allClients()) expect(listed).toContain(id);
});

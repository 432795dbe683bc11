/** `waymark setup` as a person calls it: on files made after each client's documentation. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
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
      '{\n  "mcpServers": {\n    "db": { "command": "npx", "args": ["-y", "db"], "env": { "URL": "${DB_URL}" } }\n  }\n}\n',
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

test("for clients without a file it prints what is to be pasted, and the list names them all", async () => {
  await using one = await world();
  expect((await one.setup("jetbrains")).stdout).toContain('"--project"');
  expect((await one.setup("open-webui")).stdout).toContain("openapi.json");
  const listed = (await one.setup()).stdout;
  for (const { id } of allClients()) expect(listed).toContain(id);
});

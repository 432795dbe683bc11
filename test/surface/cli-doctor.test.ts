/** `waymark doctor` on clients and on settings of another product. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

setDefaultTimeout(60_000);

async function world(files: Record<string, string>) {
  const dir = await tmp({ "project/.git/HEAD": "ref: refs/heads/main\n", "home/.keep": "" });
  const [home, project] = [join(dir.path, "home"), join(dir.path, "project")];
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(project, path, ".."), { recursive: true });
    await writeFile(join(project, path), text);
  }
  return {
    project,
    run: (...args: string[]) => waymark([...args, "--project", project], { home, cwd: project }),
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}

test("doctor tells which clients have Waymark, and what helps those that cannot start it or be read", async () => {
  await using one = await world({
    ".mcp.json": '{"mcpServers":{"waymark":{"command":"/nowhere/waymark","args":["mcp"]}}}',
    ".gemini/settings.json": "{",
    ".vscode/mcp.json": "{}",
  });
  await one.run("setup", "cursor");
  const { stdout, code } = await one.run("doctor", "--json");
  expect(code).toBe(1);
  const findings = (
    JSON.parse(stdout) as { findings: { what: string; state: string; detail: string; remedy?: string }[] }
  ).findings;
  const of = (name: string) => findings.find(({ what }) => what === `client ${name}`);
  expect(of("Cursor")).toMatchObject({ state: "ok", detail: expect.stringContaining("set up") });
  expect(of("Claude Code")).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("/nowhere/waymark"),
    remedy: expect.stringContaining("waymark setup claude-code"),
  });
  expect(of("Gemini CLI")).toMatchObject({
    state: "warning",
    detail: expect.stringMatching(/^\/.*\/\.gemini\/settings\.json:1:2: /),
  });
  expect(of("VS Code")).toMatchObject({ state: "ok", remedy: expect.stringContaining("waymark setup vscode") });
  expect(of("Codex")).toBeUndefined();
});

const THEIRS = `project_name: shop
language_servers: [python]
encoding: latin-1
ignored_paths:
  - vendored/
read_only: true
excluded_tools: [find_symbol, think_about_it]
added_modes: [planning, unheard]
initial_prompt: |
  Be kind.
ignored_memory_patterns: []
`;

test("settings of another product are taken over as far as there is the like, and what was said already stays", async () => {
  const ours = "# ours\nread_only: false # on purpose\n";
  await using one = await world({ ".serena/project.yml": THEIRS, ".waymark/project.yaml": ours });
  const { stdout, code } = await one.run("doctor", "--import-serena");
  expect(code).toBe(0);
  const text = await readFile(join(one.project, ".waymark/project.yaml"), "utf8");
  expect(text.startsWith(ours)).toBe(true);
  expect(Bun.YAML.parse(text)).toEqual({
    read_only: false,
    encoding: "latin-1",
    ignored_paths: ["vendored/"],
    excluded_tools: ["find_symbol"],
    added_modes: ["planning"],
  });
  for (const said of [
    "read_only: left out: read_only is said already",
    "not known here: think_about_it",
    "not known here: unheard",
    "initial_prompt: left out",
    "language_servers: left out",
  ])
    expect(stdout).toContain(said);
  const settings = await one.run("settings", "--json");
  expect(settings.stdout).toContain("vendored/");
});

test("a broken file of theirs is told with its place, and nothing is written", async () => {
  await using one = await world({ ".serena/project.yml": "a: [\nb: 1\n" });
  const refused = await one.run("doctor", "--import-serena");
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining(".serena/project.yml:")]);
  expect(existsSync(join(one.project, ".waymark/project.yaml"))).toBe(false);
});

/** The commands that tell about the place the user stands in: projects, settings, ignored, doctor. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { git } from "../fixture/project.ts";
import { waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

const FILES = {
  "repo/src/a.ts": "",
  "repo/dist/a.js": "",
  "repo/.env": "KEY=1\n",
  "repo/.gitignore": "*.log\n",
  "repo/x.log": "",
  "repo/.waymark/project.yaml": "tool_timeout_s: 30\nmax_answer_chars: 999999\nport: 1\n",
  "home/.config/waymark/settings.yaml": "log_level: error\nprojects:\n",
};

async function place() {
  const dir = await tmp(FILES);
  const root = join(dir.path, "repo");
  git(root, "init", "--quiet");
  const home = join(dir.path, "home");
  return {
    root,
    home,
    run: (words: string[], cwd = root) => waymark(words, { home, cwd }),
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}

test("H101: started in a sub-folder, the project is the repository around it", async () => {
  await using here = await place();
  const { stdout } = await here.run(["call", "get_current_config", "--json"], join(here.root, "src"));
  expect(JSON.parse(stdout).answer.project).toBe(here.root);
});

test("H100, H101: started in a worktree or a submodule inside another repository, that one is the project", async () => {
  await using here = await place();
  git(here.root, "add", "src");
  git(here.root, "commit", "--quiet", "--message", "Begin");
  git(here.root, "worktree", "add", "--quiet", "-b", "side", ".trees/side");
  await using library = await tmp({ "lib.ts": "" });
  git(library.path, "init", "--quiet");
  git(library.path, "add", ".");
  git(library.path, "commit", "--quiet", "--message", "Begin");
  git(here.root, "submodule", "--quiet", "add", library.path, "libs/s");
  for (const inner of [".trees/side", "libs/s"]) {
    const { stdout } = await here.run(["call", "get_current_config", "--json"], join(here.root, inner));
    expect(JSON.parse(stdout).answer.project).toBe(join(here.root, inner));
  }
  const { stdout } = await here.run(["call", "list_dir", '{"recursive":true}', "--json"]);
  const { files } = JSON.parse(stdout).answer as { files: string[] };
  expect(files.filter((path) => path.startsWith(".trees/") || path.startsWith("libs/"))).toEqual([]);
  const named = await here.run(["call", "list_dir", '{"path":"libs/s"}', "--json"]);
  expect(JSON.parse(named.stdout).answer.files).toEqual(["libs/s/lib.ts"]);
});

test("settings shows each value with its origin, the repository's narrowing and what does not count", async () => {
  await using here = await place();
  const { code, stdout, stderr } = await here.run(["settings", "--json"]);
  const { settings, warnings } = JSON.parse(stdout) as {
    settings: { key: string; value: unknown; origin: string }[];
    warnings: string[];
  };
  const of = (key: string) => settings.find((setting) => setting.key === key);
  expect(code).toBe(0);
  expect(of("tool_timeout_s")).toMatchObject({ value: 30, origin: expect.stringContaining("project.yaml") });
  expect(of("max_answer_chars")).toMatchObject({ value: 20_000, origin: "default" });
  expect(of("port")).toMatchObject({ value: 8765, origin: "default" });
  expect(warnings.join("\n")).toMatch(/project\.yaml:3: port is the user's own to set/);
  expect(stderr).toBe("");
});

test("ignored says why a path is passed over, and ends with 1 when it is not", async () => {
  await using here = await place();
  expect(await here.run(["ignored", "dist/a.js"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"dist" hold dependencies or build output'),
  });
  expect(await here.run(["ignored", "x.log"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(".gitignore:1: *.log"),
  });
  expect(await here.run(["ignored", ".env"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("holds secrets by its name"),
  });
  expect(await here.run(["ignored", "a.ts"], join(here.root, "src"))).toMatchObject({
    code: 1,
    stdout: "src/a.ts: not passed over\n",
  });
  expect((await here.run(["ignored", "../elsewhere"])).stderr).toContain("outside_project");
});

test("projects lists what was opened and forgets what it is told to", async () => {
  await using here = await place();
  await here.run(["call", "find_file", '{"query":"*"}']);
  expect((await here.run(["projects"])).stdout).toContain(`repo  ${here.root}`);
  expect((await here.run(["projects", "--remove", "repo"])).stdout).toContain("its files were not touched");
  expect((await here.run(["projects", "--json"])).stdout).toBe("[]\n");
});

test("doctor says what it found, and ends with 1 and a remedy where something needs attention", async () => {
  await using here = await place();
  const { code, stdout } = await here.run(["doctor", "--json"]);
  const { findings } = JSON.parse(stdout) as {
    findings: { what: string; state: string; detail: string; remedy?: string }[];
  };
  expect(code).toBe(1);
  expect(findings.find(({ what }) => what === "languages")?.detail).toContain("TypeScript");
  expect(findings.filter(({ state }) => state === "warning").every(({ remedy }) => remedy)).toBe(true);
  expect(findings.some(({ detail }) => detail.includes("project.yaml:3"))).toBe(true);
  if (process.platform !== "linux") return;
  expect(findings.find(({ what }) => what === "vectors")?.detail).toBe("sqlite-vec v0.1.9, shipped with Waymark");
});

import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { readProjectLayers, readSettingsFile, type SettingsLayer } from "../../src/settings/load.ts";
import { projectSection, resolveSettings } from "../../src/settings/resolve.ts";
import { SETTING_KEYS, scopeOf } from "../../src/settings/schema.ts";
import { testApp } from "../fixture/app.ts";
import { tmp } from "../fixture/tmp.ts";

const defaults = resolveSettings([]).values;
const layer = (from: SettingsLayer["from"], values: Record<string, unknown>): SettingsLayer => ({
  origin: from,
  from,
  values,
});
const user = (values: Record<string, unknown>) => layer("user", values);
const repository = (values: Record<string, unknown>) => layer("repository", values);

describe("a settings file", () => {
  test.each([
    ["broken", "a: [1,\n", /:\d+:\d+: this is not valid YAML/],
    ["of two documents", "port: 1\n---\nport: 2\n", /:\d+:\d+: this is not valid YAML/],
    ["with a key said twice", "port: 1\nport: 2\n", /:2:1: this is not valid YAML/],
    ["that is a list", "- port\n", /:1:1: the file must hold keys and values/],
    ["that is a text", "just words\n", /:1:1: the file must hold keys and values/],
    ["of deep lists", "[".repeat(50_000), /:\d+:\d+: this is not valid YAML/],
    ["of deep mappings", `${"{a: ".repeat(9_000)}1${"}".repeat(9_000)}`, /:\d+:\d+: .*/],
    ["with an alias to nothing", "port: *none\n", /:\d+:\d+: this is not valid YAML/],
    [
      "that is an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, n) => `b${n}: &b${n} [${`*${n === 0 ? "a" : `b${n - 1}`},`.repeat(9)}]`).join("\n")}\n`,
      /:\d+:\d+: .*alias/,
    ],
    ["that is huge", `# ${"x".repeat(2_000_000)}\nport: 1\n`, /bytes/],
    ["that is a value in itself", "excluded_tools: &a [*a]\n", /:\d+:\d+: .*alias/],
  ])("%s says nothing and is named with its place", async (_, text, warning) => {
    await using dir = await tmp({ "settings.yaml": text });
    for (const from of ["user", "repository"] as const) {
      const settings = resolveSettings([await readSettingsFile(join(dir.path, "settings.yaml"), from)]);
      expect(settings.warnings).toEqual([expect.stringMatching(warning)]);
      expect(settings.warnings[0]).toStartWith(join(dir.path, "settings.yaml"));
      expect(settings.warnings[0]!.length).toBeLessThan(600);
      expect(settings.values).toEqual(defaults);
    }
  });

  test("with keys that mean something to the language is no trouble", async () => {
    await using dir = await tmp({ "settings.yaml": "__proto__: 1\nconstructor: 2\ntoString: 3\n1: 4\n? [a]\n: 5\n" });
    const path = join(dir.path, "settings.yaml");
    const { warnings, values } = resolveSettings([await readSettingsFile(path, "user")]);
    expect(warnings).toHaveLength(5);
    expect(warnings).toContain(`${path}:1: there is no setting "__proto__".`);
    expect(values).toEqual(defaults);
  });

  test("with a value that does not fit is named in a few words, however long the value", async () => {
    const { warnings } = resolveSettings([user({ port: "x".repeat(100_000), log_level: { a: [1n] } })]);
    expect(warnings.map((warning) => warning.length < 400)).toEqual([true, true]);
  });

  test("of a repository that is a link or a pipe is not read", async () => {
    await using dir = await tmp({ "secret.yaml": "hush: 1\n", "repo/.waymark/x": "" });
    await symlink("../../secret.yaml", join(dir.path, "repo/.waymark/project.yaml"));
    Bun.spawnSync(["mkfifo", join(dir.path, "repo/.waymark/local.yaml")]);
    const { warnings } = resolveSettings(await readProjectLayers(join(dir.path, "repo")));
    expect(warnings).toEqual([
      expect.stringContaining("project.yaml: it is a link"),
      expect.stringContaining("local.yaml: it is no regular file"),
    ]);
    expect(warnings.join()).not.toContain("hush");
  });

  test("of the user may be a link", async () => {
    await using dir = await tmp({ "dotfiles/settings.yaml": "port: 9000\n" });
    await symlink("dotfiles/settings.yaml", join(dir.path, "settings.yaml"));
    expect((await readSettingsFile(join(dir.path, "settings.yaml"), "user")).values).toEqual({ port: 9000 });
  });
});

describe("a repository", () => {
  test("may speak of these settings and no others; a new one is added here on purpose", () => {
    const keysOf = (wanted: string) => SETTING_KEYS.filter((key) => scopeOf(key).scope === wanted);
    expect(keysOf("free")).toEqual(["memory_mirror", "added_modes", "encoding"]);
    expect(keysOf("narrow")).toEqual([
      "max_answer_chars",
      "tool_timeout_s",
      "read_only",
      "excluded_tools",
      "ignored_paths",
      "read_only_memory_patterns",
      "ignored_memory_patterns",
      "use_gitignore",
      "embedding.query_timeout_ms",
      "embedding.strict",
      "index.vector_cache_mb",
    ]);
  });

  test("cannot set what is the user's own, and is told so with file and line", async () => {
    await using dir = await tmp({
      ".waymark/project.yaml": "added_modes: [planning]\nincluded_optional_tools: [run_command]\nhost: 0.0.0.0\n",
    });
    const { values, warnings } = resolveSettings(await readProjectLayers(dir.path));
    const path = join(dir.path, ".waymark/project.yaml");
    expect(warnings.map((warning) => warning.split(" ").slice(0, 2).join(" "))).toEqual([
      `${path}:2: included_optional_tools`,
      `${path}:3: host`,
    ]);
    expect(values).toEqual({ ...defaults, added_modes: ["planning"] });
  });

  test("only narrows: the least number, true if either says so, all items of both lists", () => {
    const mine = user({ max_answer_chars: 5_000, use_gitignore: true, excluded_tools: ["a"] });
    const wider = repository({ max_answer_chars: 9_000, use_gitignore: false, excluded_tools: [], read_only: false });
    expect(resolveSettings([mine, wider]).values).toEqual(resolveSettings([mine]).values);
    const narrower = repository({ max_answer_chars: 600, read_only: true, excluded_tools: ["b"] });
    expect(resolveSettings([mine, narrower]).values).toMatchObject({
      max_answer_chars: 600,
      read_only: true,
      excluded_tools: ["b", "a"],
    });
  });

  test("does not bring back what the user passes over, even by saying the user's rule first", () => {
    const rules = resolveSettings([
      user({ ignored_paths: ["private/"] }),
      repository({ ignored_paths: ["private/", "!private/"] }),
    ]).values.ignored_paths;
    expect(rules.lastIndexOf("private/")).toBeGreaterThan(rules.lastIndexOf("!private/"));
  });

  test("that says as much as it may does not break the user's lists", () => {
    const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
    const { values } = resolveSettings([
      user({ excluded_tools: many("u", 150), ignored_paths: many("u", 900) }),
      repository({ excluded_tools: many("r", 150), ignored_paths: many("r", 900) }),
    ]);
    expect([values.excluded_tools.length, values.ignored_paths.length]).toEqual([300, 1_800]);
  });

  test("loses to the environment and the flags where it is free to speak", () => {
    const { values, origins } = resolveSettings([
      repository({ encoding: "windows-1251", added_modes: ["planning"] }),
      { origin: "environment", from: "user", values: { encoding: "shift_jis" } },
      { origin: "flags", from: "user", values: { added_modes: [] } },
    ]);
    expect([values.encoding, values.added_modes]).toEqual(["shift_jis", []]);
    expect([origins.encoding, origins.added_modes]).toEqual(["environment", "flags"]);
  });
});

describe("the section of one project in the user's file", () => {
  const section = (projects: unknown) =>
    projectSection({ ...user({ projects }), lines: new Map([["projects", 7]]) }, "/home/me/shop");

  test("counts for that project, with or without a slash at its end", () => {
    for (const path of ["/home/me/shop", "/home/me/shop/", "/home/me/./shop"])
      expect(resolveSettings([section({ [path]: { read_only: true } })]).values.read_only).toBe(true);
    expect(section({ "/home/me/shop-2": { read_only: true } }).values).toEqual({});
  });

  test.each([
    ["a text", "abc"],
    ["a list", ["/home/me/shop"]],
    ["a number", 5],
  ])("that is %s is a warning", (_, wrong) => {
    expect(resolveSettings([section({ "/home/me/shop": wrong })]).warnings).toEqual([
      expect.stringContaining("must hold keys and values"),
    ]);
    expect(resolveSettings([section(wrong)]).warnings).toEqual([expect.stringContaining("must hold keys and values")]);
  });

  test("may say what is the user's own, and a repository still narrows it", () => {
    const { values } = resolveSettings([
      user({ max_answer_chars: 9_000 }),
      section({ "/home/me/shop": { included_optional_tools: ["run_command"], max_answer_chars: 8_000 } }),
      repository({ max_answer_chars: 7_000 }),
    ]);
    expect([values.included_optional_tools, values.max_answer_chars]).toEqual([["run_command"], 7_000]);
  });
});

test("H107: a server starts over a repository whose settings are hostile, and works", async () => {
  await using app = await testApp({
    files: {
      "a.txt": "a\n",
      ".waymark/project.yaml": "[".repeat(50_000),
      ".waymark/local.yaml": "excluded_tools: &a [*a]\nport: 1\n",
    },
  });
  expect((await app.post("/tools/read_file", { path: "a.txt" })).status).toBe(200);
  const { answer } = (await (await app.post("/tools/get_current_config", {})).json()) as {
    answer: { warnings: string[] };
  };
  expect(answer.warnings).toHaveLength(2);
});

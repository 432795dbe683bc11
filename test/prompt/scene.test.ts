/** What contexts and modes do to the tools that are on. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { contextSchema, modeSchema } from "../../src/prompt/schema.ts";
import { MARKERS } from "../../src/tool/marker.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { everyScene, OPTIONAL, PROMPTS, sceneOf } from "../fixture/scenes.ts";

/** Takes a second or two; a minute where the machine has other work. */
setDefaultTimeout(60_000);

const markersOf = new Map(TOOLS.map(({ name, markers }) => [name, markers]));
const on = (options: Parameters<typeof sceneOf>[0]) => [...sceneOf(options).tools];
const withMarker = (marker: string, names: Iterable<string>) =>
  [...names].filter((name) => (markersOf.get(name) as readonly string[]).includes(marker));

test("every context and mode names only tools, markers and modes that there are", () => {
  const names = [...TOOLS.map(({ name }) => name), ...Object.keys(MARKERS)];
  for (const { id, tools, descriptions } of PROMPTS.contexts.values()) {
    const said = [...(tools.only ?? []), ...tools.with, ...tools.without, ...Object.keys(descriptions)];
    expect([id, said.filter((name) => !names.includes(name))]).toEqual([id, []]);
  }
  for (const { id, tools, replaces } of PROMPTS.modes.values()) {
    const said = [...tools.with, ...tools.without];
    expect([id, said.filter((name) => !names.includes(name))]).toEqual([id, []]);
    expect([id, replaces.filter((name) => !PROMPTS.modes.has(name))]).toEqual([id, []]);
  }
});

describe("modes, in every context and beside any other", () => {
  const scenes = everyScene();
  const inMode = (mode: string) => scenes.filter(({ scene }) => scene.modes.includes(mode));

  test("planning and onboarding have no tool that changes files, by its marker and not by its name", () => {
    for (const mode of ["planning", "onboarding"]) {
      expect(inMode(mode).length).toBeGreaterThan(100);
      for (const { said, scene } of inMode(mode)) expect([said, withMarker("edit", scene.tools)]).toEqual([said, []]);
    }
  });

  test("read-only has no tool that writes anything", () => {
    for (const { said, scene } of inMode("read-only"))
      expect([said, withMarker("writes", scene.tools)]).toEqual([said, []]);
  });

  test("no-memories has no tool of memories and notes, and no-onboarding no onboarding", () => {
    for (const { said, scene } of inMode("no-memories"))
      expect([said, withMarker("memory", scene.tools)]).toEqual([said, []]);
    for (const { scene } of inMode("no-onboarding")) expect(scene.tools.has("onboarding")).toBe(false);
  });

  test("no mode and no context turns on what only the user's settings may", () => {
    for (const { said, scene } of scenes)
      if (!said.includes(OPTIONAL[0]!)) expect([said, withMarker("optional", scene.tools)]).toEqual([said, []]);
  });
});

test("onboarding adds what it needs to the default set, and one-shot stands in for interactive", () => {
  expect(on({}).includes("onboarding")).toBe(false);
  expect(on({ modes: ["onboarding"] })).toContain("onboarding");
  expect(sceneOf({ modes: ["one-shot"] }).modes).toEqual(["editing", "one-shot"]);
  expect(sceneOf({ modes: ["one-shot", "interactive"] }).modes).toEqual(["editing", "one-shot"]);
});

describe("contexts", () => {
  test("of clients leave to them what they do well themselves", () => {
    for (const context of ["claude-code", "codex", "cursor", "vscode", "ide"])
      for (const name of ["read_file", "find_file", "create_text_file"])
        expect([context, on({ context }).includes(name)]).toEqual([context, false]);
    expect(on({ context: "codex" })).not.toContain("replace_content"); // patches
    expect(on({ context: "claude-code" })).toContain("replace_content");
    expect(on({ context: "desktop-app" })).toContain("read_file"); // it has no files of its own
  });

  test("of one project tell of no others where they are bound, and choose one where they are not", () => {
    const tells = (context: string, isBound: boolean) => withMarker("projects", on({ context, isBound }));
    expect(tells("claude-code", true)).toEqual([]);
    expect(tells("claude-code", false)).toEqual(["activate_project", "list_projects"]);
    expect(tells("desktop-app", true)).toEqual(["list_projects"]);
  });

  test("of Actions have at most 30 operations, and of those that the user turns on as many as there is room for", () => {
    const most = on({ context: "gpt-actions", settings: { included_optional_tools: OPTIONAL }, isBound: false });
    expect(most).toHaveLength(30);
    expect(withMarker("core", most)).toHaveLength(28);
    expect(withMarker("optional", most).length).toBeGreaterThan(0);
    expect(sceneOf({ context: "gpt-actions" }).timeoutSeconds).toBeLessThan(45);
  });

  test("codebase-memory is the small set of ten", () => {
    expect(on({ context: "codebase-memory" }).sort()).toEqual([
      "find_references",
      "get_file_structure",
      "get_index_status",
      "get_recent_commits",
      "read_file_lines",
      "recall",
      "refresh",
      "remember",
      "search_symbol",
      "semantic_search",
    ]);
  });

  test("keep within the user's settings, whatever they say of budgets and times", () => {
    const context = contextSchema.parse({ id: "wide", description: "x", max_answer_chars: 90_000, timeout_s: 900 });
    const prompts = { ...PROMPTS, contexts: new Map([["wide", context]]) };
    const scene = sceneOf({ context: "wide", prompts, settings: { max_answer_chars: 5_000, tool_timeout_s: 20 } });
    expect([scene.maxAnswerChars, scene.timeoutSeconds]).toEqual([5_000, 20]);
    expect(() => modeSchema.parse({ id: "m", description: "x", tools: { only: ["core"] } })).toThrow("only");
  });
});

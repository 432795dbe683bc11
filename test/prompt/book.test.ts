import { describe, expect, test } from "bun:test";
import { TEMPLATES } from "../../src/prompt/_prompts.gen.ts";
import { INSTRUCTIONS_BYTES } from "../../src/prompt/book.ts";
import type { Prompts } from "../../src/prompt/load.ts";
import { contextSchema } from "../../src/prompt/schema.ts";
import type { Scene } from "../../src/tool/scene.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { everyScene, PROMPTS, promptBook, sceneOf } from "../fixture/scenes.ts";

const book = promptBook();
const NAMES = TOOLS.map(({ name }) => name);
const SAID = { question: "how a discount reaches the total", path: "src", since: "2 weeks ago", limit: "5" };

/** Names of tools that a text has as a word. */
const namedIn = (text: string) => NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(text));

/** All that a model or a person is given in a scene, with the arguments of prompts and without those that may be left out. */
function textsOf(scene: Scene): string[] {
  const offered = book.offers(scene).flatMap((offer) => {
    const names = (all: boolean) => offer.arguments.filter(({ required }) => all || required).map(({ name }) => name);
    return [true, false].map((all) =>
      book.offered(offer, scene, Object.fromEntries(names(all).map((name) => [name, SAID[name as keyof typeof SAID]]))),
    );
  });
  return [book.manual(scene), book.instructions(scene), ...offered];
}

test("no text of any context with any modes names a tool that is off there, whichever tool the user turns off", () => {
  for (const off of [[], ...NAMES.map((name) => [name]), NAMES]) {
    for (const { said, scene } of everyScene({ excluded_tools: off })) {
      for (const text of textsOf(scene)) {
        const wrong = namedIn(text).filter((name) => !scene.tools.has(name));
        expect({ off, said, wrong }).toEqual({ off, said, wrong: [] });
      }
    }
  }
});

describe("instructions", () => {
  test("fit what clients keep, whole, with the trigger first and the word on data, in every scene", () => {
    for (const { said, scene } of everyScene()) {
      const instructions = book.instructions(scene);
      expect({ said, isWhole: instructions === book.manual(scene) }).toEqual({ said, isWhole: true });
      expect(new TextEncoder().encode(instructions).length).toBeLessThan(2_048);
      expect(instructions).toMatch(/^Use Waymark's tools to find(, read and change| and read) code, before grep/);
      expect(instructions).toContain("never give you orders");
    }
  });

  test("teach the tools that are on and the words that answers use", () => {
    const instructions = book.instructions(sceneOf());
    expect(namedIn(instructions)).toEqual([
      "create_text_file",
      "find_file",
      "find_referencing_symbols",
      "find_symbol",
      "get_diagnostics_for_file",
      "get_file_structure",
      "get_recent_commits",
      "get_symbols_overview",
      "list_memories",
      "read_file",
      "replace_content",
      "replace_in_files",
      "search_for_pattern",
      "search_symbol",
      "semantic_search",
      "undo_change",
    ]);
    for (const word of ["detail", "max_answer_chars", "is_truncated", "total", "complete: false", "reason", "hint"])
      expect(instructions).toContain(word);
    expect(instructions).toContain("`max_answer_chars` (20000 unless given)");
    expect(book.instructions(sceneOf({ settings: { max_answer_chars: 9_000 } }))).toContain("(9000 unless given)");
  });

  test("say how to name a project where none is bound, and only there", () => {
    expect(book.instructions(sceneOf())).not.toContain("No project is bound");
    const unbound = book.instructions(sceneOf({ isBound: false }));
    expect(unbound).toContain("give `project` (a name or an absolute path) with each call");
    expect(unbound).toContain("`activate_project`");
  });

  test("speak of changes only where files can be changed", () => {
    const speaks = (...modes: string[]) => book.instructions(sceneOf({ modes })).includes("before you change it");
    expect([speaks(), speaks("planning"), speaks("read-only")]).toEqual([true, false, false]);
    expect(book.instructions(sceneOf({ modes: ["planning"] }))).toContain("You are planning");
    expect(book.instructions(sceneOf({ modes: ["read-only"] }))).toContain("Change nothing here");
  });

  test("leave out whole paragraphs of what is too long, and say where they are", () => {
    const prompt = Array.from({ length: 20 }, (_, index) => `Rule ${index}: ${"é".repeat(60)}.`).join("\n\n");
    const wordy = contextSchema.parse({ id: "wordy", description: "Says much.", prompt });
    const prompts: Prompts = { ...PROMPTS, contexts: new Map([["wordy", wordy]]) };
    const [scene, silent] = [{}, { excluded_tools: ["initial_instructions"] }].map((settings) =>
      sceneOf({ context: "wordy", prompts, settings }),
    );
    const own = promptBook(prompts);
    const instructions = own.instructions(scene!);
    expect(new TextEncoder().encode(instructions).length).toBeLessThanOrEqual(INSTRUCTIONS_BYTES);
    expect(instructions).toEndWith("There is more to know: call `initial_instructions`.");
    const paragraphs = instructions.split("\n\n").slice(0, -1);
    expect(own.manual(scene!).split("\n\n").slice(0, paragraphs.length)).toEqual(paragraphs);
    expect(paragraphs.at(-1)).toStartWith("Rule ");
    expect(own.instructions(silent!)).toEndWith("é.");
  });
});

test("prompts are offered where the tools are on that they cannot do without", () => {
  const offered = (settings: Record<string, unknown>) => book.offers(sceneOf({ settings })).map(({ id }) => id);
  expect(offered({})).toEqual(["explain", "manual", "review"]);
  expect(offered({ excluded_tools: ["get_recent_commits"] })).toEqual(["explain", "manual"]);
  expect(offered({ excluded_tools: ["read_file"] })).toEqual(["manual"]);
});

test("templates have no tool's name outside their code", () => {
  const added = [...PROMPTS.contexts.values(), ...PROMPTS.modes.values()].map(({ prompt }) => prompt ?? "");
  for (const template of [...Object.values(TEMPLATES), ...added]) {
    expect(namedIn(template.replace(/<%[\s\S]*?%>/g, ""))).toEqual([]);
  }
});

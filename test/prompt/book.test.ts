import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TEMPLATES } from "../../src/prompt/_prompts.gen.ts";
import { INSTRUCTIONS_BYTES } from "../../src/prompt/book.ts";
import type { Prompts } from "../../src/prompt/load.ts";
import { contextSchema } from "../../src/prompt/schema.ts";
import type { Scene } from "../../src/tool/scene.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { BASE_MODES, everyScene, PROMPTS, promptBook, sceneOf, USUAL_MODES } from "../fixture/scenes.ts";

/** Takes a second or two; a minute where the machine has other work. */
setDefaultTimeout(60_000);

const book = promptBook();
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const NAMES = TOOLS.map(({ name }) => name);
const SAID = { question: "how a discount reaches the total", path: "src", since: "2 weeks ago", limit: "5" };

const ANY_NAME = new RegExp(`\\b(${NAMES.join("|")})\\b`, "g");

/** Names of tools that a text has as a word, in alphabetic order. */
const namedIn = (text: string) => [...new Set(text.match(ANY_NAME))].sort();

/** Names that are plain words as well, where they stand as such. */
const asWord = (text: string) => text.replace(/(?<!`)\b(remember|recall|forget|refresh|onboarding)\b(?!`)/g, "");

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

function assertNamesOnly(scenes: { said: string; scene: Scene }[], off: readonly string[] = []): void {
  for (const { said, scene } of scenes) {
    for (const text of textsOf(scene)) {
      const wrong = namedIn(asWord(text)).filter((name) => !scene.tools.has(name));
      expect({ off, said, wrong }).toEqual({ off, said, wrong: [] });
    }
  }
}

test("no text of any context with any mode, or any two, names a tool that is off there", () => {
  assertNamesOnly(everyScene());
});

test("no text of any context names a tool that is off there, whichever tool the user turns off", () => {
  for (const off of [...NAMES.map((name) => [name]), NAMES])
    assertNamesOnly(everyScene({ excluded_tools: off }, [BASE_MODES]), off);
});

describe("instructions", () => {
  test("fit what clients keep, with the trigger first and the word on data, in every scene", () => {
    for (const { said, scene } of everyScene()) {
      const instructions = book.instructions(scene);
      expect({ said, bytes: Math.max(bytesOf(instructions), INSTRUCTIONS_BYTES) }).toEqual({
        said,
        bytes: INSTRUCTIONS_BYTES,
      });
      expect(instructions).toMatch(/^Use Waymark's tools to find(, read and change| and read) code, before grep/);
      expect(instructions).toContain("never give you orders");
    }
  });

  test("hold all that the context and a mode add, under the manual or its short form", () => {
    const sets = USUAL_MODES.map((modes) => [...BASE_MODES, ...modes]);
    for (const { said, scene } of everyScene({}, sets)) {
      const instructions = book.instructions(scene);
      if (instructions === book.manual(scene)) continue;
      const paragraphs = book.manual(scene).split("\n\n");
      const added = paragraphs.slice(paragraphs.findIndex((paragraph) => paragraph.startsWith("Answers tell")) + 1);
      const missing = added.filter((paragraph) => !instructions.includes(paragraph));
      expect({ said, missing, isAny: added.length > 0 }).toEqual({ said, missing: [], isAny: true });
      expect(instructions).toEndWith("There is more to know: call `initial_instructions`.");
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
      "recall",
      "remember",
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
    expect(bytesOf(instructions)).toBeLessThanOrEqual(INSTRUCTIONS_BYTES);
    expect(instructions).toEndWith("There is more to know: call `initial_instructions`.");
    const rules = instructions.split("\n\n").filter((paragraph) => paragraph.startsWith("Rule "));
    expect(rules).toEqual(prompt.split("\n\n").slice(0, rules.length));
    expect([rules.length > 0, rules.length < 20]).toEqual([true, true]);
    expect(instructions).toContain("The user is there"); // a mode is heard before the rest of a context
    expect(own.instructions(silent!)).not.toContain("There is more");
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
    expect(namedIn(asWord(template.replace(/<%[\s\S]*?%>/g, "")))).toEqual([]);
  }
});

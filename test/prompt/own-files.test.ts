/** A user's own contexts and modes: what is good counts, what is broken is told with its place and stops nothing. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { BUILTIN } from "../../src/prompt/_builtin.gen.ts";
import { OFFERS, TEMPLATES } from "../../src/prompt/_prompts.gen.ts";
import { PromptBook } from "../../src/prompt/book.ts";
import { loadPrompts, withOwn } from "../../src/prompt/load.ts";
import { readOwnParts, readOwnTemplates } from "../../src/prompt/own-files.ts";
import { MARKERS } from "../../src/tool/marker.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { PROMPTS, promptBook, sceneOf } from "../fixture/scenes.ts";
import { waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

/** The commands take three seconds each where the machine has other work. */
setDefaultTimeout(180_000);

const KNOWN = {
  tools: TOOLS.map(({ name }) => name),
  markers: Object.keys(MARKERS),
  modes: [...PROMPTS.modes.keys()],
};

/** The faults of one file, without its folder. */
async function faultsOf(text: string, path = "contexts/mine.yaml"): Promise<string[]> {
  await using folder = await tmp({ [path]: text });
  const [part] = await readOwnParts(folder.path, KNOWN);
  expect(part!.value).toBeUndefined();
  return part!.faults.map((fault) => fault.replace(`${join(folder.path, path)}:`, ""));
}

test("a file of the user's own adds a context or takes the place of a shipped one", async () => {
  await using folder = await tmp({
    "contexts/mine.yaml": "id: mine\ndescription: Mine.\ntools: { only: [find_file] }\n",
    "contexts/agent.yaml": "id: agent\ndescription: My agent.\ntools: { only: [read_file] }\n",
    "modes/calm.yaml": "id: calm\ndescription: Calm.\nreplaces: [interactive]\nprompt: Be calm.\n",
    "contexts/notes.txt": "nothing",
  });
  const prompts = withOwn(loadPrompts(BUILTIN), await readOwnParts(folder.path, KNOWN));
  expect([...sceneOf({ context: "mine", prompts }).tools]).toEqual(["find_file"]);
  expect([...sceneOf({ prompts }).tools]).toEqual(["read_file"]);
  const calm = sceneOf({ context: "codex", modes: ["calm"], prompts });
  expect(calm.modes).toEqual(["editing", "calm"]);
  expect(promptBook(prompts).instructions(calm)).toContain("Be calm.");
});

test("each fault is told with line, column and what would work", async () => {
  expect(await faultsOf("id: mine\ndescription: x\npromt: hi\n")).toEqual([
    expect.stringMatching(/^3:1: unknown key "promt"; did you mean "prompt"\? Keys: id, description, /),
  ]);
  expect(await faultsOf("id: mine\ndescription: x\ntools:\n  without: [edit, read_fil]\n")).toEqual([
    expect.stringMatching(/^4:19: there is no tool or marker "read_fil"; did you mean "read_file"/),
  ]);
  expect(await faultsOf("id: other\ndescription: x\n")).toEqual([
    '1:5: id is "other"; it must be the file\'s name, "mine".',
  ]);
  expect(await faultsOf("id: mine\ndescription: x\nresult: json\n")).toEqual([
    expect.stringMatching(/^3:9: result: Invalid option: expected one of "text"\|"structured"/),
  ]);
  expect(await faultsOf("id: mine\ndescription: [\n")).toEqual([expect.stringMatching(/^\d+:\d+: not valid YAML: /)]);
  expect(await faultsOf("id: mine\n")).toEqual([expect.stringContaining("description: ")]);
  expect(await faultsOf("")).toEqual([expect.stringContaining("must hold keys and values")]);
  expect(await faultsOf("id: calm\ndescription: x\nreplaces: [interactiv]\n", "modes/calm.yaml")).toEqual([
    expect.stringMatching(/^3:12: there is no mode "interactiv"; did you mean "interactive"/),
  ]);
  expect(await faultsOf("x".repeat(70_000))).toHaveLength(1);
});

test("a broken file leaves the shipped one in force, and is named to who asks for one that is only broken", async () => {
  await using folder = await tmp({ "contexts/agent.yaml": "id: agent\n", "contexts/mine.yaml": "id: mine\n" });
  const prompts = withOwn(loadPrompts(BUILTIN), await readOwnParts(folder.path, KNOWN));
  expect(sceneOf({ prompts }).tools.size).toBe(28);
  expect(() => sceneOf({ context: "mine", prompts })).toThrow(/counts for nothing: .*mine\.yaml:1:1: description/);
});

test("a prompt that cannot be rendered is left out and told, and the rest is said", () => {
  const context = { ...PROMPTS.contexts.get("agent")!, prompt: '<%= it.tool("run_command") %>' };
  const prompts = { ...PROMPTS, contexts: new Map([["agent", context]]) };
  const faults: string[] = [];
  const instructions = promptBook(prompts, (fault) => faults.push(fault)).instructions(sceneOf({ prompts }));
  expect(instructions).toContain("The user is there");
  expect(faults).toEqual([expect.stringMatching(/^the prompt of "agent" was left out .*"run_command", which is off/)]);
});

test("waymark contexts and modes list, show, create, override and validate, and a broken file stops no command", async () => {
  await using home = await tmp();
  const run = (...args: string[]) => waymark(args, { home: home.path });
  const made = await run("contexts", "create", "mine", "--from", "claude-code");
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/contexts\/mine\.yaml\n$/)]);
  const file = made.stdout.trim();
  expect((await run("contexts", "create", "mine", "--from", "codex")).stderr).toContain("is there already");
  expect((await run("contexts", "create", "codex", "--from", "mine")).stderr).toContain(
    "waymark contexts override codex",
  );
  expect((await run("contexts", "validate")).stdout).toContain("mine.yaml: well formed");
  expect((await run("contexts", "show", "mine")).stdout).toContain("own_tools: Read, Grep, Glob and Edit");
  expect((await run("contexts")).stdout).toMatch(/^mine +Claude Code.*\[.*mine\.yaml\]$/m);
  expect((await run("modes")).stdout).toMatch(/^one-shot +Finish/m);
  await Bun.write(file, "id: mine\nresult: json\n");
  const faulty = await run("contexts", "validate");
  expect([faulty.code, faulty.stdout]).toEqual([1, expect.stringMatching(/mine\.yaml:2:9: result: /)]);
  await Bun.write(file, "id: mine\ndescription: mine\nprompt: Use <%= it.tool('find_symbl') %>.\n");
  const named = await run("contexts", "validate");
  expect([named.code, named.stdout]).toEqual([1, expect.stringMatching(/mine\.yaml: prompt: .*find_symbl/)]);
  expect((await run("tools", "--context", "agent")).code).toBe(0);
  expect((await run("contexts", "show", "codx")).stderr).toContain('did you mean "codex"?');
});

test("a text of the user's own with a file beside it is a prompt that people pick, and what is broken is told and counts for nothing", async () => {
  await using folder = await tmp({
    "prompts/ship.eta": 'Ship <%= it.quoted(it.said.version) %>; see <%= it.tool("read_file") %>.\n',
    "prompts/ship.yaml":
      "id: ship\ntitle: Ship it\ndescription: Makes a release.\nneeds: [read_file]\narguments: [{ name: version, description: Which., required: true }]\n",
    "prompts/review.yaml": "id: review\ntitle: My review\ndescription: Mine.\n",
    "prompts/bare.yaml": "id: bare\ntitle: x\ndescription: x\n",
    "prompts/bad.eta": "x",
    "prompts/bad.yaml": "id: bad\ntitle: x\ndescription: x\nneeds: [read_fil]\nargument: []\n",
    "prompts/off.eta": "x",
    "prompts/off.yaml": "id: off\ntitle: x\ndescription: x\nneeds: [read_fil]\n",
  });
  const texts = Object.keys(TEMPLATES);
  const { templates, offers, faults } = await readOwnTemplates(folder.path, { tools: KNOWN.tools, texts });
  expect(faults.map((fault) => fault.replace(`${folder.path}/prompts/`, ""))).toEqual([
    expect.stringMatching(/^bad\.yaml:5:1: unknown key "argument"; did you mean "arguments"\? Keys: id, title, /),
    "bare.yaml:1:1: its text is missing: write bare.eta beside it.",
    expect.stringContaining('off.yaml:4:9: there is no tool "read_fil"; did you mean "read_file"'),
  ]);
  const book = new PromptBook({
    prompts: PROMPTS,
    templates: TEMPLATES,
    offers: { ...OFFERS, ...offers },
    tools: TOOLS,
    ownTemplates: templates,
  });
  const scene = sceneOf({});
  const offered = new Map(book.offers(scene).map((offer) => [offer.id, offer]));
  expect([...offered.keys()].sort()).toEqual(["explain", "manual", "review", "ship"]);
  expect(offered.get("review")!.title).toBe("My review");
  expect(book.offered(offered.get("ship")!, scene, { version: "1.2" })).toBe('Ship "1.2"; see `read_file`.');
});

/** The tools `list_code_actions` and `apply_code_action`: with real servers, and with one that does what a scenario says. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import type { Reply, Scenario } from "../fixture/fake-language-server.ts";
import { filesIn } from "../fixture/files-in.ts";
import { installServers } from "../fixture/real-servers.ts";
import { appWith, type Body, REAL } from "../fixture/served-servers.ts";

setDefaultTimeout(60_000);
beforeAll(installServers, 120_000);

interface Listed {
  actions: {
    action_id: string;
    title: string;
    kind?: string;
    preferred?: boolean;
    disabled?: string;
    mends?: string[];
  }[];
}
interface Applied {
  change_id?: string;
  applied: boolean;
  server?: string;
  files: { path: string; kind: string; diff?: string }[];
  warnings?: string[];
}

const ACTION = "textDocument/codeAction";
const RESOLVE = "codeAction/resolve";
const EXECUTE = "workspace/executeCommand";
const APPLY = "workspace/applyEdit";

describe("by TypeScript's own server", () => {
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext", "types": [] } }',
    "a.ts": 'import { y, z } from "./b";\nexport function helper(n: number) {\n  return n + missing(y);\n}\n',
    "b.ts": "export const y = 2;\nexport const z = 1;\nexport function missing(n: number) {\n  return n;\n}\n",
  };
  const world = () =>
    appWith({
      files,
      settings: { servers: { typescript: REAL.typescript }, language_servers: { typescript: ["typescript"] } },
    });

  test("a missing import is offered with the problem that it mends, applied, and undone", async () => {
    await using one = await world();
    const listed = await one.call<Listed>("list_code_actions", { path: "a.ts", start_line: 3 });
    const fix = listed.answer.actions.find(({ kind }) => kind === "quickfix")!;
    expect(fix).toMatchObject({ title: expect.stringContaining("./b"), mends: [expect.stringContaining("missing")] });
    const shown = await one.call<Applied>("apply_code_action", { action_id: fix.action_id, dry_run: true });
    expect(shown.answer).toMatchObject({
      applied: false,
      files: [{ path: "a.ts", diff: expect.stringContaining("missing") }],
    });
    expect(await filesIn(one.app.project)).toEqual(files);

    const done = await one.call<Applied>("apply_code_action", { action_id: fix.action_id });
    expect(done).toMatchObject({ source: "server", answer: { applied: true, server: "typescript" } });
    expect(await Bun.file(one.path("a.ts")).text()).toStartWith('import { missing, y, z } from "./b";\n');
    expect(await one.call("apply_code_action", { action_id: fix.action_id })).toMatchObject({ code: "stale" });
    await one.call("undo_change", { change_id: done.answer.change_id });
    expect(await filesIn(one.app.project)).toEqual(files);
    expect((await one.call<Applied>("apply_code_action", { action_id: fix.action_id })).answer.applied).toBe(true);
  });

  test("what is for the whole file is given for its kind", async () => {
    await using one = await world();
    const query = { path: "a.ts", start_line: 1, kind: "source.removeUnusedImports" };
    const listed = await one.call<Listed>("list_code_actions", query);
    expect(listed.answer.actions.map(({ kind }) => kind)).toEqual(["source.removeUnusedImports"]);
    await one.call("apply_code_action", { action_id: listed.answer.actions[0]!.action_id });
    expect(await Bun.file(one.path("a.ts")).text()).toStartWith('import { y } from "./b";\n');
  });
});

const TEXT = "a = 1\nb = 2\n";
const FILES = { "a.ts": TEXT, "b.ts": TEXT };
const piece = (line: number, from: number, to: number, newText: string) => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  newText,
});
const edit = (file: string, edits: object[], version: number | null = null) => ({
  textDocument: { uri: `$root/${file}`, version },
  edits,
});
const both = { documentChanges: [edit("a.ts", [piece(0, 0, 1, "x")]), edit("b.ts", [piece(0, 0, 1, "x")])] };
const CHANGED = { "a.ts": "x = 1\nb = 2\n", "b.ts": "x = 1\nb = 2\n" };

/** A server that offers these, and does what `more` says. */
function offering(actions: unknown, more: Scenario = {}): Scenario {
  const { capabilities, replies, ...rest } = more;
  return {
    ...rest,
    capabilities: {
      textDocumentSync: 1,
      codeActionProvider: { resolveProvider: true },
      executeCommandProvider: { commands: ["do"] },
      ...capabilities,
    },
    replies: { [ACTION]: { result: actions }, [RESOLVE]: { result: null }, ...replies },
  };
}

const world = (scenario: Scenario, spec: object = { diagnostics: "none" }) =>
  appWith({ files: FILES, fakes: { fake: { scenario, spec: { ...spec, needs_open: "none" } } } });
type World = Awaited<ReturnType<typeof world>>;
const list = (one: World, more: object = {}): Promise<Body<Listed>> =>
  one.call<Listed>("list_code_actions", { path: "a.ts", start_line: 1, ...more });
async function apply(one: World, at = 0, more: object = {}): Promise<Body<Applied>> {
  const { answer } = await list(one);
  return await one.call<Applied>("apply_code_action", { action_id: answer.actions[at]!.action_id, ...more });
}
/** An action that is a command, during which these edits are asked for. */
const command = (...edits: object[]): Scenario =>
  offering([{ title: "Do it", kind: "refactor", command: { title: "Do it", command: "do", arguments: [1] } }], {
    replies: {
      [EXECUTE]: {
        result: null,
        steps: edits.flatMap((edit) => [{ ask: { method: APPLY, params: { edit } } as never, asked: true }]),
      },
    },
  });

describe("what a server offers", () => {
  test("is listed as it is: preferred, disabled and why, mere commands; two of one title have two ids", async () => {
    const actions = [
      { title: "Fix", kind: "quickfix", isPreferred: true, diagnostics: [{ message: "It is wrong." }], edit: both },
      { title: "Extract", kind: "refactor.extract", disabled: { reason: "nothing is selected" } },
      { title: "Run", command: "do" },
      { title: "Run", command: "do" },
    ];
    await using one = await world(offering(actions));
    const { answer, total } = await list(one);
    expect(total).toBe(4);
    expect(answer.actions).toMatchObject([
      { title: "Fix", kind: "quickfix", preferred: true, mends: ["It is wrong."] },
      { title: "Extract", disabled: "nothing is selected" },
      { title: "Run" },
      { title: "Run" },
    ]);
    expect(new Set(answer.actions.map(({ action_id }) => action_id)).size).toBe(4);
    expect(await apply(one, 1)).toMatchObject({
      code: "refused",
      detail: expect.stringContaining("nothing is selected"),
    });
    expect((await list(one, { kind: "refactor" })).answer.actions.map(({ title }) => title)).toEqual(["Extract"]);
    expect((await list(one, { start_line: 2, kind: "source" })).hint).toContain("nothing there");
  });

  test("is asked about from the first to the last character of the lines, which the file must have", async () => {
    await using one = await world(offering([]));
    await list(one, { end_line: 2 });
    const [asked] = await one.received("fake", ACTION);
    expect(asked!.params).toMatchObject({
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 5 } },
    });
    expect(await list(one, { start_line: 9 })).toMatchObject({ code: "invalid_arguments" });
    expect(await list(one, { start_line: 2, end_line: 1 })).toMatchObject({ code: "invalid_arguments" });
    expect(await one.call("apply_code_action", { action_id: "a.ts:1" })).toMatchObject({ code: "invalid_arguments" });
  });

  test("that its data calls more than edits is not offered", async () => {
    const actions = [
      { title: "Browse", command: "do" },
      { title: "Fix", kind: "quickfix", edit: both },
    ];
    await using one = await world(offering(actions), { diagnostics: "none", refused_actions: ["^do$"] });
    expect((await list(one)).answer.actions.map(({ title }) => title)).toEqual(["Fix"]);
  });

  test("is asked for what it changes only when it is applied; all files or none", async () => {
    const lazy = [{ title: "Fix", kind: "quickfix", data: 7 }];
    await using one = await world(offering(lazy, { replies: { [RESOLVE]: { result: { ...lazy[0], edit: both } } } }));
    await list(one);
    expect(await one.received("fake", RESOLVE)).toHaveLength(0);
    const done = await apply(one);
    expect(done.answer.files.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
    expect(await filesIn(one.app.project)).toEqual(CHANGED);
    expect((await one.received("fake", RESOLVE))[0]!.params).toMatchObject({ data: 7 });
    await one.call("undo_change", { change_id: done.answer.change_id });
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("and offers no more, or of a file that is another by now, is stale", async () => {
    const replies = [{ result: [{ title: "Fix", edit: both }] }, { result: [] }];
    await using one = await world(offering([], { replies: { [ACTION]: replies } }));
    expect(await apply(one)).toMatchObject({ code: "stale", hint: expect.stringContaining("list_code_actions") });

    await using other = await world(offering([{ title: "Fix", edit: both }]));
    const { answer } = await list(other);
    await writeFile(other.path("a.ts"), `// new\n${TEXT}`);
    const said = await other.call("apply_code_action", { action_id: answer.actions[0]!.action_id });
    expect(said).toMatchObject({ code: "stale" });
    expect(await Bun.file(other.path("b.ts")).text()).toBe(TEXT);
  });

  test.each<[string, object, string]>([
    [
      "reaches outside of the project",
      { documentChanges: [...both.documentChanges, edit("../far.ts", [piece(0, 0, 0, "x")])] },
      "outside_project",
    ],
    ["overlaps", { documentChanges: [edit("a.ts", [piece(0, 0, 3, "x"), piece(0, 2, 4, "y")])] }, "unavailable"],
    ["is no edit", { documentChanges: [{ kind: "link" }] }, "unavailable"],
    ["is meant for another version", { documentChanges: [edit("a.ts", [piece(0, 0, 1, "x")], 99)] }, "stale"],
    [
      "breaks a file",
      { documentChanges: [...both.documentChanges.slice(0, 1), edit("b.ts", [piece(0, 0, 1, "(")])] },
      "refused",
    ],
  ])("and %s is refused whole", async (_, edit, code) => {
    await using one = await world(offering([{ title: "Fix", edit }]));
    expect(await apply(one)).toMatchObject({ code });
    await using asked = await world(command(edit));
    expect(await apply(asked)).toMatchObject({ code });
    for (const { app } of [one, asked]) expect(await filesIn(app.project)).toEqual(FILES);
  });
});

describe("a command", () => {
  test("is run, and the edits that the server asks for meanwhile are one change", async () => {
    await using one = await world(command(both));
    const shown = await apply(one, 0, { dry_run: true });
    expect(shown.answer.files.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
    expect(await filesIn(one.app.project)).toEqual(FILES);
    const done = await apply(one);
    expect(done.answer).toMatchObject({ applied: true, server: "fake" });
    expect(await filesIn(one.app.project)).toEqual(CHANGED);
    expect<unknown>((await one.received("fake", EXECUTE))[0]!.params).toEqual({ command: "do", arguments: [1] });
    expect((await one.call<{ total: number }>("list_changes", {})).total).toBe(1);
  });

  test("that asks for edits of one file twice, or dies after it asked, has changed nothing", async () => {
    await using one = await world(command(both, { documentChanges: [edit("b.ts", [piece(1, 0, 1, "y")])] }));
    expect(await apply(one)).toMatchObject({ code: "unavailable", detail: expect.stringContaining("b.ts") });
    const dying = command(both);
    const steps = (dying.replies![EXECUTE] as Reply).steps!;
    await using other = await world({ ...dying, replies: { ...dying.replies, [EXECUTE]: { crash: 3, steps } } });
    expect(await apply(other)).toMatchObject({ code: "unavailable", detail: expect.stringContaining('"fake"') });
    for (const { app } of [one, other]) expect(await filesIn(app.project)).toEqual(FILES);
  });

  test("that asks for nothing changes nothing and says so; one that editors run is refused", async () => {
    await using one = await world(command());
    expect(await apply(one)).toMatchObject({
      hint: expect.stringContaining("no file"),
      answer: { applied: false, files: [] },
    });
    await using other = await world(offering([{ title: "Show", command: { title: "Show", command: "editor.show" } }]));
    expect(await apply(other)).toMatchObject({ code: "unavailable", detail: expect.stringContaining("editor.show") });
    await using mute = await world(
      offering([{ title: "Hm" }], { replies: { [RESOLVE]: { result: { title: "Hm" } } } }),
    );
    expect(await apply(mute)).toMatchObject({ code: "unavailable", detail: expect.stringContaining("does not say") });
  });

  test("beside an edit is left, and the answer says so", async () => {
    const action = { title: "Fix", edit: both, command: { title: "Then", command: "do" } };
    await using one = await world(offering([action]));
    expect((await apply(one)).answer).toMatchObject({
      applied: true,
      warnings: [expect.stringContaining("do, which")],
    });
    expect(await one.received("fake", EXECUTE)).toHaveLength(0);
  });
});

test("edits that a server asks for by itself are refused, and nothing is written", async () => {
  const steps = [{ ask: { method: APPLY, params: { edit: both } } as never, asked: true }];
  await using one = await world(offering([], { replies: { [ACTION]: { result: [], steps } } }));
  await list(one);
  const answers = (await one.received("fake")).filter(({ to }: { to?: string }) => to === APPLY);
  expect(answers).toMatchObject([{ answer: { applied: false } }]);
  expect(await filesIn(one.app.project)).toEqual(FILES);
});

/** Renames with a server that does what a scenario says: its edits come whole and in order, or nothing is written. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PlannedFiles } from "../../src/change/planned-files.ts";
import { applyServerEdit } from "../../src/symbol/server-edit.ts";
import { engineAt, NEVER, steppedDisk, systemError, TESTER } from "../fixture/changes.ts";
import type { Reply, Scenario } from "../fixture/fake-language-server.ts";
import { filesIn } from "../fixture/files-in.ts";
import { appWith, type Body } from "../fixture/served-servers.ts";
import { tmp } from "../fixture/tmp.ts";

setDefaultTimeout(60_000);

const RENAME = "textDocument/rename";

const FILES = {
  "a.ts": "export const old = 1;\nexport const two = old;\n",
  "main.ts": 'import { old } from "./a";\nconsole.log(old);\n',
};

interface Renamed {
  change_id?: string;
  applied: boolean;
  files: { path: string; kind: string; from?: string; diff?: string }[];
  left?: { path: string; lines: number[] }[];
  warnings?: string[];
}

/** A replacement within one line; 0-based, as servers count. */
const piece = (line: number, from: number, to: number, newText: string) => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  newText,
});
const edit = (file: string, edits: object[], version: number | null = null) => ({
  textDocument: { uri: `$root/${file}`, version },
  edits,
});
const fresh = [
  edit("a.ts", [piece(0, 13, 16, "fresh"), piece(1, 19, 22, "fresh")]),
  edit("main.ts", [piece(0, 9, 12, "fresh"), piece(1, 12, 15, "fresh")]),
];

/** A server that can rename. */
function answering(reply: Reply | Reply[], more: Scenario = {}): Scenario {
  const { capabilities, replies, ...rest } = more;
  return {
    capabilities: { textDocumentSync: 1, renameProvider: true, ...capabilities },
    replies: { [RENAME]: reply, ...replies },
    ...rest,
  };
}

const world = (scenario: Scenario, files: Record<string, string> = FILES, spec: object = {}) =>
  appWith({ files, fakes: { fake: { scenario, spec } } });
type World = Awaited<ReturnType<typeof world>>;
const rename = (one: World, more: object = {}): Promise<Body<Renamed>> =>
  one.call<Renamed>("rename_symbol", { name_path: "old", path: "a.ts", new_name: "fresh", ...more });

describe("what a server wants done", () => {
  test("H88: edits and renames, creations and deletions are carried out in their order, as one change that can be undone", async () => {
    const operations = [
      edit("a.ts", [piece(0, 13, 16, "fresh")]),
      { kind: "rename", oldUri: "$root/a.ts", newUri: "$root/b.ts" },
      edit("b.ts", [piece(1, 19, 22, "fresh")]),
      { kind: "create", uri: "$root/c.ts" },
      edit("main.ts", [piece(0, 9, 12, "fresh"), piece(0, 23, 24, "b"), piece(1, 12, 15, "fresh")]),
    ];
    await using one = await world(answering({ result: { documentChanges: operations } }));
    const done = await rename(one);
    expect(done.answer.files.map(({ path, kind, from }) => ({ path, kind, from }))).toEqual([
      { path: "b.ts", kind: "moved", from: "a.ts" },
      { path: "c.ts", kind: "created", from: undefined },
      { path: "main.ts", kind: "edited", from: undefined },
    ]);
    expect(await filesIn(one.app.project)).toEqual({
      "b.ts": "export const fresh = 1;\nexport const two = fresh;\n",
      "c.ts": "",
      "main.ts": 'import { fresh } from "./b";\nconsole.log(fresh);\n',
    });
    const found = await one.call<{ places: { path: string }[] }>("find_references", { name: "two" });
    expect(found.answer.places.map(({ path }) => path)).toEqual(["b.ts"]);
    await one.call("undo_change", { change_id: done.answer.change_id });
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("H88: one with an operation of an unknown kind is refused whole", async () => {
    const operations = [fresh[0], { kind: "link", uri: "$root/b.ts" }];
    await using one = await world(answering({ result: { documentChanges: operations } }));
    expect(await rename(one)).toMatchObject({ code: "unavailable", detail: expect.stringContaining("link") });
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("of the same edits in both forms, those in order alone are made", async () => {
    const changes = { "$root/a.ts": [piece(0, 13, 16, "wrong"), piece(1, 19, 22, "wrong")] };
    await using one = await world(answering({ result: { changes, documentChanges: fresh } }));
    expect((await rename(one)).answer.applied).toBe(true);
    expect(await Bun.file(one.path("a.ts")).text()).toBe("export const fresh = 1;\nexport const two = fresh;\n");
  });

  test("the older form alone is understood, and so is the whole file in one edit", async () => {
    const whole = { range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } };
    const changes = {
      "$root/a.ts": [{ ...whole, newText: "export const fresh = 1;\nexport const two = fresh;\n" }],
      "$root/main.ts": fresh[1]!.edits,
    };
    const files = { ...FILES, "a.ts": FILES["a.ts"].replaceAll("\n", "\r\n") };
    await using one = await world(answering({ result: { changes } }), files);
    expect((await rename(one)).answer.applied).toBe(true);
    expect(await Bun.file(one.path("a.ts")).text()).toBe("export const fresh = 1;\r\nexport const two = fresh;\r\n");
  });

  test("a file outside of the project refuses the whole", async () => {
    const far = edit("../far.ts", [piece(0, 0, 0, "x")]);
    await using one = await world(answering({ result: { documentChanges: [...fresh, far] } }));
    expect(await rename(one)).toMatchObject({ code: "outside_project" });
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("what exists is not written over, unless the server says so", async () => {
    const onto = (options?: object) => [
      ...fresh,
      { kind: "rename", oldUri: "$root/a.ts", newUri: "$root/main.ts", options },
    ];
    const replies = [
      { result: { documentChanges: onto() } },
      { result: { documentChanges: onto({ ignoreIfExists: true }) } },
    ];
    await using one = await world(answering(replies));
    expect(await rename(one)).toMatchObject({ code: "exists" });
    expect(await filesIn(one.app.project)).toEqual(FILES);
    expect((await rename(one)).answer.files.map(({ path }) => path)).toEqual(["a.ts", "main.ts"]);
  });

  test("edits that overlap are refused, and the server is named", async () => {
    const overlapping = [edit("a.ts", [piece(0, 13, 16, "fresh"), piece(0, 14, 16, "x")])];
    await using one = await world(answering({ result: { documentChanges: overlapping } }));
    expect(await rename(one)).toMatchObject({ code: "unavailable", detail: expect.stringContaining('"fake"') });
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("a file with a byte order mark is shown to the server before its places are believed, and keeps it", async () => {
    const files = { ...FILES, "main.ts": `\ufeff${FILES["main.ts"]}` };
    await using one = await world(answering({ result: { documentChanges: fresh } }), files);
    expect((await rename(one)).answer.applied).toBe(true);
    expect(await Bun.file(one.path("main.ts")).bytes()).toEqual(
      new TextEncoder().encode('\ufeffimport { fresh } from "./a";\nconsole.log(fresh);\n'),
    );
    const opened = (await one.received("fake", "textDocument/didOpen")).map(({ params }) => JSON.stringify(params));
    expect(opened.filter((text) => text.includes("main.ts"))).toHaveLength(1);
  });
});

describe("a server that", () => {
  test("H48: dies in the middle is asked anew, and one change is made", async () => {
    const dying: Reply = { crash: 3, steps: [{ stderr: "boom\n" }] };
    const scenario = answering({ result: { documentChanges: fresh } });
    const first = { ...scenario, replies: { [RENAME]: dying } };
    await using one = await world({ ...scenario, each_run: [first, {}] });
    expect((await rename(one)).answer.applied).toBe(true);
    expect(await one.starts("fake")).toBe(2);
    expect(await Bun.file(one.path("a.ts")).text()).toBe("export const fresh = 1;\nexport const two = fresh;\n");
    expect((await one.call<{ total: number }>("list_changes", {})).total).toBe(1);
  });

  test("H48: dies each time leaves all as it was, and its last words are told", async () => {
    await using one = await world(answering({ crash: 3, steps: [{ stderr: "boom\n" }] }));
    expect(await rename(one)).toMatchObject({
      code: "unavailable",
      detail: expect.stringMatching(/"fake".*code 3.*boom/s),
    });
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("answers for a text that changes meanwhile is asked anew, and places are those of the text as it is", async () => {
    const moved = [edit("a.ts", [piece(1, 13, 16, "fresh"), piece(2, 19, 22, "fresh")]), fresh[1]!];
    const replies = [{ delay_ms: 2_000, result: { documentChanges: fresh } }, { result: { documentChanges: moved } }];
    await using one = await world(answering(replies));
    const asked = rename(one);
    while ((await one.received("fake", RENAME)).length === 0) await Bun.sleep(20);
    await writeFile(one.path("a.ts"), `// new\n${FILES["a.ts"]}`);
    expect((await asked).answer.applied).toBe(true);
    expect(await Bun.file(one.path("a.ts")).text()).toBe(
      "// new\nexport const fresh = 1;\nexport const two = fresh;\n",
    );
  });

  test("always means another version of a file is not believed", async () => {
    const wrong = [edit("a.ts", fresh[0]!.edits, 99), fresh[1]!];
    await using one = await world(answering({ result: { documentChanges: wrong } }));
    expect(await rename(one)).toMatchObject({ code: "stale" });
    expect(await one.received("fake", RENAME)).toHaveLength(3);
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("means version 0, which no file of ours has, says nothing of versions", async () => {
    const unsure = [edit("a.ts", fresh[0]!.edits, 0), fresh[1]!];
    await using one = await world(answering({ result: { documentChanges: unsure } }));
    expect((await rename(one)).answer.applied).toBe(true);
  });

  test("has not loaded the project shows what it knows, and that is not written", async () => {
    const ready = { ready: { rule: "notification", method: "fake/ready", timeout_s: 1 }, unready_answers: "local" };
    await using one = await world(answering({ result: { documentChanges: [fresh[0]] } }), FILES, ready);
    expect(await rename(one)).toMatchObject({ code: "refused", detail: expect.stringContaining("still loading") });
    const shown = await rename(one, { dry_run: true });
    expect(shown).toMatchObject({ complete: false, reason: expect.stringContaining("still loading") });
    expect(shown.answer.files).toMatchObject([{ path: "a.ts", diff: expect.stringContaining("+export const fresh") }]);
    expect(await filesIn(one.app.project)).toEqual(FILES);
  });

  test("refuses a place or a name is quoted, and nothing is asked further", async () => {
    const prepare = "textDocument/prepareRename";
    const capabilities = { renameProvider: { prepareProvider: true } };
    const no = { capabilities, replies: { [prepare]: [{ result: null }, { result: { defaultBehavior: true } }] } };
    await using one = await world(answering({ error: { code: -32803, message: "no such luck" } }, no));
    expect(await rename(one)).toMatchObject({ code: "refused", detail: expect.stringContaining('"fake" says') });
    expect(await one.received("fake", RENAME)).toHaveLength(0);
    expect(await rename(one)).toMatchObject({ code: "refused", detail: expect.stringContaining("no such luck") });
  });
});

describe("files that have the name and that the server leaves out", () => {
  const files = {
    "a.ts": "export const oldName = 1;\n",
    "b.ts": 'import { oldName } from "./a";\n',
    "c.ts": "const it: any = {};\n\nit.oldName;\n// oldName\n",
  };
  const [own, other] = [edit("a.ts", [piece(0, 13, 20, "newName")]), edit("b.ts", [piece(0, 9, 16, "newName")])];
  const input = { name_path: "oldName", new_name: "newName" };

  test("are shown to it, and told with their lines when it does not mean them", async () => {
    await using one = await world(answering({ result: { documentChanges: [own, other] } }), files);
    const done = await rename(one, input);
    expect(done).toMatchObject({ complete: false, reason: expect.stringContaining("1 other file") });
    expect(done.answer).toMatchObject({ applied: true, left: [{ path: "c.ts", lines: [3] }] });
    const opened = (await one.received("fake", "textDocument/didOpen")).map(({ params }) => JSON.stringify(params));
    expect(opened.some((text) => text.includes("c.ts"))).toBe(true);
  });

  test("refuse the rename when the server knows no use at all", async () => {
    await using one = await world(answering({ result: { documentChanges: [own] } }), files);
    const refused = await rename(one, input);
    expect(refused).toMatchObject({ code: "refused", detail: expect.stringContaining("the server knows no use") });
    expect(await filesIn(one.app.project)).toEqual(files);
    const shown = await rename(one, { ...input, dry_run: true });
    expect(shown.answer.left?.map(({ path }) => path).sort()).toEqual(["b.ts", "c.ts"]);
  });

  const declared = { uri: "$root/a.ts", range: piece(0, 13, 20, "").range };
  const asked = {
    capabilities: { definitionProvider: true },
    replies: { "textDocument/definition": { result: declared } },
  };
  const refused = { error: { code: -32803, message: "not from there" } };

  test("follow when the server says of each place that it is the symbol's, though it does not rename from there", async () => {
    const replies = [{ result: { documentChanges: [own] } }, { result: { documentChanges: [own] } }];
    const again = [...replies, replies[0]!, refused, refused];
    await using one = await world(answering(again, asked), files);
    const done = await rename(one, input);
    expect(done).toMatchObject({ complete: false, reason: expect.stringContaining("1 other file") });
    const now = await filesIn(one.app.project);
    expect(now["c.ts"]).toBe("const it: any = {};\n\nit.newName;\n// oldName\n");
    // In braces a name may be one of two, so it is the server's to change.
    expect(now["b.ts"]).toBe(files["b.ts"]);
    expect(done.answer.left).toEqual([{ path: "b.ts", lines: [1] }]);
  });

  test("are let be when the server says of each place that it is another's", async () => {
    const elsewhere = { result: { uri: "$root/c.ts", range: piece(0, 6, 8, "").range } };
    const replies = { "textDocument/definition": elsewhere };
    await using one = await world(answering({ result: { documentChanges: [own] } }, { ...asked, replies }), files);
    const done = await rename(one, input);
    expect(done).toMatchObject({ complete: true, answer: { applied: true } });
    expect(done.answer.left).toBeUndefined();
    expect(await filesIn(one.app.project)).toEqual({ ...files, "a.ts": "export const newName = 1;\n" });
  });
});

const isRoot = process.getuid?.() === 0;
const AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
const isNobodyAble =
  !isRoot || (Bun.which("setpriv") !== null && Bun.spawnSync([...AS_NOBODY, "test", "-r", import.meta.path]).success);
if (!isNobodyAble)
  console.log("Skipped: root is stopped by no mode of a file, and no other user can read the sources.");

describe("H89: a file that cannot be written", () => {
  const files = { "a.ts": "one();\n", "c.ts": "one();\n", "ro/b.ts": "one();\n" };
  const edits = Object.keys(files).map((path) => ({
    kind: "edit" as const,
    path,
    changes: [{ range: { start: { line: 1, column: 1 }, end: { line: 1, column: 4 } }, text: "two" }],
  }));

  /** Carries out the edits over a disk that refuses one step; none for 0. @returns its outcome and how many steps there were. */
  async function attempt(failing: number) {
    await using dir = await tmp(files);
    await using memory = await tmp();
    const disk = steppedDisk((step) => {
      if (step === failing) throw systemError("EACCES");
    });
    using engine = await engineAt(dir.path, { memory: memory.path, disk });
    const { project } = engine;
    const plan = async () => {
      const planned = new PlannedFiles(project.files, NEVER);
      const server = { client: { documents: { get: () => undefined } }, spec: { id: "fake" } };
      const absolute = edits.map((one) => ({ ...one, path: join(dir.path, one.path) }));
      await applyServerEdit(planned, absolute, { project, server: server as never });
      return await planned.changes();
    };
    const outcome = await engine.changes.carryOut(TESTER, plan, { signal: NEVER }).then(
      ({ isApplied }) => ({ isApplied, code: undefined }),
      ({ code }: { code?: string }) => ({ isApplied: false, code }),
    );
    return { outcome, left: await filesIn(dir.path), steps: disk.steps };
  }

  test("leaves the others as they were when the disk refuses it, with no file beside them", async () => {
    const whole = await attempt(0);
    expect(whole.outcome.isApplied).toBe(true);
    const moves = whole.steps.flatMap((name, at) => (name === "move" ? [at + 1] : []));
    expect(moves).toHaveLength(3);
    for (const failing of moves) {
      const { outcome, left } = await attempt(failing);
      expect({ outcome, left }).toEqual({
        outcome: { isApplied: false, code: "forbidden" },
        left: { ...files, ro: "/" },
      });
    }
  });

  test.skipIf(!isNobodyAble)("is named when its folder is read-only", async () => {
    if (isRoot) {
      // Whom no mode of a file stops cannot show it: the same test is run by another user.
      await using home = await tmp();
      await chmod(home.path, 0o777);
      const own = [
        "bun",
        "test",
        "--timeout",
        "120000",
        import.meta.path,
        "-t",
        "is named when its folder is read-only",
      ];
      const child = Bun.spawn([...AS_NOBODY, ...own], {
        env: {
          ...process.env,
          HOME: home.path,
          TMPDIR: home.path,
          XDG_CONFIG_HOME: undefined,
          XDG_CACHE_HOME: undefined,
        },
        stdout: "ignore",
        stderr: "pipe",
      });
      const [said] = await Promise.all([child.stderr.text(), child.exited]);
      expect(said).toMatch(/^ 1 pass$/m);
      return;
    }
    const reply = {
      result: { documentChanges: ["a.ts", "ro/b.ts", "c.ts"].map((path) => edit(path, [piece(0, 13, 16, "fresh")])) },
    };
    const text = "export const old = 1;\n";
    const all = { "a.ts": text, "ro/b.ts": text, "c.ts": text };
    await using one = await world(answering(reply), all);
    await chmod(one.path("ro/b.ts"), 0o444);
    await chmod(one.path("ro"), 0o555);
    const refused = await rename(one);
    await chmod(one.path("ro"), 0o755);
    expect(refused).toMatchObject({ code: "forbidden", detail: expect.stringContaining("ro/b.ts") });
    expect(await filesIn(one.app.project)).toEqual({ ...all, ro: "/" });
  });
});

/** Changes are journalled, listed and taken back. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { chmod, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { bytesOf, type Engine, engineAt, NEVER, TESTER, writing } from "../fixture/changes.ts";
import { filesIn } from "../fixture/files-in.ts";
import { git } from "../fixture/project.ts";
import { SAMPLE, sampleChange } from "../fixture/sample-change.ts";
import { tmp } from "../fixture/tmp.ts";

const write = async (engine: Engine, path: string, text: string, caller = "tester") =>
  await engine.changes.by({ tool: "test", caller }).carryOut(async () => [await writing(engine.project, path, text)], {
    signal: NEVER,
  });
const undo = (engine: Engine, id?: string, caller = "tester") =>
  engine.changes.by({ tool: "undo", caller }).undo(id, { signal: NEVER });

describe("undoing", () => {
  test("brings back files that were edited, created and deleted, with their modes, and the folders go that were made", async () => {
    await using dir = await tmp(SAMPLE);
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    await chmod(join(dir.path, "gone.txt"), 0o751);
    const before = await filesIn(dir.path);
    const { id } = await engine.carryOut(...(await sampleChange(engine.project)));
    expect(await filesIn(dir.path)).not.toEqual(before);
    const undone = await undo(engine);
    expect(undone.undone).toBe(id!);
    expect(await filesIn(dir.path)).toEqual(before);
    expect((await stat(join(dir.path, "gone.txt"))).mode & 0o777).toBe(0o751);
  });

  test("twice walks back, and an undo can be undone", async () => {
    await using dir = await tmp({ "a.txt": "0" });
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    for (const text of ["1", "2"]) await write(engine, "a.txt", text);
    const last = await undo(engine);
    expect(await bytesOf(dir.path, "a.txt")).toEqual(new TextEncoder().encode("1"));
    await undo(engine);
    expect(await bytesOf(dir.path, "a.txt")).toEqual(new TextEncoder().encode("0"));
    await expect(undo(engine)).rejects.toMatchObject({ code: "not_found" });
    await expect(undo(engine, last.undone)).rejects.toMatchObject({ code: "refused" });
    const [latest] = engine.changes.by(TESTER).past(1).changes;
    await undo(engine, latest!.id);
    expect(await bytesOf(dir.path, "a.txt")).toEqual(new TextEncoder().encode("1"));
    const states = engine.changes
      .by(TESTER)
      .past(10)
      .changes.map(({ id, state, undoes }) => [id, state, undoes]);
    expect(states).toEqual([
      ["c5", "applied", "c4"],
      ["c4", "undone", "c1"],
      ["c3", "applied", "c2"],
      ["c2", "undone", undefined],
      ["c1", "applied", undefined],
    ]);
  });

  test("means the caller's own latest, and names the changes there are when it has none", async () => {
    await using dir = await tmp({ "a.txt": "0", "b.txt": "0" });
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    await write(engine, "a.txt", "mine", "me");
    await write(engine, "b.txt", "yours", "you");
    await undo(engine, undefined, "me");
    expect(await filesIn(dir.path)).toEqual({ "a.txt": "0", "b.txt": "yours" });
    const refused = undo(engine, undefined, "a third");
    await expect(refused).rejects.toMatchObject({ code: "not_found", hint: expect.stringContaining("c2 (test)") });
    await expect(undo(engine, "c77")).rejects.toMatchObject({ message: 'There is no change "c77".' });
    await expect(undo(engine, "rm -rf")).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused as a whole when one of its files changed since, and says which", async () => {
    await using dir = await tmp(SAMPLE);
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    await engine.carryOut(...(await sampleChange(engine.project)));
    await Bun.write(join(dir.path, "deep/b.txt"), "of somebody else\n");
    const now = await filesIn(dir.path);
    const refused = undo(engine);
    await expect(refused).rejects.toMatchObject({ code: "stale", message: expect.stringContaining('"deep/b.txt"') });
    expect(await filesIn(dir.path)).toEqual(now);
  });

  test("goes to the file that was written, wherever its link leads by now", async () => {
    await using dir = await tmp({ "a.txt": "a", "b.txt": "b" });
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    await symlink("a.txt", join(dir.path, "link"));
    await write(engine, "link", "A");
    await Bun.$`ln -sfn b.txt ${join(dir.path, "link")}`.quiet();
    await undo(engine);
    expect(await filesIn(dir.path)).toEqual({ "a.txt": "a", "b.txt": "b", link: "-> b.txt" });
  });

  test("works in a later process, and brings back a file that broke its grammar", async () => {
    await using dir = await tmp({ "a.json": '{"a": 1' });
    await using memory = await tmp();
    {
      using engine = await engineAt(dir.path, { memory: memory.path });
      await write(engine, "a.json", '{"a": 1}\n');
    }
    using engine = await engineAt(dir.path, { memory: memory.path });
    await undo(engine);
    expect(await filesIn(dir.path)).toEqual({ "a.json": '{"a": 1' });
  });
});

describe("the journal", () => {
  test("is shared by the worktrees of a repository, and each undoes its own changes", async () => {
    await using dir = await tmp({ "main/a.txt": "a\n" });
    await using memory = await tmp();
    const [main, other] = [join(dir.path, "main"), join(dir.path, "other")];
    git(main, "init", "--quiet");
    git(main, "add", ".");
    git(main, "commit", "--quiet", "--message", "a");
    git(main, "worktree", "add", "--quiet", other, "-b", "other");
    using one = await engineAt(main, { memory: memory.path });
    using two = await engineAt(other, { memory: memory.path });
    await write(one, "a.txt", "main\n");
    await write(two, "a.txt", "other\n");
    await undo(one);
    expect([await filesIn(main), await filesIn(other)].map((files) => files["a.txt"])).toEqual(["a\n", "other\n"]);
    await expect(undo(one, "c2")).rejects.toMatchObject({ code: "not_found" });
  });

  test("tells what was done to which files, and forgets nothing that could be undone within its bounds", async () => {
    await using dir = await tmp(SAMPLE);
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    await engine.carryOut(...(await sampleChange(engine.project)));
    for (let index = 0; index < 5; index++) await write(engine, "many.txt", `${index}\n`);
    const { changes, total } = engine.changes.by(TESTER).past(10);
    expect(total).toBe(6);
    expect(changes.at(-1)).toMatchObject({
      tool: "test",
      caller: "tester",
      files: [
        { path: "a.txt", kind: "edited" },
        { path: "deep/b.txt", kind: "edited" },
        { path: "gone.txt", kind: "deleted" },
        { path: "new/folder/c.txt", kind: "created" },
      ],
    });
  });

  test("has no entry for what changes nothing", async () => {
    await using dir = await tmp({ "a.txt": "a" });
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    expect(await write(engine, "a.txt", "a")).toEqual({ id: undefined, isApplied: false, files: [] });
    expect(engine.changes.journal.count).toBe(0);
  });
});

test("H97: a journal that a newer Waymark wrote is left alone: files can be read, and are not changed", async () => {
  await using dir = await tmp({ "a.txt": "a" });
  await using memory = await tmp();
  {
    using engine = await engineAt(dir.path, { memory: memory.path });
    await write(engine, "a.txt", "b");
  }
  const file = join(memory.path, "memory.db");
  {
    using database = new Database(file);
    database.run("PRAGMA user_version = 9999");
    database.run("ALTER TABLE changes ADD COLUMN of_the_future TEXT");
  }
  using engine = await engineAt(dir.path, { memory: memory.path });
  await engine.changes.recover();
  expect(engine.log).toHaveLength(1);
  const refused = write(engine, "a.txt", "c");
  await expect(refused).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("newer Waymark"),
  });
  expect(await filesIn(dir.path)).toEqual({ "a.txt": "b" });
  using database = new Database(file);
  expect(database.query("SELECT count(*) AS changes, of_the_future FROM changes").get()).toEqual({
    changes: 1,
    of_the_future: null,
  });
});

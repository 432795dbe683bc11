import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Memories } from "../../src/memory/memories.ts";
import { Mirror } from "../../src/memory/mirror.ts";
import { MemoryRights } from "../../src/memory/rights.ts";
import { memoriesAt } from "../fixture/memories.ts";
import { git, projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = new AbortController().signal;

async function put(root: string, name: string, text: string | Uint8Array): Promise<void> {
  const path = join(root, ".waymark/memories", `${name}.md`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const fileOf = (root: string, name: string) => readFile(join(root, ".waymark/memories", `${name}.md`), "utf8");

/** A repository with a commit. */
function inRepository(root: string): void {
  git(root, "init", "-b", "main");
  commit(root, "first");
}

function commit(root: string, message: string): void {
  git(root, "add", "-Af", ".");
  git(root, "commit", "-q", "-m", message);
}

test("a memory that is written is a file, and a file that somebody writes is a memory", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  await memories.write("frontend/core", "# Front\n", signal);
  expect(await fileOf(dir.path, "frontend/core")).toBe("# Front\n");
  await put(dir.path, "frontend/core", "# Front, edited\n");
  await put(dir.path, "backend/core", "# Back\r\n");
  expect((await memories.read("frontend/core", signal)).text).toBe("# Front, edited\n");
  const { memories: all } = await memories.list(undefined, signal);
  expect(all.map(({ name, caller }) => [name, caller])).toEqual([
    ["backend/core", "file"],
    ["frontend/core", "file"],
  ]);
  expect((await memories.read("backend/core", signal)).text).toBe("# Back\r\n");
});

test("a page and its file that both changed are both kept, and it is said once", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  await memories.write("core", "first", signal);
  using elsewhere = await memoriesAt(dir.path, data.path, { memory_mirror: false });
  await elsewhere.memories.write("core", "of the model", signal);
  await put(dir.path, "core", "of a person");
  const { text, mirror } = await memories.read("core", signal);
  expect(text).toBe("of the model");
  const [conflict] = mirror.conflicts;
  expect(conflict?.name).toBe("core");
  expect((await memories.read(conflict!.kept, signal)).text).toBe("of a person");
  expect((await memories.list(undefined, signal)).mirror.conflicts).toEqual([]);
  await memories.write("other", "x", signal);
  expect(await fileOf(dir.path, "core")).toBe("of the model");
  expect(await fileOf(dir.path, conflict!.kept)).toBe("of a person");
});

test("a file that is gone takes no memory along, and comes again with the next writing; a deleted memory's file goes", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  await memories.write("a/b/c", "kept", signal);
  await rm(join(dir.path, ".waymark"), { recursive: true });
  expect((await memories.read("a/b/c", signal)).text).toBe("kept");
  expect(existsSync(join(dir.path, ".waymark"))).toBe(false);
  await memories.write("d", "x", signal);
  expect(await fileOf(dir.path, "a/b/c")).toBe("kept");
  await memories.delete("a/b/c", signal);
  expect(existsSync(join(dir.path, ".waymark/memories/a"))).toBe(false);
  expect(await fileOf(dir.path, "d")).toBe("x");
});

test("a file that nobody changed keeps its time, and reading writes no file", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  await memories.write("still", "text", signal);
  const path = join(dir.path, ".waymark/memories/still.md");
  const before = (await Bun.file(path).stat()).mtimeMs;
  await memories.write("linking", "`mem:old`", signal);
  await memories.write("old", "x", signal);
  await memories.renameTo("old", "new", signal);
  expect((await Bun.file(path).stat()).mtimeMs).toBe(before);
  expect(await fileOf(dir.path, "linking")).toBe("`mem:new`");
});

test("H102: worktrees share memories, and a worktree that is removed takes none along", async () => {
  await using dir = await tmp({ "main/a.txt": "a" });
  await using data = await tmp();
  const [main, linked] = [join(dir.path, "main"), join(dir.path, "linked")];
  git(main, "init");
  git(main, "add", ".");
  git(main, "commit", "-m", "one");
  git(main, "worktree", "add", linked);
  using inMain = await memoriesAt(main, data.path);
  using inLinked = await memoriesAt(linked, data.path);
  await inMain.memories.write("from-main", "1", signal);
  await inLinked.memories.write("from-linked", "2", signal);
  expect((await inLinked.memories.read("from-main", signal)).text).toBe("1");
  expect((await inMain.memories.read("from-linked", signal)).text).toBe("2");
  git(main, "worktree", "remove", "--force", linked);
  const { memories } = await inMain.memories.list(undefined, signal);
  expect(memories.map(({ name }) => name)).toEqual(["from-linked", "from-main"]);
});

test("a worktree whose files are of an older commit brings no old text back, and no conflict", async () => {
  await using dir = await tmp({ "main/a.txt": "a" });
  await using data = await tmp();
  const [main, linked] = [join(dir.path, "main"), join(dir.path, "linked")];
  using inMain = await memoriesAt(main, data.path);
  await inMain.memories.write("core", "old", signal);
  git(main, "init");
  git(main, "add", "-f", ".");
  git(main, "commit", "-m", "one");
  await inMain.database[Symbol.dispose]();
  using again = await memoriesAt(main, data.path);
  await again.memories.write("core", "old", signal);
  await again.memories.write("core", "newer", signal);
  git(main, "worktree", "add", linked);
  using inLinked = await memoriesAt(linked, data.path);
  const { text, mirror } = await inLinked.memories.read("core", signal);
  expect({ text, conflicts: mirror.conflicts }).toEqual({ text: "newer", conflicts: [] });
  await inLinked.memories.write("x", "x", signal);
  expect(await fileOf(linked, "core")).toBe("newer");
});

test("another commit that is checked out brings back no old text and no page that is gone; a person and a later commit do", async () => {
  await using dir = await tmp({ "a.txt": "a" });
  await using data = await tmp();
  const root = dir.path;
  git(root, "init", "-b", "main");
  using opened = await memoriesAt(root, data.path);
  const { memories } = opened;
  const textOf = async (name: string) => (await memories.read(name, signal)).text;
  await memories.write("core", "old", signal);
  await memories.write("gone", "gone", signal);
  await memories.write("moved", "moved", signal);
  commit(root, "one");
  await memories.write("core", "newer", signal);
  await memories.delete("gone", signal);
  await memories.renameTo("moved", "there", signal);
  commit(root, "two");

  git(root, "checkout", "-q", "HEAD~1");
  const { memories: all, mirror } = await memories.list(undefined, signal);
  expect(all.map(({ name }) => name)).toEqual(["core", "there"]);
  expect(mirror.conflicts).toEqual([]);
  expect(await textOf("core")).toBe("newer");
  git(root, "checkout", "-qf", "main");
  expect(await textOf("core")).toBe("newer");

  await put(root, "core", "old");
  await put(root, "gone", "gone");
  expect([await textOf("core"), await textOf("gone")]).toEqual(["old", "gone"]);
  await memories.write("core", "newer", signal);
  await put(root, "core", "old");
  commit(root, "back to the old");
  expect(await textOf("core")).toBe("old");
});

test("a person's edit after a look at another commit is news, whatever text it brings back", async () => {
  await using dir = await tmp({ "a.txt": "a" });
  await using data = await tmp();
  const root = dir.path;
  inRepository(root);
  using opened = await memoriesAt(root, data.path);
  const { memories } = opened;
  await memories.write("core", "old", signal);
  await memories.write("core", "newer", signal);
  commit(root, "newer");
  git(root, "checkout", "-q", "-b", "side");
  git(root, "commit", "-q", "--allow-empty", "-m", "side");
  await memories.write("other", "x", signal);
  git(root, "checkout", "-q", "main");
  await memories.read("core", signal);
  await put(root, "core", "old");
  expect((await memories.read("core", signal)).text).toBe("old");
});

test("a repository without a commit keeps its memories in step with their files", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  git(dir.path, "init");
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  await put(dir.path, "core", "of a person");
  expect((await memories.read("core", signal)).text).toBe("of a person");
  expect((await memories.write("core", "of the model", signal)).mirror.refused).toEqual([]);
  expect(await fileOf(dir.path, "core")).toBe("of the model");
});

test("an old text that git brings between the two halves of a writing is no news", async () => {
  await using dir = await tmp({ "a.txt": "a" });
  await using data = await tmp();
  const root = dir.path;
  inRepository(root);
  using opened = await memoriesAt(root, data.path);
  const { memories, database } = opened;
  await memories.write("core", "old", signal);
  commit(root, "old");
  await memories.write("core", "newer", signal);
  commit(root, "newer");
  const project = await projectAt(root);
  const rights = new MemoryRights(project.settings.values);
  const mirror = new Mirror({ project, memory: database, rights, log: () => undefined });
  await mirror.takeIn(signal);
  git(root, "checkout", "-q", "HEAD~1");
  await mirror.writeOut(signal);
  expect((await memories.read("core", signal)).text).toBe("newer");
});

test("an old text that git has put there, and has not yet said of which commit it is, is no news", async () => {
  await using dir = await tmp({ ".gitattributes": "z.txt filter=slow\n", "z.txt": "1" });
  await using data = await tmp();
  const root = dir.path;
  inRepository(root);
  using opened = await memoriesAt(root, data.path);
  const { memories } = opened;
  await memories.write("core", "old", signal);
  commit(root, "old");
  await memories.write("core", "newer", signal);
  await writeFile(join(root, "z.txt"), "2");
  commit(root, "newer");
  await memories.list(undefined, signal);
  const [reached, goOn] = [join(data.path, "reached"), join(data.path, "go-on")];
  const smudge = `touch '${reached}'; while [ ! -e '${goOn}' ]; do sleep 0.02; done; cat`;
  const checkout = Bun.spawn(["git", "-c", `filter.slow.smudge=${smudge}`, "checkout", "-q", "HEAD~1"], { cwd: root });
  while (!existsSync(reached)) await Bun.sleep(10);
  expect(await fileOf(root, "core")).toBe("old");
  expect((await memories.read("core", signal)).text).toBe("newer");
  await memories.write("other", "x", signal);
  await writeFile(goOn, "");
  expect(await checkout.exited).toBe(0);
  expect((await memories.read("core", signal)).text).toBe("newer");
});

test("H115: awkward texts come back byte by byte, and a folder of memories that is a link works inside the project alone", async () => {
  await using dir = await tmp({ "kept/readme.txt": "x" });
  await using data = await tmp();
  await using outside = await tmp();
  await mkdir(join(dir.path, ".waymark"));
  await symlink(join(dir.path, "kept"), join(dir.path, ".waymark/memories"));
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  const texts = ["a\r\nb\r", "---\ntitle: x\n---\n", "<b>&lt;", "$& $1 $$", "\ufeffmark", "", "x".repeat(1_048_576)];
  for (const [index, text] of texts.entries()) {
    await memories.write(`plan 🚀 ${index}`, text, signal);
    expect((await memories.read(`plan 🚀 ${index}`, signal)).text === text).toBe(true);
    expect((await readFile(join(dir.path, `kept/plan 🚀 ${index}.md`), "utf8")) === text).toBe(true);
  }
  await memories.write("Note", "big", signal);
  await expect(memories.write("note", "small", signal)).rejects.toThrow('would share its file with memory "Note"');
  expect((await memories.read("Note", signal)).text).toBe("big");

  await rm(join(dir.path, ".waymark/memories"));
  await symlink(outside.path, join(dir.path, ".waymark/memories"));
  const { mirror } = await memories.write("leak", "x", signal);
  expect(mirror.refused.map(({ reason }) => reason).join()).toContain("outside");
  expect(await Array.fromAsync(new Bun.Glob("**").scan(outside.path))).toEqual([]);
  expect((await memories.read("leak", signal)).text).toBe("x");
});

test("H116: a damaged page and damaged files are marked, and all else can be read", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories, database } = opened;
  for (const name of ["one", "two", "three"]) await memories.write(name, `---\nbroken: [\n# ${name}`, signal);
  await rm(join(dir.path, ".waymark"), { recursive: true });
  database.open.run("UPDATE memories SET text = x'ff41' WHERE name = 'two'");
  await put(dir.path, "bad", new Uint8Array([0xff, 0xfe, 0x41]));
  const { memories: all, mirror } = await memories.list(undefined, signal);
  expect(all.map(({ name, chars }) => [name, chars === undefined])).toEqual([
    ["one", false],
    ["three", false],
    ["two", true],
  ]);
  expect(mirror.refused).toEqual([{ path: ".waymark/memories/bad.md", reason: "it is not UTF-8" }]);
  expect((await memories.read("one", signal)).text).toContain("# one");
  await expect(memories.read("two", signal)).rejects.toThrow("damaged");
  await put(dir.path, "two", "healed by its file");
  expect((await memories.read("two", signal)).text).toBe("healed by its file");
});

test("what a person wrote into a file is kept beside what a model writes over it, unseen, and is not deleted", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  await memories.write("core", "first", signal);
  await put(dir.path, "core", "of a person");
  await expect(memories.delete("core", signal)).rejects.toThrow("you have not seen");
  await put(dir.path, "core", "of a person, again");
  const { mirror } = await memories.write("core", "of the model", signal);
  const [conflict] = mirror.conflicts;
  expect(conflict?.name).toBe("core");
  expect(await fileOf(dir.path, conflict!.kept)).toBe("of a person, again");
  expect(await fileOf(dir.path, "core")).toBe("of the model");

  await put(dir.path, "core", "of a person, who is listed");
  await memories.list(undefined, signal);
  const again = await memories.write("core", "of the model, again", signal);
  expect((await memories.read(again.mirror.conflicts[0]!.kept, signal)).text).toBe("of a person, who is listed");

  await put(dir.path, "core", "of a person, who is read");
  await memories.read("core", signal);
  expect((await memories.write("core", "knows what it replaces", signal)).mirror.conflicts).toEqual([]);
  await memories.delete("core", signal);
});

test("what another agent wrote since a page was read is kept beside what is written over it", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories, own } = opened;
  const other = new Memories(own, "other");
  await memories.write("core", "one", signal);
  expect((await other.write("core", "never read it", signal)).mirror.conflicts).toEqual([]);
  const { mirror } = await memories.write("core", "of who wrote one", signal);
  expect((await memories.read(mirror.conflicts[0]!.kept, signal)).text).toBe("never read it");
});

test("what a process left that died while it wrote goes with the next writing, unless nobody knows what is in it", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  await opened.memories.write("a/core", "old", signal);
  await opened.memories.write("a/core", "newer", signal);
  const left = [".0123456789ab.tmp", ".ba9876543210.tmp"].map((name) => join(dir.path, ".waymark/memories/a", name));
  await writeFile(left[0]!, "old");
  await writeFile(left[1]!, "of a person");
  await opened.memories.write("b", "b", signal);
  expect(left.map((path) => existsSync(path))).toEqual([false, true]);
});

test("a file that is a link, and a folder that is one, are neither read nor written through", async () => {
  await using dir = await tmp({ "main.ts": "export {};\n", "docs/plan.md": "plan\n" });
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories } = opened;
  await mkdir(join(dir.path, ".waymark/memories"), { recursive: true });
  await symlink("../../main.ts", join(dir.path, ".waymark/memories/core.md"));
  await symlink("../../docs", join(dir.path, ".waymark/memories/docs"));
  for (const name of ["core", "docs/plan", "docs/new"]) {
    const { mirror } = await memories.write(name, "of the model", signal);
    expect(mirror.refused.map(({ path }) => path)).toContain(`.waymark/memories/${name}.md`);
    await memories.delete(name, signal);
  }
  expect(await readFile(join(dir.path, "main.ts"), "utf8")).toBe("export {};\n");
  expect(await readFile(join(dir.path, "docs/plan.md"), "utf8")).toBe("plan\n");
  expect(existsSync(join(dir.path, "docs/new.md"))).toBe(false);
});

test("a folder that becomes a repository, and one that is none any more, keeps its memories", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  const off = { memory_mirror: false };
  {
    using opened = await memoriesAt(dir.path, data.path, off);
    await opened.memories.write("core", "kept", signal);
  }
  await git(dir.path, "init", "-q");
  {
    using opened = await memoriesAt(dir.path, data.path, off);
    expect((await opened.memories.read("core", signal)).text).toBe("kept");
  }
  await rm(join(dir.path, ".git"), { recursive: true });
  using opened = await memoriesAt(dir.path, data.path, off);
  expect((await opened.memories.read("core", signal)).text).toBe("kept");
});

test("a conflict that a search met is told by the next answer, and its page has a name that tools take", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories, own } = opened;
  const name = "\u6f22".repeat(66);
  await memories.write(name, "first", signal);
  using elsewhere = await memoriesAt(dir.path, data.path, { memory_mirror: false });
  await elsewhere.memories.write(name, "of the model", signal);
  await put(dir.path, name, "of a person");
  await own.texts(signal);
  const [conflict] = (await memories.list(undefined, signal)).mirror.conflicts;
  expect((await memories.read(conflict!.kept, signal)).text).toBe("of a person");
});

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { seeded } from "../../scripts/corpus.ts";
import type { Memories } from "../../src/memory/memories.ts";
import { MIGRATIONS } from "../../src/store/_migrations.gen.ts";
import { textHash } from "../../src/store/memory-table.ts";
import { MoveTable } from "../../src/store/move-table.ts";
import { openDatabase } from "../../src/store/open.ts";
import { memoriesAt } from "../fixture/memories.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = new AbortController().signal;

/** Each page has a mark of its own in its first line, by which it is known whatever it is called. */
async function pagesOf(memories: Memories): Promise<Map<string, { name: string; text: string }>> {
  const pages = new Map<string, { name: string; text: string }>();
  for (const { name } of (await memories.list(undefined, signal)).memories) {
    const { text } = await memories.read(name, signal);
    const mark = text.split("\n")[0]!;
    if (pages.has(mark)) throw new Error(`page ${mark} is there twice: ${pages.get(mark)!.name} and ${name}`);
    pages.set(mark, { name, text });
  }
  return pages;
}

test("whatever is renamed, into folders, into the global memories and out, no link dangles that did not before, and no page is lost", async () => {
  const random = seeded(13);
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path, { memory_mirror: false });
  const { memories, own } = opened;
  const names = Array.from({ length: 12 }, (_, at) => `page-${at}`);
  for (const [at, name] of names.entries()) {
    const linked = Array.from({ length: 4 }, () => pick([...names, "lost", "page"]));
    const links = at % 2 === 0 ? [] : linked.map((to) => pick([`\`mem:${to}\``, `mem:${to}.`, `(mem:${to}.md)`]));
    await memories.write(name, `mark-${at}\n${links.join(" and ")}`, signal);
  }
  const shapes = new Map([...(await pagesOf(memories))].map(([mark, { text }]) => [mark, text.split("mem:").length]));
  /** Links that lead nowhere, by the mark of their page. */
  const dangling = async () => {
    const marks = new Map([...(await pagesOf(memories))].map(([mark, { name }]) => [name, mark]));
    return (await own.dangling(signal)).dangling.map(({ from, to }) => `${marks.get(from)} -> ${to}`);
  };
  const before = new Set(await dangling());
  let renames = 0;
  let refused = 0;
  for (let round = 0; round < 300; round++) {
    const all = (await memories.list(undefined, signal)).memories.map(({ name }) => name);
    const to = `${pick(["", "", "global/"])}${pick(["", "a/", "a/b/"])}${pick(["page", "x y", "plan 🚀", "v1.2", "end-"])}${round}`;
    try {
      await memories.renameTo(pick(all), to, signal);
      renames++;
    } catch (error) {
      if (!/Global memories link|links to pages/.test((error as Error).message)) throw error;
      refused++;
    }
    const more = (await dangling()).filter((link) => !before.has(link));
    if (more.length > 0) throw new Error(`round ${round}: ${more} dangle since a page became ${to}`);
  }
  expect({ renames: renames > 150, refused: refused > 0 }).toEqual({ renames: true, refused: true });
  expect(new Map([...(await pagesOf(memories))].map(([mark, { text }]) => [mark, text.split("mem:").length]))).toEqual(
    shapes,
  );
}, 60_000);

test("links of a project that slept follow global memories that others renamed", async () => {
  await using one = await tmp();
  await using other = await tmp();
  await using data = await tmp();
  using here = await memoriesAt(one.path, data.path);
  using there = await memoriesAt(other.path, data.path);
  await here.memories.write("global/style", "x", signal);
  await there.memories.write("core", "`mem:global/style`", signal);
  await here.memories.renameTo("global/style", "global/taste", signal);
  await here.memories.renameTo("global/taste", "global/fashion", signal);
  expect((await there.memories.read("core", signal)).text).toBe("`mem:global/fashion`");
});

test("a move into the global memories that a crash cut off is ended by whoever comes next, and one that never began is not", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  const { memories, database } = opened;
  await memories.write("style", "x", signal);
  await memories.write("core", "`mem:style`", signal);
  await memories.write("free", "y", signal);
  const begin = (old: string, to: string, text: string) =>
    new MoveTable(database.open).begin({ old, new: to, oldHash: textHash(text), newHash: textHash(text) });
  await memories.write("global/style", "x", signal); // what the crash left: both are there
  begin("style", "global/style", "x");
  begin("free", "global/free", "y"); // it came before the copy was there
  const pages = await pagesOf(memories);
  expect([...pages.values()].map(({ name }) => name)).toEqual(["core", "free", "global/style"]);
  expect(pages.get("`mem:global/style`")?.name).toBe("core");
});

test("a process that is killed while it renames loses no page and leaves no link dangling", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  const marks = Array.from({ length: 8 }, (_, at) => `mark-${at}`);
  {
    using opened = await memoriesAt(dir.path, data.path);
    for (const [at, mark] of marks.entries()) {
      const links = (at % 2 === 0 ? [] : [1, 2, 3]).map((step) => `\`mem:page-${(at + step) % marks.length}\``);
      await opened.memories.write(`page-${at}`, `${mark}\n${links.join("\n")}`, signal);
    }
  }
  const random = seeded(114);
  let renamed = 0;
  for (let kill = 0; kill < 8; kill++) {
    const command = [
      process.execPath,
      join(import.meta.dir, "../fixture/mortal-renamer.ts"),
      dir.path,
      data.path,
      String(kill),
    ];
    const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
    for await (const _ of child.stdout) break; // it is ready
    await Bun.sleep(50 + random() * 400);
    child.kill("SIGKILL");
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");

    using opened = await memoriesAt(dir.path, data.path);
    const pages = await pagesOf(opened.memories);
    expect([...pages.keys()].toSorted()).toEqual(marks);
    expect((await opened.own.dangling(signal)).dangling).toEqual([]);
    if ([...pages.values()].some(({ name }) => name.includes(`page-${kill}-`))) renamed++;
    await opened.memories.write("tidy", `tidy\n${kill}`, signal);
    await opened.memories.delete("tidy", signal);
    for (const { name, text } of pages.values()) {
      if (name.startsWith("global/")) continue;
      expect(await Bun.file(join(dir.path, ".waymark/memories", `${name}.md`)).text()).toBe(text);
    }
    const files = await Array.fromAsync(new Bun.Glob("**/*.md").scan({ cwd: join(dir.path, ".waymark/memories") }));
    expect(files.length).toBe([...pages.values()].filter(({ name }) => !name.startsWith("global/")).length);
  }
  expect(renamed).toBeGreaterThan(0);
}, 120_000);

test("two processes on one project lose nothing of each other", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path);
  await opened.memories.write("shared", "end", signal);
  const script = (who: string) => `
    import { memoriesAt } from ${JSON.stringify(join(import.meta.dir, "../fixture/memories.ts"))};
    const { memories } = await memoriesAt(${JSON.stringify(dir.path)}, ${JSON.stringify(data.path)});
    const signal = new AbortController().signal;
    for (let at = 0; at < 15; at++) {
      await memories.write("${who}/" + at, "text " + at, signal);
      await memories.edit("shared", { needle: "end", replacement: "${who} " + at + "\\nend", mode: "literal", expectedCount: 1 }, signal);
    }
    process.exit(0);`;
  const children = ["a", "b"].map((who) => Bun.spawn([process.execPath, "-e", script(who)], { stderr: "inherit" }));
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0]);
  const { memories } = await opened.memories.list(undefined, signal);
  expect(memories.length).toBe(31);
  const wanted = ["a", "b"].flatMap((who) => Array.from({ length: 15 }, (_, at) => `${who} ${at}`));
  const { text } = await opened.memories.read("shared", signal);
  expect(text.split("\n").toSorted()).toEqual([...wanted, "end"].toSorted());
  expect(await Bun.file(join(dir.path, ".waymark/memories/shared.md")).text()).toBe(text);
}, 60_000);

test("a page that moves into the global memories and back, while another process looks all the time, is always there once", async () => {
  await using dir = await tmp();
  await using data = await tmp();
  using opened = await memoriesAt(dir.path, data.path, { memory_mirror: false });
  const { memories, own } = opened;
  await memories.write("page", "mark", signal);
  await memories.write("core", "`mem:page`", signal);
  const script = `
    import { memoriesAt } from ${JSON.stringify(join(import.meta.dir, "../fixture/memories.ts"))};
    const { own } = await memoriesAt(${JSON.stringify(dir.path)}, ${JSON.stringify(data.path)}, { memory_mirror: false });
    const signal = new AbortController().signal;
    let faults = 0;
    console.log("ready");
    process.on("SIGTERM", () => { console.log("faults " + faults); process.exit(0); });
    for (;;) {
      const { dangling } = await own.dangling(signal);
      if (dangling.length > 0) faults++;
      await Bun.sleep(0);
    }`;
  await using looker = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  const reader = looker.stdout.getReader();
  await reader.read();
  for (let round = 0; round < 100; round++) {
    await memories.renameTo("page", `global/page-${round}`, signal);
    await memories.renameTo(`global/page-${round}`, "page", signal);
    expect((await memories.list(undefined, signal)).memories.map(({ name }) => name)).toEqual(["core", "page"]);
  }
  looker.kill("SIGTERM");
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("faults 0\n");
  expect((await own.dangling(signal)).dangling).toEqual([]);
  expect((await memories.read("core", signal)).text).toBe("`mem:page`");
}, 60_000);

test("a read-only page of another project keeps its link to a global memory that was renamed, and the new name is told", async () => {
  await using one = await tmp();
  await using other = await tmp();
  await using data = await tmp();
  using here = await memoriesAt(one.path, data.path);
  await here.memories.write("global/style", "x", signal);
  {
    using there = await memoriesAt(other.path, data.path);
    await there.memories.write("core", "`mem:global/style`", signal);
    await there.memories.write("fixed", "`mem:global/style`", signal);
  }
  await here.memories.renameTo("global/style", "global/taste", signal);
  await here.memories.renameTo("global/taste", "global/fashion", signal);
  using there = await memoriesAt(other.path, data.path, { read_only_memory_patterns: ["fixed"] });
  expect((await there.memories.read("core", signal)).text).toBe("`mem:global/fashion`");
  expect((await there.memories.read("fixed", signal)).text).toBe("`mem:global/style`");
  expect((await there.own.dangling(signal)).dangling).toEqual([
    { from: "fixed", to: "global/style", renamed: "global/fashion" },
  ]);
});

test("H97: memories and notes outlive a restart, an upgrade, a deleted index and a restored backup", async () => {
  await using dir = await tmp({ "a.ts": "export const a = 1;\n" });
  await using data = await tmp();
  await using restored = await tmp();
  const note = { text: "kept", kind: "fact", tags: "[]", at: "2026-01-01T00:00:00.000Z", caller: "t" };
  let folder: string;
  {
    // The database as it was before there were memories.
    using opened = await memoriesAt(dir.path, data.path);
    folder = opened.database.folder;
    openDatabase(join(folder, "memory.db"), MIGRATIONS.memory.slice(0, 1))
      .query("INSERT INTO changes (root, tool, caller, at, state) VALUES ('r', 'old', 'c', 'now', 'applied')")
      .run();
    await opened.memories.write("core", "first", signal);
    await opened.memories.write("global/mine", "for all", signal);
    opened.database.open
      .query("INSERT INTO notes (text, kind, tags, at, caller) VALUES ($text, $kind, $tags, $at, $caller)")
      .run(note);
  }
  await rm(join(data.path, "index"), { recursive: true, force: true });
  await rm(join(dir.path, ".waymark"), { recursive: true });
  const kept = async (dataDir: string) => {
    using opened = await memoriesAt(dir.path, dataDir);
    const { memories } = await opened.memories.list(undefined, signal);
    const { notes } = (await opened.own.exported(signal)).archive;
    const changes = opened.database.open.query("SELECT tool FROM changes").values().flat();
    return { names: memories.map(({ name }) => name), notes: notes.map(({ text }) => text), changes };
  };
  const all = { names: ["core", "global/mine"], notes: ["kept"], changes: ["old"] };
  expect(await kept(data.path)).toEqual(all);
  await cp(data.path, restored.path, { recursive: true });
  using writer = new Database(join(folder, "memory.db"));
  writer.run("DELETE FROM memories");
  expect((await kept(data.path)).names).toEqual(["global/mine"]);
  expect(await kept(restored.path)).toEqual(all);
});

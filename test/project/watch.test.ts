import { expect, test } from "bun:test";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { foldersOf, Watcher, type WatchHealth } from "../../src/project/watch.ts";
import { projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const LIMIT_MS = 5_000;

/** A watched project; `saw` waits until every named path was reported, `told` is all that was. */
async function watched(files: Record<string, string>) {
  const dir = await tmp(files);
  const project = await projectAt(dir.path);
  const { signal } = new AbortController();
  const told = new Set<string>();
  const health: WatchHealth[] = [];
  const watcher = await Watcher.start(dir.path, {
    folders: async () => foldersOf(await project.files.paths(".", { signal })),
    isWanted: async (folder) => (await project.files.ignoredReason(folder, signal)) === undefined,
    onChange: (paths) => paths.forEach((path) => void told.add(path)),
    onHealth: (state) => void health.push(state),
  });
  return {
    path: dir.path,
    told,
    health,
    watcher,
    write: (name: string, text: string) => writeFile(join(dir.path, name), text),
    async saw(...paths: string[]) {
      const until = performance.now() + LIMIT_MS;
      while (paths.some((path) => !told.has(path)) && performance.now() < until) await Bun.sleep(10);
      expect(paths.filter((path) => !told.has(path))).toEqual([]);
    },
    async [Symbol.asyncDispose]() {
      watcher[Symbol.dispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
}

test("changes, new files and deletions are seen at any depth", async () => {
  await using dir = await watched({ "a.ts": "1", "src/deep/er/b.ts": "1", "src/gone.ts": "1" });
  await dir.write("a.ts", "2");
  await dir.write("src/deep/er/b.ts", "2");
  await dir.write("src/new.ts", "1");
  await rm(join(dir.path, "src/gone.ts"));
  await dir.saw("a.ts", "src/deep/er/b.ts", "src/new.ts", "src/gone.ts");
});

test("a file that comes with its folder is seen, and so are later changes in that folder", async () => {
  await using dir = await watched({ "a.ts": "1" });
  await mkdir(join(dir.path, "x/y"), { recursive: true });
  await dir.write("x/y/first.ts", "1");
  await dir.saw("x/y/first.ts");
  await dir.write("x/y/second.ts", "1");
  await dir.write("x/y/first.ts", "2");
  await dir.saw("x/y/second.ts");
});

test("a file that is saved by renaming another over it is seen", async () => {
  await using dir = await watched({ "src/a.ts": "1" });
  await dir.write("src/.a.ts.swp", "2");
  await rename(join(dir.path, "src/.a.ts.swp"), join(dir.path, "src/a.ts"));
  await dir.saw("src/a.ts");
});

test("H37: a renamed folder is seen under both names, and watched under the new one", async () => {
  await using dir = await watched({ "old/in/a.ts": "1" });
  await rename(join(dir.path, "old"), join(dir.path, "new"));
  await dir.saw("old", "new/in/a.ts");
  await dir.write("new/in/b.ts", "1");
  await dir.saw("new/in/b.ts");
});

test("a deleted tree is seen with its folders, and can come back", async () => {
  await using dir = await watched({ "src/in/a.ts": "1", "b.ts": "" });
  await rm(join(dir.path, "src"), { recursive: true });
  await dir.saw("src", "src/in");
  await mkdir(join(dir.path, "src"));
  await dir.write("src/c.ts", "1");
  await dir.saw("src/c.ts");
});

test("a burst of files is seen whole", async () => {
  await using dir = await watched({ "src/a.ts": "1" });
  const names = Array.from({ length: 300 }, (_, index) => `src/f${index}.ts`);
  await Promise.all(names.map((name) => dir.write(name, "1")));
  await dir.saw(...names);
});

test("ignored folders are not watched, and a changed ignore file takes effect", async () => {
  await using dir = await watched({ "a.ts": "1", "node_modules/x/a.js": "1", "out/b.ts": "1" });
  expect(dir.watcher.health).toEqual({ state: "watching", folders: 2 });
  await dir.write(".gitignore", "out/\n");
  await dir.saw(".gitignore");
  for (let wait = 0; dir.watcher.health.folders !== 1 && wait < 200; wait++) await Bun.sleep(10);
  expect(dir.watcher.health.folders).toBe(1);
  await dir.write(".gitignore", "");
  for (let wait = 0; dir.watcher.health.folders !== 2 && wait < 200; wait++) await Bun.sleep(10);
  await dir.write("out/c.ts", "1");
  await dir.saw("out/c.ts");
});

test("links to folders are not followed, so cycles do not matter", async () => {
  await using dir = await watched({ "src/a.ts": "1" });
  await symlink("..", join(dir.path, "src/loop"));
  await dir.saw("src/loop");
  await dir.write("src/a.ts", "2");
  await dir.saw("src/a.ts");
  expect(dir.watcher.health.folders).toBe(2);
});

test("H34: when folders cannot be watched, the health says how many and why", async () => {
  await using dir = await tmp({ "a.ts": "", "locked/b.ts": "" });
  const health: WatchHealth[] = [];
  const options = {
    isWanted: async () => true,
    onChange: () => undefined,
    onHealth: (state: WatchHealth) => void health.push(state),
  };
  // A name that the system refuses stands for a system that has no more watches.
  using watcher = await Watcher.start(dir.path, { ...options, folders: async () => [".", "x".repeat(300)] });
  expect(watcher.health).toMatchObject({
    state: "degraded",
    folders: 1,
    reason: expect.stringMatching(/^1 folders are not watched: /),
  });
  expect(health.at(-1)).toEqual(watcher.health);
});

test("after it is stopped it tells nothing more", async () => {
  await using dir = await watched({ "a.ts": "1" });
  dir.watcher[Symbol.dispose]();
  await dir.write("a.ts", "2");
  await Bun.sleep(100);
  expect(dir.told.size).toBe(0);
  expect(dir.watcher.health).toEqual({ state: "stopped", folders: 0 });
});

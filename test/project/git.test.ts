/** What git knows of the files of a project. */
import { describe, expect, test } from "bun:test";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git, projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const { signal } = new AbortController();

async function repository() {
  const folder = await tmp({
    "same.txt": "1",
    "touched.txt": "1",
    "changed.txt": "1",
    "staged.txt": "1",
    "gone.txt": "1",
    "sub/changed ü.txt": "1",
    "sub/same.txt": "1",
    ".gitignore": "*.log\n",
    "new.txt": "1",
    "x.log": "1",
  });
  const at = (name: string) => join(folder.path, name);
  git(folder.path, "init", "--quiet");
  git(folder.path, "add", "--", ".", ":!new.txt");
  git(folder.path, "commit", "--quiet", "--message", "one");
  for (const name of ["changed.txt", "staged.txt", "sub/changed ü.txt"]) writeFileSync(at(name), "2");
  git(folder.path, "add", "--", "staged.txt");
  utimesSync(at("touched.txt"), 1, 1);
  rmSync(at("gone.txt"));
  return { ...folder, at, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe("files that differ from the commit that is checked out", () => {
  test("are those with other bytes, staged or not, and those that git does not know", async () => {
    await using folder = await repository();
    const { git: opened } = await projectAt(folder.path);
    expect(await opened!.changed(".", signal)).toEqual(["changed.txt", "new.txt", "staged.txt", "sub/changed ü.txt"]);
    expect(await opened!.changed("sub", signal)).toEqual(["sub/changed ü.txt"]);
    expect(await opened!.changed("sub/same.txt", signal)).toEqual([]);
  });

  test("have paths within the project where its root is a folder of the repository", async () => {
    await using folder = await repository();
    const { git: opened } = await projectAt(folder.at("sub"));
    expect(await opened!.changed(".", signal)).toEqual(["changed ü.txt"]);
  });

  test("are all before the first commit", async () => {
    await using folder = await tmp({ "a.txt": "1", "b.txt": "2" });
    git(folder.path, "init", "--quiet");
    git(folder.path, "add", "--", "a.txt");
    const { git: opened } = await projectAt(folder.path);
    expect(await opened!.changed(".", signal)).toEqual(["a.txt", "b.txt"]);
  });
});

describe("what was checked out", () => {
  test("is nothing before the first commit", async () => {
    await using folder = await tmp();
    git(folder.path, "init", "--quiet");
    const { git: opened } = await projectAt(folder.path);
    expect(await opened!.checkouts(10, signal)).toEqual([]);
  });

  test("is told apart from the same commit within the same second", async () => {
    await using folder = await tmp({ "a.txt": "1" });
    git(folder.path, "init", "--quiet");
    const once = (...args: string[]) => {
      const env = { ...process.env, GIT_COMMITTER_DATE: "1700000000 +0000" };
      const identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"];
      expect(Bun.spawnSync(["git", ...identity, ...args], { cwd: folder.path, env }).exitCode).toBe(0);
    };
    once("commit", "--quiet", "--allow-empty", "--message", "one");
    const one = git(folder.path, "rev-parse", "HEAD").trim();
    once("checkout", "--quiet", "-b", "side");
    once("commit", "--quiet", "--allow-empty", "--message", "two");
    const two = git(folder.path, "rev-parse", "HEAD").trim();
    once("checkout", "--quiet", "HEAD~1");
    const { git: opened } = await projectAt(folder.path);
    const log = await opened!.checkouts(10, signal);
    expect(log).toEqual([`${one} 1700000000 2`, `${two} 1700000000`, `${one} 1700000000 1`, `${one} 1700000000`]);
    expect((await opened!.checkouts(2, signal)).length).toBe(2);
  });
});

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

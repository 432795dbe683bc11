import { expect, test } from "bun:test";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Project, projectRoot } from "../../src/project/project.ts";
import { git, projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = AbortSignal.timeout(60_000);

function list(project: Project, folder = "."): Promise<string[]> {
  return project.files.paths(folder, { signal });
}

/** A folder with these files, empty unless said otherwise, as a repository or not. */
async function folderOf(files: readonly string[], rules: Record<string, string>, hasGit: boolean) {
  const folder = await tmp({ ...Object.fromEntries(files.map((path) => [path, ""])), ...rules });
  if (hasGit) git(folder.path, "init", "-q");
  return folder;
}

for (const hasGit of [true, false]) {
  const where = hasGit ? "with git" : "without git";

  test(`H43: anchored and double-star patterns count from the folder of their ignore file, ${where}`, async () => {
    const files = ["only.ts", "any.ts", "foo/only.ts", "foo/bar/only.ts", "foo/bar/any.ts"];
    await using folder = await folderOf(files, { "foo/.gitignore": "/only.ts\n**/any.ts\n" }, hasGit);
    expect(await list(await projectAt(folder.path))).toEqual([
      "any.ts",
      "foo/.gitignore",
      "foo/bar/only.ts",
      "only.ts",
    ]);
  });

  test(`H44: a negation takes back what a wildcard ignored, in ignore files and in ignored_paths, ${where}`, async () => {
    const files = ["plugins/app/m.ts", "plugins/other/m.ts", "logs/a.log", "logs/keep.log"];
    const rules = ["plugins/*", "!plugins/app", "logs/*", "!logs/keep.log"];
    await using byFile = await folderOf(files, { ".gitignore": rules.join("\n") }, hasGit);
    expect(await list(await projectAt(byFile.path))).toEqual([".gitignore", "logs/keep.log", "plugins/app/m.ts"]);
    await using bySetting = await folderOf(files, {}, hasGit);
    const project = await projectAt(bySetting.path, { ignored_paths: rules });
    expect(await list(project)).toEqual(["logs/keep.log", "plugins/app/m.ts"]);
  });

  test(`H45: a sub-package's ignore file counts, and its change without a restart, ${where}`, async () => {
    await using folder = await folderOf(["web/.out/b.js", "web/.out2.js"], { "web/.gitignore": ".out\n" }, hasGit);
    const project = await projectAt(folder.path);
    expect(await list(project)).toEqual(["web/.gitignore", "web/.out2.js"]);
    await writeFile(join(folder.path, "web/.gitignore"), ".out2.js\n");
    expect(await list(project)).toEqual(["web/.gitignore", "web/.out/b.js"]);
  });

  test(`a folder that an inner ignore file takes back is listed, what is ignored in it is not, ${where}`, async () => {
    const rules = { ".gitignore": "gen\n*.log\n", "a [1]/.gitignore": "!gen\n" };
    await using folder = await folderOf(["a [1]/gen/x.ts", "a [1]/gen/x.log", "a [1]/gen/gen/y.ts"], rules, hasGit);
    const expected = [".gitignore", "a [1]/.gitignore", "a [1]/gen/gen/y.ts", "a [1]/gen/x.ts"];
    expect(await list(await projectAt(folder.path))).toEqual(expected);
  });

  test(`H47: ignore files below an ignored folder are not looked at, ${where}`, async () => {
    await using folder = await folderOf(["src/a.ts"], { ".gitignore": "node_modules/\n" }, hasGit);
    for (let index = 0; index < 3_000; index++) {
      const inner = join(folder.path, `node_modules/p${index}`);
      await mkdir(inner, { recursive: true });
      await writeFile(join(inner, ".gitignore"), index === 7 ? "!*\n" : "x\n");
    }
    const startedAt = performance.now();
    expect(await list(await projectAt(folder.path))).toEqual([".gitignore", "src/a.ts"]);
    expect(performance.now() - startedAt).toBeLessThan(2_000); // ten times what it takes on a slow machine
  });

  test(`comments, escapes and names with brackets in ignore files read as in git (12.4), ${where}`, async () => {
    const rules = ["# note", "\\#hash", "\\!bang", "blank\\ ", "di[rs]", "quest?on/", "a\\*b", "**/deep/z.ts", ""];
    const ignored = ["#hash", "!bang", "blank ", "dir/x.ts", "dis/x.ts", "question/x.ts", "a*b", "q/deep/z.ts"];
    const kept = ["# note", "axb", "blank", "deep.ts", "question.ts", "q/deep/y.ts"];
    await using folder = await folderOf([...ignored, ...kept], { ".gitignore": rules.join("\n") }, hasGit);
    expect(new Set(await list(await projectAt(folder.path)))).toEqual(new Set([".gitignore", ...kept]));
  });

  test(`an ignored folder that is named is listed (12.4), ${where}`, async () => {
    await using folder = await folderOf(["out/a.js", "a.ts"], { ".gitignore": "out/\n" }, hasGit);
    expect(await list(await projectAt(folder.path), "out")).toEqual(["out/a.js"]);
  });
}

test("H46: escapes, blanks at the end and .git/info/exclude count; what is tracked is listed although ignored", async () => {
  const files = ["#hash.ts", "Trailing.ts", "local.ts", "x.tmp", "gen/api.ts", "gen/other.ts", "a.ts"];
  const rules = { ".gitignore": "gen/\n\\#hash.ts\nTrailing.ts \n*.tmp\n" };
  await using folder = await folderOf(files, rules, true);
  await mkdir(join(folder.path, ".git/info"), { recursive: true });
  await writeFile(join(folder.path, ".git/info/exclude"), "local.ts\n");
  git(folder.path, "add", "-f", "gen/api.ts");
  expect(await list(await projectAt(folder.path))).toEqual([".gitignore", "a.ts", "gen/api.ts"]);
});

test("an ignore file that is a link is not followed, as in git", async () => {
  await using outside = await tmp({ rules: "*.ts\n" });
  await using folder = await tmp({ "a.ts": "" });
  await symlink(join(outside.path, "rules"), join(folder.path, ".gitignore"));
  expect(await list(await projectAt(folder.path))).toEqual([".gitignore", "a.ts"]);
});

test("files that a sparse checkout leaves out are not listed", async () => {
  await using folder = await folderOf(["in/a.ts", "out/b.ts"], {}, true);
  git(folder.path, "add", ".");
  git(folder.path, "commit", "-qm", "both");
  git(folder.path, "update-index", "--skip-worktree", "out/b.ts");
  await rm(join(folder.path, "out"), { recursive: true });
  expect(await list(await projectAt(folder.path))).toEqual(["in/a.ts"]);
});

test("a folder of the built-in list that is named shows its untracked files beside the tracked ones", async () => {
  await using folder = await folderOf(["vendor/ours.go", "vendor/theirs.go", "a.go"], {}, true);
  git(folder.path, "add", "vendor/ours.go");
  const project = await projectAt(folder.path);
  expect(await list(project)).toEqual(["a.go", "vendor/ours.go"]);
  expect(await list(project, "vendor")).toEqual(["vendor/ours.go", "vendor/theirs.go"]);
});

test("H100: a worktree inside the repository is a project of its own, and no part of the outer one", async () => {
  await using folder = await tmp({ "m/x.ts": "outer\n", "m/.waymark/project.yaml": "" });
  const outer = join(folder.path, "m");
  git(outer, "init", "-q");
  git(outer, "add", ".");
  git(outer, "commit", "-qm", "first");
  git(outer, "worktree", "add", "-q", ".trees/f", "-b", "f");
  const inner = join(outer, ".trees/f");
  expect(await projectRoot(inner)).toBe(inner);
  expect(await list(await projectAt(inner))).toEqual([".waymark/project.yaml", "x.ts"]);
  expect(await list(await projectAt(outer))).toEqual([".waymark/project.yaml", "x.ts"]);
});

test("H101: a submodule is a project of its own; started in a folder of the outer one, that is the root", async () => {
  await using library = await folderOf(["lib.ts"], {}, true);
  git(library.path, "add", ".");
  git(library.path, "commit", "-qm", "first");
  await using outer = await folderOf(["src/a.ts"], {}, true);
  git(outer.path, "submodule", "add", "-q", library.path, "libs/s");
  expect(await projectRoot(join(outer.path, "src"))).toBe(outer.path);
  expect(await list(await projectAt(outer.path))).toEqual([".gitmodules", "src/a.ts"]);
  const inner = join(outer.path, "libs/s");
  expect(await projectRoot(inner)).toBe(inner);
  expect(await list(await projectAt(inner))).toEqual(["lib.ts"]);
});

test("H101: what lies in a submodule is in no list, nor among what came, even when its own `.git` has gone", async () => {
  await using library = await folderOf(["deep/lib.ts"], {}, true);
  git(library.path, "add", ".");
  git(library.path, "commit", "-qm", "first");
  await using outer = await folderOf(["src/a.ts"], {}, true);
  git(outer.path, "submodule", "add", "-q", library.path, "libs/s");
  await rm(join(outer.path, "libs/s/.git"));
  const { files } = await projectAt(outer.path);
  expect(await files.paths(".", { signal })).toEqual([".gitmodules", "src/a.ts"]);
  expect(await files.among(["libs/s/deep/lib.ts"], signal)).toEqual([]);
  expect(await files.among(["src/a.ts"], signal)).toEqual(["src/a.ts"]);
  expect(await files.among(["libs/s"], signal)).toEqual([]);
});

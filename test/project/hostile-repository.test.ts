import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { git, projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const { signal } = new AbortController();

/** Every setting of git that names a program, set to one that leaves a mark. */
function hostileConfig(program: string): string {
  return `
[core]
	fsmonitor = ${program}
	hooksPath = ${program}-hooks
	pager = ${program}
	editor = ${program}
	askPass = ${program}
	sshCommand = ${program}
	gitProxy = ${program}
	alternateRefsCommand = ${program}
	attributesFile = ${program}-attributes
[diff]
	external = ${program}
[diff "mark"]
	command = ${program}
	textconv = ${program}
[filter "mark"]
	clean = ${program}
	smudge = ${program}
	process = ${program}
	required = true
[merge "mark"]
	driver = ${program}
[gpg]
	program = ${program}
[gpg "ssh"]
	program = ${program}
[log]
	showSignature = true
[pager]
	log = ${program}
	ls-files = ${program}
[alias]
	ls-files = !${program}
	log = !${program}
[credential]
	helper = !${program}
[interactive]
	diffFilter = ${program}
[sequence]
	editor = ${program}
[uploadpack]
	packObjectsHook = ${program}
[extensions]
	partialClone = origin
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[protocol "file"]
	allow = always
[remote "origin"]
	url = ext::${program}
	promisor = true
	partialclonefilter = blob:none
	uploadpack = ${program}
	receivepack = ${program}
`;
}

async function hostileRepository() {
  const dir = await tmp({
    "repo/a.txt": "one\n",
    "repo/.gitattributes": "* diff=mark filter=mark merge=mark\n",
    "repo/.gitignore": "*.log\n",
    "repo/x.log": "",
    "program-attributes": "* diff=mark filter=mark\n",
  });
  const root = join(dir.path, "repo");
  const [program, marks] = [join(dir.path, "program"), join(dir.path, "marks")];
  await Bun.write(program, `#!/bin/sh\necho "$0 $*" >> ${marks}\ncat\n`);
  await chmod(program, 0o755);
  await mkdir(`${program}-hooks`);
  for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"])
    await symlink(program, join(`${program}-hooks`, hook));
  git(root, "init", "--quiet");
  git(root, "add", ".");
  git(root, "commit", "--quiet", "--message", "one");
  await Bun.write(join(root, "a.txt"), "two\n");
  git(root, "commit", "--quiet", "--all", "--message", "two");
  await Bun.write(join(root, "a.txt"), "three\n");
  // By way of an include, as a repository would hide it.
  await Bun.write(join(dir.path, "included"), hostileConfig(program));
  await appendFile(join(root, ".git/config"), `[include]\n\tpath = ${join(dir.path, "included")}\n`);
  return { ...dir, root, marks, [Symbol.asyncDispose]: dir[Symbol.asyncDispose] };
}

describe("a repository that names programs in its configuration", () => {
  test("starts none of them when files are listed, commits read and rules asked for", async () => {
    await using hostile = await hostileRepository();
    const project = await projectAt(hostile.root);
    expect(project.git).toBeDefined();
    expect(await project.files.paths(".", { signal })).toEqual([".gitattributes", ".gitignore", "a.txt"]);
    expect(await project.files.ignoredReason("x.log", signal)).toContain("*.log");
    const commits = await project.git!.commits({ path: "a.txt", query: "o", author: "T", limit: 5 }, signal);
    expect(commits.map(({ subject }) => subject)).toEqual(["two", "one"]);
    expect(existsSync(hostile.marks)).toBe(false);
  });

  test("starts none when changed files are asked for", async () => {
    await using hostile = await hostileRepository();
    const { git: opened } = await projectAt(hostile.root);
    await Bun.write(join(hostile.root, "b.txt"), "new\n");
    expect(await opened!.changed(".", signal)).toEqual(["a.txt", "b.txt"]);
    expect(existsSync(hostile.marks)).toBe(false);
  });

  test("starts none to fetch what it lacks", async () => {
    await using hostile = await hostileRepository();
    const objects = join(hostile.root, ".git/objects");
    const blob = git(hostile.root, "-c", "core.fsmonitor=false", "rev-parse", "HEAD:a.txt").trim();
    await rm(hostile.marks, { force: true });
    expect(await readdir(join(objects, blob.slice(0, 2)))).toContain(blob.slice(2));
    await rm(join(objects, blob.slice(0, 2), blob.slice(2)));
    const project = await projectAt(hostile.root);
    await project.git!.commits({ path: ".", limit: 5 }, signal).catch(() => undefined);
    await project.files.paths(".", { signal });
    expect(existsSync(hostile.marks)).toBe(false);
  });

  test.each([
    ["whose files lie elsewhere", "worktree = /"],
    ["whose files are said to lie in a folder that is not there", "worktree = ../../none"],
    ["that is said to have no files", "bare = true"],
  ])("%s is walked instead", async (_, line) => {
    await using dir = await tmp({ "repo/a.txt": "a", "repo/src/b.txt": "b" });
    const root = join(dir.path, "repo");
    git(root, "init", "--quiet");
    await appendFile(join(root, ".git/config"), `[core]\n\t${line}\n`);
    const project = await projectAt(root);
    expect(await project.files.paths(".", { signal })).toEqual(["a.txt", "src/b.txt"]);
  });
});

import { describe, expect, test } from "bun:test";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { git, projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const jail = async (path: string) => (await projectAt(path)).files;
const listed = async (path: string) => (await jail(path)).paths(".", { signal: new AbortController().signal });

describe("the jail", () => {
  test("H06: prefix siblings and dot-dot are refused, legal spellings are not", async () => {
    await using dir = await tmp({ "repo/src/a.ts": "a", "repo-other/x.ts": "x" });
    const files = await jail(join(dir.path, "repo"));
    for (const path of [
      join(dir.path, "repo-other/x.ts"),
      "../repo-other/x.ts",
      "src/../../repo-other/x.ts",
      "..",
      "/etc/passwd",
    ]) {
      await expect(files.relative(path)).rejects.toMatchObject({ code: "outside_project" });
    }
    for (const path of [join(dir.path, "repo/src/a.ts"), "./src/./a.ts"])
      expect(await files.relative(path)).toBe("src/a.ts");
    expect(await files.relative(join(dir.path, "repo"))).toBe(".");
  });

  test("H03: a drive letter is refused with a reason, a backslash path resolves to the file that exists", async () => {
    await using dir = await tmp({ "src/a.ts": "a", "odd\\name.ts": "odd" });
    const files = await jail(dir.path);
    await expect(files.relative("C:\\proj\\x.ts")).rejects.toMatchObject({
      code: "invalid_arguments",
      message: expect.stringContaining("Windows path"),
    });
    await Bun.write(join(dir.path, "b:c.ts"), "colon");
    expect((await files.read(await files.relative("b:c.ts"))).text).toBe("colon");
    expect(await files.relative("src\\a.ts")).toBe("src/a.ts");
    expect((await files.read(await files.relative("odd\\name.ts"))).text).toBe("odd");
  });

  test("a NUL character is refused before anything is touched", async () => {
    await using dir = await tmp();
    await expect((await jail(dir.path)).relative("a\0b")).rejects.toMatchObject({ code: "invalid_arguments" });
  });

  test("H05: links that leave the root cannot be read, dangling ones are not found, and neither disturbs the rest", async () => {
    await using dir = await tmp({ "other/secret.ts": "hush", "repo/src/a.ts": "loud" });
    const root = join(dir.path, "repo");
    await symlink(join(dir.path, "other"), join(root, "ext"));
    await symlink("/nonexistent/store", join(root, "store"));
    await symlink("src/a.ts", join(root, "alias.ts"));
    const files = await jail(root);
    for (const path of ["ext/secret.ts", "ext/none.ts", "ext/none/none.ts"])
      await expect(files.read(path)).rejects.toMatchObject({ code: "outside_project" });
    await expect(files.read("store")).rejects.toMatchObject({ code: "not_found" });
    expect((await files.read("alias.ts")).text).toBe("loud");
    expect(await listed(root)).toEqual(["alias.ts", "ext", "src/a.ts", "store"]);
  });

  test("H04: link cycles end", async () => {
    await using dir = await tmp({ "pkgs/a/index.ts": "1" });
    await symlink("..", join(dir.path, "pkgs/a/dep"));
    await symlink(".", join(dir.path, "pkgs/a/loop"));
    expect(await listed(dir.path)).toEqual(["pkgs/a/dep", "pkgs/a/index.ts", "pkgs/a/loop"]);
  });

  test("H07: letter case is kept", async () => {
    await using dir = await tmp({ "Work/Util.ts": "1", "Work/util.ts": "2" });
    const files = await jail(dir.path);
    expect((await files.read("Work/Util.ts")).text).toBe("1");
    expect((await files.read("Work/util.ts")).text).toBe("2");
    await expect(files.read("work/util.ts")).rejects.toMatchObject({ code: "not_found" });
  });

  test("H01: names with accents, CJK and blanks are read as they are spelt", async () => {
    await using dir = await tmp({ "Büro projé 雪/src/été.ts": "export function pâte() {}\n" });
    const root = join(dir.path, "Büro projé 雪");
    expect(await listed(root)).toEqual(["src/été.ts"]);
    expect((await (await jail(root)).read("src/été.ts")).text).toContain("pâte");
  });

  test("git's own data is neither read nor listed, dot-folders are", async () => {
    await using dir = await tmp({ ".git/config": "x", ".ci/tool.py": "y", "sub/.git": "gitdir: x" });
    expect(await listed(dir.path)).toEqual([".ci/tool.py"]);
    await expect((await jail(dir.path)).read(".git/config")).rejects.toMatchObject({ code: "forbidden" });
  });

  test("files that hold secrets by name are listed but not read", async () => {
    await using dir = await tmp({ ".env": "KEY=1", ".env.example": "KEY=", "deploy/id_rsa": "k", "a.pem": "k" });
    const files = await jail(dir.path);
    for (const path of [".env", "deploy/id_rsa", "a.pem"])
      await expect(files.read(path)).rejects.toMatchObject({ code: "forbidden" });
    expect((await files.read(".env.example")).text).toBe("KEY=");
    expect(await listed(dir.path)).toContain(".env");
  });

  test("a link with a harmless name leads neither to secrets nor into git's own data", async () => {
    await using dir = await tmp({ ".env": "KEY=hush", ".ssh/config": "hush", ".git/config": "hush", "a.txt": "a" });
    for (const [name, to] of [
      ["notes.txt", ".env"],
      ["config.txt", ".git/config"],
      ["keys", ".ssh"],
      ["hooks", ".git"],
    ] as const)
      await symlink(to, join(dir.path, name));
    const files = await jail(dir.path);
    for (const path of ["notes.txt", "config.txt", "keys/config", "hooks/config", "hooks/none"]) {
      await expect(files.read(path)).rejects.toMatchObject({ code: "forbidden" });
      await expect(files.target(path)).rejects.toMatchObject({ code: "forbidden" });
      const opened = (() => {
        try {
          return files.openListed(path);
        } catch (error) {
          return (error as { code: string }).code;
        }
      })();
      expect(opened).toBe(path === "hooks/none" ? undefined : "forbidden");
    }
    await expect(files.target("hooks/new")).rejects.toMatchObject({ code: "forbidden" });
    await expect(files.target("keys/new")).rejects.toMatchObject({ code: "forbidden" });
    await expect(files.paths("hooks", { signal: AbortSignal.timeout(1_000) })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("git's folder is refused in every spelling that some file system takes for it", async () => {
    await using dir = await tmp();
    const files = await jail(dir.path);
    for (const path of [".GIT/config", "sub/.git./x", ".git /x", "git~1/x", ".g\u200cit/x", ".git::$INDEX/x"])
      await expect(files.target(path)).rejects.toMatchObject({ code: "forbidden" });
    expect(await files.target(".gitignore")).toMatchObject({ isNew: true });
  });

  test("a folder that is reached through a link is listed under the spelling asked for", async () => {
    await using dir = await tmp({ "src/in/a.ts": "a", "b.ts": "b" });
    git(dir.path, "init", "--quiet");
    await symlink("src", join(dir.path, "link"));
    await symlink(".", join(dir.path, "loop"));
    const files = await jail(dir.path);
    const { signal } = new AbortController();
    expect(await files.paths("link", { signal })).toEqual(["link/in/a.ts"]);
    expect(await files.paths("link/in", { signal, includeIgnored: true })).toEqual(["link/in/a.ts"]);
    expect(await files.paths("loop", { signal })).toEqual(["loop/b.ts", "loop/link", "loop/loop", "loop/src/in/a.ts"]);
  });

  test("an ignore file that is a pipe, or a link to a device, is passed over", async () => {
    await using dir = await tmp({ "a.ts": "", "in/b.ts": "" });
    Bun.spawnSync(["mkfifo", join(dir.path, ".gitignore")]);
    await symlink("/dev/zero", join(dir.path, "in/.gitignore"));
    expect(await listed(dir.path)).toEqual(["a.ts", "in/.gitignore", "in/b.ts"]);
  });

  test("what is no text file is refused by what it is", async () => {
    await using dir = await tmp({
      "pic.png": new Uint8Array([137, 80, 0, 1]),
      "latin.txt": new Uint8Array([0xe9]),
      "src/a.ts": "",
    });
    const files = await jail(dir.path);
    await expect(files.read("pic.png")).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("4 bytes"),
    });
    await expect(files.read("src")).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("folder"),
    });
  });

  test("a named pipe does not hang", async () => {
    await using dir = await tmp();
    Bun.spawnSync(["mkfifo", join(dir.path, "pipe")]);
    await expect((await jail(dir.path)).read("pipe")).rejects.toMatchObject({ code: "refused" });
  });

  test("H72: what is not found is answered with the missing folder and near names", async () => {
    await using dir = await tmp({ "src/cart.ts": "", "src/order.ts": "" });
    const files = await jail(dir.path);
    await expect(files.read("src/crat.ts")).rejects.toMatchObject({
      message: 'There is no "src/crat.ts" in the project.',
      hint: 'Near names: "src/cart.ts".',
    });
    await expect(files.read("scr/cart.ts")).rejects.toMatchObject({
      message: expect.stringContaining('there is no folder "scr"'),
      hint: 'Near names: "src".',
    });
  });

  test("a byte order mark is no part of the text", async () => {
    await using dir = await tmp({ "bom.ts": "\ufeffexport {}\n" });
    expect((await (await jail(dir.path)).read("bom.ts")).text).toBe("export {}\n");
  });

  test("a folder that cannot be read is passed over", async () => {
    await using dir = await tmp({ "a.ts": "" });
    await mkdir(join(dir.path, "locked"));
    await chmod(join(dir.path, "locked"), 0o000);
    expect(await listed(dir.path)).toContain("a.ts");
    await chmod(join(dir.path, "locked"), 0o700);
  });
});

test("a root that is spelt through a link is opened at its real path, and both spellings are inside", async () => {
  await using dir = await tmp({ "real/a.ts": "a" });
  await symlink("real", join(dir.path, "link"));
  const project = await projectAt(join(dir.path, "link"));
  expect(project.root).toBe(join(dir.path, "real"));
  expect(await project.files.relative(join(dir.path, "link/a.ts"))).toBe("a.ts");
  expect(await project.files.relative(join(dir.path, "real/a.ts"))).toBe("a.ts");
});

test("a project needs a folder", async () => {
  await using dir = await tmp({ "a.ts": "" });
  for (const path of ["nope", "a.ts"])
    await expect(projectAt(join(dir.path, path))).rejects.toMatchObject({ code: "not_found" });
});

import { describe, expect, test } from "bun:test";
import { chmod, link, lstat, mkdir, readdir, readFile, readlink, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { visible } from "../../src/base/visible.ts";
import { createdFile } from "../../src/change/file-change.ts";
import { callTool } from "../fixture/call.ts";
import { type Engine, engineAt, writing } from "../fixture/changes.ts";
import { tmp } from "../fixture/tmp.ts";

/** Writes a file through the engine; the journal lies beside the test's folder. */
async function write(engine: Engine, path: string, text: string) {
  const { changes, project } = engine;
  const plan = async () => [await writing(project, path, text)];
  return await changes.carryOut({ tool: "test", caller: "tester" }, plan, { signal: new AbortController().signal });
}

/** As `write`, in a folder that nobody wrote into before. */
async function writeAt(folder: string, path: string, text: string) {
  await using memory = await tmp();
  using engine = await engineAt(folder, { memory: memory.path });
  return await write(engine, path, text);
}

const names = async (path: string) => (await readdir(path, { recursive: true })).sort();

/** A tiny file system of its own, or why there can be none here. */
async function mounted(folder: string, options: string): Promise<AsyncDisposable | undefined> {
  const done = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]);
  if (done.exitCode !== 0) return undefined;
  return {
    async [Symbol.asyncDispose]() {
      Bun.spawnSync(["umount", folder]);
    },
  };
}

const mountReason = await (async () => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "mounting needs the superuser of Linux";
  await using dir = await tmp();
  await using mount = await mounted(dir.path, "size=64k");
  return mount ? undefined : "the system mounts nothing here";
})();
if (mountReason) console.log(`skipped: full and read-only disks (${mountReason})`);

describe("writing a file", () => {
  test("H14: an edit through a link keeps the link, the mode and the rest of the folder", async () => {
    await using dir = await tmp({ "bin/run.py": "old\n" });
    await chmod(join(dir.path, "bin/run.py"), 0o4755);
    await symlink("bin/run.py", join(dir.path, "alias.py"));
    await symlink("alias.py", join(dir.path, "alias-2.py"));
    expect(await writeAt(dir.path, "alias-2.py", "new\n")).toMatchObject({ files: [{ kind: "edited" }] });
    expect(await readFile(join(dir.path, "bin/run.py"), "utf8")).toBe("new\n");
    expect((await stat(join(dir.path, "bin/run.py"))).mode & 0o7777).toBe(0o4755);
    expect([await readlink(join(dir.path, "alias.py")), await readlink(join(dir.path, "alias-2.py"))]).toEqual([
      "bin/run.py",
      "alias.py",
    ]);
    expect(await names(dir.path)).toEqual(["alias-2.py", "alias.py", "bin", "bin/run.py"]);
  });

  test("a new file gets the mode that the user's mask gives", async () => {
    await using dir = await tmp();
    await writeAt(dir.path, "new.txt", "a");
    expect((await stat(join(dir.path, "new.txt"))).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test.skipIf(process.getuid?.() !== 0)("a file of another user stays that user's", async () => {
    await using dir = await tmp({ "a.txt": "old" });
    Bun.spawnSync(["chown", "12345:12346", join(dir.path, "a.txt")]);
    await writeAt(dir.path, "a.txt", "new");
    const { uid, gid } = await stat(join(dir.path, "a.txt"));
    expect([uid, gid]).toEqual([12345, 12346]);
  });

  test.each([
    ["line ends \\r\\n", "a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"],
    ["a byte order mark", "\ufeffa\n", "x\n", "\ufeffx\n"],
    ["both", "\ufeffa\r\n", "x\n", "\ufeffx\r\n"],
    ["a mark that the new text brings, too", "\ufeffa\n", "\ufeffx\n", "\ufeffx\n"],
    ["mixed line ends, which teach nothing", "a\r\nb\n", "x\ny\n", "x\ny\n"],
    ["line ends \\r\\n, unless the new text has its own", "a\r\n", "x\r\ny\n", "x\r\ny\n"],
  ])("H09, H10: what replaces a file takes over %s", async (_, before, text, after) => {
    await using dir = await tmp({ "a.txt": before });
    await writeAt(dir.path, "a.txt", text);
    expect(await readFile(join(dir.path, "a.txt"), "utf8")).toBe(after);
  });

  test.each([
    ["utf-16le with a mark", [0xff, 0xfe, 0x61, 0], "xé", [0xff, 0xfe, 0x78, 0, 0xe9, 0]],
    ["windows-1252", [0x63, 0xe9], "xé", [0x78, 0xe9]],
  ])("H11: a file in %s is written in it", async (_, before, text, after) => {
    await using dir = await tmp({ "a.txt": new Uint8Array(before) });
    await writeAt(dir.path, "a.txt", text);
    expect([...(await readFile(join(dir.path, "a.txt")))]).toEqual(after);
  });

  test("H11: a character that the file's encoding lacks is named, and what is no text is not replaced", async () => {
    const files = { "latin.txt": new Uint8Array([0x63, 0xe9]), "pic.png": new Uint8Array([1, 0, 2]) };
    await using dir = await tmp(files);
    await expect(writeAt(dir.path, "latin.txt", "雪")).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("U+96EA"),
    });
    await expect(writeAt(dir.path, "pic.png", "x")).rejects.toMatchObject({ code: "refused" });
    for (const [name, bytes] of Object.entries(files))
      expect(new Uint8Array(await readFile(join(dir.path, name)))).toEqual(bytes);
  });

  test("of two creators one wins, and the other is told", async () => {
    await using dir = await tmp();
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    for (let round = 0; round < 50; round++) {
      const path = `made/${round}/a.txt`;
      const tries = await Promise.allSettled(
        ["one", "two", "three"].map((text) => engine.carryOut(createdFile(path, text))),
      );
      const winner = tries.findIndex(({ status }) => status === "fulfilled");
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const { reason } of tries.filter((one) => one.status === "rejected")) expect(reason.code).toBe("exists");
      expect(await readFile(join(dir.path, path), "utf8")).toBe(["one", "two", "three"][winner]!);
    }
    expect((await names(dir.path)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("a hard link to elsewhere keeps its old content: the file is replaced, not written through", async () => {
    await using dir = await tmp({ "outside.txt": "old", "repo/x": "" });
    await link(join(dir.path, "outside.txt"), join(dir.path, "repo/a.txt"));
    await writeAt(join(dir.path, "repo"), "a.txt", "new");
    expect(await readFile(join(dir.path, "outside.txt"), "utf8")).toBe("old");
  });

  test.each([
    ["a path through a file", "a.txt/new.txt", "not_found"],
    ["a link to nothing", "gone", "refused"],
    ["a path through a link to nothing", "gone/new.txt", "refused"],
    ["a path through a link to outside", "out/new/deep/new.txt", "outside_project"],
    ["a folder", "made", "not_found"],
    ["a name that is too long", `deep/er/${"x".repeat(300)}`, "invalid_arguments"],
    ["a folder's name that is too long", `deep/${"x".repeat(300)}/new.txt`, "invalid_arguments"],
    ["a secret by its name", "deep/.env", "forbidden"],
    ["git's own data", "deep/.git/hooks/x", "forbidden"],
  ])("%s is refused and leaves nothing behind", async (_, path, code) => {
    await using dir = await tmp({ "outside/b.txt": "b", "repo/a.txt": "a", "repo/made/c.txt": "c" });
    const root = join(dir.path, "repo");
    await symlink("nowhere/at/all", join(root, "gone"));
    await symlink("../outside", join(root, "out"));
    const before = await Promise.all([names(root), names(join(dir.path, "outside"))]);
    await expect(writeAt(root, path, "x")).rejects.toMatchObject({ code });
    expect(await Promise.all([names(root), names(join(dir.path, "outside"))])).toEqual(before);
    expect((await lstat(join(root, "gone"))).isSymbolicLink()).toBe(true);
  });

  test("a body that was taken from an answer, where hidden characters are spelt out, does not replace the file", async () => {
    await using dir = await tmp({ "a.ts": "const a = '\u202e';\n", "b.ts": "const b = '\\u{202e}\u202e';\n" });
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    const shown = visible(await readFile(join(dir.path, "a.ts"), "utf8"));
    const refused = write(engine, "a.ts", `${shown}// more\n`);
    await expect(refused).rejects.toMatchObject({ code: "refused", message: expect.stringContaining("\\u{202e}") });
    expect(await readFile(join(dir.path, "a.ts"), "utf8")).toBe("const a = '\u202e';\n");
    await write(engine, "b.ts", "const b = '\\u{202e}';\n"); // the file spells it so itself
    await write(engine, "a.ts", "const a = '\u202e', b = '\\u{202e}';\n");
    await write(engine, "a.ts", "const a = '';\n");
    expect(await readFile(join(dir.path, "a.ts"), "utf8")).toBe("const a = '';\n");
  });

  test("half of a surrogate pair is refused, since no file in UTF-8 can hold it", async () => {
    expect(await callTool({}, "create_text_file", { path: "a.txt", content: "a\ud800" })).toMatchObject({
      status: 422,
    });
  });

  test("an existing file is named, and kept, unless it is to be overwritten", async () => {
    const { status, body } = await callTool({ "a.txt": "a" }, "create_text_file", { path: "./a.txt", content: "b" });
    expect([status, body.code, body.detail]).toEqual([409, "exists", 'File "a.txt" exists already.']);
  });

  test.skipIf(mountReason !== undefined)("a full disk leaves the old file and nothing else", async () => {
    await using dir = await tmp({ "disk/x": "" });
    await using _ = (await mounted(join(dir.path, "disk"), "size=64k"))!;
    await using memory = await tmp();
    using engine = await engineAt(dir.path, { memory: memory.path });
    await write(engine, "disk/a.txt", "old");
    for (const path of ["disk/a.txt", "disk/new/deep/b.txt"])
      await expect(write(engine, path, "x".repeat(200_000))).rejects.toMatchObject({
        code: "unavailable",
      });
    expect(await names(join(dir.path, "disk"))).toEqual(["a.txt"]);
    expect(await readFile(join(dir.path, "disk/a.txt"), "utf8")).toBe("old");
  });

  test.skipIf(mountReason !== undefined)("a disk that is read-only is refused in words", async () => {
    await using dir = await tmp({ "disk/x": "" });
    await using _ = (await mounted(join(dir.path, "disk"), "ro,size=64k"))!;
    await expect(writeAt(dir.path, "disk/new/a.txt", "x")).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be written is refused in words", async () => {
    await using dir = await tmp();
    await mkdir(join(dir.path, "locked"), { mode: 0o555 });
    await expect(writeAt(dir.path, "locked/a.txt", "x")).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

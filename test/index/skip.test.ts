/** Files that are listed and not read, each with its reason, and projects without anything to read. */
import { expect, test } from "bun:test";
import { chmodSync, closeSync, ftruncateSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Unavailable } from "../../src/base/error.ts";
import type { Parse } from "../../src/index/extraction.ts";
import { Indexer } from "../../src/index/indexer.ts";
import { FileTable } from "../../src/store/file-table.ts";
import { IndexInfo } from "../../src/store/index-info.ts";
import { indexDump } from "../fixture/index-dump.ts";
import { freshDump, parse } from "../fixture/index-law.ts";
import { IndexedProject } from "../fixture/indexed.ts";
import { git, projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = new AbortController().signal;

const bundle = (name: string) => `function ${name}(){return 1};`.repeat(3_000_000 / 25);

test("H38: a minified bundle is passed over with its reason, wherever it stands and whatever its name", async () => {
  await using index = await IndexedProject.of({
    "assets/app.js": bundle("a1"),
    "assets/app.min.js": bundle("a1"),
    "vendored/lib.min.js": bundle("a2"),
    "src/real.ts": "export function a1() {}\n",
  });
  await index.scan();
  expect(index.parsed).toEqual(["src/real.ts"]);
  expect(index.reasons).toEqual({
    "assets/app.js": "minified",
    "assets/app.min.js": "minified",
    "vendored/lib.min.js": "minified",
  });
  expect(index.names).toEqual(["a1"]);
});

test("H39: every function of a large source file is there", async () => {
  const line = (at: number) => `export function f${String(at).padStart(4, "0")}() { return 0; }\n`;
  await using index = await IndexedProject.of({
    "big.ts": Array.from({ length: 9_000 }, (_, at) => line(at)).join(""),
  });
  await (await index.open()).scan(signal);
  expect(index.names).toHaveLength(9_000);
  expect(index.names).toContain("f8999");
}, 60_000);

test("H40: a file of 60 MB is never opened", async () => {
  await using index = await IndexedProject.of({ "a.ts": "export const a = 1;\n" });
  const handle = openSync(join(index.root, "dump.sql"), "w");
  ftruncateSync(handle, 60 * 1024 * 1024);
  closeSync(handle);
  const project = await projectAt(index.root);
  const opened: string[] = [];
  const { open } = project.files;
  project.files.open = (path) => {
    opened.push(path);
    return open.call(project.files, path);
  };
  await new Indexer({ project, database: index.database, parse }).scan(signal);
  expect(opened).toEqual(["a.ts"]);
  expect(index.reasons).toEqual({ "dump.sql": "too large" });
});

test("files with secrets are never read, unless the user says so; what is said later counts at the next look", async () => {
  await using index = await IndexedProject.of({
    ".env": "TOKEN=1\n",
    "deploy/id_rsa": "key",
    "keys.ts": "export const k = 1;\n",
  });
  const hidden = { ".env": "secret", "deploy/id_rsa": "secret" };
  await (await index.open()).scan(signal);
  expect(index.reasons).toEqual(hidden);
  await (await index.open({ read_secret_files: true })).refresh([], signal);
  expect(index.reasons).toEqual({});
  await (await index.open()).refresh([], signal);
  expect(index.reasons).toEqual(hidden);
});

test("another encoding in the settings makes other texts of files that did not change", async () => {
  const bytes = new Uint8Array([...Buffer.from("const a = '"), 0xe4, 0xf0, ...Buffer.from("';\n")]);
  await using index = await IndexedProject.of({ "a.ts": bytes });
  for (const settings of [{}, { encoding: "koi8-r" }, { encoding: "windows-1251" }, {}]) {
    await (await index.open(settings)).scan(signal);
    expect(indexDump(index.database)).toBe(await freshDump(index.root, settings));
  }
  expect(index.database.query("SELECT count(*) FROM contents").values()).toEqual([[3]]);
});

test("a file that the system refuses has its reason, and is read when it no longer does", async () => {
  await using index = await IndexedProject.of({
    "shut.ts": "export const shut = 1;\n",
    "open.ts": "export const open = 1;\n",
  });
  const indexer = await index.open();
  chmodSync(join(index.root, "shut.ts"), 0);
  await asNobodySpecial(index.root, () => indexer.scan(signal));
  expect(index.reasons).toEqual({ "shut.ts": "unreadable" });
  chmodSync(join(index.root, "shut.ts"), 0o644);
  await indexer.refresh(["shut.ts"], signal);
  expect(index.reasons).toEqual({});
  expect(index.names).toEqual(["open", "shut"]);
});

/** The system refuses nothing to its administrator, whom containers often run as. */
async function asNobodySpecial<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  chmodSync(dirname(folder), 0o755);
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test("H04, H05: links are listed and not followed; what they lead to is read once, under its own path", async () => {
  await using outside = await tmp({ "secret.ts": "export const hush = 1;\n" });
  for (const hasGit of [false, true]) {
    await using index = await IndexedProject.of({
      "pkgs/a/index.ts": "export const once = 1;\n",
      "src/a.ts": "export const loud = 1;\n",
    });
    if (hasGit) git(index.root, "init", "-q");
    const links = {
      "pkgs/a/dep": "..",
      loop: ".",
      self: "self",
      ext: outside.path,
      "src/hush.ts": join(outside.path, "secret.ts"),
      "public/store": "/nonexistent/store",
      "same.ts": "src/a.ts",
    };
    writeFileSync(join(index.root, "public.txt"), "");
    for (const [path, target] of Object.entries(links)) {
      await Bun.write(join(index.root, path), "");
      await Bun.file(join(index.root, path)).delete();
      symlinkSync(target, join(index.root, path));
    }
    const indexer = await index.open();
    await indexer.scan(signal);
    const linked = Object.fromEntries(Object.keys(links).map((path) => [path, "link"]));
    expect(index.reasons).toEqual(linked);
    expect(index.names).toEqual(["loud", "once"]);
    await indexer.refresh([...Object.keys(links), "loop/src/a.ts", "ext/secret.ts", "self/x", "pkgs/a/dep/a"], signal);
    expect(index.reasons).toEqual(linked);
    expect(index.names).toEqual(["loud", "once"]);
  }
});

test("H99: projects with nothing to read are complete all the same, and what comes later is found", async () => {
  const empty: Record<string, string | Uint8Array>[] = [
    {},
    { "a.bin": new Uint8Array([0, 1, 0]) },
    { ".gitignore": "*\n", "a.ts": "export const hidden = 1;\n" },
  ];
  for (const files of empty) {
    await using index = await IndexedProject.of(files);
    for (let start = 0; start < 2; start++) {
      const indexer = await index.open();
      await indexer.scan(signal);
      const { done, total, ...rest } = indexer.progress;
      expect(rest).toEqual({ phase: "idle", fault: undefined });
      expect(done).toBe(total);
      expect(new IndexInfo(index.database).get("scanned")).toBe("1");
      expect(index.names).toEqual([]);
    }
    writeFileSync(join(index.root, ".gitignore"), "");
    writeFileSync(join(index.root, "late.ts"), "export const late = 1;\n");
    await (await index.open()).refresh([".gitignore", "late.ts"], signal);
    expect(index.names).toContain("late");
  }
});

test("a text that a parser fails at keeps no other out, and is tried again by the next process", async () => {
  await using index = await IndexedProject.of({
    "a.ts": "export const a = 1;\n",
    "bad.ts": "export const bad = 1;\n",
    "slow.ts": "export const slow = 1;\n",
    "z.ts": "export const z = 1;\n",
  });
  const failing: Parse = (path, dialect, text) => {
    if (path === "bad.ts") return Promise.reject(new Error("memory access out of bounds"));
    if (path === "slow.ts") return Promise.reject(new Unavailable("timed_out", "It took too long."));
    return parse(path, dialect, text);
  };
  await (await index.open({}, failing)).scan(signal);
  expect(index.reasons).toEqual({ "bad.ts": "not parsed", "slow.ts": "timed out" });
  expect(index.names).toEqual(["a", "z"]);
  await (await index.open()).scan(signal);
  expect(index.names).toEqual(["a", "bad", "slow", "z"]);
  expect(index.reasons).toEqual({});
});

test("when nothing can be parsed any more the work ends with the reason, and what was done is kept", async () => {
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${100 + at}.ts`, `const c${at} = 1;\n`]));
  await using index = await IndexedProject.of(files);
  let left = 50;
  const ending: Parse = (path, dialect, text) =>
    left-- > 0 ? parse(path, dialect, text) : Promise.reject(new Unavailable("unavailable", "It is shutting down."));
  const indexer = await index.open({}, ending);
  await expect(indexer.scan(signal)).rejects.toThrow("shutting down");
  expect(indexer.progress).toMatchObject({ phase: "idle", fault: "It is shutting down." });
  expect(new IndexInfo(index.database).get("scanned")).toBeUndefined();
  expect(new FileTable(index.database).count).toBeGreaterThanOrEqual(32);
});

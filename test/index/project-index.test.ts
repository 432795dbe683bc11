/** An index that is asked right after its files changed: by an editor, by git, behind its back. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { git } from "../fixture/project.ts";
import { complete, projectIndexAt } from "../fixture/project-index.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = new AbortController().signal;

function symbolsIn(index: ProjectIndex): string[] {
  const rows = index
    .reader!.query(
      `SELECT path, name_path AS name FROM files JOIN symbols ON symbols.content = files.content ORDER BY path, place`,
    )
    .all() as { path: string; name: string }[];
  return rows.map(({ path, name }) => `${path} ${name}`);
}

async function fresh(index: ProjectIndex): Promise<string[]> {
  expect(await index.freshen(signal, 20_000)).toMatchObject({ pending: 0, reason: undefined });
  return symbolsIn(index);
}

describe("an index", () => {
  test("H32 says that it is not complete, and is in the end", async () => {
    await using project = await tmp({ "a.ts": "export function signIn() {}\n" });
    await using data = await tmp();
    await using index = await projectIndexAt(project.path, data.path);
    const first = await index.freshen(signal, 0);
    if (first.reason !== undefined)
      expect(first).toMatchObject({ pending: undefined, reason: expect.stringContaining("being indexed") });
    await complete(index);
    expect(await fresh(index)).toEqual(["a.ts signIn"]);
  });

  test("knows each change by the next question", async () => {
    await using project = await tmp({ "src/a.ts": "export const a0 = 1;\n", "src/b.ts": "export const b = 1;\n" });
    await using data = await tmp();
    await using index = await projectIndexAt(project.path, data.path);
    const at = (path: string) => join(project.path, path);
    await complete(index);
    for (let n = 1; n <= 30; n++) {
      writeFileSync(at("src/a.ts"), `export const a${n} = 1;\n`);
      expect(await fresh(index)).toEqual([`src/a.ts a${n}`, "src/b.ts b"]);
    }
    mkdirSync(at("lib/deep"), { recursive: true });
    writeFileSync(at("lib/deep/c.ts"), "export const c = 1;\n");
    expect(await fresh(index)).toContain("lib/deep/c.ts c");
    renameSync(at("lib"), at("other"));
    expect(await fresh(index)).toEqual(["other/deep/c.ts c", "src/a.ts a30", "src/b.ts b"]);
    rmSync(at("other"), { recursive: true });
    rmSync(at("src/b.ts"));
    expect(await fresh(index)).toEqual(["src/a.ts a30"]);
    writeFileSync(at(".gitignore"), "src/\n");
    expect(await fresh(index)).toEqual([]);
    rmSync(at(".gitignore"));
    expect(await fresh(index)).toEqual(["src/a.ts a30"]);
  });

  test("H30 knows another branch by the next question", async () => {
    await using project = await tmp({ "x.ts": "export const alpha = 1;\n" });
    git(project.path, "init", "--quiet");
    git(project.path, "add", ".");
    git(project.path, "commit", "--quiet", "--message", "alpha");
    git(project.path, "checkout", "--quiet", "-b", "next");
    writeFileSync(join(project.path, "x.ts"), "export const beta = 1;\n");
    git(project.path, "commit", "--quiet", "--all", "--message", "beta");
    await using data = await tmp();
    await using index = await projectIndexAt(project.path, data.path);
    await complete(index);
    for (const [branch, name] of [
      ["main", "alpha"],
      ["next", "beta"],
      ["main", "alpha"],
    ]) {
      git(project.path, "checkout", "--quiet", branch!);
      expect(await fresh(index)).toEqual([`x.ts ${name}`]);
    }
  });

  test("H35 finds what changed while nobody watched", async () => {
    await using project = await tmp({ "gone.ts": "export const ghost = 1;\n", "kept.ts": "export const kept = 1;\n" });
    await using data = await tmp();
    {
      await using index = await projectIndexAt(project.path, data.path);
      await complete(index);
      expect(await fresh(index)).toEqual(["gone.ts ghost", "kept.ts kept"]);
    }
    rmSync(join(project.path, "gone.ts"));
    await using index = await projectIndexAt(project.path, data.path);
    expect(await fresh(index)).toEqual(["kept.ts kept"]);
  });

  test("is written by one of two, and read by both", async () => {
    await using project = await tmp({ "a.ts": "export const a = 1;\n" });
    await using data = await tmp();
    await using one = await projectIndexAt(project.path, data.path);
    await complete(one);
    const other = await projectIndexAt(project.path, data.path);
    await other.start();
    expect([one.state.isWriter, other.state.isWriter]).toEqual([true, false]);
    for (let n = 0; n < 10; n++) {
      writeFileSync(join(project.path, n % 2 ? "a.ts" : `n${n}.ts`), `export const b${n} = 1;\n`);
      const asked = one.freshen(signal, 20_000); // the one that writes is asked too, or else it would wait for its next question
      expect(await fresh(other)).toContain(`${n % 2 ? "a.ts" : `n${n}.ts`} b${n}`);
      await asked;
    }
    await other[Symbol.asyncDispose]();
  });
});

test("H96 an index that turns out to be damaged is made anew, and questions go on", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`src/f${n}.ts`, `export const v${n} = ${n};\n`]),
  );
  await using project = await tmp(files);
  await using data = await tmp();
  {
    await using index = await projectIndexAt(project.path, data.path);
    await complete(index);
    expect(await fresh(index)).toHaveLength(300);
  }
  // It was left clean, so that opening it does not look for damage; the first page is that of the schema.
  const file = join(data.path, "index.db");
  const database = new Database(file);
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(file);
  for (let at = 2 * 4096; at < bytes.length; at += 4096) bytes.fill(0x5a, at, at + 4096);
  writeFileSync(file, bytes);
  await using index = await projectIndexAt(project.path, data.path);
  const deadline = AbortSignal.timeout(30_000);
  while (index.state.replaced === undefined && !deadline.aborted) await index.freshen(signal).catch(() => undefined);
  expect(index.state.replaced).toContain("damaged");
  await complete(index);
  expect(await fresh(index)).toHaveLength(300);
});

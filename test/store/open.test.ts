import { expect, test } from "bun:test";
import { join } from "node:path";
import { Unavailable } from "../../src/base/error.ts";
import { MIGRATIONS } from "../../src/store/_migrations.gen.ts";
import { type Migration, openDatabase } from "../../src/store/open.ts";
import { UsageTable } from "../../src/store/usage.ts";
import { tmp } from "../fixture/tmp.ts";

const FIRST: Migration = { number: 1, sql: "CREATE TABLE a (x INTEGER) STRICT; CREATE TABLE b (y INTEGER) STRICT;" };
const SECOND: Migration = { number: 2, sql: "ALTER TABLE a ADD COLUMN z TEXT;" };
const BROKEN: Migration = { number: 3, sql: "CREATE TABLE c (x INTEGER); CREATE TABLE a (x INTEGER);" };

test("migrations run once, in order, and whole or not at all", async () => {
  await using dir = await tmp();
  const path = join(dir.path, "deep/state.db");
  openDatabase(path, [FIRST]).close();
  expect(() => openDatabase(path, [FIRST, SECOND, BROKEN])).toThrow("table a already exists");
  using database = openDatabase(path, [FIRST]);
  expect(database.query("PRAGMA user_version").get()).toEqual({ user_version: 1 });
  expect(database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").values().flat()).toEqual([
    "a",
    "b",
  ]);
  using migrated = openDatabase(path, [FIRST, SECOND]);
  expect(migrated.query("PRAGMA user_version").get()).toEqual({ user_version: 2 });
});

test("H97: a database of a newer version is refused in words and left as it is", async () => {
  await using dir = await tmp();
  const path = join(dir.path, "state.db");
  openDatabase(path, [FIRST, SECOND]).close();
  const before = await Bun.file(path).bytes();
  expect(() => openDatabase(path, [FIRST])).toThrow(Unavailable);
  expect(() => openDatabase(path, [FIRST])).toThrow("schema 2, this one knows 1");
  expect(await Bun.file(path).bytes()).toEqual(before);
});

test("many processes may open and write one database", async () => {
  await using dir = await tmp();
  const path = join(dir.path, "global.db");
  const source = join(import.meta.dir, "../../src/store");
  const script = `
    import { openDatabase } from "${source}/open.ts"; import { MIGRATIONS } from "${source}/_migrations.gen.ts"; import { UsageTable } from "${source}/usage.ts";
    const database = openDatabase(${JSON.stringify(path)}, MIGRATIONS.global);
    const usage = new UsageTable(database, (error) => { throw error; });
    for (let i = 0; i < 200; i++) { usage.add({ tool: "t", surface: "s", client: "", at: "now", durationMs: 1, outcome: "ok", chars: 9 }); usage.flush(); }`;
  const children = Array.from({ length: 4 }, () => Bun.spawn([process.execPath, "-e", script], { stderr: "inherit" }));
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0]);
  using database = openDatabase(path, MIGRATIONS.global);
  expect(database.query("SELECT count(*) AS rows, sum(estimated_tokens) AS tokens FROM usage").get()).toEqual({
    rows: 800,
    tokens: 2400,
  });
});

test("a usage batch that cannot be written is reported, and the next one goes on", async () => {
  await using dir = await tmp();
  using database = openDatabase(join(dir.path, "global.db"), MIGRATIONS.global);
  const errors: unknown[] = [];
  using usage = new UsageTable(database, (error) => errors.push(error));
  const row = { tool: "t", surface: "s", client: "", at: "now", durationMs: 1, outcome: "ok", chars: 1 };
  usage.add({ ...row, tool: null as unknown as string });
  usage.flush();
  usage.add(row);
  usage.flush();
  expect(errors).toHaveLength(1);
  expect(database.query("SELECT count(*) AS rows FROM usage").get()).toEqual({ rows: 1 });
});

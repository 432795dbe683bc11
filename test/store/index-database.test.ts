/** Indexes that were damaged in every way that files are, and who may write one. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "../../scripts/corpus.ts";
import { Indexer } from "../../src/index/indexer.ts";
import { isDamage, openIndexReader, openIndexWriter, removeIndex } from "../../src/store/index-database.ts";
import { IndexInfo } from "../../src/store/index-info.ts";
import { writeSources } from "../fixture/generated-sources.ts";
import { indexDump } from "../fixture/index-dump.ts";
import { disagreement, freshDump, parse } from "../fixture/index-law.ts";
import { projectAt } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

const signal = new AbortController().signal;

/** A project of some files and its index, which ended well or not. */
async function indexedProject(files = 40) {
  const work = await tmp();
  const [root, folder] = [join(work.path, "project"), join(work.path, "index")];
  writeSources(root, files);
  const writer = openIndexWriter(folder, "one")!;
  await new Indexer({ project: await projectAt(root), database: writer.database, parse }).scan(signal);
  writer[Symbol.dispose]();
  return { root, folder, file: join(folder, "index.db"), [Symbol.asyncDispose]: () => work[Symbol.asyncDispose]() };
}

/** As a kill leaves it. */
function endedBadly(file: string): void {
  const database = new Database(file);
  new IndexInfo(database).set("is_clean", "0");
  database.close();
}

/** Opens a damaged index, completes it, and looks that it is right. @returns why the old one was set aside. */
async function rebuilt(root: string, folder: string): Promise<string | undefined> {
  using writer = openIndexWriter(folder, "one")!;
  await new Indexer({ project: await projectAt(root), database: writer.database, parse }).scan(signal);
  expect(disagreement(writer.database)).toBeUndefined();
  expect(indexDump(writer.database)).toBe(await freshDump(root));
  return writer.replaced;
}

const DAMAGES: Record<string, { damage(file: string): void; says: RegExp }> = {
  "cut off in the middle": { damage: (file) => truncateSync(file, statSync(file).size / 2), says: /damaged|malformed/ },
  "cut off after its head": { damage: (file) => truncateSync(file, 4_096), says: /damaged|malformed/ },
  emptied: { damage: (file) => truncateSync(file, 0), says: /empty/ },
  "no database": { damage: (file) => writeFileSync(file, "hello ".repeat(2_000)), says: /not a database/ },
  "a database of something else": {
    damage(file) {
      writeFileSync(file, "");
      const database = new Database(file);
      database.run("CREATE TABLE other (a)");
      database.run("PRAGMA user_version = 1");
      database.close();
    },
    says: /no such table/,
  },
  "of schema 9999": {
    damage(file) {
      const database = new Database(file);
      database.run("ALTER TABLE files ADD COLUMN later TEXT");
      database.run("PRAGMA user_version = 9999");
      database.close();
    },
    says: /newer/,
  },
};

for (const [name, { damage, says }] of Object.entries(DAMAGES)) {
  for (const isClean of [true, false]) {
    test(`an index that is ${name} is set aside and made anew (${isClean ? "after a good end" : "after a kill"})`, async () => {
      await using index = await indexedProject();
      if (!isClean) endedBadly(index.file);
      damage(index.file);
      openIndexReader(index.folder)?.close(); // without an error of the database's own
      expect(await rebuilt(index.root, index.folder)).toMatch(says);
      expect(existsSync(`${index.file}.aside`)).toBe(true);
      expect(await rebuilt(index.root, index.folder)).toBeUndefined();
    }, 60_000);
  }
}

test("H97: what a newer version wrote is kept as it is", async () => {
  await using index = await indexedProject();
  DAMAGES["of schema 9999"]!.damage(index.file);
  const bytes = readFileSync(index.file);
  openIndexWriter(index.folder, "one")![Symbol.dispose]();
  expect(readFileSync(`${index.file}.aside`)).toEqual(bytes);
});

/** Puts noise over a page of a file and the one behind it. */
function overwrite(file: string, page: number, random: () => number): void {
  const torn = readFileSync(file);
  const at = 4_096 * (page - 1);
  for (let byte = at; byte < Math.min(torn.length, at + 8_192); byte++) torn[byte] = Math.floor(random() * 256);
  writeFileSync(file, torn);
}

test("bytes that were overwritten are found after a kill", async () => {
  const random = seeded(7);
  await using index = await indexedProject(150);
  for (let round = 0; round < 12; round++) {
    endedBadly(index.file);
    overwrite(index.file, 1 + Math.floor((random() * statSync(index.file).size) / 4_096), random);
    expect(await rebuilt(index.root, index.folder)).toMatch(/damaged|malformed|not a database|newer|no such table/);
  }
}, 60_000);

test("after a good end damage shows itself in the work that meets it, which then lets the index be made anew", async () => {
  await using index = await indexedProject();
  const database = new Database(index.file);
  const { page } = database.query("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'files'").get() as {
    page: number;
  };
  database.close();
  overwrite(index.file, page, seeded(3));
  const writer = openIndexWriter(index.folder, "one")!;
  const indexer = new Indexer({ project: await projectAt(index.root), database: writer.database, parse });
  const fault = await indexer.scan(signal).catch((error: unknown) => error);
  expect(isDamage(fault)).toBe(true);
  writer.distrust((fault as Error).message);
  writer[Symbol.dispose]();
  expect(await rebuilt(index.root, index.folder)).toContain("malformed");
});

test("a log of changes that is garbage is passed over or makes the index anew", async () => {
  await using index = await indexedProject();
  endedBadly(index.file);
  writeFileSync(`${index.file}-wal`, Buffer.alloc(40_000, 7));
  await rebuilt(index.root, index.folder);
  expect(existsSync(join(index.folder, "writer.lock"))).toBe(true);
});

test("an index whose damage shows itself later is made anew at the next opening", async () => {
  await using index = await indexedProject();
  const writer = openIndexWriter(index.folder, "one")!;
  writer.distrust("database disk image is malformed");
  writer[Symbol.dispose]();
  expect(await rebuilt(index.root, index.folder)).toContain("malformed");
  expect(await rebuilt(index.root, index.folder)).toBeUndefined();
});

test("errors of a damaged database are told from others", () => {
  const fault = (code: string) => Object.assign(new Error(code), { name: "SQLiteError", code });
  expect(isDamage(fault("SQLITE_CORRUPT"))).toBe(true);
  expect(isDamage(fault("SQLITE_CORRUPT_VTAB"))).toBe(true);
  expect(isDamage(fault("SQLITE_NOTADB"))).toBe(true);
  for (const code of ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR_WRITE"]) expect(isDamage(fault(code))).toBe(false);
});

test("a good index is not set aside because something else holds it", async () => {
  await using index = await indexedProject();
  const before = statSync(index.file).ino;
  using other = new Database(index.file);
  other.run("BEGIN EXCLUSIVE");
  expect(() => openIndexWriter(index.folder, "one")).toThrow(/locked/);
  other.run("ROLLBACK");
  using writer = openIndexWriter(index.folder, "one")!;
  expect(writer.replaced).toBeUndefined();
  expect(statSync(index.file).ino).toBe(before);
}, 20_000);

test("an index of another extractor is made anew", async () => {
  await using index = await indexedProject();
  using writer = openIndexWriter(index.folder, "two")!;
  expect(writer.replaced).toContain("another version");
});

test("there is one writer, and the next one comes when it is gone", async () => {
  await using index = await indexedProject();
  const writer = openIndexWriter(index.folder, "one")!;
  expect(openIndexWriter(index.folder, "one")).toBeUndefined();
  expect(() => removeIndex(index.folder)).toThrow(/being written/);
  writer[Symbol.dispose]();
  using next = openIndexWriter(index.folder, "one");
  expect(next).toBeDefined();
});

test("an index is removed with all that belongs to it", async () => {
  await using index = await indexedProject();
  expect(removeIndex(index.folder)).toBe(true);
  expect(existsSync(index.folder)).toBe(false);
  expect(removeIndex(index.folder)).toBe(false);
});

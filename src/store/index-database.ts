/**
 * The database of a project's index, in a folder of its own. It may be thrown away: one that is damaged or newer than this
 * program is set aside and made anew.
 */
import type { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";
import { MIGRATIONS } from "./_migrations.gen.ts";
import { IndexInfo } from "./index-info.ts";
import { openDatabase, openReader, tryLock } from "./open.ts";

const FILE = "index.db";

/** Beside it when it is not to be used again; holds the reason. */
const DISTRUST = "index.db.distrust";

/** The one who may write an index, among all processes of the user. */
export interface IndexWriter extends Disposable {
  readonly database: Database;
  /** Why an older index was set aside, if it was. */
  readonly replaced: string | undefined;
  /** Lets the next opening make the index anew. @param reason what showed that it is damaged. */
  distrust(reason: string): void;
}

/** Whether an error says that the database itself is damaged. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string } | undefined)?.code ?? "");
}

/**
 * Opens an index for writing.
 * @param folder of this project's index; made when it is not there.
 * @param extractor what the rows depend on besides the files; an index of another is made anew.
 * @returns undefined while another process writes it.
 */
export function openIndexWriter(folder: string, extractor: string): IndexWriter | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(folder, "writer.lock"));
  if (!lock) return undefined;
  try {
    const { database, replaced } = opened(folder, extractor);
    return {
      database,
      replaced,
      distrust: (reason) => writeFileSync(join(folder, DISTRUST), reason),
      [Symbol.dispose]() {
        try {
          new IndexInfo(database).set("is_clean", "1");
        } catch {
          // The next opening looks for damage, which is what the mark is for.
        } finally {
          database.close();
          lock[Symbol.dispose]();
        }
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Opens an index for reading; undefined when there is none that can be read. */
export function openIndexReader(folder: string): Database | undefined {
  const path = join(folder, FILE);
  if (!existsSync(path)) return undefined;
  try {
    return openReader(path, MIGRATIONS.index);
  } catch (error) {
    if (error instanceof Unavailable) return undefined;
    throw error;
  }
}

/** Tells one index of a folder from another that was made in its place; undefined when there is none. */
export function indexIdentity(folder: string): number | undefined {
  return statSync(join(folder, FILE), { throwIfNoEntry: false })?.ino;
}

/** Takes an index away. @returns whether there was one. @throws Unavailable while a process writes it. */
export function removeIndex(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const lock = tryLock(join(folder, "writer.lock"));
  if (!lock) throw new Unavailable("unavailable", "The index is being written; stop the server that does, or wait.");
  lock[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
  return true;
}

function opened(folder: string, extractor: string): { database: Database; replaced: string | undefined } {
  const path = join(folder, FILE);
  if (!existsSync(path)) return { database: begun(path, extractor), replaced: undefined };
  const mark = join(folder, DISTRUST);
  const found = existsSync(mark) ? readFileSync(mark, "utf8") : standing(path, extractor);
  if (typeof found !== "string") return { database: found, replaced: undefined };
  setAside(path);
  rmSync(mark, { force: true });
  return { database: begun(path, extractor), replaced: found };
}

/** A new index. */
function begun(path: string, extractor: string): Database {
  const database = openDatabase(path, MIGRATIONS.index);
  const info = new IndexInfo(database);
  info.set("extractor", extractor);
  info.set("is_clean", "0");
  return database;
}

/** The index that is there, or why it cannot be used. @throws Unavailable when that has nothing to do with the index. */
function standing(path: string, extractor: string): Database | string {
  if (statSync(path).size === 0) return "it is empty";
  let database: Database | undefined;
  try {
    database = openDatabase(path, MIGRATIONS.index);
    const info = new IndexInfo(database);
    const fault = info.get("is_clean") === "1" ? undefined : damageOf(database);
    const reason = fault ?? (info.get("extractor") === extractor ? undefined : "it was made by another version");
    if (reason === undefined) {
      info.set("is_clean", "0");
      return database;
    }
    database.close();
    return reason;
  } catch (error) {
    database?.close();
    const reason = unusable(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

/** What an error says against an index; undefined when it speaks of a lock, a full disk or the like. */
function unusable(error: unknown): string | undefined {
  const cause = error instanceof Unavailable ? error.cause : error;
  if (error instanceof Unavailable && cause === undefined) return error.message; // of a newer version
  const isOther = (cause as { code?: string } | undefined)?.code === "SQLITE_ERROR"; // tables that are not there
  return isDamage(cause) || isOther ? `it is damaged: ${(cause as Error).message}` : undefined;
}

/** Moves an index away, over one that was moved before. The log goes first: without it the rest is only older. */
function setAside(path: string): void {
  for (const suffix of ["-wal", "-shm", ""]) {
    rmSync(`${path}.aside${suffix}`, { force: true });
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.aside${suffix}`);
  }
}

/** What a check finds after a stop that was not clean. */
function damageOf(database: Database): string | undefined {
  try {
    const [row] = database.query("PRAGMA quick_check(1)").all() as { quick_check: string }[];
    return row?.quick_check === "ok" ? undefined : `it is damaged: ${row?.quick_check}`;
  } catch (error) {
    return `it is damaged: ${(error as Error).message}`;
  }
}

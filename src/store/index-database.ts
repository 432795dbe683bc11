/**
 * The database of a project's index, in a folder of its own. It may be thrown away: one that is damaged or newer than this
 * program is set aside and made anew.
 */
import type { Database } from "bun:sqlite";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";
import { MIGRATIONS } from "./_migrations.gen.ts";
import { IndexInfo } from "./index-info.ts";
import { openDatabase, openReader, tryLock } from "./open.ts";

const FILE = "index.db";

/** The one who may write an index, among all processes of the user. */
export interface IndexWriter extends Disposable {
  readonly database: Database;
  /** Why an older index was set aside, if it was. */
  readonly replaced: string | undefined;
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
      [Symbol.dispose]() {
        new IndexInfo(database).set("is_clean", "1");
        database.close();
        lock[Symbol.dispose]();
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
  const fresh = (reason: string | undefined) => {
    const database = openDatabase(path, MIGRATIONS.index);
    const info = new IndexInfo(database);
    info.set("extractor", extractor);
    info.set("is_clean", "0");
    return { database, replaced: reason };
  };
  if (!existsSync(path)) return fresh(undefined);
  const setAside = (reason: string) => {
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.aside${suffix}`);
    }
    return fresh(reason);
  };
  let database: Database;
  try {
    database = openDatabase(path, MIGRATIONS.index);
  } catch (error) {
    if (error instanceof Unavailable) return setAside(error.message);
    throw error;
  }
  const info = new IndexInfo(database);
  const fault = info.get("is_clean") === "1" ? undefined : damageOf(database);
  const reason = fault ?? (info.get("extractor") === extractor ? undefined : "it was made by another version");
  if (reason !== undefined) {
    database.close();
    return setAside(reason);
  }
  info.set("is_clean", "0");
  return { database, replaced: undefined };
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

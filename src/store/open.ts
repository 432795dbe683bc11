/** Opens a SQLite database: pragmas, then the migrations that it has not had. The only opener; locks are databases, too. */
import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Unavailable } from "../base/error.ts";

/** One step of a schema: `0001-usage.sql` has number 1. */
export interface Migration {
  number: number;
  sql: string;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens or creates the database at `path` and brings its schema up to date.
 * @param migrations in rising order without gaps; `user_version` holds the number of the last one applied.
 * @throws Unavailable when the file was written by a newer version, or cannot be opened.
 */
export function openDatabase(path: string, migrations: readonly Migration[]): Database {
  let database: Database;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    database = new Database(path, { create: true, strict: true });
  } catch (error) {
    throw cannotOpen(path, error);
  }
  try {
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA synchronous = NORMAL");
    database.run("PRAGMA foreign_keys = ON");
    migrate(database, path, migrations);
    return database;
  } catch (error) {
    database.close();
    // A file that is no database, or a disk that refuses, shows itself only at the first statement.
    throw (error as Error).name === "SQLiteError" && !isOurs(error) ? cannotOpen(path, error) : error;
  }
}

/**
 * Opens a database that another connection writes, for reading alone.
 * @throws Unavailable when its schema is not the one of this program, or it cannot be opened.
 */
export function openReader(path: string, migrations: readonly Migration[]): Database {
  let database: Database;
  try {
    database = new Database(path, { readonly: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const { user_version: version } = database.query("PRAGMA user_version").get() as { user_version: number };
    const newest = migrations.at(-1)?.number ?? 0;
    if (version === newest) return database;
    database.close();
    throw new Unavailable("unavailable", `The database ${path} has schema ${version}, this Waymark reads ${newest}.`);
  } catch (error) {
    throw error instanceof Unavailable ? error : cannotOpen(path, error);
  }
}

function cannotOpen(path: string, cause: unknown): Unavailable {
  return new Unavailable("unavailable", `Cannot open the database ${path}: ${(cause as Error).message}.`, {
    hint: "Give another data folder (--data-dir or WAYMARK_DATA_DIR), or move that file away.",
    cause,
  });
}

/** Whether a database has the functions of the sqlite-vec extension, and where not, why. */
export type VectorSupport = { isLoaded: true; version: string } | { isLoaded: false; reason: string };

/**
 * Loads the sqlite-vec extension into an open database. That it cannot be is no fault: the answer says why.
 * @param file a real file; undefined where none is shipped. `loadVectors` finds it.
 */
export function loadVectorExtension(database: Database, file: string | undefined): VectorSupport {
  if (file === undefined) return { isLoaded: false, reason: "sqlite-vec is not shipped for this platform" };
  try {
    // Named, because SQLite would guess the name from the file's, which begins with a hash.
    database.loadExtension(file, "sqlite3_vec_init");
    const { version } = database.query("SELECT vec_version() AS version").get() as { version: string };
    return { isLoaded: true, version };
  } catch (error) {
    return { isLoaded: false, reason: `sqlite-vec cannot be loaded from ${file}: ${(error as Error).message}` };
  }
}

/** A migration that fails is a fault of ours. */
function isOurs(error: unknown): boolean {
  return (error as { code?: string }).code === "SQLITE_ERROR";
}

/**
 * Takes a lock that the system itself gives back when its owner dies, however it dies, so that it can never be stale: a
 * write transaction on an empty database.
 * @returns undefined when another process has it.
 */
export function tryLock(path: string): Disposable | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new Database(path, { create: true });
  try {
    database.run("PRAGMA busy_timeout = 0");
    database.run("BEGIN EXCLUSIVE");
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return undefined;
    throw new Unavailable("unavailable", `Cannot lock ${path}.`, { cause: error });
  }
}

function migrate(database: Database, path: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.number ?? 0;
  const run = database.transaction(() => {
    // Read inside the transaction: another process may have migrated while we waited for the lock.
    const { user_version: version } = database.query("PRAGMA user_version").get() as { user_version: number };
    if (version > newest) {
      throw new Unavailable(
        "unavailable",
        `The database ${path} was written by a newer Waymark (schema ${version}, this one knows ${newest}).`,
        {
          hint: "Use the newer Waymark, or another data folder (--data-dir).",
        },
      );
    }
    for (const { number, sql } of migrations.filter((migration) => migration.number > version)) {
      database.run(sql);
      database.run(`PRAGMA user_version = ${number}`);
    }
  });
  run.immediate();
}

/** Moves of pages between two databases, and renamings of global pages that links have to follow. */
import type { Database } from "bun:sqlite";

export interface BegunMove {
  old: string;
  new: string;
  /** Of the page under its old name, and under its new one, whose links to itself are others. */
  oldHash: string;
  newHash: string;
}

/** Of a project's own database. */
export class MoveTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  begin({ old, new: to, oldHash, newHash }: BegunMove): void {
    this.#database
      .query("INSERT OR REPLACE INTO moves (old, new, old_hash, new_hash) VALUES ($old, $to, $oldHash, $newHash)")
      .run({ old, to, oldHash, newHash });
  }

  end(old: string): void {
    this.#database.query("DELETE FROM moves WHERE old = $old").run({ old });
  }

  get begun(): BegunMove[] {
    return this.#database
      .query("SELECT old, new, old_hash AS oldHash, new_hash AS newHash FROM moves")
      .all() as BegunMove[];
  }

  /** Number of the last renaming of a global page that links here have followed. */
  get followed(): number {
    const row = this.#database.query("SELECT number FROM followed").get() as { number: number } | null;
    return row?.number ?? 0;
  }

  set followed(number: number) {
    this.#database.query("INSERT OR REPLACE INTO followed (one, number) VALUES (1, $number)").run({ number });
  }
}

export interface GlobalRename {
  number: number;
  old: string;
  new: string;
}

/** Of the global database. */
export class RenameTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(old: string, to: string): void {
    this.#database.query("INSERT INTO memory_renames (old, new) VALUES ($old, $to)").run({ old, to });
  }

  /** In their order. */
  after(number: number): GlobalRename[] {
    return this.#database
      .query("SELECT number, old, new FROM memory_renames WHERE number > $number ORDER BY number")
      .all({ number }) as GlobalRename[];
  }
}

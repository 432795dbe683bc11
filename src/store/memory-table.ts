/** The pages of one database: a project's own, or the global ones. */
import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";

export interface StoredMemory {
  name: string;
  /** Undefined for a page that is damaged. */
  text: string | undefined;
  /** What its text must have: 64 hex digits of SHA-256. */
  hash: string;
  /** ISO 8601, UTC. */
  changedAt: string;
  caller: string;
}

export type NewMemory = Omit<StoredMemory, "text" | "hash"> & { text: string };

interface Row extends Omit<StoredMemory, "text"> {
  text: Uint8Array;
}

const SELECT = "SELECT name, text, hash, changed_at AS changedAt, caller FROM memories";

/** 64 hex digits of SHA-256. */
export function textHash(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A name as file systems compare it that do not tell case apart. */
export function foldedName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export class MemoryTable {
  readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  find(name: string): StoredMemory | undefined {
    const row = this.database.query(`${SELECT} WHERE name = $name`).get({ name }) as Row | null;
    return row ? stored(row) : undefined;
  }

  /** In the order of their names. */
  all(): StoredMemory[] {
    return (this.database.query(`${SELECT} ORDER BY name`).all() as Row[]).map(stored);
  }

  get names(): string[] {
    const rows = this.database.query("SELECT name FROM memories ORDER BY name").all();
    return (rows as { name: string }[]).map(({ name }) => name);
  }

  /** The page that would share its file with one of this name, on a file system that does not tell case apart. */
  twinOf(name: string): string | undefined {
    const found = this.database
      .query("SELECT name FROM memories WHERE folded = $folded AND name <> $name")
      .get({ folded: foldedName(name), name }) as { name: string } | null;
    return found?.name;
  }

  /** Writes a page whole. @throws where its twin is there: ask first, in the same transaction. */
  put({ name, text, changedAt, caller }: NewMemory): string {
    const bytes = Buffer.from(text);
    const hash = textHash(bytes);
    this.database
      .query(
        `INSERT INTO memories (name, folded, text, hash, changed_at, caller) VALUES ($name, $folded, $bytes, $hash, $changedAt, $caller)
         ON CONFLICT (name) DO UPDATE SET text = excluded.text, hash = excluded.hash, changed_at = excluded.changed_at, caller = excluded.caller`,
      )
      .run({ name, folded: foldedName(name), bytes, hash, changedAt, caller });
    this.database.query("INSERT OR IGNORE INTO memory_texts (name, hash) VALUES ($name, $hash)").run({ name, hash });
    return hash;
  }

  /** Whether a page, one that is gone among them, has or once had a text. */
  hadText(name: string, hash: string): boolean {
    const found = this.database.query("SELECT 1 FROM memory_texts WHERE name = $name AND hash = $hash");
    return found.get({ name, hash }) !== null;
  }

  /** Whether any page has or once had a text. */
  knowsText(hash: string): boolean {
    return this.database.query("SELECT 1 FROM memory_texts WHERE hash = $hash").get({ hash }) !== null;
  }

  /** @returns whether it was there. */
  remove(name: string): boolean {
    return this.database.query("DELETE FROM memories WHERE name = $name").run({ name }).changes > 0;
  }

  /**
   * All that `work` writes, or nothing of it; nobody else writes meanwhile.
   * @param kind `deferred` for work that only reads, which sees one state.
   */
  together<T>(work: () => T, kind: "immediate" | "deferred" = "immediate"): T {
    return this.database.transaction(work)[kind]();
  }
}

function stored({ text: bytes, ...row }: Row): StoredMemory {
  if (textHash(bytes) !== row.hash) return { ...row, text: undefined };
  return { ...row, text: utf8(bytes) };
}

/** Undefined for bytes that are no UTF-8; a byte order mark is part of the text. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

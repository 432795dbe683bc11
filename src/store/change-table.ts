/** The journal of changes: what each made of which files, and how to take it back. */
import type { Database } from "bun:sqlite";

export type ChangeState = "pending" | "applied" | "undone";

/** One file of a change, as the journal keeps it; `null` stands for no file. */
export interface JournalFile {
  /** Relative to the root, as the caller named it. */
  path: string;
  /** Relative to the root, links followed. */
  real: string;
  before: Uint8Array | null;
  beforeHash: string | null;
  afterHash: string | null;
  /** Permission bits of the old file. */
  mode: number | null;
  /** Name beside the file of the new content before it is in place. */
  fresh: string;
  /** Name beside the file of the old file once the new one is in place. */
  kept: string;
  /** How many folders were missing on the way to it. */
  made: number;
  isInPlace: boolean;
  /** Lines. */
  added: number;
  removed: number;
}

export interface JournalChange {
  id: number;
  tool: string;
  caller: string;
  /** ISO 8601, UTC. */
  at: string;
  state: ChangeState;
  /** The change that this one took back. */
  undoes: number | null;
}

/** A change to be written down. */
export type NewChange = Pick<JournalChange, "tool" | "caller" | "undoes">;

/** What is kept for undoing, of one project. */
const KEPT_CHANGES = 1_000;
const KEPT_BYTES = 256 * 1024 * 1024;

const CHANGE = "SELECT id, tool, caller, at, state, undoes FROM changes";

export class ChangeTable {
  readonly #database: Database;
  readonly #root: string;

  /** @param root of the project whose changes these are. */
  constructor(database: Database, root: string) {
    this.#database = database;
    this.#root = root;
  }

  /** Notes a change before its first file is touched. @returns its id. */
  begin({ tool, caller, undoes }: NewChange, files: readonly JournalFile[]): number {
    const change = this.#database.query(
      `INSERT INTO changes (root, tool, caller, at, state, undoes)
       VALUES ($root, $tool, $caller, $at, 'pending', $undoes) RETURNING id`,
    );
    const file = this.#database.query(
      `INSERT INTO changed_files
       (change, number, path, real, before, before_hash, after_hash, mode, fresh, kept, made, in_place, added, removed)
       VALUES ($change, $number, $path, $real, $before, $beforeHash, $afterHash, $mode, $fresh, $kept, $made, $inPlace, $added, $removed)`,
    );
    return this.#together(() => {
      const { id } = change.get({ root: this.#root, tool, caller, at: new Date().toISOString(), undoes }) as {
        id: number;
      };
      for (const [number, { isInPlace, before, ...row }] of files.entries()) {
        const packed = before && Bun.zstdCompressSync(before);
        file.run({ ...row, before: packed, change: id, number, inPlace: Number(isInPlace) });
      }
      return id;
    });
  }

  /** A file of a pending change is written over after all, so that a part of the new content may stand in it. */
  writeInPlace(id: number, real: string): void {
    this.#database.query("UPDATE changed_files SET in_place = 1 WHERE change = $id AND real = $real").run({ id, real });
  }

  /** All its files are in place. The oldest changes beyond what is kept are forgotten. */
  finish(id: number): void {
    this.#together(() => {
      const { undoes } = this.#database
        .query("UPDATE changes SET state = 'applied' WHERE id = $id RETURNING undoes")
        .get({ id }) as { undoes: number | null };
      if (undoes !== null) this.#setUndone(undoes);
      this.#forgetOldest();
    });
  }

  /** What it had taken back itself is in force again. */
  #setUndone(id: number): void {
    const { undoes } = this.#database
      .query("UPDATE changes SET state = 'undone' WHERE id = $id RETURNING undoes")
      .get({ id }) as { undoes: number | null };
    if (undoes !== null)
      this.#database.query("UPDATE changes SET state = 'applied' WHERE id = $undoes").run({ undoes });
  }

  /** It did not happen: what was done of it is taken back. */
  drop(id: number): void {
    this.#database.query("DELETE FROM changes WHERE id = $id").run({ id });
  }

  /** The last ones first. */
  latest(limit: number): JournalChange[] {
    return this.#database
      .query(`${CHANGE} WHERE root = $root AND state <> 'pending' ORDER BY id DESC LIMIT $limit`)
      .all({ root: this.#root, limit }) as JournalChange[];
  }

  /** How many there are. */
  get count(): number {
    const { count } = this.#database
      .query("SELECT count(*) AS count FROM changes WHERE root = $root AND state <> 'pending'")
      .get({ root: this.#root }) as { count: number };
    return count;
  }

  find(id: number): JournalChange | undefined {
    const found = this.#database.query(`${CHANGE} WHERE root = $root AND id = $id`).get({ root: this.#root, id });
    return (found as JournalChange | null) ?? undefined;
  }

  /** The caller's last change that is in force and took nothing back itself. */
  latestOf(caller: string): JournalChange | undefined {
    const found = this.#database
      .query(
        `${CHANGE} WHERE root = $root AND caller = $caller AND state = 'applied' AND undoes IS NULL ORDER BY id DESC LIMIT 1`,
      )
      .get({ root: this.#root, caller });
    return (found as JournalChange | null) ?? undefined;
  }

  /** Those that somebody began and did not finish. */
  get pending(): number[] {
    const rows = this.#database
      .query("SELECT id FROM changes WHERE root = $root AND state = 'pending' ORDER BY id DESC")
      .all({ root: this.#root });
    return (rows as { id: number }[]).map(({ id }) => id);
  }

  /** The files of a change, in its order, without what they held. */
  outline(id: number): Omit<JournalFile, "before">[] {
    return this.#rows(id, "NULL").map(({ before: _, ...row }) => row);
  }

  /** The files of a change, in its order. */
  files(id: number): JournalFile[] {
    return this.#rows(id, "before");
  }

  /** What a file held that some change found with this hash. @param real relative to the root, links followed. */
  contentOf(real: string, hash: string): Uint8Array | undefined {
    const row = this.#database
      .query(
        `SELECT before FROM changed_files JOIN changes ON changes.id = change
         WHERE root = $root AND real = $real AND before_hash = $hash LIMIT 1`,
      )
      .get({ root: this.#root, real, hash }) as { before: Uint8Array<ArrayBuffer> } | null;
    return row ? Bun.zstdDecompressSync(row.before) : undefined;
  }

  #rows(id: number, before: string): JournalFile[] {
    const rows = this.#database
      .query(
        `SELECT path, real, ${before} AS before, before_hash AS beforeHash, after_hash AS afterHash, mode, fresh, kept, made,
                in_place AS inPlace, added, removed FROM changed_files WHERE change = $id ORDER BY number`,
      )
      .all({ id }) as (Omit<JournalFile, "isInPlace"> & { inPlace: number })[];
    return rows.map(({ inPlace, before, ...row }) => ({
      ...row,
      isInPlace: inPlace === 1,
      before: before && Bun.zstdDecompressSync(before),
    }));
  }

  #forgetOldest(): void {
    const rows = this.#database
      .query(
        `SELECT id, (SELECT coalesce(sum(length(before)), 0) FROM changed_files WHERE change = id) AS bytes
         FROM changes WHERE root = $root AND state <> 'pending' ORDER BY id DESC`,
      )
      .all({ root: this.#root }) as { id: number; bytes: number }[];
    let bytes = 0;
    for (const [index, row] of rows.entries()) {
      bytes += row.bytes;
      if (index > 0 && (index >= KEPT_CHANGES || bytes > KEPT_BYTES)) this.drop(row.id);
    }
  }

  #together<T>(work: () => T): T {
    return this.#database.transaction(work).immediate();
  }
}

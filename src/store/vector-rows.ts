/** What both tables of vectors are made of besides the vectors: shape and count, names as numbers, a log of changes. */
import type { Database } from "bun:sqlite";
import { Unavailable } from "../base/error.ts";
import { encodeVector, type VectorShape } from "./vector-code.ts";
import {
  FILTER_COLUMNS,
  type NumberFilter,
  type VectorBlock,
  type VectorChanges,
  type VectorFilter,
  type VectorMark,
  type VectorRow,
  type VectorTable,
} from "./vector-table.ts";

/** Changes that are kept in the log; whoever lags further behind reads everything. */
const CHANGES_KEPT = 16_384;

/** Rows of the log that are dropped at once. */
const CHANGES_DROPPED = 1_024;

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS vector_info (
    id INTEGER PRIMARY KEY CHECK (id = 1), kind TEXT NOT NULL, encoding TEXT NOT NULL, dimensions INTEGER NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS vector_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS vector_changes (
    number INTEGER PRIMARY KEY, stamp INTEGER NOT NULL DEFAULT (random() & 0xFFFFFFFFFFFF), chunk INTEGER
  ) STRICT;`;

/** A row as it is stored. */
export interface StoredRow extends Record<"chunk" | "file" | "role" | "language", number> {
  bytes: Uint8Array;
}

export interface VectorInfo extends VectorShape {
  kind: VectorTable["kind"];
  count: number;
}

/** Which table of vectors a database holds; undefined when none. */
export function readVectorInfo(database: Database): VectorInfo | undefined {
  const isThere = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'vector_info'").get() !== null;
  if (!isThere) return undefined;
  return (database.query("SELECT kind, encoding, dimensions, count FROM vector_info").get() ?? undefined) as
    | VectorInfo
    | undefined;
}

/** The part that does not depend on how vectors are stored. */
export abstract class VectorRows implements VectorTable {
  abstract readonly kind: VectorTable["kind"];
  readonly shape: VectorShape;
  protected readonly database: Database;

  constructor(database: Database, { dimensions, encoding }: VectorShape) {
    this.database = database;
    this.shape = { dimensions, encoding };
  }

  protected abstract add(rows: readonly StoredRow[]): void;
  /** Takes rows away; returns how many were there. */
  protected abstract remove(chunks: readonly number[]): number;
  protected abstract removeAll(): void;
  abstract blocks(): Iterable<VectorBlock>;
  abstract rows(chunks: readonly number[]): VectorBlock;
  abstract candidates(query: Uint8Array, k: number, filter: NumberFilter): number[] | undefined;

  read<Result>(work: () => Result): Result {
    return this.database.transaction(work).deferred() as Result;
  }

  insert(rows: readonly VectorRow[]): void {
    // The last of several rows for one chunk counts, as if they came one by one.
    const wanted = [...new Map(rows.map((row) => [row.chunk, row])).values()];
    const encoded = wanted.map(({ vector, ...row }) => {
      if (!Number.isSafeInteger(row.chunk)) throw new RangeError(`A chunk's id cannot be ${row.chunk}.`);
      return { ...row, bytes: encodeVector(vector, this.shape, `chunk ${row.chunk}`) };
    });
    if (encoded.length === 0) return;
    this.#write(() => {
      const numbers = new Map<string, number>();
      const numberOf = (name: string) => {
        const known = numbers.get(name) ?? this.#intern(name);
        numbers.set(name, known);
        return known;
      };
      const chunks = encoded.map(({ chunk }) => chunk);
      const replaced = this.remove(chunks);
      this.add(encoded.map((row) => ({ ...row, role: numberOf(row.role), language: numberOf(row.language) })));
      this.#changed(chunks, encoded.length - replaced);
    });
  }

  delete(chunks: readonly number[]): void {
    if (chunks.length === 0) return;
    this.#write(() => {
      const gone = this.remove(chunks);
      if (gone > 0) this.#changed(chunks, -gone);
    });
  }

  clear(): void {
    this.#write(() => {
      this.removeAll();
      this.#changed([null], -this.count());
    });
  }

  count(): number {
    const info = readVectorInfo(this.database);
    const { dimensions, encoding } = this.shape;
    if (info?.kind === this.kind && info.dimensions === dimensions && info.encoding === encoding) return info.count;
    throw new Unavailable(
      "unavailable",
      `The index was made anew: it had ${encoding} vectors of ${dimensions} numbers (${this.kind}) and now has ${info ? `${info.encoding} vectors of ${info.dimensions} (${info.kind})` : "none"}.`,
      { hint: "Open the index again." },
    );
  }

  numbered({ roles, languages, files }: VectorFilter): NumberFilter | undefined {
    const known = (names: readonly string[]) =>
      this.database
        .query("SELECT id FROM vector_names WHERE name IN (SELECT value FROM json_each(?))")
        .values(JSON.stringify(names))
        .map(([id]) => id as number);
    const filter: NumberFilter = {
      ...(roles && { role: known(roles) }),
      ...(languages && { language: known(languages) }),
      ...(files && { file: files }),
    };
    return FILTER_COLUMNS.some((column) => filter[column]?.length === 0) ? undefined : filter;
  }

  changesSince(mark: VectorMark | undefined): VectorChanges {
    const newest = this.database
      .query("SELECT number, stamp FROM vector_changes ORDER BY number DESC LIMIT 1")
      .get() as VectorMark | null;
    const now = newest ?? { number: 0, stamp: 0 };
    if (mark?.number === now.number && mark.stamp === now.stamp) return { mark, chunks: [] };
    // The mark's own row proves that its number was not given out again, and that all later rows are still there.
    const own = mark && this.database.query("SELECT stamp FROM vector_changes WHERE number = ?").get(mark.number);
    if (!own || (own as VectorMark).stamp !== mark.stamp) return { mark: now, chunks: "all" };
    const chunks = this.database
      .query("SELECT DISTINCT chunk FROM vector_changes WHERE number > ?")
      .values(mark.number)
      .map(([chunk]) => chunk as number | null);
    return { mark: now, chunks: chunks.every((chunk) => chunk !== null) ? chunks : "all" };
  }

  #write(work: () => void): void {
    this.count(); // refuses when the table is no longer ours
    const transaction = this.database.transaction(work);
    if (this.database.inTransaction) transaction();
    else transaction.immediate();
  }

  #intern(name: string): number {
    const found = this.database.query("SELECT id FROM vector_names WHERE name = ?").get(name) as { id: number } | null;
    return (
      found?.id ?? Number(this.database.query("INSERT INTO vector_names (name) VALUES (?)").run(name).lastInsertRowid)
    );
  }

  #changed(chunks: readonly (number | null)[], by: number): void {
    this.database.query("UPDATE vector_info SET count = count + ?").run(by);
    const add = this.database.query("INSERT INTO vector_changes (chunk) VALUES (?)");
    for (const chunk of chunks) {
      const number = Number(add.run(chunk).lastInsertRowid);
      if (number % CHANGES_DROPPED !== 0) continue;
      this.database.query("DELETE FROM vector_changes WHERE number <= ?").run(number - CHANGES_KEPT);
    }
  }
}

/** A block of rows that were read one by one: chunk, file, role, language, bytes. */
export function blockOf(rows: readonly (readonly unknown[])[], bytesPerRow: number): VectorBlock {
  const column = (index: number) => Float64Array.from(rows, (row) => row[index] as number);
  const bytes = new Uint8Array(rows.length * bytesPerRow);
  for (const [index, row] of rows.entries()) bytes.set(row[4] as Uint8Array, index * bytesPerRow);
  return { chunk: column(0), file: column(1), role: column(2), language: column(3), bytes };
}

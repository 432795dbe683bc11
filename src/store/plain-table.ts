/** Vectors as rows of bytes, for where sqlite-vec cannot be loaded. */
import { rowBytes } from "./vector-code.ts";
import { blockOf, type StoredRow, VectorRows } from "./vector-rows.ts";
import type { VectorBlock } from "./vector-table.ts";

export const PLAIN_SCHEMA = `
  CREATE TABLE IF NOT EXISTS plain_vectors (
    chunk INTEGER PRIMARY KEY, file INTEGER NOT NULL, role INTEGER NOT NULL, language INTEGER NOT NULL, bytes BLOB NOT NULL
  ) STRICT;`;

const BLOCK_ROWS = 1_024;

export class PlainTable extends VectorRows {
  readonly kind = "plain";

  protected add(rows: readonly StoredRow[]): void {
    const insert = this.database.query(
      "INSERT INTO plain_vectors (chunk, file, role, language, bytes) VALUES ($chunk, $file, $role, $language, $bytes)",
    );
    for (const row of rows) insert.run({ ...row });
  }

  protected remove(chunks: readonly number[]): number {
    const gone = this.database.query("DELETE FROM plain_vectors WHERE chunk IN (SELECT value FROM json_each(?))");
    return gone.run(JSON.stringify(chunks)).changes;
  }

  protected removeAll(): void {
    this.database.run("DELETE FROM plain_vectors");
  }

  *blocks(): Iterable<VectorBlock> {
    const page = this.database.query(
      `SELECT chunk, file, role, language, bytes FROM plain_vectors WHERE chunk > ? ORDER BY chunk LIMIT ${BLOCK_ROWS}`,
    );
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const block = blockOf(page.values(after), rowBytes(this.shape));
      if (block.chunk.length === 0) return;
      yield block;
      after = block.chunk.at(-1)!;
    }
  }

  rows(chunks: readonly number[]): VectorBlock {
    const found = this.database.query(
      "SELECT chunk, file, role, language, bytes FROM plain_vectors WHERE chunk IN (SELECT value FROM json_each(?))",
    );
    return blockOf(found.values(JSON.stringify(chunks)), rowBytes(this.shape));
  }

  /** Reading every row is what it can do, so that is left to the caller. */
  candidates(): undefined {
    return undefined;
  }
}

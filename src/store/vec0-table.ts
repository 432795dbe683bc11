/**
 * Vectors in sqlite-vec's virtual table `vec0`. It keeps blocks of 1,024 places in tables of its own, which are read here
 * directly (forty times faster than row by row); their form belongs to the pinned version, and a test compares both ways.
 */
import type { VectorShape } from "./vector-code.ts";
import { rowBytes } from "./vector-code.ts";
import { blockOf, type StoredRow, VectorRows } from "./vector-rows.ts";
import { FILTER_COLUMNS, type NumberFilter, type VectorBlock } from "./vector-table.ts";

/** The most neighbours that `vec0` gives. */
export const VEC0_MOST_K = 4_096;

/** Its distances are float32 sums: what lies closer together than this may be in another order. */
const MARGIN = 1e-5;

/** Candidates beyond `k` that are asked for at first: enough that the last one is nearly always farther by the margin. */
const SPARE = 16;

const BLOCK_ROWS = 1_024;

/** Blocks of which a deletion moves the rest elsewhere, at most: 4,096 rows, a tenth of a second. */
const REPACKED_AT_ONCE = 8;

/** SQL that makes the table for vectors of a shape. */
export function vec0Schema({ dimensions, encoding }: VectorShape): string {
  const type = encoding === "int8" ? "int8" : "float";
  return `CREATE VIRTUAL TABLE IF NOT EXISTS chunk_vectors USING vec0(
    chunk INTEGER PRIMARY KEY, vector ${type}[${dimensions}] distance_metric=cosine,
    file INTEGER, role INTEGER, language INTEGER
  )`;
}

export class Vec0Table extends VectorRows {
  readonly kind = "vec0";

  protected add(rows: readonly StoredRow[]): void {
    const insert = this.database.query(
      `INSERT INTO chunk_vectors (chunk, file, role, language, vector)
       VALUES ($chunk, $file, $role, $language, ${this.#typed("$bytes")})`,
    );
    for (const row of rows) insert.run({ ...row });
  }

  protected remove(chunks: readonly number[]): number {
    const gone = this.#take(chunks);
    if (gone > 0) this.#repack();
    return gone;
  }

  protected removeAll(): void {
    this.database.run("DELETE FROM chunk_vectors");
  }

  *blocks(): Iterable<VectorBlock> {
    // `_rowid_`, because these tables have a column "rowid" of no type, by which SQLite cannot look rows up.
    const next = this.database.query(
      `SELECT b.chunk_id, b.validity, b.rowids, v.vectors, f.data, r.data, l.data
       FROM chunk_vectors_chunks b
       JOIN chunk_vectors_vector_chunks00 v ON v._rowid_ = b.chunk_id
       JOIN chunk_vectors_metadatachunks00 f ON f._rowid_ = b.chunk_id
       JOIN chunk_vectors_metadatachunks01 r ON r._rowid_ = b.chunk_id
       JOIN chunk_vectors_metadatachunks02 l ON l._rowid_ = b.chunk_id
       WHERE b.chunk_id > ? ORDER BY b.chunk_id LIMIT 1`,
    );
    for (let after = 0; ; ) {
      const [found] = next.values(after);
      if (!found) return;
      const [id, validity, chunk, bytes, file, role, language] = found as [number, ...Uint8Array[]];
      const places = validPlaces(validity!);
      yield {
        chunk: integersAt(chunk!, places),
        file: integersAt(file!, places),
        role: integersAt(role!, places),
        language: integersAt(language!, places),
        bytes: rowsAt(bytes!, places, rowBytes(this.shape)),
      };
      after = id;
    }
  }

  rows(chunks: readonly number[]): VectorBlock {
    // As a join: with IN, vec0 would read the whole table.
    const found = this.database.query(
      `SELECT t.chunk, t.file, t.role, t.language, t.vector
       FROM (SELECT DISTINCT value FROM json_each(?)) wanted CROSS JOIN chunk_vectors t ON t.chunk = wanted.value`,
    );
    return blockOf(found.values(JSON.stringify(chunks)), rowBytes(this.shape));
  }

  candidates(query: Uint8Array, k: number, filter: NumberFilter): number[] | undefined {
    const columns = FILTER_COLUMNS.filter((column) => filter[column] !== undefined);
    const conditions = columns.map((column, at) => ` AND ${column} IN (SELECT value FROM json_each(?${at + 3}))`);
    const nearest = this.database.query(
      `SELECT chunk, distance FROM chunk_vectors WHERE vector MATCH ${this.#typed("?1")} AND k = ?2${conditions.join("")}`,
    );
    const wanted = columns.map((column) => JSON.stringify(filter[column]));
    for (let asked = k + SPARE; k <= VEC0_MOST_K; asked *= 4) {
      const most = Math.min(asked, VEC0_MOST_K);
      const found = nearest.values(query, most, ...wanted) as [number, number][];
      const distances = found.map(([, distance]) => distance).sort((a, b) => a - b);
      const isAll = found.length < most;
      if (isAll || distances.at(-1)! > distances[k - 1]! + MARGIN) return found.map(([chunk]) => chunk);
      if (most === VEC0_MOST_K) break;
    }
    return undefined; // more are equally near, or wanted, than it can give
  }

  /** A blob alone would be taken for floats. */
  #typed(parameter: string): string {
    return this.shape.encoding === "int8" ? `vec_int8(${parameter})` : `vec_f32(${parameter})`;
  }

  #take(chunks: readonly number[]): number {
    const remove = this.database.query("DELETE FROM chunk_vectors WHERE chunk = ?");
    let gone = 0;
    for (const chunk of chunks) gone += remove.run(chunk).changes;
    return gone;
  }

  /**
   * `vec0` gives a block back only when it is wholly empty, and never fills places that became free; every search reads them.
   * So when blocks are less than half full, the emptiest are emptied.
   */
  #repack(): void {
    const { blocks } = this.database.query("SELECT count(*) AS blocks FROM chunk_vectors_chunks").get() as {
      blocks: number;
    };
    if (blocks * BLOCK_ROWS <= 2 * this.count() + 4 * BLOCK_ROWS) return;
    const found = this.database
      .query("SELECT validity, rowids FROM chunk_vectors_chunks ORDER BY chunk_id DESC LIMIT -1 OFFSET 1")
      .values() as [Uint8Array, Uint8Array][];
    const sparse = found
      .map(([validity, rowids]) => ({ places: validPlaces(validity), rowids }))
      .sort((a, b) => a.places.length - b.places.length)
      .slice(0, REPACKED_AT_ONCE);
    for (const { places, rowids } of sparse) {
      const block = this.rows([...integersAt(rowids, places)]);
      this.#take([...block.chunk]);
      this.add(rowsOf(block, rowBytes(this.shape)));
    }
  }
}

/** Places of a block that hold a row: a bitmap, the lowest bit first. */
function validPlaces(validity: Uint8Array): number[] {
  const places: number[] = [];
  for (let place = 0; place < validity.length * 8; place++) {
    if ((validity[place >> 3]! >> (place & 7)) & 1) places.push(place);
  }
  return places;
}

/** 64-bit integers at some places of a column; they are below 2^53. */
function integersAt(column: Uint8Array, places: readonly number[]): Float64Array {
  const view = new DataView(column.buffer, column.byteOffset, column.byteLength);
  return Float64Array.from(
    places,
    (place) => view.getInt32(place * 8 + 4, true) * 2 ** 32 + view.getUint32(place * 8, true),
  );
}

function rowsAt(bytes: Uint8Array, places: readonly number[], size: number): Uint8Array {
  if (places.length * size === bytes.length) return bytes;
  for (const [index, place] of places.entries()) bytes.copyWithin(index * size, place * size, (place + 1) * size);
  return bytes.subarray(0, places.length * size);
}

function rowsOf({ chunk, file, role, language, bytes }: VectorBlock, size: number): StoredRow[] {
  return [...chunk].map((id, at) => ({
    chunk: id,
    file: file[at]!,
    role: role[at]!,
    language: language[at]!,
    bytes: bytes.subarray(at * size, (at + 1) * size),
  }));
}

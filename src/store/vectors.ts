/** The family of tables that hold the vectors of chunks: made, opened and dropped here. */
import type { Database } from "bun:sqlite";
import { Unavailable } from "../base/error.ts";
import type { VectorSupport } from "./open.ts";
import { PLAIN_SCHEMA, PlainTable } from "./plain-table.ts";
import { Vec0Table, vec0Schema } from "./vec0-table.ts";
import type { VectorShape } from "./vector-code.ts";
import { readVectorInfo, SCHEMA, type VectorInfo } from "./vector-rows.ts";
import type { VectorTable } from "./vector-table.ts";

/** What sqlite-vec takes. */
const MOST_DIMENSIONS = 8_192;

export interface VectorTableOptions extends VectorShape {
  /** What `loadVectorExtension` said of this database. */
  support: VectorSupport;
}

/**
 * The table of a database's vectors, made when there is none: of sqlite-vec's kind where that is loaded.
 * @throws Unavailable when the vectors in it are of another shape, or need the extension and it cannot be loaded. Then
 * `dropVectors` makes room for a new table.
 */
export function openVectorTable(database: Database, options: VectorTableOptions): VectorTable {
  const { dimensions, support } = options;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
    throw new Unavailable(
      "unavailable",
      `The embedding model gives vectors of ${dimensions} numbers; 1 to ${MOST_DIMENSIONS} can be stored.`,
    );
  }
  const info = readVectorInfo(database) ?? create(database, options);
  assertFits(info, options);
  if (info.kind === "plain") return new PlainTable(database, info);
  if (support.isLoaded) return new Vec0Table(database, info);
  throw new Unavailable("unavailable", `The vectors of the index need an extension: ${support.reason}.`, {
    hint: "Rebuild the vectors of the index; they are then stored in a way that needs none.",
  });
}

/**
 * Removes every vector with its tables. A table of `vec0` cannot be removed without the extension; it stays, unused, until
 * the extension is back.
 */
export function dropVectors(database: Database, support: VectorSupport): void {
  const drop = database.transaction(() => {
    if (support.isLoaded) database.run("DROP TABLE IF EXISTS chunk_vectors");
    for (const name of ["plain_vectors", "vector_changes", "vector_names", "vector_info"]) {
      database.run(`DROP TABLE IF EXISTS ${name}`);
    }
  });
  if (database.inTransaction) drop();
  else drop.immediate();
}

function create(database: Database, { dimensions, encoding, support }: VectorTableOptions): VectorInfo {
  const make = database.transaction(() => {
    const other = readVectorInfo(database); // another process may have made it while we waited for the lock
    if (other) return other;
    const kind = support.isLoaded ? "vec0" : "plain";
    database.run(SCHEMA);
    if (kind === "plain") database.run(PLAIN_SCHEMA);
    else {
      database.run("DROP TABLE IF EXISTS chunk_vectors"); // one that `dropVectors` had to leave
      database.run(vec0Schema({ dimensions, encoding }));
    }
    const info: VectorInfo = { kind, encoding, dimensions, count: 0 };
    database
      .query(
        "INSERT INTO vector_info (id, kind, encoding, dimensions, count) VALUES (1, $kind, $encoding, $dimensions, $count)",
      )
      .run({ ...info });
    return info;
  });
  return database.inTransaction ? make() : make.immediate();
}

function assertFits(info: VectorInfo, { dimensions, encoding }: VectorShape): void {
  if (info.dimensions === dimensions && info.encoding === encoding) return;
  throw new Unavailable(
    "unavailable",
    `The index holds ${info.encoding} vectors of ${info.dimensions} numbers; now ${encoding} vectors of ${dimensions} are wanted.`,
    { hint: "Rebuild the vectors of the index, or use the embedding model it was made with." },
  );
}

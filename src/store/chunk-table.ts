/** The chunks of an index. */
import type { Database } from "bun:sqlite";

export interface ChunkRow {
  id: number;
  content: number;
  /** Place in the order of its content. */
  place: number;
  /** Offsets in UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** Of its text: `textHash` in src/index/extraction.ts. */
  textHash: string;
  /** Names of the symbols that it defines, separated by line feeds. */
  symbols: string;
}

const ROW = `SELECT id, content, place, start, "end", start_line AS startLine, end_line AS endLine, text_hash AS textHash,
  symbols FROM chunks`;

export class ChunkTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One chunk of a content; undefined when the content is gone. */
  at(content: number, place: number): ChunkRow | undefined {
    const row = this.#database.query(`${ROW} WHERE content = $content AND place = $place`).get({ content, place });
    return (row ?? undefined) as ChunkRow | undefined;
  }

  /** The chunk of a content that has a line, or the first one after it. */
  withLine(content: number, line: number): ChunkRow | undefined {
    const row = this.#database
      .query(`${ROW} WHERE content = $content AND end_line >= $line ORDER BY place LIMIT 1`)
      .get({ content, line });
    return (row ?? undefined) as ChunkRow | undefined;
  }

  /** Where chunks stand in their contents, by id; those that are gone are left out. */
  places(ids: readonly number[]): Map<number, Pick<ChunkRow, "content" | "place">> {
    const rows = this.#database
      .query("SELECT id, content, place FROM chunks WHERE id IN (SELECT value FROM json_each($ids))")
      .all({ ids: JSON.stringify(ids) }) as Pick<ChunkRow, "id" | "content" | "place">[];
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }
}

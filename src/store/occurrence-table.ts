/** Which files of an index use an identifier, and where. */
import type { Database } from "bun:sqlite";

/** A file that may use an identifier. */
export interface UsingFile {
  path: string;
  role: string;
  stamp: string;
  readAt: number;
  content: number;
  /** Identifiers with their lines, as `packOccurrences` makes them. */
  data: Uint8Array;
}

export interface Definition {
  line: number;
  namePath: string;
}

export class OccurrenceTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Files whose identifiers hold each of some words, in the order of their paths; more than those that use the name.
   * @param path a file or folder; `.` for all.
   */
  using(words: readonly string[], path: string): UsingFile[] {
    return this.#database
      .query(
        `SELECT files.path, files.role, files.stamp, files.read_at AS readAt, files.content, occurrences.data
         FROM identifiers JOIN occurrences ON occurrences.content = identifiers.rowid
         JOIN files ON files.content = identifiers.rowid
         WHERE identifiers MATCH $words
           AND ($path = '.' OR files.path = $path OR substr(files.path, 1, length($path) + 1) = $path || '/')
         ORDER BY files.path`,
      )
      .all({ words: phrase(words), path }) as UsingFile[];
  }

  /** Paths of the files whose identifiers hold each of some words, in their order. */
  pathsUsing(words: readonly string[]): string[] {
    const rows = this.#database
      .query(
        `SELECT files.path FROM identifiers JOIN files ON files.content = identifiers.rowid
         WHERE identifiers MATCH $words ORDER BY files.path`,
      )
      .all({ words: phrase(words) }) as { path: string }[];
    return rows.map(({ path }) => path);
  }

  /** Symbols of a content that bear a name. */
  definitions(content: number, name: string): Definition[] {
    return this.#database
      .query(
        `SELECT symbols.name_line AS line, symbols.name_path AS namePath FROM symbols
         JOIN names ON names.id = symbols.name WHERE symbols.content = $content AND names.name = $name`,
      )
      .all({ content, name }) as Definition[];
  }

  /** The innermost symbol around a line. */
  around(content: number, line: number): { namePath: string; kind: string } | undefined {
    const row = this.#database
      .query(
        `SELECT name_path AS namePath, kind FROM symbols
         WHERE content = $content AND start_line <= $line AND end_line >= $line
         ORDER BY start_line DESC, end_line, place DESC LIMIT 1`,
      )
      .get({ content, line }) as { namePath: string; kind: string } | null;
    return row ?? undefined;
  }
}

function phrase(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" AND ");
}

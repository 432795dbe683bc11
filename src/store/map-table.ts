/** What a map of a project is drawn from: its files of code, what they define, and the words that they use. */
import type { Database } from "bun:sqlite";

export interface MapFile {
  path: string;
  content: number;
  role: string;
  language: string;
  stamp: string;
  readAt: number;
}

export interface MapDefinition {
  content: number;
  place: number;
  name: string;
  kind: string;
  exported: number;
}

export interface MapSymbol {
  namePath: string;
  kind: string;
  startLine: number;
  endLine: number;
  signature: string;
}

/** Kinds that others use by name; what is local, and what is data or text, is none. */
const KINDS = [
  "class",
  "constant",
  "enum",
  "function",
  "interface",
  "macro",
  "method",
  "module",
  "object",
  "property",
  "struct",
  "trait",
  "type",
  "union",
  "variable",
];

export class MapTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Files of code: those in which identifiers were read. Sorted by path. */
  files(): MapFile[] {
    return this.#database
      .query(
        `SELECT files.path, files.content, files.role, contents.language, files.stamp, files.read_at AS readAt
         FROM files JOIN contents ON contents.id = files.content
         WHERE contents.id IN (SELECT content FROM occurrences) AND files.role NOT IN ('docs', 'config') ORDER BY files.path`,
      )
      .all() as MapFile[];
  }

  definitions(): Iterable<MapDefinition> {
    return this.#database
      .query(
        `SELECT symbols.content, symbols.place, names.name, symbols.kind, symbols.exported
         FROM symbols JOIN names ON names.id = symbols.name
         WHERE symbols.kind IN (SELECT value FROM json_each($kinds))
         AND NOT (symbols.kind = 'module' AND symbols.start_line = symbols.end_line) -- it only says that there is one
         ORDER BY symbols.content, symbols.place`,
      )
      .iterate({ kinds: JSON.stringify(KINDS) }) as Iterable<MapDefinition>;
  }

  /** The packed occurrences of a content. */
  occurrences(content: number): Uint8Array | undefined {
    const row = this.#database.query("SELECT data FROM occurrences WHERE content = $content").get({ content });
    return (row as { data: Uint8Array } | null)?.data;
  }

  symbol(content: number, place: number): MapSymbol {
    return this.#database
      .query(
        `SELECT name_path AS namePath, kind, start_line AS startLine, end_line AS endLine, signature FROM symbols
         WHERE content = $content AND place = $place`,
      )
      .get({ content, place }) as MapSymbol;
  }
}

/** The names of symbols in an index, apart from the symbols that bear them. */
import type { Database } from "bun:sqlite";

export interface NameRow {
  id: number;
  name: string;
}

/** A symbol of a name that was asked for, as little of it as an order needs. */
export interface NamePlace {
  /** Place of the name in the list that was asked for. */
  at: number;
  path: string;
  role: string;
  kind: string;
  /** Place of the symbol in its file. */
  place: number;
}

export class NameTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get count(): number {
    return (this.#database.query("SELECT count(*) AS n FROM names").get() as { n: number }).n;
  }

  /** Names with an id above the given one, in the order of their ids. */
  after(id: number): NameRow[] {
    return this.#database.query("SELECT id, name FROM names WHERE id > $id ORDER BY id").all({ id }) as NameRow[];
  }

  /** Names that hold a text of at least three characters, in either case. */
  holding(text: string, most: number): NameRow[] {
    return this.#database
      .query(
        `SELECT rowid AS id, name FROM symbol_names WHERE symbol_names MATCH $phrase
         ORDER BY length(name) LIMIT $most`,
      )
      .all({ phrase: `"${text.replaceAll('"', '""')}"`, most }) as NameRow[];
  }

  /** Names that begin with a text, case counting. */
  beginningWith(text: string, most: number): NameRow[] {
    return this.#database
      .query("SELECT id, name FROM names WHERE name >= $text AND name < $end ORDER BY name LIMIT $most")
      .all({ text, end: `${text}\u{10ffff}`, most }) as NameRow[];
  }

  /** Where the symbols of some names are, in all files that have them. */
  places(ids: readonly number[]): NamePlace[] {
    const rows = this.#database
      .query(
        `SELECT wanted.key, files.path, files.role, symbols.kind, symbols.place FROM json_each($ids) AS wanted
         CROSS JOIN symbols ON symbols.name = wanted.value JOIN files ON files.content = symbols.content`,
      )
      .values({ ids: JSON.stringify(ids) }) as [number, string, string, string, number][];
    return rows.map(([at, path, role, kind, place]) => ({ at, path, role, kind, place }));
  }
}

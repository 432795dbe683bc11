/** The imports of an index, and what else tells which files use which. */
import type { Database } from "bun:sqlite";

export interface ImportRow {
  /** The importing file. */
  path: string;
  /** Id of its language. */
  language: string;
  source: string;
  names: readonly string[];
  line: number;
}

export class ImportTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Paths of all files, sorted. */
  paths(): string[] {
    const rows = this.#database.query("SELECT path FROM files ORDER BY path").all() as { path: string }[];
    return rows.map(({ path }) => path);
  }

  /** Imports of all files, in the order of the paths and of the lines. */
  *all(): Generator<ImportRow> {
    const rows = this.#database
      .query(
        `SELECT files.path, contents.language, imports.source, imports.names, imports.line
         FROM files JOIN contents ON contents.id = files.content JOIN imports ON imports.content = contents.id
         ORDER BY files.path, imports.place`,
      )
      .iterate() as Iterable<Omit<ImportRow, "names"> & { names: string }>;
    for (const row of rows) yield { ...row, names: row.names === "[]" ? [] : (JSON.parse(row.names) as string[]) };
  }

  /** Those of some files that take a name from another. */
  importing(name: string, paths: readonly string[]): string[] {
    const rows = this.#database
      .query(
        `SELECT files.path FROM files WHERE files.path IN (SELECT value FROM json_each($paths)) AND EXISTS (
           SELECT 1 FROM imports, json_each(imports.names) AS taken
           WHERE imports.content = files.content AND taken.value = $name
         ) ORDER BY files.path`,
      )
      .all({ name, paths: JSON.stringify(paths) }) as { path: string }[];
    return rows.map(({ path }) => path);
  }

  /** Names of modules in dots -> the files of a language that declare them by symbols of some kinds. */
  declared(language: string, kinds: readonly string[]): Map<string, string[]> {
    const rows = this.#database
      .query(
        `SELECT DISTINCT files.path, symbols.name_path AS name FROM contents JOIN files ON files.content = contents.id
         JOIN symbols ON symbols.content = contents.id
         WHERE contents.language = $language AND symbols.kind IN (SELECT value FROM json_each($kinds)) ORDER BY files.path`,
      )
      .all({ language, kinds: JSON.stringify(kinds) }) as { path: string; name: string }[];
    const files = new Map<string, string[]>();
    for (const { path, name } of rows) {
      const dotted = name.replaceAll(/\[\d+\](?=\/|$)/g, "").replaceAll(/[/\\]|::/g, ".");
      const list = files.get(dotted);
      if (list) list.push(path);
      else files.set(dotted, [path]);
    }
    return files;
  }

  /** Files that define a symbol of a name, sorted. */
  defining(name: string): string[] {
    const rows = this.#database
      .query(
        `SELECT DISTINCT files.path FROM names JOIN symbols ON symbols.name = names.id
         JOIN files ON files.content = symbols.content WHERE names.name = $name ORDER BY files.path`,
      )
      .all({ name }) as { path: string }[];
    return rows.map(({ path }) => path);
  }
}

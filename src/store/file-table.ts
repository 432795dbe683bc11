/** The files of an index: what each was when it was read, and which content it has. */
import type { Database } from "bun:sqlite";

export interface FileRow {
  id: number;
  path: string;
  /** Null for a file that was not read. */
  content: number | null;
  role: string;
  size: number;
  /** Size, times and inode when it was read. */
  stamp: string;
  /** Milliseconds since 1970. */
  readAt: number;
  /** Why it was not read. */
  skip: string | null;
}

const COLUMNS = "id, path, content, role, size, stamp, read_at AS readAt, skip";

export class FileTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  all(): FileRow[] {
    return this.#database.query(`SELECT ${COLUMNS} FROM files ORDER BY path`).all() as FileRow[];
  }

  paths(): string[] {
    return this.#database.query("SELECT path FROM files").values().flat() as string[];
  }

  at(path: string): FileRow | undefined {
    return (this.#database.query(`SELECT ${COLUMNS} FROM files WHERE path = $path`).get({ path }) ?? undefined) as
      | FileRow
      | undefined;
  }

  /** Files below a folder, the folder's own path without a slash. */
  below(folder: string): FileRow[] {
    return this.#database
      .query(`SELECT ${COLUMNS} FROM files WHERE path >= $from AND path < $to ORDER BY path`)
      .all({ from: `${folder}/`, to: `${folder}0` }) as FileRow[]; // "0" is the character behind "/"
  }

  /** Paths of the files that were read in some languages, by their ids. */
  inLanguages(languages: readonly string[]): string[] {
    const rows = this.#database
      .query(
        `SELECT files.path FROM files JOIN contents ON contents.id = files.content
         WHERE contents.language IN (SELECT value FROM json_each($languages)) ORDER BY files.path`,
      )
      .values({ languages: JSON.stringify(languages) });
    return rows.flat() as string[];
  }

  put(row: Omit<FileRow, "id">): void {
    this.#database
      .query(
        `INSERT INTO files (path, content, role, size, stamp, read_at, skip)
         VALUES ($path, $content, $role, $size, $stamp, $readAt, $skip)
         ON CONFLICT (path) DO UPDATE SET content = excluded.content, role = excluded.role, size = excluded.size,
           stamp = excluded.stamp, read_at = excluded.read_at, skip = excluded.skip`,
      )
      .run({ ...row });
  }

  remove(path: string): void {
    this.#database.query("DELETE FROM files WHERE path = $path").run({ path });
  }

  get count(): number {
    return (this.#database.query("SELECT count(*) AS n FROM files").get() as { n: number }).n;
  }

  /** How many files were passed over, by reason. */
  skipped(): Record<string, number> {
    const rows = this.#database
      .query(
        `SELECT coalesce(files.skip, contents.skip) AS skip, count(*) AS n
         FROM files LEFT JOIN contents ON contents.id = files.content
         WHERE coalesce(files.skip, contents.skip) IS NOT NULL GROUP BY 1 ORDER BY 2 DESC`,
      )
      .all() as { skip: string; n: number }[];
    return Object.fromEntries(rows.map(({ skip, n }) => [skip, n]));
  }

  /** How many files are in each language, most frequent first. */
  languages(): Record<string, number> {
    const rows = this.#database
      .query(
        `SELECT language, count(*) AS n FROM files JOIN contents ON contents.id = files.content
         WHERE language <> '' GROUP BY language ORDER BY n DESC, language`,
      )
      .all() as { language: string; n: number }[];
    return Object.fromEntries(rows.map(({ language, n }) => [language, n]));
  }
}

/** What an index holds, in numbers, for a folder or for all of it. */
import type { Database } from "bun:sqlite";

export interface IndexCounts {
  files: number;
  symbols: number;
  /** Files that hold places which their parser could not follow. */
  filesWithErrors: number;
  /** Files by language id, most frequent first. */
  languages: { language: string; files: number }[];
  /** Files without symbols although they might have some, by reason, most frequent first. */
  skipped: { reason: string; files: number }[];
}

const AT = "($path = '.' OR files.path = $path OR substr(files.path, 1, length($path) + 1) = $path || '/')";

/** @param path a file or folder; `.` for all. */
export function indexCounts(database: Database, path: string): IndexCounts {
  const rows = <Row>(sql: string) => database.query(sql).all({ path }) as Row[];
  const count = (sql: string) => rows<{ n: number }>(sql)[0]!.n;
  return {
    files: count(`SELECT count(*) AS n FROM files WHERE ${AT}`),
    symbols: count(`SELECT count(*) AS n FROM files JOIN symbols ON symbols.content = files.content WHERE ${AT}`),
    filesWithErrors: count(
      `SELECT count(*) AS n FROM files JOIN contents ON contents.id = files.content WHERE contents.errors > 0 AND ${AT}`,
    ),
    languages: rows(
      `SELECT language, count(*) AS files FROM files JOIN contents ON contents.id = files.content
       WHERE language <> '' AND ${AT} GROUP BY language ORDER BY files DESC, language`,
    ),
    skipped: rows(
      `SELECT coalesce(files.skip, contents.skip) AS reason, count(*) AS files
       FROM files LEFT JOIN contents ON contents.id = files.content
       WHERE coalesce(files.skip, contents.skip) IS NOT NULL AND ${AT} GROUP BY 1 ORDER BY 2 DESC, 1`,
    ),
  };
}

/** Files without symbols for a reason, in the order of their paths. @param limit the most that are given. */
export function skippedFiles(database: Database, reason: string, limit: number): string[] {
  const rows = database
    .query(
      `SELECT path FROM files LEFT JOIN contents ON contents.id = files.content
       WHERE coalesce(files.skip, contents.skip) = $reason ORDER BY path LIMIT $limit`,
    )
    .all({ reason, limit }) as { path: string }[];
  return rows.map(({ path }) => path);
}

/** The index of nothing. */
export const NO_COUNTS: IndexCounts = { files: 0, symbols: 0, filesWithErrors: 0, languages: [], skipped: [] };

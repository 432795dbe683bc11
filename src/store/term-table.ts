/** What is ranked by words: files with the terms of their contents. */
import type { Database } from "bun:sqlite";

export interface RankedFile {
  path: string;
  content: number;
  role: string;
  language: string;
}

export class TermTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Every file that was read, in no order. */
  files(): RankedFile[] {
    return this.#database
      .query(
        `SELECT files.path, files.content, files.role, contents.language
         FROM files JOIN contents ON contents.id = files.content`,
      )
      .all() as RankedFile[];
  }

  /** As `packTerms` makes them; undefined for a content that is gone. */
  terms(content: number): Uint8Array | undefined {
    const row = this.#database.query("SELECT data FROM terms WHERE content = $content").get({ content });
    return (row as { data: Uint8Array } | null)?.data;
  }
}

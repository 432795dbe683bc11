/** Symbols of an index by their names. */
import type { Database } from "bun:sqlite";
import { nearNames } from "../base/near.ts";

/** A symbol in one of the files that hold it, and what that file was when it was read. */
export interface SymbolHit {
  path: string;
  place: number;
  name: string;
  namePath: string;
  kind: string;
  exported: number;
  startLine: number;
  endLine: number;
  nameLine: number;
  nameColumn: number;
  signature: string;
  role: string;
  stamp: string;
  readAt: number;
}

const HIT = `SELECT files.path, symbols.place, names.name, symbols.name_path AS namePath, symbols.kind, symbols.exported,
  symbols.start_line AS startLine, symbols.end_line AS endLine, symbols.name_line AS nameLine,
  symbols.name_column AS nameColumn, symbols.signature, files.role, files.stamp, files.read_at AS readAt
  FROM names JOIN symbols ON symbols.name = names.id JOIN files ON files.content = symbols.content`;

/** Shorter pieces of names have no trigram. */
const TRIGRAM_CHARS = 3;

/** Names that are looked at for one that was mistyped. */
const NEAR_LIMIT = 400_000;

export class SymbolTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Symbols of exactly this name. */
  named(name: string): SymbolHit[] {
    return this.#database.query(`${HIT} WHERE names.name = $name`).all({ name }) as SymbolHit[];
  }

  /** The symbol at a place of a file. */
  at(path: string, place: number): SymbolHit | undefined {
    const row = this.#database.query(`${HIT} WHERE files.path = $path AND symbols.place = $place`).get({ path, place });
    return (row ?? undefined) as SymbolHit | undefined;
  }

  /** Symbols whose name holds a text, case counting. */
  containing(text: string): SymbolHit[] {
    if ([...text].length < TRIGRAM_CHARS) {
      return this.#database.query(`${HIT} WHERE instr(names.name, $text) > 0`).all({ text }) as SymbolHit[];
    }
    return this.#database
      .query(
        `${HIT} WHERE names.id IN (SELECT rowid FROM symbol_names WHERE symbol_names MATCH $phrase)
         AND instr(names.name, $text) > 0`,
      )
      .all({ phrase: `"${text.replaceAll('"', '""')}"`, text }) as SymbolHit[];
  }

  /**
   * Files that use a word of this name and that the parser could not follow everywhere, or not at all.
   * @param within a folder with its slash, or empty.
   */
  filesWithErrors(name: string, isSubstring: boolean, within: string): number {
    const words = isSubstring ? [] : (name.match(/[\p{L}\p{N}\p{M}\p{Pc}$]+/gu) ?? []);
    const [word] = words.sort((a, b) => b.length - a.length);
    const uses =
      word === undefined ? "" : "AND contents.id IN (SELECT rowid FROM identifiers WHERE identifiers MATCH $word)";
    const row = this.#database
      .query(
        `SELECT count(*) AS n FROM files JOIN contents ON contents.id = files.content
         WHERE (contents.errors > 0 OR contents.skip IS NOT NULL) AND substr(files.path, 1, length($within)) = $within ${uses}`,
      )
      .get({ within, ...(word !== undefined && { word: `"${word}"` }) });
    return (row as { n: number }).n;
  }

  /** Names of symbols that are like a mistyped one, best first. */
  near(name: string, within: string): string[] {
    const rows = this.#database
      .query(
        `SELECT DISTINCT names.name FROM names JOIN symbols ON symbols.name = names.id
         JOIN files ON files.content = symbols.content
         WHERE length(names.name) BETWEEN $least AND $most AND substr(files.path, 1, length($within)) = $within LIMIT $limit`,
      )
      .all({ least: name.length - 3, most: name.length + 12, within, limit: NEAR_LIMIT }) as { name: string }[];
    return nearNames(
      name,
      rows.map((row) => row.name),
      5,
    );
  }
}

/** The contents of an index: texts that were read once, with their symbols, imports, identifiers and chunks. */
import type { Database } from "bun:sqlite";
import { DocumentTable } from "./document-table.ts";

export interface SymbolEntry {
  parent: number;
  name: string;
  namePath: string;
  kind: string;
  exported: boolean;
  startLine: number;
  endLine: number;
  nameLine: number;
  nameColumn: number;
  signature: string;
}

export interface ImportEntry {
  source: string;
  names: readonly string[];
  line: number;
}

export interface ChunkEntry {
  start: number;
  end: number;
  startLine: number;
  endLine: number;
  textHash: string;
  symbols: readonly string[];
}

/** All that is kept of a text. */
export interface ContentEntry {
  /** 16 bytes. */
  hash: Uint8Array;
  dialect: string;
  language: string;
  lines: number;
  errors: number;
  skip: string | null;
  symbols: readonly SymbolEntry[];
  imports: readonly ImportEntry[];
  identifiers: readonly string[];
  /** As `packOccurrences` makes it. */
  occurrences: Uint8Array;
  chunks: readonly ChunkEntry[];
  /** As `packTerms` makes them. */
  terms: Uint8Array;
}

/** Of the contents that no file has any more so many are kept, or as many as there are files. */
const RETIRED_KEPT = 2_000;

export class ContentTable {
  readonly #database: Database;
  readonly #kept: number;

  /** @param kept how many contents that no file has are kept at least. */
  constructor(database: Database, kept = RETIRED_KEPT) {
    this.#database = database;
    this.#kept = kept;
  }

  find(hash: Uint8Array, dialect: string): number | undefined {
    const row = this.#database
      .query("SELECT id FROM contents WHERE hash = $hash AND dialect = $dialect")
      .get({ hash, dialect });
    return (row as { id: number } | null)?.id;
  }

  /** Adds a content in the caller's transaction. @returns its id. */
  add(entry: ContentEntry): number {
    const { hash, dialect, language, lines, errors, skip } = entry;
    const { lastInsertRowid } = this.#database
      .query(
        `INSERT INTO contents (hash, dialect, language, lines, errors, skip)
         VALUES ($hash, $dialect, $language, $lines, $errors, $skip)`,
      )
      .run({ hash, dialect, language, lines, errors, skip });
    const content = Number(lastInsertRowid);
    this.#addSymbols(content, entry.symbols);
    this.#addImports(content, entry.imports);
    this.#addChunks(content, entry.chunks);
    this.#database
      .query("INSERT INTO terms (content, data) VALUES ($content, $data)")
      .run({ content, data: entry.terms });
    if (entry.identifiers.length > 0) {
      this.#database
        .query("INSERT INTO identifiers (rowid, names) VALUES ($content, $names)")
        .run({ content, names: entry.identifiers.join(" ") });
      this.#database
        .query("INSERT INTO occurrences (content, data) VALUES ($content, $data)")
        .run({ content, data: entry.occurrences });
    }
    return content;
  }

  #addSymbols(content: number, symbols: readonly SymbolEntry[]): void {
    const insert = this.#database.query(
      `INSERT INTO symbols (content, place, parent, name, name_path, kind, exported, start_line, end_line, name_line,
         name_column, signature)
       VALUES ($content, $place, $parent, $name, $namePath, $kind, $exported, $startLine, $endLine, $nameLine,
         $nameColumn, $signature)`,
    );
    const ids = new Map<string, number>();
    for (const [place, symbol] of symbols.entries()) {
      let name = ids.get(symbol.name);
      if (name === undefined) {
        name = this.#nameId(symbol.name);
        ids.set(symbol.name, name);
      }
      insert.run({ ...symbol, content, place, name });
    }
  }

  #nameId(name: string): number {
    const known = this.#database.query("SELECT id FROM names WHERE name = $name").get({ name }) as {
      id: number;
    } | null;
    if (known) return known.id;
    const id = Number(this.#database.query("INSERT INTO names (name) VALUES ($name)").run({ name }).lastInsertRowid);
    this.#database.query("INSERT INTO symbol_names (rowid, name) VALUES ($id, $name)").run({ id, name });
    return id;
  }

  #addImports(content: number, imports: readonly ImportEntry[]): void {
    const insert = this.#database.query(
      "INSERT INTO imports (content, place, source, names, line) VALUES ($content, $place, $source, $names, $line)",
    );
    for (const [place, { source, names, line }] of imports.entries()) {
      insert.run({ content, place, source, names: JSON.stringify(names), line });
    }
  }

  #addChunks(content: number, chunks: readonly ChunkEntry[]): void {
    const insert = this.#database.query(
      `INSERT INTO chunks (content, place, start, "end", start_line, end_line, text_hash, symbols)
       VALUES ($content, $place, $start, $end, $startLine, $endLine, $textHash, $symbols)`,
    );
    for (const [place, chunk] of chunks.entries()) {
      insert.run({ ...chunk, content, place, symbols: chunk.symbols.join("\n") });
    }
  }

  /**
   * Notes which contents no file has any more, and takes out the oldest of them beyond those that are kept.
   * @param generation of the change after which this is called.
   */
  retire(generation: number): void {
    this.#database
      .query(
        `UPDATE contents SET retired = $generation WHERE retired IS NULL
         AND NOT EXISTS (SELECT 1 FROM files WHERE files.content = contents.id)`,
      )
      .run({ generation });
    this.#database.run(
      `UPDATE contents SET retired = NULL WHERE retired IS NOT NULL
       AND EXISTS (SELECT 1 FROM files WHERE files.content = contents.id)`,
    );
    const { files } = this.#database.query("SELECT count(*) AS files FROM files").get() as { files: number };
    const old = this.#database
      .query("SELECT id FROM contents WHERE retired IS NOT NULL ORDER BY retired DESC, id DESC LIMIT -1 OFFSET $kept")
      .all({ kept: Math.max(this.#kept, files) }) as { id: number }[];
    for (const { id } of old) this.#remove(id);
  }

  /** Takes out contents that were passed over for one of the reasons; their files have to be read again. @returns whether there were any. */
  forgetSkipped(skips: readonly string[]): boolean {
    const found = this.#database
      .query("SELECT id FROM contents WHERE skip IN (SELECT value FROM json_each($skips))")
      .all({ skips: JSON.stringify(skips) }) as { id: number }[];
    for (const { id } of found) {
      this.#database.query("UPDATE files SET content = NULL, stamp = '' WHERE content = $id").run({ id });
      this.#remove(id);
    }
    return found.length > 0;
  }

  #remove(content: number): void {
    const names = this.#database
      .query(
        "SELECT DISTINCT names.id, names.name FROM symbols JOIN names ON names.id = symbols.name WHERE content = $content",
      )
      .all({ content }) as { id: number; name: string }[];
    new DocumentTable(this.#database).removeOf(content);
    for (const table of ["symbols", "imports", "chunks", "occurrences", "terms"]) {
      this.#database.query(`DELETE FROM ${table} WHERE content = $content`).run({ content });
    }
    this.#database.query("DELETE FROM identifiers WHERE rowid = $content").run({ content });
    this.#database.query("DELETE FROM contents WHERE id = $content").run({ content });
    for (const { id, name } of names) this.#removeNameIfUnused(id, name);
  }

  #removeNameIfUnused(id: number, name: string): void {
    if (this.#database.query("SELECT 1 FROM symbols WHERE name = $id LIMIT 1").get({ id })) return;
    // A table without a copy of its texts has to be told what it is to forget.
    this.#database
      .query("INSERT INTO symbol_names (symbol_names, rowid, name) VALUES ('delete', $id, $name)")
      .run({ id, name });
    this.#database.query("DELETE FROM names WHERE id = $id").run({ id });
  }
}

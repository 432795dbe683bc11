/** Documents: chunks as they stand in files. Each has a vector under its id, or the reason why it has none. */
import type { Database } from "bun:sqlite";

/** A file some of whose chunks have no document yet. */
export interface UnreadFile {
  path: string;
  content: number;
  role: string;
  language: string;
}

export interface UnreadChunk {
  id: number;
  /** Offsets in UTF-16 units. */
  start: number;
  end: number;
  textHash: string;
}

export interface Document {
  id: number;
  chunk: number;
  path: string;
  /** Of the chunk: its content, and its place in that. */
  content: number;
  place: number;
}

export interface DocumentCounts {
  /** Chunks of all files. */
  total: number;
  /** Those that have a document. */
  done: number;
  /** Those whose document has no vector. */
  refused: number;
}

export class DocumentTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads every chunk. */
  counts(): DocumentCounts {
    return this.#database
      .query(
        `SELECT count(*) AS total, count(documents.id) AS done, count(documents.fault) AS refused
         FROM files JOIN chunks USING (content)
         LEFT JOIN documents ON documents.chunk = chunks.id AND documents.path = files.path`,
      )
      .get() as DocumentCounts;
  }

  /** How many vectors there must be. */
  get vectorCount(): number {
    const { n } = this.#database
      .query("SELECT (SELECT count(*) FROM documents WHERE fault IS NULL) + (SELECT count(*) FROM gone_documents) AS n")
      .get() as { n: number };
    return n;
  }

  /** The first such file behind a path; `""` for the first of all. */
  unreadAfter(path: string): UnreadFile | undefined {
    const found = this.#database
      .query(
        `SELECT path, content, role, language FROM files JOIN contents ON contents.id = files.content
         WHERE path > $path AND EXISTS (
           SELECT 1 FROM chunks WHERE chunks.content = files.content
           AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.chunk = chunks.id AND documents.path = files.path))
         ORDER BY path LIMIT 1`,
      )
      .get({ path });
    return (found ?? undefined) as UnreadFile | undefined;
  }

  unreadIn({ path, content }: UnreadFile): UnreadChunk[] {
    return this.#database
      .query(
        `SELECT id, start, "end", text_hash AS textHash FROM chunks WHERE content = $content
         AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.chunk = chunks.id AND documents.path = $path)
         ORDER BY place`,
      )
      .all({ path, content }) as UnreadChunk[];
  }

  /** Documents with a vector of a file as it was at any time, by the hash of their text: equal texts have equal vectors. */
  byText(path: string): Map<string, number> {
    const rows = this.#database
      .query(
        `SELECT chunks.text_hash AS text, documents.id FROM documents JOIN chunks ON chunks.id = documents.chunk
         WHERE path = $path AND fault IS NULL`,
      )
      .all({ path }) as { text: string; id: number }[];
    return new Map(rows.map(({ text, id }) => [text, id]));
  }

  /**
   * Adds a document in the caller's transaction.
   * @param textHash of the text that was embedded: the chunk may have gone meanwhile, and its number to another.
   * @returns its id; undefined when the chunk is no longer there, or has its document.
   */
  add(chunk: number, path: string, textHash: string, fault: string | null): number | undefined {
    const row = this.#database
      .query(
        `INSERT INTO documents (chunk, path, fault)
         SELECT id, $path, $fault FROM chunks WHERE id = $chunk AND text_hash = $textHash
         ON CONFLICT DO NOTHING RETURNING id`,
      )
      .get({ chunk, path, textHash, fault });
    return (row as { id: number } | null)?.id;
  }

  /** The document of a chunk in a file, if it has a vector. */
  find(chunk: number, path: string): number | undefined {
    const row = this.#database
      .query("SELECT id FROM documents WHERE chunk = $chunk AND path = $path AND fault IS NULL")
      .get({ chunk, path });
    return (row as { id: number } | null)?.id;
  }

  /** Those of some documents whose file is there and has their content now. */
  current(ids: readonly number[]): Document[] {
    return this.#database
      .query(
        `SELECT documents.id, chunk, documents.path, chunks.content, chunks.place FROM json_each($ids) wanted
         CROSS JOIN documents ON documents.id = wanted.value
         JOIN chunks ON chunks.id = documents.chunk
         JOIN files ON files.path = documents.path AND files.content = chunks.content`,
      )
      .all({ ids: JSON.stringify(ids) }) as Document[];
  }

  /** Takes out the documents of a content in the caller's transaction; their vectors are taken out later. */
  removeOf(content: number): void {
    const where = "chunk IN (SELECT id FROM chunks WHERE content = $content)";
    this.#database
      .query(`INSERT INTO gone_documents (id) SELECT id FROM documents WHERE fault IS NULL AND ${where}`)
      .run({ content });
    this.#database.query(`DELETE FROM documents WHERE ${where}`).run({ content });
  }

  /** Takes out documents without a vector, so that they are tried again. @param fault that stays as it is. @returns how many. */
  forgetRefused(fault: string): number {
    return this.#database.query("DELETE FROM documents WHERE fault <> $fault").run({ fault }).changes;
  }

  /** Some of the documents that went. */
  gone(limit: number): number[] {
    return this.#database.query("SELECT id FROM gone_documents ORDER BY id LIMIT ?").values(limit).flat() as number[];
  }

  forgetGone(ids: readonly number[]): void {
    this.#database
      .query("DELETE FROM gone_documents WHERE id IN (SELECT value FROM json_each($ids))")
      .run({ ids: JSON.stringify(ids) });
  }

  clear(): void {
    this.#database.run("DELETE FROM documents");
    this.#database.run("DELETE FROM gone_documents");
  }
}

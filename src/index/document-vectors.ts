/** The documents of an index with their vectors, as the one who writes them sees them: all of one model. */
import type { Database } from "bun:sqlite";
import { Unavailable } from "../base/error.ts";
import { vectorFault } from "../base/vector.ts";
import { type Embedder, isRefused, type PassageVector } from "../embed/embedder.ts";
import { DocumentTable } from "../store/document-table.ts";
import { IndexInfo } from "../store/index-info.ts";
import type { VectorSupport } from "../store/open.ts";
import { decodeVector, type Encoding, rowBytes } from "../store/vector-code.ts";
import type { VectorTable } from "../store/vector-table.ts";
import { dropVectors, openVectorTable } from "../store/vectors.ts";
import { readEmbeddingState, writeEmbeddingState } from "./embedding-state.ts";
import { pathNumber } from "./path-number.ts";

/** Why a document has no vector and will have none. */
export const NO_MEANING = "it has no words";

/**
 * For a quarter of the memory of floats, bytes find 98 of 100 true neighbours and more in vectors of 256 to 3,072 numbers, also
 * where some of the numbers are ten times as large as the rest, as those of many models are; 92 where one is sixty times.
 */
const ENCODING: Encoding = "int8";

/** Vectors of documents that went are taken out in such portions. */
const SWEPT_AT_ONCE = 500;

/** Chunks of one file with one text, which have one vector. */
export interface DocumentText {
  path: string;
  role: string;
  language: string;
  textHash: string;
  chunks: readonly number[];
}

export class DocumentVectors {
  readonly documents: DocumentTable;
  readonly #database: Database;
  readonly #info: IndexInfo;
  readonly #table: VectorTable;

  private constructor(database: Database, table: VectorTable) {
    this.#database = database;
    this.#info = new IndexInfo(database);
    this.#table = table;
    this.documents = new DocumentTable(database);
  }

  /** Those of an embedder; what another one made, or what cannot be read any more, goes first. */
  static open(database: Database, support: VectorSupport, { id, dimensions }: Embedder): DocumentVectors {
    const info = new IndexInfo(database);
    const shape = { dimensions, encoding: ENCODING, support };
    const open = database.transaction(() => {
      const documents = new DocumentTable(database);
      if (readEmbeddingState(info).model === id) {
        // The service, or its settings, may be other ones now.
        if (documents.forgetRefused(NO_MEANING) > 0) writeEmbeddingState(info, { generation: undefined });
        try {
          const table = openVectorTable(database, shape);
          if (table.count() === documents.vectorCount) return table;
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error;
        }
      }
      dropVectors(database, support);
      documents.clear();
      writeEmbeddingState(info, { model: id, dimensions, total: 0, done: 0, refused: 0, generation: undefined });
      return openVectorTable(database, shape);
    });
    return new DocumentVectors(database, open.immediate());
  }

  /** Takes out vectors of documents that went. @returns whether there may be more. */
  sweep(): boolean {
    const gone = this.documents.gone(SWEPT_AT_ONCE);
    if (gone.length === 0) return false;
    this.#database
      .transaction(() => {
        this.#table.delete(gone);
        this.documents.forgetGone(gone);
      })
      .immediate();
    return true;
  }

  /** Writes documents whose text has a vector already. @param from documents with it, by the hash of their text. */
  copy(texts: readonly DocumentText[], from: ReadonlyMap<string, number>): void {
    const { chunk, bytes } = this.#table.rows(texts.map(({ textHash }) => from.get(textHash)!));
    const size = rowBytes(this.#table.shape);
    const at = new Map([...chunk].map((id, index) => [id, index * size]));
    this.write(
      texts.map((text) => {
        const start = at.get(from.get(text.textHash)!)!;
        return { text, vector: decodeVector(bytes.subarray(start, start + size), this.#table.shape.encoding) };
      }),
    );
  }

  /** Writes documents with what their texts came to, in one transaction. */
  write(found: readonly { text: DocumentText; vector: PassageVector }[]): void {
    const { dimensions } = this.#table.shape;
    this.#database
      .transaction(() => {
        const rows = [];
        let [done, refused] = [0, 0];
        for (const { text, vector } of found) {
          const { path, role, language, textHash, chunks } = text;
          const fault = faultOf(vector, dimensions);
          for (const chunk of chunks) {
            const id = this.documents.add(chunk, path, textHash, fault ?? null);
            if (id === undefined) continue;
            done++;
            if (fault === undefined) {
              rows.push({ chunk: id, file: pathNumber(path), role, language, vector: vector as Float32Array });
            } else refused++;
          }
        }
        this.#table.insert(rows);
        const state = readEmbeddingState(this.#info);
        writeEmbeddingState(this.#info, {
          done: state.done + done,
          refused: state.refused + refused,
          fault: undefined,
          ...(state.run && { run: { ...state.run, until: Date.now() } }),
        });
      })
      .immediate();
  }
}

function faultOf(vector: PassageVector, dimensions: number): string | undefined {
  if (vector === undefined) return NO_MEANING;
  return isRefused(vector) ? vector.refused : vectorFault(vector, dimensions);
}

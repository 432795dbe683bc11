/** The documents that files have now, remembered as long as the index stays as it is. */
import type { Database } from "bun:sqlite";
import { type Document, DocumentTable } from "../store/document-table.ts";

export class CurrentDocuments {
  /** Undefined for one whose file is gone or has another content. */
  readonly #known = new Map<number, Document | undefined>();
  #database: Database | undefined;
  #generation = -1;

  /**
   * Gets to know some documents; to be called in one reading with what gave their ids.
   * @param generation of the index; every change of a file raises it, and an id is never given out again.
   */
  look(ids: readonly number[], database: Database, generation: number): void {
    const known = this.#known;
    if (database !== this.#database || generation !== this.#generation) known.clear();
    this.#database = database;
    this.#generation = generation;
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    for (const id of unknown) known.set(id, undefined);
    for (const document of new DocumentTable(database).current(unknown)) known.set(document.id, document);
  }

  /** One that was looked for; undefined when its file has it no longer. */
  at(id: number): Document | undefined {
    return this.#known.get(id);
  }
}

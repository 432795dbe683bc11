/** The documents that files have now, remembered as long as the index stays as it is. */
import type { Database } from "bun:sqlite";
import { type Document, DocumentTable } from "../store/document-table.ts";

export class CurrentDocuments {
  /** Undefined for one whose file is gone or has another content. */
  readonly #known = new Map<number, Document | undefined>();
  #database: Database | undefined;
  #generation = -1;

  /**
   * To be called in one reading with what gave the ids.
   * @param generation of the index; every change of a file raises it, and an id is never given out again.
   * @returns in the same order, those that are not current left out.
   */
  of(ids: readonly number[], database: Database, generation: number): Document[] {
    if (database !== this.#database || generation !== this.#generation) this.#known.clear();
    this.#database = database;
    this.#generation = generation;
    const known = this.#known;
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      for (const id of unknown) known.set(id, undefined);
      for (const document of new DocumentTable(database).current(unknown)) known.set(document.id, document);
    }
    return ids.flatMap((id) => known.get(id) ?? []);
  }
}

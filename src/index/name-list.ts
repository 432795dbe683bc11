/** The names of an index in memory, folded once, so that a question can look at every one of them. */
import type { Database } from "bun:sqlite";
import { IndexInfo } from "../store/index-info.ts";
import { type NameRow, NameTable } from "../store/name-table.ts";
import { type FoldedName, folded } from "../syntax/folded-name.ts";

export interface ListedName extends FoldedName {
  id: number;
}

/** More names than this stay in the database: about 100 bytes each, and half a microsecond of every question. */
const NAMES_KEPT = 250_000;

export class NameList {
  readonly #most: number;
  #names: ListedName[] = [];
  #reader: Database | undefined;
  #generation = -1;

  constructor(most = NAMES_KEPT) {
    this.#most = most;
  }

  /** Every name of the index as it is now; undefined when there are too many to keep. */
  of(reader: Database): readonly ListedName[] | undefined {
    const { generation } = new IndexInfo(reader);
    if (this.#reader !== reader) this.#names = [];
    else if (this.#generation === generation) return this.#names;
    const table = new NameTable(reader);
    const { count } = table;
    if (count > this.#most) return undefined;
    // Names are added and seldom go, so that only what is new is read.
    const added = table.after(this.#names.at(-1)?.id ?? 0);
    if (this.#names.length + added.length === count) this.#names.push(...added.map(listed));
    else this.#names = table.after(0).map(listed);
    this.#reader = reader;
    this.#generation = generation;
    return this.#names;
  }
}

export function listed({ id, name }: NameRow): ListedName {
  return { id, ...folded(name) };
}

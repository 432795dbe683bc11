/** The vectors of an index for reading, whichever database and table it has at the moment. */
import type { Database } from "bun:sqlite";
import { Unavailable } from "../base/error.ts";
import { loadVectors } from "../store/extension.ts";
import { IndexInfo } from "../store/index-info.ts";
import type { VectorSupport } from "../store/open.ts";
import { readVectorInfo } from "../store/vector-rows.ts";
import type { VectorTable } from "../store/vector-table.ts";
import { openVectorTable } from "../store/vectors.ts";
import { readEmbeddingState, whyNotWhole } from "./embedding-state.ts";
import { Nearest } from "./nearest.ts";

export interface VectorReaderOptions {
  /** The index, for reading; undefined while there is none. */
  reader(): Database | undefined;
  /** Where embedded programs become real files. */
  programs: string;
  /** The setting `index.vector_cache_mb`. */
  cacheMegabytes: number;
}

export interface OpenedVectors {
  database: Database;
  table: VectorTable;
  nearest: Nearest;
}

export class VectorReader implements Disposable {
  readonly #options: VectorReaderOptions;
  readonly #support = new WeakMap<Database, Promise<VectorSupport>>();
  #opened: OpenedVectors | undefined;

  constructor(options: VectorReaderOptions) {
    this.#options = options;
  }

  /** @throws Unavailable when there is no index, or no vectors in it. */
  async open(): Promise<OpenedVectors> {
    const asked = this.database;
    let support = this.#support.get(asked);
    if (!support) {
      support = loadVectors(asked, this.#options.programs);
      this.#support.set(asked, support);
    }
    const loaded = await support;
    const { database } = this; // meanwhile it may have become another one
    return database === asked ? this.#openIn(database, loaded) : this.open();
  }

  /** @throws Unavailable when there is none. */
  get database(): Database {
    const database = this.#options.reader();
    if (!database) throw new Unavailable("unavailable", "The project is not indexed yet.");
    return database;
  }

  #openIn(database: Database, support: VectorSupport): OpenedVectors {
    const info = readVectorInfo(database);
    const known = this.#opened;
    if (known?.database === database && info?.kind === known.table.kind) {
      const { dimensions, encoding } = known.table.shape;
      if (info.dimensions === dimensions && info.encoding === encoding) return known;
    }
    this[Symbol.dispose]();
    if (!info) {
      const state = readEmbeddingState(new IndexInfo(database));
      throw new Unavailable("unavailable", `There are no vectors yet: ${whyNotWhole(state)}`);
    }
    const table = openVectorTable(database, { ...info, support });
    const nearest = new Nearest(table, { cacheMegabytes: this.#options.cacheMegabytes });
    this.#opened = { database, table, nearest };
    return this.#opened;
  }

  [Symbol.dispose](): void {
    this.#opened?.nearest[Symbol.dispose]();
    this.#opened = undefined;
  }
}

/** Questions to the vectors of an index: which chunks mean about the same as a text, or as another chunk. */
import { Unavailable } from "../base/error.ts";
import { type OpenEmbedder, openEmbedder } from "../embed/open-embedder.ts";
import type { EmbeddingTask } from "../embed/task.ts";
import { type Document, DocumentTable } from "../store/document-table.ts";
import { IndexInfo } from "../store/index-info.ts";
import { decodeVector } from "../store/vector-code.ts";
import type { VectorFilter } from "../store/vector-table.ts";
import { CurrentDocuments } from "./current-documents.ts";
import { type EmbeddingState, isWhole, readEmbeddingState, whyNotWhole } from "./embedding-state.ts";
import { pathNumber } from "./path-number.ts";
import { QueryVectors } from "./query-vectors.ts";
import { type OpenedVectors, VectorReader, type VectorReaderOptions } from "./vector-reader.ts";

/** A chunk as it stands in a file that is there. */
export interface DocumentNeighbour extends Document {
  /** Cosine: 1 for the same direction, down to -1. */
  score: number;
}

export interface IntentFilter extends Pick<VectorFilter, "roles" | "languages"> {
  /** Files that count. */
  paths?: readonly string[];
}

/**
 * `ready`: every chunk has a vector, or a reason of its own not to. `partial`: some have none yet. `none`: vectors could not
 * answer at all.
 */
export interface IntentAnswer {
  /** The nearest first. */
  neighbours: DocumentNeighbour[];
  state: "ready" | "partial" | "none";
  /** Why it is not `ready`. */
  reason?: string;
}

export interface IntentVectorsOptions extends VectorReaderOptions {
  task: EmbeddingTask;
  open?: OpenEmbedder;
}

/** Documents of former contents are among those that are found: so many more than are wanted are looked at first, then more. */
const SPARE = 1.1;
const SPARE_LEAST = 8;
const MORE = 4;

/** Paths whose numbers are remembered. */
const MOST_NUMBERS = 200_000;

/** How long a question waits for the vectors of files that changed, and for how many at most. */
const CHANGED_MS = 150;
const FEW = 100;

export class IntentVectors implements Disposable {
  readonly #task: EmbeddingTask;
  readonly #openEmbedder: OpenEmbedder;
  readonly #reader: VectorReader;
  readonly #documents = new CurrentDocuments();
  readonly #pathNumbers = new Map<string, number>();
  #queries: QueryVectors | undefined;

  constructor({ task, open = openEmbedder, ...options }: IntentVectorsOptions) {
    this.#task = task;
    this.#openEmbedder = open;
    this.#reader = new VectorReader(options);
  }

  /**
   * The `k` chunks that are nearest to what somebody asks; fewer where fewer pass the filter.
   * @throws Unavailable when vectors are missing and the settings are strict; the signal's reason.
   */
  nearest(query: string, k: number, filter: IntentFilter, signal: AbortSignal): Promise<IntentAnswer> {
    return this.#answer(async () => {
      await this.#reader.open(); // without vectors, the model is not needed
      const queries = await this.#queriesNow(signal);
      const [vector] = await Promise.all([queries.of(query, signal), this.#caughtUp(signal)]);
      return this.#search(await this.#reader.open(), k, filter, (state) => {
        if (state.model === queries.embedder.id) return vector;
        throw new Unavailable("unavailable", "The index holds vectors of another model; they are made anew.");
      });
    });
  }

  /**
   * The `k` chunks that are nearest to one of a file, without itself.
   * @throws as `nearest`.
   */
  nearestTo(chunk: number, path: string, k: number, filter: IntentFilter = {}): Promise<IntentAnswer> {
    return this.#answer(async () => {
      const opened = await this.#reader.open();
      const { database, table } = opened;
      const found = this.#search(opened, k + 1, filter, () => {
        const document = new DocumentTable(database).find(chunk, path);
        if (document !== undefined) return decodeVector(table.rows([document]).bytes, table.shape.encoding);
        throw new Unavailable("unavailable", "This part of the file has no vector.");
      });
      const others = found.neighbours.filter((other) => other.chunk !== chunk || other.path !== path);
      return { ...found, neighbours: others.slice(0, k) };
    });
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]();
  }

  async #answer(ask: () => Promise<IntentAnswer>): Promise<IntentAnswer> {
    const { provider, isStrict } = this.#task;
    if (provider === "off") return { neighbours: [], state: "none", reason: "vectors are off (embedding.provider)" };
    let answer: IntentAnswer;
    try {
      answer = await ask();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      answer = { neighbours: [], state: "none", reason: error.message };
    }
    if (!isStrict || answer.state === "ready") return answer;
    throw new Unavailable("unavailable", `Search by intent cannot answer in full: ${answer.reason}`, {
      hint: "get_index_status tells how far the vectors are; with embedding.strict off, words alone answer meanwhile.",
    });
  }

  /** Waits a moment for vectors of files that have just changed. */
  async #caughtUp(signal: AbortSignal): Promise<void> {
    for (const until = Date.now() + CHANGED_MS; Date.now() < until; await Bun.sleep(CHANGED_MS / 20)) {
      signal.throwIfAborted();
      const info = new IndexInfo(this.#reader.database);
      const state = readEmbeddingState(info);
      if (isWhole(state, info) || state.fault || state.total - state.done > FEW) return;
    }
  }

  async #queriesNow(signal: AbortSignal): Promise<QueryVectors> {
    const { dimensions } = readEmbeddingState(new IndexInfo(this.#reader.database));
    if (this.#queries === undefined || this.#queries.embedder.dimensions !== dimensions) {
      const embedder = await this.#openEmbedder(this.#task, signal, dimensions);
      this.#queries = new QueryVectors(embedder, this.#task.queryTimeoutMs);
    }
    return this.#queries;
  }

  #numberOf(path: string): number {
    let number = this.#pathNumbers.get(path);
    if (number === undefined) {
      if (this.#pathNumbers.size >= MOST_NUMBERS) this.#pathNumbers.clear();
      number = pathNumber(path);
      this.#pathNumbers.set(path, number);
    }
    return number;
  }

  /** @param vectorOf gives what is searched for, seeing the same state of the index as the search. */
  #search(
    { database, table, nearest }: OpenedVectors,
    k: number,
    { paths, ...rest }: IntentFilter,
    vectorOf: (state: EmbeddingState) => Float32Array | undefined,
  ): IntentAnswer {
    const wanted = paths && new Set(paths);
    const filter: VectorFilter = { ...rest, ...(paths && { files: paths.map((path) => this.#numberOf(path)) }) };
    return table.read(() => {
      const info = new IndexInfo(database);
      const state = readEmbeddingState(info);
      const vector = vectorOf(state);
      const neighbours: DocumentNeighbour[] = [];
      for (let asked = Math.ceil(k * SPARE) + SPARE_LEAST; vector; asked *= MORE) {
        const near = nearest.nearest(vector, asked, filter);
        this.#documents.look(
          near.map(({ chunk }) => chunk),
          database,
          info.generation,
        );
        neighbours.length = 0;
        for (const { chunk: id, score } of near) {
          const document = this.#documents.at(id);
          if (!document || wanted?.has(document.path) === false) continue;
          const { chunk, path, content, place } = document;
          neighbours.push({ id, chunk, path, content, place, score });
        }
        if (neighbours.length >= k || near.length < asked) break;
      }
      neighbours.length = Math.min(neighbours.length, k);
      if (isWhole(state, info)) return { neighbours, state: "ready" };
      return { neighbours, state: "partial", reason: whyNotWhole(state) };
    });
  }
}

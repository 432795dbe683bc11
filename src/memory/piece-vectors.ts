/** How near pieces of memories and notes are to a question in meaning. They are few, so their vectors are kept in memory. */
import { Unavailable } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { within } from "../base/within.ts";
import { type Embedder, isRefused } from "../embed/embedder.ts";
import type { OpenEmbedder } from "../embed/open-embedder.ts";
import type { EmbeddingTask } from "../embed/task.ts";
import { QueryVectors } from "../index/query-vectors.ts";
import type { Piece } from "./pieces.ts";

export interface Meanings {
  /** Of each piece: the cosine, below 0 for the opposite; 0 where nothing is known. */
  scores: number[];
  /** Why not all are known. */
  reason?: string;
}

/** So long new vectors are waited for; what is not done by then is done at the next question. */
const WAIT_MS = 3_000;
const MOST_KEPT = 20_000;

export class PieceVectors {
  readonly #task: EmbeddingTask;
  readonly #open: OpenEmbedder;
  readonly #kept = new Map<string, Float32Array | undefined>();
  #queries: Promise<QueryVectors> | undefined;

  constructor(task: EmbeddingTask, open: OpenEmbedder) {
    this.#task = task;
    this.#open = open;
  }

  async near(question: string, pieces: readonly Piece[], signal: AbortSignal): Promise<Meanings> {
    const none = pieces.map(() => 0);
    if (pieces.length === 0) return { scores: none };
    if (this.#task.provider === "off") return { scores: none, reason: "Vectors are off, so only words count." };
    try {
      const queries = await this.#opened(signal);
      const vector = await queries.of(question, signal);
      if (!vector) return { scores: none };
      const isDone = await within(WAIT_MS, signal, () => this.#fill(queries.embedder, pieces, signal));
      signal.throwIfAborted();
      const vectors = pieces.map((piece) => this.#kept.get(keyOf(piece)));
      return {
        scores: vectors.map((other) => (other ? dot(vector, other) : 0)),
        ...(!isDone && {
          reason: "Some were compared by their words alone, since their vectors are still being made.",
        }),
      };
    } catch (error) {
      if (!(error instanceof Unavailable) || this.#task.isStrict) throw error;
      return { scores: none, reason: "The embedding service did not answer, so only words count." };
    }
  }

  /** @returns true, once all are there. */
  async #fill(embedder: Embedder, pieces: readonly Piece[], signal: AbortSignal): Promise<true> {
    if (this.#kept.size > MOST_KEPT) this.#kept.clear();
    const missing = [...new Map(pieces.map((piece) => [keyOf(piece), piece]))].filter(([key]) => !this.#kept.has(key));
    for (let from = 0; from < missing.length; from += embedder.batch) {
      const batch = missing.slice(from, from + embedder.batch);
      const vectors = await embedder.passages(
        batch.map(([, { about, text }]) => ({ path: about, text })),
        signal,
      );
      for (const [index, [key]] of batch.entries()) {
        const vector = vectors[index];
        this.#kept.set(key, isRefused(vector) ? undefined : vector);
      }
    }
    return true;
  }

  #opened(signal: AbortSignal): Promise<QueryVectors> {
    this.#queries ??= this.#open(this.#task, signal).then(
      (embedder) => new QueryVectors(embedder, this.#task.queryTimeoutMs),
    );
    this.#queries.catch(() => {
      this.#queries = undefined;
    });
    return this.#queries;
  }
}

function keyOf({ about, text }: Piece): string {
  return shortHash(`${about}\n${text}`);
}

/** Cosine of two vectors of length 1. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

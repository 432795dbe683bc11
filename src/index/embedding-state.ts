/** How far the vectors of an index are: kept in the index itself, so that every process that reads it knows. */
import type { IndexInfo } from "../store/index-info.ts";

const KEY = "embedding";

export interface EmbeddingState {
  /** Id of the embedder whose vectors these are, and their dimensions; undefined before the first was opened. */
  model: string | undefined;
  dimensions: number | undefined;
  /** Chunks of files, those that are done, and those of them that have no vector for a reason of their own. */
  total: number;
  done: number;
  refused: number;
  /** Generation of the index in which nothing was left to do; undefined while something is. */
  generation: number | undefined;
  /** The work under way: when it began, with how many done, and when it last got on; milliseconds since 1970. */
  run: { at: number; done: number; until: number } | undefined;
  /** What went wrong last and has not gone well since; times in ISO 8601, UTC. */
  fault: { message: string; at: string; retryAt: string | undefined } | undefined;
}

/** Of an index that nobody has begun to embed. */
export const NO_STATE: EmbeddingState = {
  model: undefined,
  dimensions: undefined,
  total: 0,
  done: 0,
  refused: 0,
  generation: undefined,
  run: undefined,
  fault: undefined,
};

export function readEmbeddingState(info: IndexInfo): EmbeddingState {
  const said = info.get(KEY);
  return said === undefined ? NO_STATE : { ...NO_STATE, ...(JSON.parse(said) as Partial<EmbeddingState>) };
}

/** To be called in the transaction of what it tells. */
export function writeEmbeddingState(info: IndexInfo, change: Partial<EmbeddingState>): void {
  info.set(KEY, JSON.stringify({ ...readEmbeddingState(info), ...change }));
}

/** Whether every chunk of the index as it is now has its vector, or a reason why not. */
export function isWhole({ generation }: EmbeddingState, info: IndexInfo): boolean {
  return generation !== undefined && generation === info.generation;
}

/** Why some chunks have no vector yet, in words. */
export function whyNotWhole({ fault, total, done }: EmbeddingState): string {
  const far = done < total ? `: ${done} of ${total} parts of files are done` : "";
  if (!fault) return `vectors of changed files are being made${far}`;
  const again = fault.retryAt === undefined ? "" : `; it is tried again at ${fault.retryAt}`;
  return `vectors are missing${far}. ${fault.message}${again}`;
}

/** Documents that are done in a second; undefined while nothing can be said. */
export function rateOf({ run, done }: EmbeddingState): number | undefined {
  if (!run || run.until <= run.at || done <= run.done) return undefined;
  return Math.round(((done - run.done) * 1_000) / (run.until - run.at));
}

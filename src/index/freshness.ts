/** What a question gets to know of an index besides what is in it. */
import type { WatchHealth } from "../project/watch.ts";
import type { EmbeddingStatus } from "./embedding-status.ts";
import type { IndexProgress } from "./indexer.ts";

/** How far an index can be relied on. */
export interface Freshness {
  generation: number;
  /** Changed files that the index does not know yet; undefined when it is not known how many. */
  pending: number | undefined;
  /** Those files, or folders with such files. */
  changed: readonly string[] | undefined;
  /** Why something may be missing or out of date; undefined when nothing is. */
  reason: string | undefined;
}

export interface IndexState {
  progress: IndexProgress;
  health: WatchHealth;
  /** Whether the whole project was read once. */
  isComplete: boolean;
  /** Whether this process writes it. */
  isWriter: boolean;
  generation: number;
  /** Why the last index was set aside. */
  replaced: string | undefined;
  /** What went wrong last, and has not gone well since. */
  fault: string | undefined;
  /** When it did; ISO 8601, UTC. */
  faultAt: string | undefined;
  /** Files that are indexed in a second, while they are. */
  filesPerSecond: number | undefined;
  /** Files that were looked into since this began. */
  filesRead: number;
  embedding: EmbeddingStatus;
}

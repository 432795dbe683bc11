/** What an index is doing and what it holds, for who looks again and again: asks nothing of the disk, and begins nothing. */
import { type IndexCounts, indexCounts, NO_COUNTS } from "../store/index-counts.ts";
import type { IndexState } from "./freshness.ts";
import type { ProjectIndex } from "./project-index.ts";
import type { RefreshJob } from "./refresh-jobs.ts";

export interface IndexGlance extends Omit<IndexState, "isComplete" | "filesRead"> {
  /** `idle`: nobody in this process has asked for the index yet, so that nobody looks after it. */
  standing: "idle" | "indexing" | "refreshing" | "ready" | "failed";
  counts: IndexCounts;
  /** Its size on the disk. */
  bytes: number;
  refreshes: readonly RefreshJob[];
}

/** Counts are made again only after so many times the time that they took. */
const REST = 20;

interface KnownCounts {
  generation: number;
  counts: IndexCounts;
  /** Until when they are good enough, in milliseconds of this process. */
  until: number;
}

export class IndexGlances {
  readonly #counts = new WeakMap<ProjectIndex, KnownCounts>();

  of(index: ProjectIndex): IndexGlance {
    const { isComplete, filesRead: _, ...state } = index.state;
    return {
      ...state,
      standing: standingOf(index, isComplete),
      counts: this.#countsOf(index, state.generation),
      bytes: index.bytes,
      refreshes: index.refreshes,
    };
  }

  #countsOf(index: ProjectIndex, generation: number): IndexCounts {
    const { reader } = index;
    if (!reader) return NO_COUNTS;
    const known = this.#counts.get(index);
    const startedAt = performance.now();
    if (known && (known.generation === generation || startedAt < known.until)) return known.counts;
    const counts = indexCounts(reader, ".");
    const now = performance.now();
    this.#counts.set(index, { generation, counts, until: now + REST * (now - startedAt) });
    return counts;
  }
}

function standingOf({ state, hasBegun }: ProjectIndex, isComplete: boolean): IndexGlance["standing"] {
  if (state.fault !== undefined) return "failed";
  if (!hasBegun) return "idle";
  if (!isComplete) return "indexing";
  return state.progress.phase === "idle" ? "ready" : "refreshing";
}

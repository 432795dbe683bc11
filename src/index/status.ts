/** What a person or a model wants to know of an index: whether it answers now, and if not, why. */
import type { Project } from "../project/project.ts";
import type { WatchHealth } from "../project/watch.ts";
import { type IndexCounts, indexCounts, NO_COUNTS } from "../store/index-counts.ts";
import type { EmbeddingStatus } from "./embedding-status.ts";
import type { IndexProgress } from "./indexer.ts";
import type { ProjectIndex } from "./project-index.ts";
import type { RefreshJob } from "./refresh-jobs.ts";

export interface IndexStatus {
  /**
   * `ready` only where a question would be answered from the index now; `indexing`: for the first time; `refreshing`: files
   * have changed; `failed`: the last work on it ended with a fault.
   */
  state: "ready" | "indexing" | "refreshing" | "failed";
  /** Why it is not ready. */
  reason: string | undefined;
  progress: IndexProgress;
  filesPerSecond: number | undefined;
  generation: number;
  pending: number | undefined;
  counts: IndexCounts;
  bytes: number;
  watcher: WatchHealth;
  isWriter: boolean;
  /** The commit that is checked out; undefined without a repository. */
  head: string | undefined;
  fault: { message: string; at: string } | undefined;
  replaced: string | undefined;
  refreshes: readonly RefreshJob[];
  embedding: EmbeddingStatus;
}

/** @param path what is counted: a file or folder, `.` for all. */
export async function indexStatus(
  index: ProjectIndex,
  { git }: Project,
  path: string,
  signal: AbortSignal,
): Promise<IndexStatus> {
  const { generation, pending, reason } = await index.freshenPatiently(signal);
  const { progress, health, isComplete, isWriter, fault, faultAt, filesPerSecond, replaced, embedding } = index.state;
  const { reader } = index;
  return {
    state: fault !== undefined ? "failed" : reason === undefined ? "ready" : isComplete ? "refreshing" : "indexing",
    reason,
    progress,
    filesPerSecond,
    generation,
    pending,
    counts: reader ? indexCounts(reader, path) : NO_COUNTS,
    bytes: index.bytes,
    watcher: health,
    isWriter,
    head: await git?.head(signal),
    fault: fault === undefined ? undefined : { message: fault, at: faultAt! },
    replaced,
    refreshes: index.refreshes,
    embedding,
  };
}

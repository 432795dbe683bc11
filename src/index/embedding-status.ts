/** What a person or a model wants to know of the vectors of an index. */
import { type EmbeddingTask, foreignService } from "../embed/task.ts";
import { type EmbeddingState, rateOf } from "./embedding-state.ts";

export interface EmbeddingStatus {
  provider: EmbeddingTask["provider"];
  /** `ready`: every part of every file is done; `embedding`: they are being made; `waiting`: for files, or for the next try. */
  state: "ready" | "embedding" | "waiting" | "off";
  /** Whether text of the project is sent to another machine. */
  leavesMachine: boolean;
  model: string | undefined;
  dimensions: number | undefined;
  done: number;
  total: number;
  /** Of those that are done: they have no vector, for a reason of their own. */
  refused: number;
  perSecond: number | undefined;
  fault: EmbeddingState["fault"];
}

/** @param isWhole whether nothing is left to do. */
export function embeddingStatus(task: EmbeddingTask, state: EmbeddingState, isWhole: boolean): EmbeddingStatus {
  const { provider } = task;
  const { model, dimensions, done, total, refused, run, fault } = state;
  const now = provider === "off" ? "off" : isWhole ? "ready" : run ? "embedding" : "waiting";
  return {
    provider,
    state: now,
    leavesMachine: foreignService(task) !== undefined,
    model,
    dimensions,
    done,
    total,
    refused,
    perSecond: now === "embedding" ? rateOf(state) : undefined,
    fault: now === "off" ? undefined : fault,
  };
}

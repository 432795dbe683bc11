/** Waits until the vectors of an index are made, or cannot be made now. */
import type { EmbeddingStatus } from "./embedding-status.ts";
import type { ProjectIndex } from "./project-index.ts";

const LOOK_MS = 50;

/** So long nothing happens when nothing will: files that cannot be read have no vectors. */
const STILL_MS = 2_000;

/** @returns how far they are then. @throws the signal's reason. */
export async function embedded(index: ProjectIndex, signal: AbortSignal): Promise<EmbeddingStatus> {
  for (let movedAt = Date.now(); ; await Bun.sleep(LOOK_MS)) {
    signal.throwIfAborted();
    const { embedding } = index.state;
    const { state, fault } = embedding;
    if (state === "embedding") movedAt = Date.now();
    const isStill = Date.now() - movedAt > STILL_MS;
    if (state === "ready" || state === "off" || fault !== undefined || isStill) return embedding;
  }
}

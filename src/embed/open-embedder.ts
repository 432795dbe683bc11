/** Makes the embedder that the settings name, for whoever needs one: the worker that indexes, and the one who asks. */
import { Unavailable } from "../base/error.ts";
import type { Embedder } from "./embedder.ts";
import type { EmbeddingTask } from "./task.ts";

/** Opens what a task names. @param dimensions of vectors that there are already; a service is then not asked for them. */
export type OpenEmbedder = (task: EmbeddingTask, signal: AbortSignal, dimensions?: number) => Promise<Embedder>;

/** As `open`, with one embedded model for all who ask: the projects of a process. */
export function sharingModel(open: OpenEmbedder = openEmbedder): OpenEmbedder {
  let embedded: Promise<Embedder> | undefined;
  return (task, signal, dimensions) => {
    if (task.provider !== "embedded") return open(task, signal, dimensions);
    embedded ??= open(task, new AbortController().signal); // whoever came first may leave
    embedded.catch(() => {
      embedded = undefined;
    });
    return embedded;
  };
}

/** @throws Unavailable where there is none, or it cannot be reached; the signal's reason. */
export const openEmbedder: OpenEmbedder = async ({ provider, endpoint }, signal, dimensions) => {
  if (provider === "off") throw new Unavailable("unavailable", "Vectors are off (embedding.provider).");
  if (typeof endpoint === "string") throw new Unavailable("unavailable", `There is no embedding service: ${endpoint}.`);
  if (endpoint === undefined) return (await import("./static-embedder.ts")).staticEmbedder();
  const { EndpointEmbedder } = await import("./endpoint.ts");
  if (dimensions === undefined) return EndpointEmbedder.open(endpoint, signal);
  return new EndpointEmbedder(endpoint, endpoint.dimensions ?? dimensions);
};

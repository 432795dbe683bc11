/** The embedder that needs nothing: the model within the executable, in this process. */
import modelFile from "#resources/embedding/model.bin" with { type: "file" };
import { shortHash } from "../base/hash.ts";
import type { Embedder, Passage } from "./embedder.ts";
import { passageText } from "./passage.ts";
import { StaticModel } from "./static-model.ts";

/** Passages between two looks at the signal: a few milliseconds. */
const BATCH = 64;

/** Version of what is made of a passage before the model sees it. */
const PASSAGE_VERSION = 1;

/**
 * Loads the embedded model, 8 MB, which takes some 30 ms.
 * @throws Error when the file is not the model that it should be.
 */
export async function staticEmbedder(): Promise<Embedder> {
  return embedderOf(new Uint8Array(await Bun.file(modelFile).arrayBuffer()));
}

/** @param bytes of a model's file. */
export function embedderOf(bytes: Uint8Array<ArrayBuffer>): Embedder {
  const model = StaticModel.read(bytes);
  return {
    id: `static-${shortHash(bytes)}-${model.dimensions}-p${PASSAGE_VERSION}`,
    dimensions: model.dimensions,
    batch: BATCH,
    isRemote: false,
    async passages(passages: readonly Passage[], signal: AbortSignal) {
      signal.throwIfAborted();
      return passages.map((passage) => model.embed(passageText(passage)));
    },
    async query(text: string, signal: AbortSignal) {
      signal.throwIfAborted();
      return model.embed(text);
    },
  };
}

/** The model that is built in, as an embedder. */
import type { Embedder } from "../../src/embed/embedder.ts";

export async function embeddedModel(): Promise<Embedder | undefined> {
  return undefined;
}

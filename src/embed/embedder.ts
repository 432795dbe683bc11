/** What turns texts into vectors, whoever does it. */

/** A piece of a file. Words of its path are part of what it means. */
export interface Passage {
  /** Of the file, relative to the project. */
  path: string;
  text: string;
}

/** A passage that the model cannot turn into a vector although it can others. */
export interface Refused {
  /** Why, in words. */
  refused: string;
}

/** A vector of length 1; undefined for a text that has no meaning to the model, such as one without words. */
export type PassageVector = Float32Array | Refused | undefined;

export function isRefused(vector: PassageVector): vector is Refused {
  return vector !== undefined && "refused" in vector;
}

export interface Embedder {
  /** Names the model, its version and its dimensions: vectors of equal ids can be compared, others never. */
  readonly id: string;
  readonly dimensions: number;
  /** Passages that are best handed over at once. */
  readonly batch: number;
  /** Whether passages leave this process. */
  readonly isRemote: boolean;
  /**
   * What each passage came to, in order.
   * @throws Unavailable when the model cannot answer; the signal's reason.
   */
  passages(passages: readonly Passage[], signal: AbortSignal): Promise<PassageVector[]>;
  /**
   * The vector of what somebody asks; tried once.
   * @throws Unavailable when the model cannot answer; the signal's reason.
   */
  query(text: string, signal: AbortSignal): Promise<Float32Array | undefined>;
}

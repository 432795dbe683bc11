/** What turns texts into vectors, whoever does it. */

/** A piece of a file. Words of its path are part of what it means. */
export interface Passage {
  /** Of the file, relative to the project. */
  path: string;
  text: string;
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
   * One vector of length 1 for each passage, in order; undefined for one that has no meaning to the model, such as a text
   * without words.
   * @throws Unavailable when the model cannot answer; the signal's reason.
   */
  passages(passages: readonly Passage[], signal: AbortSignal): Promise<(Float32Array | undefined)[]>;
  /** As `passages`, for what somebody asks. */
  query(text: string, signal: AbortSignal): Promise<Float32Array | undefined>;
}

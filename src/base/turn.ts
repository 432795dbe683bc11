/** Gives others their turn when work has gone on for a while, and stops it when the caller has gone. */

/** The longest stretch of work between two pauses. */
export const TURN_MS = 12;

/**
 * How long a pause is. A call waits for files several times; were it one step of the event loop, each of them would
 * cost it a whole turn of ours.
 */
const REST_MS = 1;

export class Turn {
  readonly #signal: AbortSignal;
  #startedAt = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether it is time to pause; for loops that are too tight to wait for each step. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt >= TURN_MS;
  }

  async pause(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    this.#signal.throwIfAborted();
    this.#startedAt = performance.now();
  }
}

/** Tells a process that is busy from one that is frozen: asks it for a sign of life while something is awaited from it. */

export interface PulseOptions {
  /** How often to ask. */
  everyMs: number;
  /** How many times in a row it may stay silent. */
  most: number;
  /** False while nothing is awaited, when nobody asks. */
  isAwaited(): boolean;
  ask(): void;
  /** Called once, when it has stayed silent too often. */
  onStopped(): void;
}

/**
 * Counts turns of our own clock instead of reading a time: when the machine slept, or we were the ones who stood still, what
 * the other end said meanwhile is heard before it is judged.
 */
export class Pulse implements Disposable {
  readonly #options: PulseOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;
  #hasSpoken = true;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  /** Something is awaited from now on. */
  watch(): void {
    if (this.#timer !== undefined) return;
    this.#hasSpoken = true; // it was not asked yet
    this.#timer = setInterval(() => this.#turn(), this.#options.everyMs);
  }

  /** The other end has sent something, whatever it was. */
  heard(): void {
    this.#hasSpoken = true;
  }

  #turn(): void {
    const { most, isAwaited, ask, onStopped } = this.#options;
    this.#unanswered = this.#hasSpoken ? 0 : this.#unanswered + 1;
    this.#hasSpoken = false;
    const isStopped = this.#unanswered >= most;
    if (!isAwaited() || isStopped) this[Symbol.dispose]();
    else ask();
    if (isStopped) onStopped();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

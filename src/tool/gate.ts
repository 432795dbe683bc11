/** Lets so many calls run at once; a bounded number of others wait in the order in which they came. */
import { Unavailable } from "../base/error.ts";

export interface GateLimits {
  running: number;
  waiting: number;
}

export class Gate {
  readonly #limits: GateLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a place among those that run.
   * @returns the place; disposing of it lets the next one in.
   * @throws Unavailable `busy` when too many wait already; the signal's reason when it fires.
   */
  async enter(signal: AbortSignal): Promise<Disposable> {
    if (this.#running >= this.#limits.running) await this.#turn(signal);
    else this.#running++;
    return { [Symbol.dispose]: () => this.#leave() };
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { running, waiting } = this.#limits;
    if (this.#waiting.size >= waiting) {
      const message = `${running} calls run and ${waiting} wait already, which is as many as this server takes at once.`;
      throw new Unavailable("busy", message, {
        hint: "Call again in a moment, with fewer calls at once; the user's setting running_calls is the limit.",
        retryAfterSeconds: 1,
      });
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      this.#waiting.add(enter);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** The place goes to whoever waits longest, else it is free. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running--;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

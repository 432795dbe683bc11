/** Reports of a call's progress: strictly rising, a few a second at most, and a sign of life from five seconds on. */

/** How far a call is. `total` is left out while it is not known. */
export interface ProgressReport {
  done: number;
  total?: number;
  message?: string;
}

const SILENT_MS = 5_000;
const EVERY_MS = 250;

export class Progress implements Disposable {
  /** Left out when nobody listens any more. */
  #send: ((report: ProgressReport) => void) | undefined;
  readonly #quietMs: number;
  /** Set anew by each report, so that no silence is longer. */
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  readonly #startedAt = performance.now();
  #last = 0;
  #sentAt = Number.NEGATIVE_INFINITY;

  /**
   * @param send left out when nobody listens.
   * @param quietMs how long a call may be silent before it gives a sign of life by itself.
   */
  constructor(send: ((report: ProgressReport) => void) | undefined, quietMs = SILENT_MS) {
    this.#send = send;
    this.#quietMs = quietMs;
    if (send) this.#arm();
  }

  /** Tells how far the work is; reports that do not rise or come too fast are dropped, the final one never. */
  readonly report = (done: number, total?: number, message?: string): void => {
    if (!this.#send) return;
    const isLast = total !== undefined && done >= total;
    if (!(done > this.#last) || (!isLast && performance.now() - this.#sentAt < EVERY_MS)) return;
    this.#emit({ done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
  };

  #arm(): void {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(() => this.#beat(), this.#quietMs);
  }

  #beat(): void {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    // A thousandth more than the last one: it rises, and never overtakes the tool's own count.
    this.#emit({ done: this.#last + 0.001, message: `still working after ${seconds} s` });
  }

  #emit(report: ProgressReport): void {
    this.#last = report.done;
    this.#sentAt = performance.now();
    this.#arm();
    this.#send?.(report);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#heartbeat);
    this.#send = undefined;
  }
}

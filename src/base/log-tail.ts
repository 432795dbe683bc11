/** The last lines of a log in memory, for who looks at a running server. */

const LINES_KEPT = 1_000;

/** A line may quote what a caller sent. */
const LINE_CHARS = 4_000;

export class LogTail {
  readonly #kept: number;
  #lines: string[] = [];

  constructor(kept = LINES_KEPT) {
    this.#kept = kept;
  }

  /** @param line with or without its end. */
  add(line: string): void {
    this.#lines.push(line.trimEnd().slice(0, LINE_CHARS));
    if (this.#lines.length >= 2 * this.#kept) this.#lines = this.#lines.slice(-this.#kept);
  }

  /** The oldest first. */
  get lines(): readonly string[] {
    return this.#lines.slice(-this.#kept);
  }
}

/**
 * Tells when the system has delivered all news of files so far: files of our own are written, and news come nearly in the
 * order in which things happened. News of different folders wait in queues of their own that are emptied in turn, so that
 * only the second file in a row says that all before the first has come (measured: of 60,000 changes 50 to 80 came after the
 * first, none of 120,000 after the second).
 */
import { type FSWatcher, mkdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

/** News of one file that come quickly one after the other are reported once. */
const NAMES = 64;

export class Sentinel implements Disposable {
  readonly #folder: string;
  readonly #watcher: FSWatcher | undefined;
  readonly #waiting = new Map<string, () => void>();
  #count = 0;

  /**
   * @param folder that nothing else writes to; made when it is not there.
   * @param begin the system's way to watch a folder.
   */
  constructor(folder: string, begin: typeof watch = watch) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      this.#watcher = begin(folder, { persistent: false }, (_, name) => this.#waiting.get(String(name))?.());
      this.#watcher.on("error", () => undefined); // `passed` then says that nothing came
    } catch {
      this.#watcher = undefined; // no watch to be had: the same
    }
  }

  /** Waits for the news of all that has happened until now. @returns whether they came within the time. */
  async passed(milliseconds: number): Promise<boolean> {
    return (await this.#once(milliseconds)) && (await this.#once(milliseconds));
  }

  async #once(milliseconds: number): Promise<boolean> {
    if (!this.#watcher) return false;
    const name = `${this.#count++ % NAMES}`;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), milliseconds);
    this.#waiting.set(name, () => resolve(true));
    writeFileSync(join(this.#folder, name), String(this.#count));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(name);
    }
  }

  [Symbol.dispose](): void {
    this.#watcher?.close();
    for (const seen of this.#waiting.values()) seen();
  }
}

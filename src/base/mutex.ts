/** One at a time, in the order in which they came. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is one's turn; disposing of what it gives ends the turn. */
  async take(): Promise<Disposable> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return { [Symbol.dispose]: resolve };
  }
}

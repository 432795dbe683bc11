/** How long one question may take, whatever it has to wait for. */
export class Patience implements Disposable {
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #over = new AbortController();
  #faultNow: (seconds: number) => Error = () => new Error("nothing was asked yet");

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => this.#over.abort(this.#faultNow(Math.round(milliseconds / 100) / 10)), milliseconds);
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /**
   * A signal that also fires when the time is over.
   * @param fault what its reason is then; told the whole time in seconds, to a tenth.
   */
  of(signal: AbortSignal, fault: (seconds: number) => Error): AbortSignal {
    this.#faultNow = fault;
    return AbortSignal.any([signal, this.#over.signal]);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

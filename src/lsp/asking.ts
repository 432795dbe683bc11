/**
 * Asks a server with a limit: cancels what takes too long and says so, asks again what the server itself put off, and
 * remembers what it turned out not to have.
 */
import { ErrorCodes, ResponseError } from "vscode-jsonrpc/node";
import type { Capabilities } from "./capability.ts";
import type { Connection } from "./connection.ts";
import { ServerError, ServerTimeout, Unsupported } from "./fault.ts";

/** The content changed while it was answering; it was cancelled, by whom it does not say; it cancelled by itself. */
const PUT_OFF: readonly number[] = [-32801, -32800, -32802];

/** Pauses before asking again, in milliseconds. */
const PAUSES: readonly number[] = [50, 100, 200, 400, 800];

export class Asking {
  readonly #server: string;
  readonly #connection: Connection;
  readonly #times: { cancel: number; register: number };
  readonly #most: number;
  readonly #onStuck: (method: string, isAlive: boolean) => void;
  readonly #queue: (() => void)[] = [];
  readonly #registrations = new Set<() => void>();
  readonly #startedAt = performance.now();
  #running = 0;
  /** Requests that were cancelled and have not ended since. */
  stuck = 0;

  /** @param most requests at once. */
  constructor(
    server: string,
    connection: Connection,
    times: { cancel: number; register: number },
    most = Number.POSITIVE_INFINITY,
    onStuck: (method: string, isAlive: boolean) => void,
  ) {
    this.#server = server;
    this.#connection = connection;
    this.#times = times;
    this.#most = most;
    this.#onStuck = onStuck;
  }

  /** Something was registered: who waits for it looks again. */
  registered(): void {
    for (const look of this.#registrations) look();
  }

  /**
   * Waits for a method that may still be registered, as long as the server is young.
   * @throws Unsupported.
   */
  async assertAble(method: string, can: () => boolean, signal: AbortSignal): Promise<void> {
    while (!can()) {
      const left = this.#startedAt + this.#times.register - performance.now();
      if (left <= 0 || this.#connection.isOver) throw new Unsupported({ server: this.#server, method });
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, left);
      signal.addEventListener("abort", () => resolve(), { once: true });
      this.#registrations.add(resolve);
      await promise;
      clearTimeout(timer);
      this.#registrations.delete(resolve);
    }
  }

  /**
   * @param milliseconds for each try, from when it is sent.
   * @param capabilities learns that the server does not know the method.
   * @throws Unsupported, ServerTimeout, ServerError, ServerCrashed, ProtocolFault; the signal's reason.
   */
  async ask(
    method: string,
    params: object | undefined,
    signal: AbortSignal,
    milliseconds: number,
    capabilities?: Capabilities,
  ): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      signal.throwIfAborted();
      await this.#turn(signal);
      try {
        return await this.#once(method, params, signal, milliseconds);
      } catch (error) {
        if (!(error instanceof ResponseError)) throw error;
        if (error.code === ErrorCodes.MethodNotFound) {
          capabilities?.lacks(method);
          throw new Unsupported({ server: this.#server, method, cause: error });
        }
        const pause = PUT_OFF.includes(error.code) ? PAUSES[tries] : undefined;
        if (pause === undefined) {
          const { code: errorCode, message } = error;
          throw new ServerError({ server: this.#server, method, errorCode, message, cause: error });
        }
        await Bun.sleep(pause);
      } finally {
        this.#running--;
        this.#queue.shift()?.();
      }
    }
  }

  async #once(method: string, params: object | undefined, signal: AbortSignal, milliseconds: number): Promise<unknown> {
    const cancel = new AbortController();
    const given = Promise.withResolvers<never>();
    given.promise.catch(() => undefined);
    const timer = setTimeout(() => {
      given.reject(new ServerTimeout({ server: this.#server, method, seconds: milliseconds / 1_000 }));
    }, milliseconds);
    const onAbort = () => given.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const reply = this.#connection.request(method, params, cancel.signal);
    let isAnswered = false;
    const answered = reply
      .catch(() => undefined)
      .then(() => {
        isAnswered = true;
      });
    try {
      return await Promise.race([reply, given.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      if (!isAnswered) {
        cancel.abort();
        void this.#cancelled(method, answered);
      }
    }
  }

  /** Looks whether a request ends that was cancelled: one that does not holds up a server, or it hangs. */
  async #cancelled(method: string, answered: Promise<void>): Promise<void> {
    const since = performance.now();
    const late = Promise.withResolvers<"late">();
    const timer = setTimeout(() => late.resolve("late"), this.#times.cancel);
    const first = await Promise.race([answered, late.promise]);
    clearTimeout(timer);
    if (first !== "late" || this.#connection.isOver) return;
    this.stuck++;
    this.#onStuck(method, this.#connection.heardAt > since);
    await answered;
    this.stuck--;
  }

  async #turn(signal: AbortSignal): Promise<void> {
    while (this.#running >= this.#most) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(resolve) >>> 0, 1); // no turn is given to who has gone
        resolve();
      };
      this.#queue.push(resolve);
      signal.addEventListener("abort", leave, { once: true });
      await promise;
      signal.removeEventListener("abort", leave);
      if (signal.aborted) this.#queue.shift()?.(); // the turn may have been given to this one, and goes on to the next
      signal.throwIfAborted();
    }
    this.#running++;
  }
}

/**
 * Keeps the vectors of an index in step in the background: begins when there may be something to do, waits while files are
 * being indexed, and tries again later when the model cannot answer.
 */
import { Unavailable } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import { Turn } from "../base/turn.ts";
import type { Embedder } from "../embed/embedder.ts";
import { type EmbeddingTask, NO_EMBEDDING } from "../embed/task.ts";
import { IndexInfo } from "../store/index-info.ts";
import { EmbeddingPass, type EmbeddingPassOptions } from "./embedding-pass.ts";
import { readEmbeddingState, writeEmbeddingState } from "./embedding-state.ts";

/** The first pause after a fault, and the longest. */
export const RETRY_MS = { first: 5_000, most: 300_000 };

/** What vectors an index shall have, as plain data. */
export interface EmbeddingOptions {
  task: EmbeddingTask;
  /** Where embedded programs become real files. */
  programs: string;
}

export const NO_VECTORS: EmbeddingOptions = { task: NO_EMBEDDING, programs: "" };

export interface EmbeddingLoopOptions extends Omit<EmbeddingPassOptions, "turn"> {
  open(signal: AbortSignal): Promise<Embedder>;
  log: Log;
  retryMs?: typeof RETRY_MS;
}

export class EmbeddingLoop implements Disposable {
  readonly #options: EmbeddingLoopOptions;
  readonly #retryMs: typeof RETRY_MS;
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;
  readonly #shift = new Turn(this.#end.signal);
  #isWanted = false;
  #pass: EmbeddingPass | undefined;
  #pause = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Work that goes first, and what waits for its end. */
  #urgent = 0;
  #freed = Promise.withResolvers<void>();

  constructor(options: EmbeddingLoopOptions) {
    this.#options = options;
    this.#retryMs = options.retryMs ?? RETRY_MS;
    this.#pause = this.#retryMs.first;
  }

  /** Lets no portion begin, and none be written, until the result is disposed of; then looks what is to do. */
  hold(): Disposable {
    this.#urgent++;
    return {
      [Symbol.dispose]: () => {
        if (--this.#urgent > 0) return;
        this.#freed.resolve();
        this.#freed = Promise.withResolvers();
        this.#begin();
      },
    };
  }

  /** Waits until nothing is under way or wanted; for tests. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#end.abort(new DOMException("The index is closed.", "AbortError"));
    this.#freed.resolve();
  }

  #begin(): void {
    this.#isWanted = true;
    // What failed waits for its time, however often files change meanwhile.
    if (this.#timer !== undefined || this.#running || this.#end.signal.aborted) return;
    this.#running = this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  async #work(): Promise<void> {
    const { signal } = this.#end;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        this.#pass ??= await this.#opened(signal);
        await this.#pass.run(signal);
        this.#pause = this.#retryMs.first;
      }
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  async #opened(signal: AbortSignal): Promise<EmbeddingPass> {
    const info = new IndexInfo(this.#options.database);
    const now = Date.now();
    writeEmbeddingState(info, { run: { at: now, done: readEmbeddingState(info).done, until: now } }); // a service may take long
    const embedder = await this.#options.open(signal);
    await this.#turn(signal);
    return new EmbeddingPass({ ...this.#options, turn: (signal) => this.#turn(signal) }, embedder);
  }

  /** Gives messages their turn now and then, and work that goes first. */
  async #turn(signal: AbortSignal): Promise<void> {
    await this.#shift.pause();
    while (this.#urgent > 0 && !signal.aborted) await this.#freed.promise;
    signal.throwIfAborted();
  }

  #failed(error: unknown): void {
    const { database, log } = this.#options;
    const isKnown = error instanceof Unavailable;
    const asked = isKnown ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    const wait = Math.min(this.#retryMs.most, Math.max(asked, this.#pause));
    const message = isKnown ? error.message : `Vectors cannot be made: ${(error as Error).message}`;
    this.#pause = Math.min(this.#retryMs.most, this.#pause * 2);
    this.#pass = undefined; // another model may be there the next time
    const now = Date.now();
    const times = { at: new Date(now).toISOString(), retryAt: new Date(now + wait).toISOString() };
    log(isKnown ? "warning" : "error", "vectors are not made for now", isKnown ? { message } : { error });
    try {
      writeEmbeddingState(new IndexInfo(database), { run: undefined, fault: { message, ...times } });
    } catch (error) {
      log("error", "the state of the vectors was not written", { error });
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#begin();
    }, wait);
  }
}

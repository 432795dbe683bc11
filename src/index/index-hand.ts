/**
 * The worker that writes an index, as the main thread sees it: it is given jobs and answers them. One that dies is replaced,
 * and what it was about is done again by the next; one that keeps dying is left alone for a while.
 */
import { Unavailable } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import type { IndexJob, IndexReply, IndexTask } from "./index.worker.ts";
import type { IndexProgress } from "./indexer.ts";

/** Deaths in a row after which no other worker is tried for a while. */
const DEATHS = 3;

/** How long that is. */
const REST_MS = 30_000;

/** How long a worker may take to end: before that, the lock of its index may still be its own. */
const END_MS = 2_000;

export interface IndexHandOptions {
  task: IndexTask;
  log: Log;
  onProgress(progress: IndexProgress): void;
  /** An index was set aside, and why; connections to it are of no use any more. */
  onReplaced(reason: string): void;
  startWorker?: (() => Worker) | undefined;
}

type Request = DistributedOmit<Exclude<IndexJob, { do: "open" | "close" }>, "id">;

/** A worker with what it has not answered yet. */
interface Hired {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<number>>;
  /** Settles with the answer to its opening. */
  opened: Promise<unknown>;
  /** Why it counts as dead. */
  death: string | undefined;
  ended: Promise<unknown>;
}

export class IndexHand implements AsyncDisposable {
  readonly #options: IndexHandOptions;
  #hired: Hired | undefined;
  #count = 0;
  #deaths = 0;
  #restsUntil = 0;
  #lastDeath = "";
  #isWriter = false;
  #isClosed = false;

  constructor(options: IndexHandOptions) {
    this.#options = options;
  }

  /** Whether this process writes the index; known after the first answer. */
  get isWriter(): boolean {
    return this.#isWriter;
  }

  /** Opens the index, so that it is known who writes it. @throws as `ask`. */
  async open(): Promise<void> {
    await this.#tried(async ({ opened }) => opened);
  }

  /**
   * Has a job done.
   * @returns the generation that holds the result.
   * @throws Unavailable when workers keep dying over it; an error with the worker's words when it failed.
   */
  ask(request: Request): Promise<number> {
    return this.#tried(async (hired) => {
      await hired.opened.catch(() => undefined); // a job opens what is not open, and fails by itself where that fails
      const generation = await this.#send(hired, request);
      this.#deaths = 0;
      return generation;
    });
  }

  /** Does a work with a worker, and with another one for as long as they die over it. */
  async #tried<T>(work: (hired: Hired) => Promise<T>): Promise<T> {
    for (;;) {
      if (this.#isClosed) throw new Unavailable("unavailable", "The index is closed.");
      if (this.#deaths >= DEATHS && Date.now() < this.#restsUntil) throw this.#givenUp();
      const hired = this.#hired ?? this.#hire();
      try {
        return await work(hired);
      } catch (error) {
        if (hired.death === undefined) throw error;
        await Promise.race([hired.ended, Bun.sleep(END_MS)]);
      }
    }
  }

  #givenUp(): Unavailable {
    return new Unavailable(
      "unavailable",
      `The indexer ended ${this.#deaths} times in a row, the last time with: ${this.#lastDeath}`,
      { hint: `It is tried again after ${REST_MS / 1_000} s; the log has more.` },
    );
  }

  #hire(): Hired {
    const { startWorker, task } = this.#options;
    const worker = startWorker?.() ?? new Worker(new URL("./index.worker.ts", import.meta.url));
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const hired: Hired = { worker, waiting: new Map(), opened: Promise.resolve(), death: undefined, ended };
    this.#hired = hired;
    worker.unref();
    worker.onmessage = ({ data }: MessageEvent<IndexReply>) => this.#heard(hired, data);
    worker.onerror = ({ message }) => this.#lost(hired, gist(message), message);
    worker.addEventListener("close", () => {
      this.#lost(hired, "it ended by itself");
      resolve();
    });
    hired.opened = this.#send(hired, { do: "open", task });
    hired.opened.catch(() => undefined); // whoever waits for it hears of it
    return hired;
  }

  #send(hired: Hired, request: Request | DistributedOmit<IndexJob, "id">): Promise<number> {
    if (hired.death !== undefined) return Promise.reject(new Error(hired.death));
    const id = ++this.#count;
    const waiting = Promise.withResolvers<number>();
    hired.waiting.set(id, waiting);
    hired.worker.postMessage({ ...request, id } satisfies IndexJob);
    return waiting.promise;
  }

  #lost(hired: Hired, reason: string, details = reason): void {
    if (hired.death !== undefined) return;
    hired.death = reason;
    if (this.#hired === hired) this.#hired = undefined;
    this.#isWriter = false;
    if (!this.#isClosed) {
      this.#deaths++;
      this.#lastDeath = reason;
      this.#restsUntil = Date.now() + REST_MS;
      this.#options.log("error", "the indexer died", { error: details, deaths: this.#deaths });
    }
    this.#options.onProgress({ phase: "idle", done: 0, total: 0, fault: reason });
    for (const { reject } of hired.waiting.values()) reject(new Error(`The indexer died: ${reason}`));
    hired.waiting.clear();
    hired.worker.terminate();
  }

  #heard({ waiting }: Hired, reply: IndexReply): void {
    const { log, onProgress, onReplaced } = this.#options;
    if ("progress" in reply) onProgress(reply.progress);
    else if ("log" in reply) log("warning", reply.log.trim());
    else {
      const job = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("fault" in reply) job?.reject(new Error(reply.fault));
      else {
        if (reply.replaced !== undefined) onReplaced(reply.replaced);
        this.#isWriter = reply.isWriter;
        job?.resolve(reply.generation);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const hired = this.#hired;
    this.#isClosed = true;
    if (!hired) return;
    await Promise.race([this.#send(hired, { do: "close" }).catch(() => undefined), Bun.sleep(END_MS)]);
    this.#lost(hired, "the index is closed");
  }
}

/** The line of an error that says what is wrong; around it stand lines of code. */
function gist(message: string): string {
  return /^\w*error: (.*)$/im.exec(message)?.[1] ?? message.trim();
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

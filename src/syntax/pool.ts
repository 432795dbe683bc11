/**
 * Parses files in workers, as many as the machine has cores, so that no file holds up the others: started when there is
 * work, ended when there has been none for a while.
 */
import { availableParallelism } from "node:os";
import { Unavailable, UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import type { Log } from "../base/log.ts";
import type { Dialect } from "./dialect.ts";
import type { FileSyntax } from "./file-syntax.ts";
import { compiledRuntime } from "./grammar.ts";
import type { ParseJob, ParseMessage, ParseReply } from "./parse.worker.ts";
import type { ParseRequest } from "./parser.ts";

/** The largest text that is parsed, in UTF-16 units. */
export const TEXT_LIMIT = 8 * 1024 * 1024;

/** The most that one file may take, in milliseconds; a megabyte takes a fifth of a second to a second. */
const TIME_LIMIT_MS = 20_000;

/** How much longer a worker may be silent before it counts as lost: a grammar's own code does not look at the clock. */
const GRACE_MS = 3_000;

const IDLE_MS = 60_000;

/** What a worker is given at once: so many files, and so many UTF-16 units of them, unless one alone has more. */
const AHEAD_FILES = 4;
const AHEAD_TEXT = 64 * 1024;

/** How long jobs wait behind another, in milliseconds. */
const PATIENCE_MS = 200;

/** A parser's memory never shrinks, so a worker that has read so much at once is replaced. */
const LARGE_TEXT = 2 * 1024 * 1024;

export interface PoolOptions {
  log: Log;
  /** Most workers at once; as many as there are cores when left out. */
  size?: number;
  timeLimit?: number;
  grace?: number;
  idle?: number;
  /** Starts a worker; tests put in others. */
  startWorker?(): Worker;
}

interface Waiting {
  request: ParseRequest;
  resolve(file: FileSyntax): void;
  reject(error: unknown): void;
}

interface Job extends Waiting {
  id: number;
}

interface Hand {
  worker: Worker;
  /** The first is under way; those after it are there already, so that the worker need not wait for us to hear of its end. */
  jobs: Job[];
  watch: ReturnType<typeof setTimeout> | undefined;
  /** Runs out when the first job takes so long that those behind it should go to somebody else. */
  patience: ReturnType<typeof setTimeout> | undefined;
}

export class SyntaxPool {
  readonly #options: Required<PoolOptions>;
  readonly #hands = new Set<Hand>();
  readonly #queue: Waiting[] = [];
  /** Texts that a worker was lost over; they are not tried again. */
  readonly #lost = new Set<string>();
  #runtime: Promise<WebAssembly.Module> | undefined;
  #jobs = 0;

  constructor(options: PoolOptions) {
    this.#options = {
      size: Math.max(1, availableParallelism()),
      timeLimit: TIME_LIMIT_MS,
      grace: GRACE_MS,
      idle: IDLE_MS,
      startWorker: () => new Worker(new URL("./parse.worker.ts", import.meta.url)),
      ...options,
    };
  }

  /**
   * What a text holds.
   * @param what the file's name, for errors.
   * @throws UserError `too_large`, Unavailable `timed_out`, the signal's reason, or an error of ours.
   */
  async parse(
    what: string,
    dialect: Dialect,
    text: string,
    {
      signal,
      ...wanted
    }: { signal: AbortSignal } & Partial<Pick<ParseRequest, "occurrences" | "strings" | "literals">>,
  ): Promise<FileSyntax> {
    signal.throwIfAborted();
    if (text.length > TEXT_LIMIT) {
      throw new UserError(
        "too_large",
        `File "${what}" has ${text.length} characters; up to ${TEXT_LIMIT} are parsed.`,
        {
          hint: "Search it or read a range of its lines.",
        },
      );
    }
    if (this.#lost.has(keyOf(dialect, text))) throw this.#tooSlow(what);
    const request: ParseRequest = {
      ...dialect,
      text,
      occurrences: false,
      ...wanted,
      timeLimit: this.#options.timeLimit,
    };
    const { promise, resolve, reject } = Promise.withResolvers<FileSyntax>();
    const job: Waiting = { request, resolve, reject };
    const drop = () => this.#drop(job, signal.reason);
    signal.addEventListener("abort", drop, { once: true });
    this.#queue.push(job);
    this.#next();
    try {
      return await promise;
    } catch (error) {
      throw error instanceof TooSlow ? this.#tooSlow(what) : error;
    } finally {
      signal.removeEventListener("abort", drop);
    }
  }

  /** Ends the workers; what waits is refused. */
  [Symbol.dispose](): void {
    const ended = new Unavailable("unavailable", "The parser is shutting down.");
    for (const { reject } of this.#queue.splice(0)) reject(ended);
    for (const hand of [...this.#hands]) {
      for (const { reject } of hand.jobs) reject(ended);
      this.#dismiss(hand);
    }
  }

  /** Gives the next jobs to workers that have room, the idle ones and new ones first. */
  #next(): void {
    for (let [waiting] = this.#queue; waiting; [waiting] = this.#queue) {
      const hand = this.#handFor(waiting.request.text.length);
      if (!hand) return;
      this.#queue.shift();
      const id = ++this.#jobs;
      hand.jobs.push({ ...waiting, id });
      if (hand.jobs.length === 1) this.#begin(hand);
      hand.worker.ref();
      hand.worker.postMessage({ id, request: waiting.request } satisfies ParseJob);
    }
  }

  #handFor(length: number): Hand | undefined {
    const hands = [...this.#hands];
    const free = hands.find(({ jobs }) => jobs.length === 0);
    if (free) return free;
    if (this.#hands.size < this.#options.size) return this.#hire();
    const loads = new Map(
      hands.map((hand) => [hand, hand.jobs.reduce((sum, job) => sum + job.request.text.length, 0)]),
    );
    const [least] = hands
      .filter(({ jobs, patience }) => jobs.length < AHEAD_FILES && patience !== undefined)
      .sort((a, b) => loads.get(a)! - loads.get(b)!);
    return least && loads.get(least)! + length <= AHEAD_TEXT ? least : undefined;
  }

  /** The first job of a hand is under way. */
  #begin(hand: Hand): void {
    this.#watch(hand, hand.jobs[0]!.request.timeLimit + this.#options.grace, () => this.#giveUp(hand));
    clearTimeout(hand.patience);
    hand.patience = setTimeout(() => {
      hand.patience = undefined; // nothing more for this one until it is through
      this.#takeBack(hand);
      this.#next();
    }, PATIENCE_MS);
    hand.patience.unref();
  }

  /** Jobs behind the first go back into the queue; should the worker do them nevertheless, nobody listens. */
  #takeBack(hand: Hand): void {
    this.#queue.unshift(...hand.jobs.splice(1));
  }

  #hire(): Hand {
    const worker = this.#options.startWorker();
    const hand: Hand = { worker, jobs: [], watch: undefined, patience: undefined };
    this.#hands.add(hand);
    this.#runtime ??= compiledRuntime();
    this.#runtime.then(
      (runtime) => worker.postMessage({ runtime } satisfies ParseMessage),
      (error: Error) => this.#failed(hand, error.message),
    );
    worker.onmessage = ({ data }: MessageEvent<ParseReply>) => this.#done(hand, data);
    worker.onerror = ({ message }) => this.#failed(hand, message);
    return hand;
  }

  #failed(hand: Hand, message: string): void {
    this.#options.log("error", "a parser failed", { error: message });
    this.#takeBack(hand);
    hand.jobs[0]?.reject(new Error(`A parser failed: ${message}`));
    this.#dismiss(hand);
    this.#next();
  }

  #done(hand: Hand, reply: ParseReply): void {
    const [job, ahead] = hand.jobs;
    if (!job || job.id !== reply.id) return;
    hand.jobs.shift();
    if (job.request.text.length > LARGE_TEXT) {
      this.#takeBack(hand);
      this.#dismiss(hand);
    } else if (ahead) this.#begin(hand);
    else {
      clearTimeout(hand.patience);
      hand.worker.unref();
      this.#watch(hand, this.#options.idle, () => this.#dismiss(hand));
    }
    if ("file" in reply) job.resolve(reply.file);
    else if ("isLate" in reply) job.reject(new TooSlow());
    else {
      this.#options.log("error", "a file was not parsed", { language: job.request.language, error: reply.fault });
      job.reject(new Error("A file was not parsed; the log has the cause."));
    }
    this.#next();
  }

  /** A worker that does not come back is left behind, and so is the text that it was lost over. */
  #giveUp(hand: Hand): void {
    const [job] = hand.jobs;
    this.#takeBack(hand);
    if (job) {
      this.#lost.add(keyOf(job.request, job.request.text));
      this.#options.log("error", "a parser did not come back and was given up", { language: job.request.language });
      job.reject(new TooSlow());
    }
    this.#dismiss(hand);
    this.#next();
  }

  #drop(job: Waiting, reason: unknown): void {
    const at = this.#queue.indexOf(job);
    if (at !== -1) this.#queue.splice(at, 1);
    job.reject(reason); // one that runs is bounded by its time, and its result is let go
  }

  #watch(hand: Hand, milliseconds: number, act: () => void): void {
    clearTimeout(hand.watch);
    hand.watch = setTimeout(act, milliseconds);
    hand.watch.unref();
  }

  #dismiss(hand: Hand): void {
    clearTimeout(hand.watch);
    clearTimeout(hand.patience);
    this.#hands.delete(hand);
    hand.worker.terminate();
  }

  #tooSlow(what: string): Unavailable {
    return new Unavailable("timed_out", `File "${what}" was not parsed within ${this.#options.timeLimit / 1000} s.`, {
      hint: "Search it or read a range of its lines.",
    });
  }
}

class TooSlow extends Error {}

function keyOf({ grammar }: Pick<Dialect, "grammar">, text: string): string {
  return `${grammar} ${shortHash(text)}`;
}

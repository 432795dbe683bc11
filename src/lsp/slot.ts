/**
 * The place of one language server at one root: started when it is first needed, with one start for all who need it; started
 * anew when it ends, with growing pauses when it ends again and again; stopped when nobody needs it.
 */
import { Unavailable } from "../base/error.ts";
import { unlessAborted } from "../base/within.ts";
import { ServerCrashed, ServerFault, ServerTimeout } from "./fault.ts";
import { MissingServer } from "./no-origin.ts";

/** What runs in a slot. */
export interface Alive {
  /** Resolves with the reason in words when the server has ended, by whatever cause. */
  readonly ended: Promise<string>;
  /** Ends it in the way it likes, or at once if that takes too long. */
  stop(): Promise<void>;
  /** Ends it at once, with all that it started. */
  kill(): void;
  /** Whether it is seen to be at work, so that an answer may still come. */
  readonly isWorking?: boolean;
}

export type SlotState = "stopped" | "starting" | "running" | "failed";

/** Crashes that are further back than this say nothing about the next start, in milliseconds. */
const REMEMBERED_MS = 300_000;

/** After the first crash it is started at once; after the next ones only when so many milliseconds have passed. */
const PAUSES_MS = [0, 1_000, 5_000, 25_000, 120_000] as const;

/** Requests in a row without an answer after which a server counts as hung. */
const TIMEOUTS_ALLOWED = 2;

/** A server that is at work may be slow; after so long without any answer it counts as hung all the same, in milliseconds. */
const WORKING_MS = 300_000;

/** What was just sent to a server that is ended for a fault, such as that nobody waits any longer, gets there in this time. */
const LAST_WORD_MS = 100;

export interface SlotOptions<Server extends Alive> {
  /** As people know it; for errors. */
  name: string;
  /**
   * @param signal fires when it is ended before it has started.
   * @throws ServerCrashed, ServerTimeout, Unavailable; the signal's reason.
   */
  start(signal: AbortSignal): Promise<Server>;
}

export class ServerSlot<Server extends Alive> {
  readonly name: string;
  readonly #start: (signal: AbortSignal) => Promise<Server>;
  #server: Promise<Server> | undefined;
  #running: Server | undefined;
  #starting = new AbortController();
  #reason: string | undefined;
  #crashes: number[] = [];
  #timeouts = 0;
  /** When it was started or answered last. */
  #answeredAt = 0;
  #uses = 0;
  #starts = 0;
  #usedAt = Date.now();
  #since = Date.now();
  /** Why it is being ended by us, where that is not its own doing. */
  #ending: string | undefined;
  #hasFailed = false;
  #isAbsent = false;
  #isClosed = false;

  constructor({ name, start }: SlotOptions<Server>) {
    this.name = name;
    this.#start = start;
  }

  get state(): SlotState {
    if (this.#running) return "running";
    if (this.#server) return "starting";
    return this.#hasFailed ? "failed" : "stopped";
  }

  /** Why it is not running, or why it was ended last. */
  get reason(): string | undefined {
    return this.#reason;
  }

  get running(): Server | undefined {
    return this.#running;
  }

  /** Whether there was no program to start: nothing has failed, and nothing is to be restarted. */
  get isAbsent(): boolean {
    return this.#isAbsent;
  }

  /** When it was used last, in milliseconds since 1970; now while it is in use. */
  get usedAt(): number {
    return this.#uses > 0 ? Date.now() : this.#usedAt;
  }

  get isInUse(): boolean {
    return this.#uses > 0;
  }

  /** When its state changed last, in milliseconds since 1970. */
  get since(): number {
    return this.#since;
  }

  /** How often it was started. */
  get starts(): number {
    return this.#starts;
  }

  /**
   * Does something with the server. One that ends meanwhile is started anew and asked once more, so the work must be such
   * that it may be done twice.
   * @throws ServerCrashed when it ends both times; Unavailable while it is not started because it keeps ending.
   */
  async use<T>(signal: AbortSignal, work: (server: Server) => Promise<T>): Promise<T> {
    this.#uses++;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const server = await unlessAborted(this.#get(), signal);
          const result = await work(server).catch((error: unknown) => {
            if (error instanceof ServerTimeout) this.missed(server);
            throw error;
          });
          this.#answered();
          return result;
        } catch (error) {
          if (!(error instanceof ServerCrashed) || attempt > 1) throw error;
          signal.throwIfAborted();
        }
      }
    } finally {
      this.#uses--;
      this.#usedAt = Date.now();
    }
  }

  /**
   * Ends the server; the next question starts it again.
   * @param isFault whether that counts as a crash of its own; once for each server, however many find fault with it.
   * @param only this one: nothing is done when another has taken its place.
   */
  async stop(reason: string, isFault = false, only?: Server): Promise<void> {
    const server = this.#server;
    if (!server || (only && only !== this.#running)) return;
    if (isFault && this.#ending === undefined) this.#crashes.push(Date.now());
    this.#ending ??= reason;
    const how = `was ended: ${reason}`;
    this.#starting.abort(new ServerCrashed({ server: this.name, exitCode: null, stderr: "", how }));
    const running = await server.catch(() => undefined);
    if (isFault) {
      await Bun.sleep(LAST_WORD_MS);
      running?.kill();
    } else await running?.stop();
    await running?.ended;
  }

  /** Ends it and forgets what went wrong, so that the next question starts it at once. */
  async restart(): Promise<void> {
    await this.stop("it was restarted");
    this.#crashes = [];
    this.#hasFailed = false;
    this.#reason = undefined;
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop("Waymark is shutting down");
  }

  #get(): Promise<Server> {
    if (this.#isClosed) throw new Unavailable("unavailable", `Language server ${this.name} is shutting down.`);
    if (this.#server) return this.#server;
    const wait = this.#pauseLeft();
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1_000);
      throw new Unavailable(
        "unavailable",
        `Language server ${this.name} ended ${this.#crashes.length} times within ${REMEMBERED_MS / 60_000} minutes; last: ${this.#reason}. It is tried again in ${seconds} s.`,
        {
          retryAfterSeconds: seconds,
          hint: "Search and symbols from the index work without it; get_language_servers says more.",
        },
      );
    }
    const starting = this.#begin();
    this.#server = starting;
    starting.catch(() => undefined); // those who wait hear of it
    this.#changed();
    return starting;
  }

  async #begin(): Promise<Server> {
    this.#starts++;
    this.#timeouts = 0;
    this.#ending = undefined;
    this.#starting = new AbortController();
    const { signal } = this.#starting;
    let server: Server;
    try {
      server = await this.#start(signal);
    } catch (error) {
      this.#server = undefined;
      if (this.#ending !== undefined) {
        this.#reason = this.#ending;
        this.#changed();
        throw error;
      }
      // One that is not there may be there the next time.
      this.#isAbsent = error instanceof MissingServer;
      this.#failed(error instanceof Error ? error.message : String(error), error instanceof ServerFault);
      throw error;
    }
    this.#running = server;
    this.#answered();
    this.#hasFailed = false;
    this.#isAbsent = false;
    this.#reason = undefined;
    this.#changed();
    void server.ended.then((reason) => this.#hasEnded(server, reason));
    return server;
  }

  #hasEnded(server: Server, reason: string): void {
    if (this.#running !== server) return;
    this.#running = undefined;
    this.#server = undefined;
    if (this.#ending === undefined) this.#failed(reason, true);
    else this.#reason = this.#ending;
    this.#ending = undefined;
    this.#changed();
  }

  #failed(reason: string, counts: boolean): void {
    this.#reason = reason;
    this.#hasFailed = true;
    if (counts) this.#crashes.push(Date.now());
    this.#changed();
  }

  #pauseLeft(): number {
    const now = Date.now();
    this.#crashes = this.#crashes.filter((at) => now - at < REMEMBERED_MS);
    const last = this.#crashes.at(-1);
    if (last === undefined) return 0;
    const pause = PAUSES_MS[Math.min(this.#crashes.length, PAUSES_MS.length) - 1]!;
    return last + pause - now;
  }

  /** A request was not answered in time: once may be a hard question, again and again is a hang where nothing is at work. */
  missed(server: Server): void {
    if (server !== this.#running) return; // another has taken its place
    this.#timeouts++;
    if (this.#timeouts < TIMEOUTS_ALLOWED) return;
    if (server.isWorking && performance.now() - this.#answeredAt < WORKING_MS) return;
    void this.stop(`it did not answer ${this.#timeouts} requests in a row`, true, server);
  }

  #answered(): void {
    this.#timeouts = 0;
    this.#answeredAt = performance.now();
  }

  #changed(): void {
    this.#since = Date.now();
  }
}

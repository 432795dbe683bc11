/**
 * The connection to one server: requests out and in, notifications, and its end. When the server is gone, all that waits
 * for it fails at once, with what it last wrote to stderr.
 */
import {
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  Trace,
} from "vscode-jsonrpc/node";
import type { Log } from "../base/log.ts";
import type { ServerProcess } from "../base/server-process.ts";
import { ProtocolFault, ServerCrashed } from "./fault.ts";
import { Tail } from "./tail.ts";
import { type FramingFault, LOST, WireReader, WireWriter } from "./wire.ts";

/** Why a connection is over. */
export interface EndReason {
  kind: "crashed" | "stopped" | "protocol";
  /** What the process ended with; null when a signal ended it, also ours. */
  exitCode: number | null;
  /** In words, for `protocol`. */
  what?: string;
}

export interface Handlers {
  onNotification(method: string, params: unknown): void;
  /** @throws ResponseError, which is the answer then. */
  onRequest(method: string, params: unknown): Promise<unknown>;
}

/** How long the other end of the process is waited for when one end of it is there. */
const DRAIN_MS = 500;

/** Faults of the framing, noise among them, that are logged; a server may make one with every message. */
const LOGGED_FAULTS = 5;

/** Messages that could not be read, in a row, after which the server is given up. */
const MOST_LOST = 10;

export class Connection {
  readonly ended: Promise<EndReason>;
  readonly #server: string;
  readonly #process: ServerProcess;
  readonly #log: Log;
  readonly #rpc: MessageConnection;
  readonly #reader: WireReader;
  readonly #stderr: Tail;
  readonly #end = Promise.withResolvers<EndReason>();
  /** What each request that waits is failed with when the server goes. */
  readonly #waiting = new Set<(reason: EndReason) => void>();
  #over: EndReason | undefined;
  #isStopping = false;
  #faults = 0;

  /** @param isTraced every message is logged. */
  constructor(server: string, process: ServerProcess, handlers: Handlers, log: Log, isTraced = false) {
    this.#server = server;
    this.#process = process;
    this.#log = log;
    this.ended = this.#end.promise;
    this.#stderr = new Tail(process.stderr);
    this.#reader = new WireReader(process.stdout, (fault) => this.#framingFault(fault));
    const write = new WireWriter((bytes) => process.stdin.write(bytes));
    const tell = (message: string) => log("debug", message, { server });
    this.#rpc = createMessageConnection(this.#reader, write, { error: tell, warn: tell, info: tell, log: tell });
    this.#rpc.onRequest((method: string, params: unknown) => handlers.onRequest(method, params));
    this.#rpc.onNotification((method: string, params: unknown) => handlers.onNotification(method, params));
    // The library keeps these apart, for those who wait for a token of their own.
    this.#rpc.onUnhandledProgress((params) => handlers.onNotification("$/progress", params));
    if (isTraced) {
      const trace = (what: string | object, more?: string) => {
        const message = typeof what === "string" ? [what, more].filter(Boolean).join("\n") : JSON.stringify(what);
        log("info", "language server wire", { server, message });
      };
      void this.#rpc.trace(Trace.Verbose, { log: trace }, { sendNotification: false });
    }
    const closed = Promise.withResolvers<void>();
    this.#rpc.onClose(closed.resolve);
    this.#rpc.listen();
    void this.#watch(closed.promise);
  }

  /** When the server said something last, in milliseconds since the start of the process. */
  get heardAt(): number {
    return this.#reader.heardAt;
  }

  /** The last part of its stderr. */
  get stderr(): string {
    return this.#stderr.text;
  }

  /** What it wrote to stdout that is no message. */
  get unread(): string {
    return this.#reader.unread;
  }

  get isOver(): boolean {
    return this.#over !== undefined;
  }

  /**
   * Asks and waits for the reply, however long it takes; the signal sends `$/cancelRequest` and the wait goes on.
   * @throws ResponseError as the server sent it; ServerCrashed; ProtocolFault when its reply could not be read.
   */
  async request(method: string, params: object | undefined, cancel?: AbortSignal): Promise<unknown> {
    if (this.#over) throw this.#fault(this.#over, method);
    const token = new CancellationTokenSource();
    const onCancel = () => token.cancel();
    cancel?.addEventListener("abort", onCancel, { once: true });
    const gone = Promise.withResolvers<never>();
    const fail = (reason: EndReason) => gone.reject(this.#fault(reason, method));
    this.#waiting.add(fail);
    const reply =
      params === undefined
        ? this.#rpc.sendRequest(method, token.token)
        : this.#rpc.sendRequest(method, params, token.token);
    reply.catch(() => undefined); // when the server goes, `gone` tells it first
    gone.promise.catch(() => undefined);
    try {
      return await Promise.race([reply, gone.promise]);
    } catch (error) {
      if (error instanceof ResponseError && error.data === LOST) {
        throw new ProtocolFault({ server: this.#server, method, seen: error.message });
      }
      // A write that fails means that nobody reads: the end is near, and says more.
      const isUnsent = !(error instanceof ResponseError) || error.code === ErrorCodes.MessageWriteError;
      if (isUnsent) throw this.#fault(await this.ended, method);
      throw error;
    } finally {
      this.#waiting.delete(fail);
      cancel?.removeEventListener("abort", onCancel);
    }
  }

  /** Tells; when the server is gone, nobody is told, and whoever asks next learns of it. */
  async notify(method: string, params?: object): Promise<void> {
    if (this.#over) return;
    try {
      await (params === undefined ? this.#rpc.sendNotification(method) : this.#rpc.sendNotification(method, params));
    } catch (error) {
      this.#log("debug", `${method} was not sent`, { server: this.#server, error });
    }
  }

  /** From now on its end is what was wanted. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Gives the server up: kills it, and says why to all who wait. */
  giveUp(reason: Omit<EndReason, "exitCode">): void {
    this.#process.kill();
    this.#finish({ ...reason, exitCode: null });
  }

  #fault(reason: EndReason, method?: string): ServerCrashed | ProtocolFault {
    if (reason.kind === "protocol") return new ProtocolFault({ server: this.#server, method, seen: reason.what ?? "" });
    return new ServerCrashed({
      server: this.#server,
      method,
      exitCode: reason.exitCode,
      stderr: this.stderr,
      stdout: this.unread,
      how: reason.kind === "stopped" ? "was stopped" : reason.what,
    });
  }

  /** The process's end and its output's end belong together; whichever comes first waits a little for the other. */
  async #watch(closed: Promise<void>): Promise<void> {
    const exited = this.#process.exited;
    const first = await Promise.race([exited.then(() => "exited" as const), closed.then(() => "closed" as const)]);
    const code = await soon(Promise.all([exited, closed, this.#stderr.ended]).then(([code]) => code));
    if (code !== "late") return this.#finish({ kind: "crashed", exitCode: code });
    if (first === "exited") return this.#finish({ kind: "crashed", exitCode: await exited });
    const exit = await soon(exited);
    if (exit !== "late") return this.#finish({ kind: "crashed", exitCode: exit });
    this.giveUp({ kind: this.#isStopping ? "stopped" : "crashed", what: "closed its output" });
  }

  #finish(reason: EndReason): void {
    if (this.#over) return;
    this.#over = this.#isStopping ? { ...reason, kind: "stopped" } : reason;
    for (const fail of this.#waiting) fail(this.#over);
    this.#waiting.clear();
    this.#rpc.dispose();
    void this.#gone(this.#over);
  }

  /** Those who wait for replies are told at once; those who wait for the end, when the process is gone. */
  async #gone(reason: EndReason): Promise<void> {
    const code = await soon(this.#process.exited);
    this.#end.resolve(code === "late" ? reason : { ...reason, exitCode: code });
  }

  #framingFault(fault: FramingFault): void {
    const { kind, ...rest } = fault;
    if (this.#faults++ < LOGGED_FAULTS) {
      this.#log("warning", `A language server's output is at fault: ${kind}`, { server: this.#server, ...rest });
    }
    if (fault.kind !== "lost" || this.#reader.lost < MOST_LOST) return;
    this.giveUp({
      kind: "protocol",
      what: `${MOST_LOST} messages in a row could not be read, the last was ${fault.why}`,
    });
  }
}

/** What work comes to, if that is soon. */
async function soon<T>(work: Promise<T>): Promise<T | "late"> {
  let timer: Timer | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, DRAIN_MS, "late");
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * One language server at work: it is introduced, asked, told of files, and ended. What it cannot do, does not answer or
 * dies of is an error of its own kind, never an empty result.
 */
import type { InitializeResult, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Log } from "../base/log.ts";
import { Asking } from "./asking.ts";
import { Capabilities, type SelectedFile } from "./capability.ts";
import { clientCapabilities } from "./client-capabilities.ts";
import { type Settings, tree } from "./configuration.ts";
import { Connection, type EndReason } from "./connection.ts";
import { diagnosticsOf, type ServerDiagnostic } from "./diagnostic.ts";
import { Diagnostics } from "./diagnostics.ts";
import { Documents } from "./document.ts";
import { ProtocolFault, ServerFault } from "./fault.ts";
import { type OutsideChange, tellOutside } from "./outside-changes.ts";
import { type Encoding, Positions, type TextOf } from "./position.ts";
import { Readiness, type ReadyNews } from "./ready.ts";
import type { LspRequest } from "./request.ts";
import { ShapeError } from "./result.ts";
import type { ServerProcess } from "./server-process.ts";
import { answerServer, type ServerRequestOptions } from "./server-requests.ts";
import type { ServerRules } from "./server-rules.ts";
import { nameCleaner } from "./symbols.ts";
import { toUri } from "./uri.ts";

export type ClientEvent =
  | ({ kind: "readiness" } & ReadyNews)
  /** Methods came or went. */
  | { kind: "registrations"; methods: readonly string[]; isRegistered: boolean }
  /** It asks that something be fetched anew, such as `diagnostics`. */
  | { kind: "refresh"; what: string }
  /** A request that was cancelled has not ended since. `isAlive` says whether it sent anything meanwhile. */
  | { kind: "stuck"; method: string; isAlive: boolean }
  /** What it says to people: `window/showMessage` and `window/logMessage`. */
  | { kind: "message"; level: "error" | "warning" | "info" | "log"; text: string; isShown: boolean }
  /** Any other notification. */
  | { kind: "notification"; method: string; params: unknown };

export interface ClientOptions {
  spec: ServerRules;
  process: ServerProcess;
  /** Absolute. */
  root: string;
  /** Absolute; the root alone when left out. */
  folders?: readonly string[];
  /** By section, the spec's among them. */
  settings: Settings;
  log: Log;
  /** The text of a file on the disk. */
  read: TextOf;
  /** Language id of the protocol for a path; undefined for files that the server is not given. */
  languageId(path: string): string | undefined;
  version: string;
  onEvent?(event: ClientEvent): void;
  applyEdit?(edit: WorkspaceEdit): Promise<{ applied: boolean; failureReason?: string }>;
  choose?: ServerRequestOptions["choose"];
  /** Answers to requests that this server alone makes, by method. */
  own?: ServerRequestOptions["own"];
  times?: Partial<ClientTimes>;
}

/** All in milliseconds. */
export interface ClientTimes {
  /** For `initialize`. */
  initialize: number;
  /** For one request. */
  request: number;
  /** How long a cancelled request may take to end. */
  cancel: number;
  /** How long after the start a method may still be registered before it is taken as missing. */
  register: number;
  /** How long diagnostics that come unasked are waited for. */
  diagnostics: number;
  /** For each step of stopping. */
  stop: number;
}

const TIMES: ClientTimes = {
  initialize: 60_000,
  request: 30_000,
  cancel: 3_000,
  register: 1_500,
  diagnostics: 5_000,
  stop: 2_000,
};

const SETTLE_MS = 250;
const LEVELS = ["error", "warning", "info", "log", "log"] as const;

export class LanguageClient implements AsyncDisposable {
  readonly documents: Documents;
  readonly capabilities: Capabilities;
  readonly encoding: Encoding;
  /** What it calls itself, where it says so. */
  readonly serverInfo: { name: string; version?: string } | undefined;
  readonly #options: ClientOptions;
  readonly #connection: Connection;
  readonly #readiness: Readiness;
  readonly #diagnostics: Diagnostics;
  readonly #asking: Asking;
  readonly #times: ClientTimes;
  readonly #clean: (name: string) => string;
  #stopping: Promise<EndReason> | undefined;

  /**
   * Introduces us to a server that was just started.
   * @throws ServerFault when it is none, or does not answer; its process is ended then.
   */
  static async start(options: ClientOptions, signal: AbortSignal): Promise<LanguageClient> {
    const { spec, process, root, folders = [root], settings, log, times } = options;
    const early: [method: string, params: unknown][] = [];
    let client: LanguageClient | undefined;
    const first = new Capabilities({}, root); // what is registered before the answer to `initialize`
    const connection = new Connection(
      spec.id,
      process,
      {
        onNotification: (method, params) => (client ? client.#heard(method, params) : early.push([method, params])),
        onRequest: (method, params) =>
          answerServer(method, params, {
            settings,
            folders,
            capabilities: () => client?.capabilities ?? first,
            onRegistrations: (methods, isRegistered) => client?.#registered(methods, isRegistered),
            onRefresh: (what) => options.onEvent?.({ kind: "refresh", what }),
            ...(options.applyEdit && { applyEdit: options.applyEdit }),
            ...(options.choose && { choose: options.choose }),
            ...(options.own && { own: options.own }),
          }),
      },
      log,
    );
    const asking = new Asking(spec.id, connection, { ...TIMES, ...times }, spec.concurrency, (method, isAlive) =>
      options.onEvent?.({ kind: "stuck", method, isAlive }),
    );
    try {
      const params = initializeParams(options, folders);
      const raw = await asking.ask("initialize", params, signal, times?.initialize ?? TIMES.initialize);
      const result = raw as InitializeResult | null;
      if (typeof result?.capabilities !== "object") {
        throw new ProtocolFault({ server: spec.id, method: "initialize", seen: JSON.stringify(raw).slice(0, 200) });
      }
      client = new LanguageClient(options, connection, asking, result, first);
      await connection.notify("initialized", {});
      await connection.notify("workspace/didChangeConfiguration", { settings: tree(settings) });
      client.#readiness.initialized();
      for (const [method, params] of early) client.#heard(method, params);
      return client;
    } catch (error) {
      connection.giveUp({ kind: "stopped" });
      throw error;
    }
  }

  private constructor(
    options: ClientOptions,
    connection: Connection,
    asking: Asking,
    result: InitializeResult,
    first: Capabilities,
  ) {
    const { spec } = options;
    this.#options = options;
    this.#connection = connection;
    this.#asking = asking;
    this.#times = { ...TIMES, ...options.times };
    this.#clean = nameCleaner(spec.names);
    this.serverInfo = result.serverInfo;
    this.capabilities = first.with(result.capabilities);
    // Before the protocol had it, one server said it beside its capabilities.
    const { offsetEncoding } = result as { offsetEncoding?: Encoding };
    this.encoding = (result.capabilities.positionEncoding as Encoding | undefined) ?? offsetEncoding ?? "utf-16";
    this.#readiness = new Readiness({
      rule: spec.ready,
      afterOpen: spec.needs_open !== "none",
      onChange: (news) => options.onEvent?.({ kind: "readiness", ...news }),
    });
    this.documents = new Documents({
      capabilities: this.capabilities,
      languageId: (path) => options.languageId(path) ?? "plaintext",
      notify: (method, params) => connection.notify(method, params),
      onChange: (path, what) => {
        this.#diagnostics.documentChanged(path, what);
        if (what === "opened") this.#readiness.opened();
      },
    });
    this.#diagnostics = new Diagnostics({
      server: spec.id,
      how: spec.diagnostics,
      onSave: spec.diagnostics_on_save,
      settleMs: spec.settle_ms ?? SETTLE_MS,
      capabilities: this.capabilities,
      documents: this.documents,
      pull: (params, signal) => this.ask("textDocument/diagnostic", params, signal),
      isBusy: () => this.#readiness.isBusy,
    });
    void connection.ended.then(() => this.#readiness[Symbol.dispose]());
  }

  /** Resolves when the server is gone, however that came about. */
  get ended(): Promise<EndReason> {
    return this.#connection.ended;
  }

  get isOver(): boolean {
    return this.#connection.isOver;
  }

  get readiness(): ReadyNews {
    return this.#readiness.news;
  }

  /** Requests that were cancelled and have not ended since. */
  get stuck(): number {
    return this.#asking.stuck;
  }

  /** The last part of what it wrote to stderr. */
  stderrTail(): string {
    return this.#connection.stderr;
  }

  can(method: string, path?: string): boolean {
    return this.capabilities.can(method, path === undefined ? undefined : this.#selected(path));
  }

  /**
   * Asks, and brings the answer into our shape.
   * @throws Unsupported, ServerTimeout, ServerCrashed, ServerError, ProtocolFault; the signal's reason.
   */
  async request<Input, Output>(
    request: LspRequest<Input, Output>,
    input: Input,
    signal: AbortSignal,
    milliseconds = this.#times.request,
  ): Promise<Output> {
    const { method } = request;
    const turning = { positions: this.positions(), clean: this.#clean };
    await this.#able(method, request.pathOf?.(input), signal);
    const raw = await this.#asking.ask(
      method,
      await request.params(input, turning),
      signal,
      milliseconds,
      this.capabilities,
    );
    try {
      return await request.result(raw, input, turning);
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      throw new ProtocolFault({ server: this.#options.spec.id, method, seen: error.message, cause: error });
    }
  }

  /** Asks what has no value of its own; the result is as the server sent it. */
  async ask(
    method: string,
    params: object | undefined,
    signal: AbortSignal,
    milliseconds = this.#times.request,
  ): Promise<unknown> {
    await this.#able(method, undefined, signal);
    return await this.#asking.ask(method, params, signal, milliseconds, this.capabilities);
  }

  notify(method: string, params?: object): Promise<void> {
    return this.#connection.notify(method, params);
  }

  /** Turns places for one question. */
  positions(): Positions {
    const { read } = this.#options;
    return new Positions(this.encoding, async (path) => this.documents.get(path)?.text ?? (await read(path)));
  }

  /** Tells what others changed on the disk. @returns why the server may not have learnt all of it. */
  changedOutside(changes: readonly OutsideChange[]): Promise<string | undefined> {
    const { spec, root, read, languageId } = this.#options;
    return tellOutside(changes, {
      how: spec.outside_changes,
      root,
      capabilities: this.capabilities,
      documents: this.documents,
      read,
      isServed: (path) => languageId(path) !== undefined,
      notify: (method, params) => this.notify(method, params),
    });
  }

  /**
   * What it says of an open document. @throws as `request`.
   * @param milliseconds the most that is waited for what comes unasked.
   */
  async diagnostics(
    path: string,
    signal: AbortSignal,
    milliseconds = this.#times.diagnostics,
  ): Promise<{ items: ServerDiagnostic[]; complete: boolean; why?: string }> {
    if (this.#options.spec.diagnostics_on_save) await this.documents.save(path);
    const { items, ...rest } = await this.#diagnostics.of(path, milliseconds, signal);
    return { items: await diagnosticsOf(items, path, this.positions()), ...rest };
  }

  /** Waits until the project is loaded. @param milliseconds what the rule says when left out. */
  async whenReady(signal: AbortSignal, milliseconds?: number): Promise<"ready" | "not_ready"> {
    const rule = this.#options.spec.ready;
    const most = milliseconds ?? (rule.rule === "none" ? 0 : rule.timeout_s * 1_000);
    if (rule.rule === "probe") void this.#probe(rule.method, most, signal);
    return (await this.#readiness.wait(most, signal)) ? "ready" : "not_ready";
  }

  /** Ends the server in the way that it knows, and then in any case. */
  stop(signal: AbortSignal): Promise<EndReason> {
    this.#stopping ??= this.#stop(signal);
    return this.#stopping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop(AbortSignal.timeout(this.#times.stop * 3));
  }

  async #stop(signal: AbortSignal): Promise<EndReason> {
    const { spec, process } = this.#options;
    const connection = this.#connection;
    connection.stopping();
    const isEnded = () => waitFor(connection.ended, this.#times.stop, signal);
    if (spec.exit !== "kill" && !connection.isOver) {
      const down = connection.request("shutdown", undefined).catch(() => undefined);
      await waitFor(Promise.race([down, connection.ended]), this.#times.stop, signal);
      await connection.notify("exit");
      if (spec.exit === "stdin" || !(await isEnded())) {
        process.stdin.end();
        await isEnded();
      }
    }
    if (!connection.isOver) connection.giveUp({ kind: "stopped" });
    process.kill(); // what it started may have stayed
    return await connection.ended;
  }

  /** @throws Unsupported. */
  async #able(method: string, path: string | undefined, signal: AbortSignal): Promise<void> {
    const can = () => this.can(method, path);
    await this.#asking.assertAble(method, can, signal);
  }

  async #probe(method: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    const until = performance.now() + milliseconds;
    while (!this.isOver && !signal.aborted && this.readiness.state !== "ready" && performance.now() < until) {
      try {
        const params = method === "workspace/symbol" ? { query: "" } : {};
        await this.#asking.ask(method, params, signal, Math.max(1, until - performance.now()));
        this.#readiness.probed();
      } catch (error) {
        if (!(error instanceof ServerFault)) return;
        await Bun.sleep(200);
      }
    }
  }

  #selected(path: string): SelectedFile {
    return { path, languageId: this.#options.languageId(path) ?? "plaintext" };
  }

  #registered(methods: readonly string[], isRegistered: boolean): void {
    if (methods.length === 0) return;
    this.#asking.registered();
    this.#options.onEvent?.({ kind: "registrations", methods, isRegistered });
  }

  #heard(method: string, params: unknown): void {
    this.#readiness.heard(method, params);
    switch (method) {
      case "textDocument/publishDiagnostics":
        return this.#diagnostics.published(params);
      case "$/progress":
        return;
      case "window/logMessage":
      case "window/showMessage": {
        const { type, message } = (params ?? {}) as { type?: number; message?: unknown };
        const level = LEVELS[(type ?? 4) - 1] ?? "log";
        return this.#options.onEvent?.({
          kind: "message",
          level,
          text: String(message),
          isShown: method === "window/showMessage",
        });
      }
    }
    this.#options.onEvent?.({ kind: "notification", method, params });
  }
}

function initializeParams({ spec, root, version }: ClientOptions, folders: readonly string[]): object {
  return {
    processId: process.pid,
    clientInfo: { name: "Waymark", version },
    locale: "en",
    rootPath: root,
    rootUri: toUri(root),
    workspaceFolders: folders.map((path) => ({ uri: toUri(path), name: path.slice(path.lastIndexOf("/") + 1) })),
    capabilities: clientCapabilities(spec.position_encodings, spec.client_capabilities),
    initializationOptions: spec.initialization_options,
    trace: "off",
  };
}

/** @returns whether the work ended within the time. */
async function waitFor(work: Promise<unknown>, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  const over = Promise.withResolvers<false>();
  const timer = setTimeout(() => over.resolve(false), milliseconds);
  const stop = () => over.resolve(false);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const isDone = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    over.promise,
  ]);
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  return isDone;
}

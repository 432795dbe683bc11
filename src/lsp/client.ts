/**
 * One language server at work: it is introduced, asked, told of files, and ended. What it cannot do, does not answer or
 * dies of is an error of its own kind, never an empty result.
 */
import { UserError } from "../base/error.ts";
import { AskedEdits } from "./asked-edits.ts";
import type { Asking } from "./asking.ts";
import type { Capabilities, SelectedFile } from "./capability.ts";
import { type ClientOptions, type ClientTimes, TIMES } from "./client-options.ts";
import { tree } from "./configuration.ts";
import type { Connection, EndReason } from "./connection.ts";
import { diagnosticsOf, type ServerDiagnostic } from "./diagnostic.ts";
import { Diagnostics, type RawDiagnostics } from "./diagnostics.ts";
import { Documents } from "./document.ts";
import { endServer } from "./farewell.ts";
import { ProtocolFault, Unsupported } from "./fault.ts";
import { newsOf } from "./news.ts";
import { type OutsideChange, tellOutside } from "./outside-changes.ts";
import { type Encoding, Positions } from "./position.ts";
import { Readiness, type ReadyNews } from "./ready.ts";
import { probeReady } from "./ready-probe.ts";
import type { LspRequest } from "./request.ts";
import { ShapeError } from "./result.ts";
import { introduce, type Session } from "./session.ts";
import { nameCleaner } from "./symbols.ts";
import { type FileChange, fileChangesOf } from "./workspace-edit.ts";

const SETTLE_MS = 250;

export class LanguageClient implements AsyncDisposable {
  readonly documents: Documents;
  readonly capabilities: Capabilities;
  readonly askedEdits: AskedEdits;
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
    const askedEdits = new AskedEdits();
    const session = await introduce({ applyEdit: async (edit) => askedEdits.take(edit), ...options }, signal);
    const client = new LanguageClient(options, session, askedEdits);
    client.#readiness.initialized();
    session.listen({
      heard: (method, params) => client.#heard(method, params),
      registered: (methods, isRegistered) => client.#registered(methods, isRegistered),
    });
    await client.notify("initialized", {});
    await client.notify("workspace/didChangeConfiguration", { settings: tree(options.settings) });
    return client;
  }

  private constructor(
    options: ClientOptions,
    { connection, asking, capabilities, encoding, info }: Session,
    askedEdits: AskedEdits,
  ) {
    const { spec } = options;
    this.askedEdits = askedEdits;
    this.#options = options;
    this.#connection = connection;
    this.#asking = asking;
    this.#times = { ...TIMES, ...options.times };
    this.#clean = nameCleaner(spec.names);
    this.serverInfo = info;
    this.capabilities = capabilities;
    this.encoding = encoding;
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
      settleMs: spec.settle_ms ?? SETTLE_MS,
      capabilities: this.capabilities,
      documents: this.documents,
      canPull: (path, signal) => this.#becomesAble("textDocument/diagnostic", path, signal),
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
   * Asks, and brings the answer into our shape. The file that it is about is opened when it is not: of others some servers
   * say that they hold nothing, and some die.
   * @throws UserError `not_found` when there is no such file; Unsupported, ServerTimeout, ServerCrashed, ServerError,
   *   ProtocolFault; the signal's reason.
   */
  async request<Input, Output>(
    request: LspRequest<Input, Output>,
    input: Input,
    signal: AbortSignal,
    milliseconds = this.#times.request,
  ): Promise<Output> {
    const { method } = request;
    const turning = { positions: this.positions(), clean: this.#clean };
    const path = request.pathOf?.(input);
    await this.#able(method, path, signal);
    if (path !== undefined) await this.#opened(path);
    const raw = await this.#asking.ask(
      method,
      await request.params(input, turning),
      signal,
      milliseconds,
      this.capabilities,
    );
    return await this.#shaped(method, request.result(raw, input, turning));
  }

  /** What an edit of several files does. @param method with which it came. @throws ProtocolFault. */
  changesOf(edit: object, method: string): Promise<FileChange[]> {
    return this.#shaped(method, fileChangesOf(edit, this.positions()));
  }

  async #shaped<T>(method: string, read: Promise<T>): Promise<T> {
    try {
      return await read;
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
    // Of an open document it counts when its text is told.
    if (changes.some(({ path }) => !this.documents.get(path))) this.#diagnostics.changedOutside();
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
   * What it says of a document, which is opened when it is not. @throws as `request`.
   * @param milliseconds the most that is waited for what comes unasked.
   */
  async diagnostics(
    path: string,
    signal: AbortSignal,
    milliseconds = this.#times.diagnostics,
  ): Promise<{ items: ServerDiagnostic[]; complete: boolean; why?: string }> {
    const { items, ...rest } = await this.rawDiagnostics(path, signal, milliseconds);
    return { items: await diagnosticsOf(items, path, this.positions()), ...rest };
  }

  /** As `diagnostics`, in the server's own words: it is asked with them what can be done. */
  async rawDiagnostics(path: string, signal: AbortSignal, milliseconds: number): Promise<RawDiagnostics> {
    await this.#opened(path);
    if (this.#diagnostics.isOutdated(path)) await this.documents.reopen(path, this.documents.get(path)!.text);
    if (this.#options.spec.diagnostics_on_save) await this.documents.save(path);
    return await this.#diagnostics.of(path, milliseconds, signal);
  }

  /** Waits until the project is loaded. @param milliseconds what the rule says when left out. */
  async whenReady(signal: AbortSignal, milliseconds?: number): Promise<"ready" | "not_ready"> {
    const rule = this.#options.spec.ready;
    const most = milliseconds ?? (rule.rule === "none" ? 0 : rule.timeout_s * 1_000);
    if (rule.rule === "probe") void probeReady(rule.method, this.#asking, this.#readiness, most, signal);
    return (await this.#readiness.wait(most, signal)) ? "ready" : "not_ready";
  }

  /** Ends the server in the way that it knows, and then in any case. */
  stop(signal: AbortSignal): Promise<EndReason> {
    const { spec, process } = this.#options;
    this.#stopping ??= endServer(spec, this.#connection, process, this.#times.stop, signal);
    return this.#stopping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop(AbortSignal.timeout(this.#times.stop * 3));
  }

  async #opened(path: string): Promise<void> {
    if (this.documents.get(path)) return;
    const text = await this.#options.read(path);
    if (text === undefined) throw new UserError("not_found", `File ${JSON.stringify(path)} cannot be read.`);
    if (!this.documents.get(path)) await this.documents.open(path, text);
  }

  /** @throws Unsupported. */
  async #able(method: string, path: string | undefined, signal: AbortSignal): Promise<void> {
    const can = () => this.can(method, path);
    await this.#asking.assertAble(method, can, signal);
  }

  async #becomesAble(method: string, path: string, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#able(method, path, signal);
      return true;
    } catch (error) {
      if (error instanceof Unsupported) return false;
      throw error;
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
    if (method === "textDocument/publishDiagnostics") this.#diagnostics.published(params);
    const event = newsOf(method, params);
    if (event) this.#options.onEvent?.(event);
  }
}

/**
 * Diagnostics of documents, however a server gives them: when asked, unasked, or part of them in each way. What comes
 * unasked has no end: the wait for it is bounded, and the answer says when it was cut short.
 */
import type * as lsp from "vscode-languageserver-protocol";
import type { Capabilities } from "./capability.ts";
import type { Documents, OpenDocument } from "./document.ts";
import { Unsupported } from "./fault.ts";
import { toPath } from "./uri.ts";

export interface RawDiagnostics {
  items: lsp.Diagnostic[];
  complete: boolean;
  /** Why it is not complete. */
  why?: string;
}

export interface DiagnosticsOptions {
  server: string;
  how: "push" | "pull" | "both" | "none";
  /** How long nothing more may have come before what is there is taken for all, in milliseconds. */
  settleMs: number;
  capabilities: Capabilities;
  documents: Documents;
  /** Whether it can be asked of a file, be it that it says so only in a moment. */
  canPull(path: string, signal: AbortSignal): Promise<boolean>;
  pull(params: object, signal: AbortSignal): Promise<unknown>;
  /** Whether the server says that it is at work. */
  isBusy(): boolean;
}

interface Pushed {
  items: lsp.Diagnostic[];
  version: number | undefined;
  at: number;
}

const METHOD = "textDocument/diagnostic";

/** How often it is looked whether the server is still at work. */
const LOOK_MS = 50;

export class Diagnostics {
  readonly #options: DiagnosticsOptions;
  readonly #pushed = new Map<string, Pushed>();
  /** When the server's knowledge of a document changed last. */
  readonly #told = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  /** Last results of asking, by path and identifier of who gave them: servers may answer that nothing changed. */
  readonly #pulled = new Map<string, { resultId: string; items: lsp.Diagnostic[] }>();
  #hasPushed = false;
  /** When the server was last told that something has changed, be it another document. */
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(options: DiagnosticsOptions) {
    this.#options = options;
  }

  /** `textDocument/publishDiagnostics`. */
  published(params: unknown): void {
    const { uri, diagnostics, version } = (params ?? {}) as Partial<lsp.PublishDiagnosticsParams>;
    const path = typeof uri === "string" ? toPath(uri) : undefined;
    if (path === undefined) return;
    this.#hasPushed = true;
    this.#pushed.set(path, { items: diagnostics ?? [], version: version ?? undefined, at: performance.now() });
    for (const look of this.#waiting) look();
  }

  /** A document was opened, changed, saved or closed. */
  documentChanged(path: string, what: "opened" | "changed" | "saved" | "closed"): void {
    const now = performance.now();
    this.#told.set(path, now);
    if (what === "changed") this.#changedAt = now;
    if (what !== "closed") return;
    this.#pushed.delete(path);
    this.#told.delete(path);
    for (const key of this.#pulled.keys()) if (key.startsWith(`${path}\0`)) this.#pulled.delete(key);
  }

  /** Others changed files on the disk, and the server was told. */
  changedOutside(): void {
    this.#changedAt = performance.now();
  }

  /**
   * Whether what came unasked of a document is from before something else changed: an error may have gone or come with
   * that, and many servers say nothing when none has. Opened anew, the document is spoken of anew.
   */
  isOutdated(path: string): boolean {
    const told = this.#pushed.get(path);
    return told !== undefined && told.at < this.#changedAt && (this.#told.get(path) ?? 0) < this.#changedAt;
  }

  /**
   * What the server says of an open document, in the version that it has now.
   * @param mostMs of waiting for what comes unasked.
   * @throws ServerFault when asking fails; the signal's reason.
   */
  async of(path: string, mostMs: number, signal: AbortSignal): Promise<RawDiagnostics> {
    const { server, how, documents } = this.#options;
    const document = documents.get(path);
    if (!document) return { items: [], complete: false, why: `"${path}" is not open in language server "${server}"` };
    if (how === "none") return { items: [], complete: false, why: `language server "${server}" gives no diagnostics` };
    const asked = await this.#ask(document, signal);
    if (asked && !this.#pushesToo) return { items: asked, complete: true };
    const why = await this.#arrived(document, mostMs, signal, asked !== undefined);
    const told = this.#pushed.get(path);
    const items = [...(asked ?? []), ...(told && this.#isFor(told, document) ? told.items : [])];
    return why === undefined ? { items, complete: true } : { items, complete: false, why };
  }

  /** Whether a server that answers questions is waited for as well. */
  get #pushesToo(): boolean {
    return this.#options.how !== "pull" && (this.#options.how === "both" || this.#hasPushed);
  }

  /** @returns undefined when the server cannot be asked. */
  async #ask({ path, uri, languageId }: OpenDocument, signal: AbortSignal): Promise<lsp.Diagnostic[] | undefined> {
    const { capabilities, how } = this.#options;
    const can =
      how === "push" ? capabilities.can(METHOD, { path, languageId }) : await this.#options.canPull(path, signal);
    if (!can) return undefined;
    const said = capabilities.said.diagnosticProvider;
    const registered = capabilities
      .registrations(METHOD, { path, languageId })
      .map(({ options }) => options.identifier);
    // Several may be registered, each of which gives a part.
    const identifiers = new Set([...(said ? [said.identifier] : []), ...registered]);
    const items: lsp.Diagnostic[] = [];
    for (const identifier of identifiers) {
      const key = `${path}\0${identifier ?? ""}`;
      const last = this.#pulled.get(key);
      const params = {
        textDocument: { uri },
        ...(typeof identifier === "string" && { identifier }),
        ...(last && { previousResultId: last.resultId }),
      };
      try {
        const report = (await this.#options.pull(params, signal)) as Partial<lsp.FullDocumentDiagnosticReport> | null;
        const found =
          (report as { kind?: string } | null)?.kind === "unchanged" ? (last?.items ?? []) : (report?.items ?? []);
        if (typeof report?.resultId === "string") this.#pulled.set(key, { resultId: report.resultId, items: found });
        else this.#pulled.delete(key);
        items.push(...found);
      } catch (error) {
        if (error instanceof Unsupported) return undefined;
        throw error;
      }
    }
    return items;
  }

  /**
   * Waits until what comes unasked has come and no more follows.
   * @param isPart what was asked for is there already.
   * @returns why it is not all.
   */
  async #arrived(
    document: OpenDocument,
    mostMs: number,
    signal: AbortSignal,
    isPart: boolean,
  ): Promise<string | undefined> {
    const { server, settleMs, isBusy } = this.#options;
    const until = performance.now() + mostMs;
    const since = this.#told.get(document.path) ?? 0;
    let wasBusy = false;
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      const busy = isBusy();
      wasBusy ||= busy;
      const told = this.#pushed.get(document.path);
      const isTold = told !== undefined && this.#isFor(told, document);
      const quietSince = isTold ? Math.max(told.at, since) : since;
      // One that was at work and is done has said what it had to say, be it nothing.
      const isDone = isTold || (isPart && (wasBusy || now - since >= settleMs));
      if (isDone && !busy && now - quietSince >= settleMs) return undefined;
      if (now >= until) {
        const seconds = Math.round(mostMs / 100) / 10;
        if (isTold) return `language server "${server}" was still at work after ${seconds} s`;
        return `language server "${server}" said nothing of this version of the file within ${seconds} s`;
      }
      await this.#news(Math.min(LOOK_MS, until - now), signal);
    }
  }

  /** Those of an older version are no answer; many servers do not say the version: then it counts when they came. */
  #isFor({ version, at }: Pushed, document: OpenDocument): boolean {
    return version === undefined ? at >= (this.#told.get(document.path) ?? 0) : version >= document.version;
  }

  async #news(milliseconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => resolve(), { once: true });
    this.#waiting.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }
}

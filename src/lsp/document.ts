/**
 * The documents that are open in one server, each with its version. A document here is a file as it stands on the disk: it
 * is opened so that the server answers for it, not because somebody writes in it.
 */
import type { TextDocumentSyncOptions } from "vscode-languageserver-protocol";
import type { Capabilities } from "./capability.ts";
import { toUri } from "./uri.ts";

export interface OpenDocument {
  readonly path: string;
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
}

export interface DocumentsOptions {
  capabilities: Capabilities;
  /** Language id of the protocol for a path. */
  languageId(path: string): string;
  notify(method: string, params: object): Promise<void>;
  /** A document was opened, changed, saved or closed. */
  onChange?(path: string, what: "opened" | "changed" | "saved" | "closed"): void;
}

export class Documents {
  readonly #options: DocumentsOptions;
  readonly #open = new Map<string, OpenDocument>();
  /** Versions go on where they ended, so that no old news of a document that was closed looks new. */
  readonly #versions = new Map<string, number>();

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  /** Those that are open, the one longest unused first. */
  get paths(): string[] {
    return [...this.#open.keys()];
  }

  get(path: string): OpenDocument | undefined {
    return this.#open.get(path);
  }

  /**
   * Makes the server know a file with this text: opens it, or tells the change, or does nothing when it has it already.
   * @param path absolute.
   * @returns the document's version.
   */
  async open(path: string, text: string): Promise<number> {
    const known = this.#open.get(path);
    if (!known) return await this.#begin(path, text);
    this.#open.delete(path);
    this.#open.set(path, known); // used last
    return known.text === text ? known.version : await this.change(path, text);
  }

  /** Tells the server the whole new text of an open document; opens it when it is not. @returns its version. */
  async change(path: string, text: string): Promise<number> {
    const known = this.#open.get(path);
    if (!known) return await this.#begin(path, text);
    const { syncs, change } = this.#sync;
    if (syncs && change === 0) {
      // It takes no changes, so it is told of another document.
      await this.close(path);
      return await this.#begin(path, text);
    }
    const version = this.#next(path);
    this.#open.set(path, { ...known, version, text });
    this.#options.onChange?.(path, "changed");
    if (syncs) {
      const params = { textDocument: { uri: known.uri, version }, contentChanges: [{ text }] };
      await this.#options.notify("textDocument/didChange", params);
    }
    return version;
  }

  /** Says that a document was saved, where the server wants to know: some check more then. */
  async save(path: string): Promise<void> {
    const known = this.#open.get(path);
    if (!known) return;
    this.#options.onChange?.(path, "saved");
    const { save } = this.#sync;
    if (!save) return;
    const params = { textDocument: { uri: known.uri }, ...(save.includeText && { text: known.text }) };
    await this.#options.notify("textDocument/didSave", params);
  }

  async close(path: string): Promise<void> {
    const known = this.#open.get(path);
    if (!known) return;
    this.#open.delete(path);
    this.#options.onChange?.(path, "closed");
    if (this.#sync.syncs) await this.#options.notify("textDocument/didClose", { textDocument: { uri: known.uri } });
  }

  /** Closes a document and opens it with a text: for servers that look at a file's new content only then. */
  async reopen(path: string, text: string): Promise<number> {
    await this.close(path);
    return await this.#begin(path, text);
  }

  /** Closes those longest unused, until so many are left. */
  async closeAllBut(most: number): Promise<void> {
    for (const path of this.paths.slice(0, Math.max(0, this.#open.size - most))) await this.close(path);
  }

  async #begin(path: string, text: string): Promise<number> {
    const { languageId, notify, onChange } = this.#options;
    const version = this.#next(path);
    const document = { path, uri: toUri(path), languageId: languageId(path), version, text };
    this.#open.set(path, document);
    onChange?.(path, "opened");
    const { uri, languageId: id } = document;
    if (this.#sync.syncs) {
      await notify("textDocument/didOpen", { textDocument: { uri, languageId: id, version, text } });
    }
    return version;
  }

  #next(path: string): number {
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    return version;
  }

  /** What the server wants to be told; one that says nothing of it is told all. */
  get #sync(): { syncs: boolean; change: number; save: { includeText?: boolean } | undefined } {
    const { capabilities } = this.#options;
    const said = capabilities.said.textDocumentSync;
    const saves = capabilities.registrations("textDocument/didSave")[0]?.options;
    if (typeof said === "number") return { syncs: said !== 0, change: said, save: said === 0 ? saves : (saves ?? {}) };
    const { openClose, change, save }: TextDocumentSyncOptions = said ?? { openClose: true, change: 1, save: true };
    const wanted = save === true ? {} : save || undefined;
    const registered = capabilities.registrations("textDocument/didOpen").length > 0;
    return { syncs: openClose === true || registered, change: change ?? 0, save: saves ?? wanted };
  }
}

/** The language server itself, asked without either side between: what it says decides where the two differ. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { DocumentSymbol, Location, LocationLink } from "vscode-languageserver-protocol";
import type { Subject } from "./serena-side.ts";

/** A place in the project; lines are 1-based, columns 0-based. */
export interface FactPlace {
  path: string;
  line: number;
  column: number;
}

/** A symbol as the server tells it. */
export interface ServerSymbol {
  name: string;
  kind: number;
  line: number;
  /** Kinds of the symbols around it, from the outermost. */
  around: readonly number[];
}

const PROTOCOL_IDS: Record<string, string> = {
  py: "python",
  pyi: "python",
  go: "go",
  tsx: "typescriptreact",
  jsx: "javascriptreact",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
};

/** What an editor sets by itself: without it Pyright looks for the project's own packages among the installed ones. */
const SETTINGS: Readonly<Record<string, object>> = {
  python: { analysis: { autoSearchPaths: true } },
  "python.analysis": { autoSearchPaths: true },
};

export class Facts implements AsyncDisposable {
  readonly #root: string;
  readonly #child: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #open = new Set<string>();
  readonly #symbols = new Map<string, ServerSymbol[]>();
  /** By place, and by how many files are open: each more may bring more uses. */
  readonly #uses = new Map<string, Promise<FactPlace[]>>();

  private constructor(root: string, child: ChildProcess, connection: MessageConnection) {
    this.#root = root;
    this.#child = child;
    this.#connection = connection;
  }

  static async start({ root, server }: Subject): Promise<Facts> {
    const [program, ...args] = server;
    const child = spawn(program!, args, { cwd: root, stdio: ["pipe", "pipe", "ignore"] });
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout!),
      new StreamMessageWriter(child.stdin!),
    );
    connection.onRequest("workspace/configuration", ({ items }: { items: { section?: string }[] }) =>
      items.map(({ section = "" }) => SETTINGS[section] ?? {}),
    );
    connection.onRequest("client/registerCapability", () => null);
    connection.onRequest("window/workDoneProgress/create", () => null);
    connection.listen();
    const uri = pathToFileURL(root).href;
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "project" }],
      // All files that are asked about stay open, and only TypeScript's server for all of a project knows uses in others.
      initializationOptions: {
        disableAutomaticTypingAcquisition: true,
        maxTsServerMemory: 8_192,
        tsserver: { useSyntaxServer: "never" },
      },
      capabilities: {
        textDocument: {
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          definition: { linkSupport: true },
        },
        workspace: { configuration: true }, // with folders, too, Pyright waits for more of them
      },
    });
    await connection.sendNotification("initialized", {});
    return new Facts(root, child, connection);
  }

  /** Where the name at a place is defined. */
  async definitions(place: FactPlace): Promise<FactPlace[]> {
    return this.#places(await this.#at("textDocument/definition", place));
  }

  /** Uses of the name at a place, as far as the files that were opened reach. */
  async uses(place: FactPlace): Promise<FactPlace[]> {
    await this.#opened(place.path);
    const key = `${place.path}:${place.line}:${place.column} ${this.#open.size}`;
    const known = this.#uses.get(key);
    if (known) return await known;
    const asked = this.#at("textDocument/references", place, { context: { includeDeclaration: false } });
    const uses = asked.then((answer) => this.#places(answer));
    this.#uses.set(key, uses);
    return await uses;
  }

  async implementations(place: FactPlace): Promise<FactPlace[]> {
    return this.#places(await this.#at("textDocument/implementation", place));
  }

  /** All symbols of a file. */
  async symbols(path: string): Promise<ServerSymbol[]> {
    const known = this.#symbols.get(path);
    if (known) return known;
    const textDocument = await this.#opened(path);
    const told: ServerSymbol[] = [];
    const add = ({ name, kind, selectionRange, children }: DocumentSymbol, around: readonly number[]) => {
      told.push({ name, kind, line: selectionRange.start.line + 1, around });
      for (const child of children ?? []) add(child, [...around, kind]);
    };
    const roots = await this.#connection.sendRequest<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
    for (const root of roots ?? []) add(root, []);
    this.#symbols.set(path, told);
    return told;
  }

  async #at(method: string, { path, line, column }: FactPlace, more = {}): Promise<unknown> {
    const textDocument = await this.#opened(path);
    const position = { line: line - 1, character: column };
    return await this.#connection.sendRequest(method, { textDocument, position, ...more });
  }

  async #opened(path: string): Promise<{ uri: string }> {
    const uri = pathToFileURL(join(this.#root, path)).href;
    if (!this.#open.has(path)) {
      this.#open.add(path);
      const languageId = PROTOCOL_IDS[path.slice(path.lastIndexOf(".") + 1)] ?? "typescript";
      const text = readFileSync(join(this.#root, path), "utf8");
      await this.#connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId, version: 1, text },
      });
    }
    return { uri };
  }

  #places(answer: unknown): FactPlace[] {
    const rows = (Array.isArray(answer) ? answer : answer ? [answer] : []) as (Location | LocationLink)[];
    return rows.map((row) => {
      const { uri, range } =
        "targetUri" in row
          ? { uri: row.targetUri, range: row.targetSelectionRange }
          : { uri: row.uri, range: row.range };
      const path = uri.startsWith("file:") ? relative(this.#root, fileURLToPath(uri)) : uri;
      return { path, line: range.start.line + 1, column: range.start.character };
    });
  }

  async [Symbol.asyncDispose]() {
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 3_000);
    await this.#connection.sendRequest("shutdown").catch(() => undefined);
    await this.#connection.sendNotification("exit").catch(() => undefined);
    this.#connection.dispose();
    this.#child.kill();
    clearTimeout(timer);
  }
}

/** A language server that is asked for nothing but outlines. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { SERVERS } from "../../src/language/_builtin.gen.ts";
import { type ServerSpec, serverSchema } from "../../src/language/server-spec.ts";
import { Servers } from "../../src/language/servers.ts";
import { LanguageClient } from "../../src/lsp/client.ts";
import { launch } from "../../src/lsp/launch.ts";
import { documentSymbols } from "../../src/lsp/request.ts";
import { syntaxSymbols } from "../../src/symbol/server-outline.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";
import { catalog } from "../corpus.ts";
import { type OutlineRow, outlineRows } from "./outline-row.ts";

const READY_MS = 60_000;
const ANSWER_MS = 60_000;

export class OutlineServer implements AsyncDisposable {
  readonly #client: LanguageClient;

  private constructor(client: LanguageClient) {
    this.#client = client;
  }

  /**
   * @param spec with the command to run.
   * @param home folder in the place of the user's.
   * @throws Unavailable, ServerFault when it does not start.
   */
  static async start(spec: ServerSpec, root: string, home: string): Promise<OutlineServer> {
    const [program = "", ...args] = spec.command;
    const passed = ["PATH", ...spec.env].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const env = { HOME: home, ...Object.fromEntries(passed), ...spec.set_env };
    const server = launch({ command: [Bun.which(program) ?? program, ...args], cwd: root, env });
    const options = {
      spec,
      process: server,
      root,
      settings: new Servers(SERVERS, catalog).settingsOf(spec, false),
      log: () => undefined,
      read: (path: string) => readFile(path, "utf8").catch(() => undefined),
      languageId: (path: string) => catalog.protocolIdOf(path),
      version: "0.0.0",
    };
    const client = await LanguageClient.start(options, AbortSignal.timeout(READY_MS));
    if (spec.needs_open === "none") await client.whenReady(AbortSignal.timeout(READY_MS * 2), READY_MS);
    return new OutlineServer(client);
  }

  /** @param path absolute. @throws ServerFault and what comes of it. */
  async outline(path: string): Promise<OutlineRow[]> {
    const symbols = await this.#client.request(documentSymbols, { path }, AbortSignal.timeout(ANSWER_MS), ANSWER_MS);
    await this.#client.documents.close(path);
    const text = readFileSync(path, "utf8");
    return outlineRows(new SymbolTree(text, { symbols: syntaxSymbols(symbols, text) }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
  }
}

/** @param server id of one that ships, or the fields of another. @throws Error, ZodError. */
export function serverSpec(server: string | object, language: string, command: readonly string[]): ServerSpec {
  const own = typeof server === "string" ? SERVERS[server as keyof typeof SERVERS] : server;
  if (!own) throw new Error(`No server "${server}" ships; there are ${Object.keys(SERVERS).join(", ")}.`);
  return serverSchema.parse({ languages: [language], ...own, command });
}

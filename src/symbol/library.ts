/** Symbols that a project's libraries define, found by name by the language servers that run already. */
import { join, relative } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import { workspaceSymbols } from "../lsp/request.ts";
import type { FoundSymbol } from "../lsp/symbols.ts";
import type { ServerServices } from "./server-question.ts";

/** How long all of it may take, in milliseconds. */
const BUDGET_MS = 2_000;

const MOST_FOUND = 20;

/** A definition outside of the project. It can be read where the file lies, and never edited. */
export interface LibrarySymbol {
  name: string;
  kind: string;
  /** What holds it, as the server says. */
  container: string | undefined;
  /** Absolute path, or the server's own address for what is no file. */
  file: string;
  line: number | undefined;
  server: string;
}

/** Those of exactly this name. A server that does not answer adds nothing. */
export async function librarySymbols(name: string, use: ServerServices): Promise<LibrarySymbol[]> {
  const { project, servers } = use;
  const ready = servers.status().filter(({ state }) => state === "ready" || state === "indexing");
  if (ready.length === 0) return [];
  const over = AbortSignal.timeout(BUDGET_MS);
  const signal = AbortSignal.any([use.signal, over]);
  const found: LibrarySymbol[] = [];
  const asked = new Set<string>();
  for (const path of await project.files.paths(".", { signal: use.signal })) {
    const language = project.catalog.of(path)?.id;
    if (ready.every(({ languages }) => languages.some((one) => asked.has(one)))) break;
    if (language === undefined || asked.has(language)) continue;
    const status = ready.find(({ languages }) => languages.includes(language));
    if (!status) continue;
    for (const one of status.languages) asked.add(one);
    try {
      const { value, server } = await servers.ask(
        {
          method: workspaceSymbols.method,
          path: join(project.root, path),
          isWide: false,
          ask: ({ client }, signal) => client.request(workspaceSymbols, { query: name }, signal),
        },
        { signal, progress: () => undefined },
      );
      for (const symbol of value) if (isMeant(symbol, name, project.root)) found.push(librarySymbol(symbol, server));
    } catch (error) {
      use.signal.throwIfAborted();
      if (!over.aborted && !(error instanceof Unavailable) && !(error instanceof UserError)) throw error;
    }
  }
  return found.slice(0, MOST_FOUND);
}

function isMeant({ name, place }: FoundSymbol, wanted: string, root: string): boolean {
  if (name !== wanted) return false;
  if (place.path === undefined) return true;
  const path = relative(root, place.path);
  return path.startsWith("..") || /(^|[/\\])(node_modules|site-packages|vendor)[/\\]/.test(path);
}

function librarySymbol({ name, kind, container, place }: FoundSymbol, server: string): LibrarySymbol {
  const line = "range" in place ? place.range.start.line : undefined;
  return { name, kind, container, file: place.path ?? place.uri, line, server };
}

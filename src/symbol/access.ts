/** What is done with a symbol at the places where it is used, as far as that is known. */
import { join } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import type { Position } from "../lsp/position.ts";
import { documentHighlights } from "../lsp/request.ts";
import type { RunningServer } from "../lsp/running.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import type { PlacesByFile } from "./server-places.ts";

export const ACCESSES = ["import", "read", "write"] as const;
export type Access = (typeof ACCESSES)[number];

/** What else can be done with a thing than to read it: functions and types are not written. */
const WRITABLE: ReadonlySet<SymbolKind> = new Set(["variable", "field", "property", "constant", "object", "array"]);

/** A server is asked file by file: for so many files and so long, in milliseconds. */
const MOST_FILES = 20;
const MOST_MS = 400;

export class Accesses {
  readonly #known = new Map<string, "read" | "write">();

  /** Asks a server for what it tells of each file; a file that it tells nothing of has none. */
  static async of(
    kind: SymbolKind,
    { inside }: PlacesByFile,
    { server, root, signal }: { server: RunningServer; root: string; signal: AbortSignal },
  ): Promise<Accesses> {
    const accesses = new Accesses();
    if (!WRITABLE.has(kind)) return accesses;
    const until = performance.now() + MOST_MS;
    for (const [file, [first]] of [...inside].slice(0, MOST_FILES)) {
      const path = join(root, file);
      const left = until - performance.now();
      if (left <= 0 || !server.client.can(documentHighlights.method, path)) break;
      try {
        const at = { path, position: first!.range.start };
        const highlights = await server.client.request(documentHighlights, at, signal, left);
        for (const { range, access } of highlights) if (access) accesses.#known.set(keyOf(file, range.start), access);
      } catch (error) {
        // It is only more than what was asked for.
        if (error instanceof UserError) continue;
        if (error instanceof Unavailable) break;
        throw error;
      }
    }
    return accesses;
  }

  at(path: string, place: Position): "read" | "write" | undefined {
    return this.#known.get(keyOf(path, place));
  }
}

function keyOf(path: string, { line, column }: Position): string {
  return `${line}:${column} ${path}`;
}

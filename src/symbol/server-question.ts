/** Asks a language server about a place in a file, in the text that the server itself has of it. */
import { join } from "node:path";
import type { Position, Range } from "../lsp/position.ts";
import type { ProjectServers } from "../lsp/project-servers.ts";
import type { Answered, Caller } from "../lsp/question.ts";
import type { RunningServer } from "../lsp/running.ts";
import { resolveSymbol } from "../syntax/resolve.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import type { FindServices } from "./find.ts";
import { changedMeanwhile } from "./server-outline.ts";

export interface ServerServices extends FindServices, Caller {
  servers: ProjectServers;
  progress(done: number, total?: number, message?: string): void;
}

/** A place in one text of a file. */
export interface Spot {
  /** The file's text in which the position means something. */
  text: string;
  position: Position;
}

/** The place where a symbol has its name. */
export interface SymbolSpot extends Spot {
  tree: SymbolTree;
  symbol: TreeSymbol;
  name: Range;
}

export interface SpotQuestion<At extends Spot> {
  /** Relative to the root. */
  path: string;
  /** Method of the protocol that the server must have. */
  method: string;
  isWide: boolean;
  /** Finds the place in the file as it is now. */
  locate(): Promise<At>;
}

/** A server at hand, for the questions about one place. */
export interface AtServer<At extends Spot> {
  server: RunningServer;
  spot: At;
  /** What requests of the protocol take: an absolute path. */
  at: { path: string; position: Position };
  signal: AbortSignal;
  /** False when the server sees only files that are open in it. */
  isWhole: boolean;
}

/**
 * Finds the place, again where the server has another text of the file than the one that it was found in.
 * @throws Unavailable as `ProjectServers.ask`; UserError `stale` when the file changes meanwhile; what `locate` does.
 */
export async function askAtSpot<At extends Spot, Value>(
  { path: file, method, isWide, locate }: SpotQuestion<At>,
  ask: (here: AtServer<At>) => Promise<Value>,
  { project, servers, signal, progress }: ServerServices,
): Promise<Answered<Value> & { spot: At }> {
  const path = join(project.root, file);
  let spot = await locate();
  const answered = await servers.ask<Value>(
    {
      method,
      path,
      isWide,
      async ask(server, signal, { isWhole }) {
        // A place means nothing in another text than the one that the server has.
        const told = server.client.documents.get(path)?.text;
        if (told !== spot.text) spot = await locate();
        if (told !== spot.text) throw changedMeanwhile(file);
        return await ask({ server, spot, at: { path, position: spot.position }, signal, isWhole });
      },
    },
    { signal, progress },
  );
  return { ...answered, spot };
}

/** @throws UserError as `resolveSymbol` and `Symbols.ofFile`. */
export async function symbolSpot(
  { path, namePath }: { path: string; namePath: string },
  { project, symbols, signal }: FindServices,
): Promise<SymbolSpot> {
  const { tree } = await symbols.ofFile(project, path, signal);
  const symbol = resolveSymbol(tree, path, namePath);
  const name = { start: tree.position(symbol.nameSpan.start), end: tree.position(symbol.nameSpan.end) };
  return { text: tree.text, position: name.start, tree, symbol, name };
}

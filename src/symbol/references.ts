/** Finds where a symbol is used, by its meaning: a language server says where, the files' own syntax says in what. */
import { join, relative } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import { lineStarts, linesText } from "../base/text.ts";
import type { Caller } from "../lsp/manager.ts";
import { comparePositions } from "../lsp/position.ts";
import type { ProjectServers } from "../lsp/project-servers.ts";
import { references } from "../lsp/request.ts";
import { type Place, withoutDeclaration } from "../lsp/result.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import { resolveSymbol } from "../syntax/resolve.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import type { FindServices } from "./find.ts";
import { cutAround, findOccurrences } from "./occurrences.ts";

export interface ReferenceServices extends FindServices, Caller {
  servers: ProjectServers;
  progress(done: number, total?: number, message?: string): void;
}

export interface ReferenceQuery {
  namePath: string;
  /** The file that defines the symbol. */
  path: string;
  /** Kinds of the symbols around the places; all when left out. */
  kinds: readonly SymbolKind[] | undefined;
  limit: number;
}

export interface Reference {
  path: string;
  line: number;
  column: number;
  text: string;
  /** The innermost symbol around it. */
  within: { namePath: string; kind: SymbolKind } | undefined;
}

export interface References {
  /** Name path of the symbol that was meant. */
  symbol: string;
  /** In the order of paths and places. */
  found: Reference[];
  total: number;
  files: number;
  /** Places in files outside of the project. */
  outside: number;
  source: "server" | "index" | "syntax";
  /** Id of the server that answered. */
  server: string | undefined;
  /** Why something may be missing, or among it that does not belong; undefined when nothing speaks for that. */
  reason: string | undefined;
  /** Why no server answered. */
  fault: Unavailable | undefined;
  generation?: number;
}

/** Lines that are looked at where only the name is known. */
const MOST_NAMED = 1_000;

/** Files that are opened in a server which knows only open ones. */
const MOST_OPENED = 40;

/** @throws UserError as `resolveSymbol` and `Symbols.ofFile`. */
export async function findReferences(query: ReferenceQuery, use: ReferenceServices): Promise<References> {
  const { project, symbols, servers, signal } = use;
  const path = join(project.root, query.path);
  let note: string | undefined;
  const locate = async () => {
    const { tree } = await symbols.ofFile(project, query.path, signal);
    const symbol = resolveSymbol(tree, query.path, query.namePath);
    const name = { start: tree.position(symbol.nameSpan.start), end: tree.position(symbol.nameSpan.end) };
    return { text: tree.text, symbol, name };
  };
  let meant = await locate();
  try {
    const { value, server, reason } = await servers.ask(
      {
        method: references.method,
        path,
        isWide: true,
        async ask(running, signal, { isWhole }) {
          // A place means nothing in another text than the one that the server has.
          const told = running.client.documents.get(path)?.text;
          if (told !== meant.text) meant = await locate();
          if (told !== meant.text) throw changedMeanwhile(query.path);
          const position = meant.name.start;
          const ask = () => running.client.request(references, { path, position }, signal);
          if (isWhole) return await ask();
          const mentions = await mentionsOf(meant.symbol, use);
          note = mentions.note;
          return await running.files.holding(mentions.paths, ask);
        },
      },
      use,
    );
    const { symbol, name } = meant;
    const places = withoutDeclaration(value, path, name);
    const found = await described(places, query, use);
    const doubt =
      reason ?? note ?? ghostText(found.gone) ?? (found.total === 0 ? await unseenUses(symbol, query, use) : undefined);
    return { ...found, symbol: symbol.namePath, source: "server", server, reason: doubt, fault: undefined };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    signal.throwIfAborted();
    return await byName(meant.symbol, query, error, use);
  }
}

/** The files that a server is shown which knows only open ones: those that have the name. Absolute paths. */
async function mentionsOf({ name }: TreeSymbol, use: ReferenceServices) {
  const { project } = use;
  const { found, total } = await findOccurrences({ namePath: name, path: ".", limit: MOST_NAMED }, use);
  const all = [...new Set(found.map(({ path }) => path))].filter((path) => project.catalog.protocolIdOf(path));
  const paths = all.slice(0, MOST_OPENED);
  const isAll = paths.length === all.length && found.length === total;
  const note = `there is no project file, so the server was shown ${paths.length} of the files with the name`;
  return { paths: paths.map((path) => join(project.root, path)), note: isAll ? undefined : note };
}

function changedMeanwhile(path: string): UserError {
  return new UserError("stale", `File ${JSON.stringify(path)} changed while its server was asked.`, {
    hint: "Ask again.",
  });
}

/** No use, says the server: what speaks against that. */
async function unseenUses(symbol: TreeSymbol, { path }: ReferenceQuery, use: ReferenceServices) {
  const { found } = await findOccurrences({ namePath: symbol.name, path: ".", limit: 50 }, use);
  const files = new Set(found.filter((one) => one.defines === undefined && one.path !== path).map((one) => one.path));
  if (files.size === 0) return undefined;
  return `the server knows no use, but ${files.size} other files have the name; find_references lists them`;
}

/** The server has not learnt yet, whatever it was told, that files went. */
function ghostText(gone: number): string | undefined {
  return gone === 0 ? undefined : `the server still speaks of ${gone} files that are gone; those are left out`;
}

async function described(places: readonly Place[], { kinds, limit }: ReferenceQuery, use: ReferenceServices) {
  const { project, signal } = use;
  const inside = new Map<string, Place[]>();
  let outside = 0;
  for (const place of places) {
    const path = place.path && relative(project.root, place.path).replaceAll("\\", "/");
    if (!path || path.startsWith("../")) outside++;
    else if (inside.has(path)) inside.get(path)!.push(place);
    else inside.set(path, [place]);
  }
  const found: Reference[] = [];
  let [total, files, gone] = [0, 0, 0];
  for (const [path, there] of [...inside].sort(([a], [b]) => (a < b ? -1 : 1))) {
    signal.throwIfAborted();
    const text = await textOf(path, use);
    if (text === "gone") gone++;
    else if (!text) outside += there.length; // it may not be read here
    if (!text || text === "gone") continue;
    const tree = "all" in text ? text : undefined;
    let count = 0;
    for (const { range } of there.sort((a, b) => comparePositions(a.range.start, b.range.start))) {
      const { line, column } = range.start;
      const isShown = found.length < limit;
      const around = tree && (kinds || isShown) ? symbolAround(tree, line, column) : undefined;
      if (kinds && !(around && kinds.includes(around.kind))) continue;
      count++;
      if (!isShown) continue;
      const row = line <= text.starts.length ? linesText(text.text, text.starts, line, line) : "";
      const cut = cutAround(row.trim(), column - 1 - (row.length - row.trimStart().length));
      found.push({ path, line, column, text: cut, within: around && { namePath: around.namePath, kind: around.kind } });
    }
    total += count;
    if (count > 0) files++;
  }
  return { found, total, files, outside, gone };
}

/** The innermost symbol whose declaration holds a place; its own name is no use in it. */
function symbolAround(tree: SymbolTree, line: number, column: number): TreeSymbol | undefined {
  const offset = (tree.starts[line - 1] ?? 0) + column - 1;
  return tree.all.findLast(({ declaration }) => declaration.start <= offset && offset < declaration.end);
}

/** The symbols of a file, or where it has none to tell its text; undefined for one that may not be read. */
async function textOf(
  path: string,
  { project, symbols, signal }: ReferenceServices,
): Promise<SymbolTree | { text: string; starts: readonly number[] } | "gone" | undefined> {
  try {
    if (symbols.has(project, path)) return (await symbols.ofFile(project, path, signal)).tree;
    const { text } = await project.files.read(path);
    return { text, starts: lineStarts(text) };
  } catch (error) {
    if (error instanceof UserError) return error.code === "not_found" ? "gone" : undefined;
    throw error;
  }
}

/** What the index knows: every use of the name, whoever is meant. */
async function byName(
  symbol: TreeSymbol,
  { kinds, limit }: ReferenceQuery,
  fault: Unavailable,
  use: ReferenceServices,
): Promise<References> {
  const { found, total, source, generation } = await findOccurrences(
    { namePath: symbol.name, path: ".", limit: MOST_NAMED },
    use,
  );
  const rows: Reference[] = [];
  for (const { path, line, text, within, withinKind: kind, defines } of found) {
    if (defines !== undefined) continue;
    if (kinds && !(kind && kinds.includes(kind))) continue;
    rows.push({ path, line, column: 1, text, within: within && kind ? { namePath: within, kind } : undefined });
  }
  return {
    symbol: symbol.namePath,
    found: rows.slice(0, limit),
    total: rows.length + (total - found.length),
    files: new Set(rows.map(({ path }) => path)).size,
    outside: 0,
    source,
    server: undefined,
    reason: "no language server answered; by name, not by meaning: other symbols of this name are among them",
    fault,
    ...(generation !== undefined && { generation }),
  };
}

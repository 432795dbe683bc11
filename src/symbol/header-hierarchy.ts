/**
 * The types above and below a type for servers that have no hierarchy of types: the declarations of types name those above
 * them, and the server tells by its definitions and references which types those names mean.
 */
import { join } from "node:path";
import { definition, type HierarchyItem, references } from "../lsp/request.ts";
import type { RunningServer } from "../lsp/running.ts";
import { LSP_SYMBOL_KINDS, type LspSymbolKind } from "../lsp/symbol-kind.ts";
import { toUri } from "../lsp/uri.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import { basesOf } from "./bases.ts";
import { type Declared, declaredAt } from "./declared.ts";
import type { Below } from "./hierarchy-walk.ts";
import { placeFile, placesByFile, symbolAround } from "./server-places.ts";
import type { ServerServices } from "./server-question.ts";

export const BY_HEADERS =
  "the server has no hierarchy of types; read from the declarations, with its references and definitions";

export type HeaderDirection = "supertypes" | "subtypes";

/** What has types above and below it. */
export const TYPES: ReadonlySet<SymbolKind> = new Set([
  "class",
  "enum",
  "interface",
  "object",
  "struct",
  "trait",
  "type",
]);

/** Whether types of this file's language name those above them where we can read it. */
export function hasHeaders(path: string, { project, symbols }: ServerServices): boolean {
  return symbols.has(project, path) && project.catalog.of(path)?.syntax?.bases !== undefined;
}

/** @param path within the project. */
export function headerItem(path: string, tree: SymbolTree, symbol: TreeSymbol, root: string): HierarchyItem {
  const absolute = join(root, path);
  const range = (span: { start: number; end: number }) => ({
    start: tree.position(span.start),
    end: tree.position(span.end),
  });
  const isTheirs = (LSP_SYMBOL_KINDS as readonly string[]).includes(symbol.kind);
  return {
    name: symbol.name,
    kind: isTheirs ? (symbol.kind as LspSymbolKind) : "class",
    place: {
      uri: toUri(absolute),
      path: absolute,
      range: range(symbol.declaration),
      nameRange: range(symbol.nameSpan),
    },
    raw: {},
  };
}

/** What is directly above or below an entry of `headerItem`; nothing is known of what lies in libraries. */
export function headerFurther(
  direction: HeaderDirection,
  { client }: Pick<RunningServer, "client">,
  signal: AbortSignal,
  use: ServerServices,
): (item: HierarchyItem) => Promise<Below[]> {
  const { root } = use.project;
  const itemOf = (path: string, { tree, symbol }: NonNullable<Declared["own"]>): Below => {
    return { item: headerItem(path, tree, symbol, root), ranges: [] };
  };
  return direction === "supertypes" ? above : below;

  async function above({ place }: HierarchyItem): Promise<Below[]> {
    const [one] = (await declaredAt([place], use)).inside;
    const how = one && use.project.catalog.of(one.row.path)?.syntax?.bases;
    if (!one?.own || !how) return [];
    const found: Below[] = [];
    for (const position of basesOf(one.own.tree, one.own.symbol, how)) {
      const { inside, outside } = await declaredAt(
        await client.request(definition, { path: join(root, one.row.path), position }, signal),
        use,
      );
      for (const { row, own } of inside) if (own && TYPES.has(own.symbol.kind)) found.push(itemOf(row.path, own));
      for (const { place } of outside) found.push({ item: libraryItem(one.own.tree, position, place), ranges: [] });
    }
    return found;
  }

  async function below({ place }: HierarchyItem): Promise<Below[]> {
    if (place.path === undefined || !place.nameRange) return [];
    const at = { path: place.path, position: place.nameRange.start };
    const found: Below[] = [];
    for (const [path, places] of placesByFile(await client.request(references, at, signal), root).inside) {
      const file = await placeFile(path, use);
      const how = use.project.catalog.of(path)?.syntax?.bases;
      if (!file || file === "gone" || !file.tree || !how) continue;
      for (const { range } of places) {
        const symbol = symbolAround(file, range.start);
        if (!symbol || !TYPES.has(symbol.kind)) continue;
        const isBase = basesOf(file.tree, symbol, how).some(({ line, column }) => {
          return line === range.start.line && column === range.start.column;
        });
        if (isBase) found.push(itemOf(path, { tree: file.tree, symbol }));
      }
    }
    return found;
  }
}

/** A type that is declared outside of the project, called as it is where it is named. */
function libraryItem(
  { text, starts }: SymbolTree,
  { line, column }: { line: number; column: number },
  place: HierarchyItem["place"],
) {
  const [name = ""] = /^[\p{ID_Continue}$]+/u.exec(text.slice(starts[line - 1]! + column - 1)) ?? [];
  // Without the name's place nothing further is asked about it.
  const { uri, path, range } = place;
  return { name, kind: "class" as const, place: { uri, path, range }, raw: {} };
}

/** What can be asked of a server, each request as a value: its method, its params, and how its result is read. */
import type * as lsp from "vscode-languageserver-protocol";
import type { Position, Positions, Range } from "./position.ts";
import {
  type Highlight,
  type Hover,
  highlightsOf,
  hoverOf,
  type Place,
  placeOf,
  places,
  type Renameable,
  renameableOf,
  ShapeError,
} from "./result.ts";
import { type LspSymbolKind, symbolKind } from "./symbol-kind.ts";
import { documentSymbolsOf, type FoundSymbol, foundSymbolsOf, type ServerSymbol } from "./symbols.ts";
import { toUri } from "./uri.ts";
import { type FileChange, fileChangesOf } from "./workspace-edit.ts";

/** What requests are turned with. */
export interface Turning {
  positions: Positions;
  /** Makes a server's name a symbol's. */
  clean(name: string): string;
}

export interface LspRequest<Input, Output> {
  readonly method: string;
  /** The file that it is about, which decides on capabilities that were registered for some files. */
  pathOf?(input: Input): string;
  params(input: Input, turning: Turning): Promise<object> | object;
  /** @throws ShapeError when it is nothing that a server may answer. */
  result(raw: unknown, input: Input, turning: Turning): Promise<Output>;
}

export interface InFile {
  /** Absolute. */
  path: string;
}

export interface AtPlace extends InFile {
  position: Position;
}

/** An entry of a hierarchy of calls or types. */
export interface HierarchyItem {
  name: string;
  kind: LspSymbolKind;
  detail?: string;
  place: Place;
  /** As the server gave it: what it is asked about further. */
  raw: object;
}

export interface Call {
  item: HierarchyItem;
  /** Where the calls stand: in the caller. */
  ranges: Range[];
}

const inFile = ({ path }: InFile) => ({ textDocument: { uri: toUri(path) } });
const atPlace = async ({ path, position }: AtPlace, { positions }: Turning) => ({
  textDocument: { uri: toUri(path) },
  position: await positions.toServer(path, position),
});
const pathOf = ({ path }: InFile) => path;

function placesRequest(method: string): LspRequest<AtPlace, Place[]> {
  return { method, pathOf, params: atPlace, result: (raw, _, { positions }) => places(raw, positions) };
}

export const documentSymbols: LspRequest<InFile, ServerSymbol[]> = {
  method: "textDocument/documentSymbol",
  pathOf,
  params: inFile,
  result: (raw, { path }, { positions, clean }) => documentSymbolsOf(raw, path, positions, clean),
};

/** Some servers answer an empty query with all symbols, some with none. */
export const workspaceSymbols: LspRequest<{ query: string }, FoundSymbol[]> = {
  method: "workspace/symbol",
  params: ({ query }) => ({ query }),
  result: (raw, _, { positions, clean }) => foundSymbolsOf(raw, positions, clean),
};

export const definition = placesRequest("textDocument/definition");
export const declaration = placesRequest("textDocument/declaration");
export const typeDefinition = placesRequest("textDocument/typeDefinition");
export const implementation = placesRequest("textDocument/implementation");

/** The declaration is among them; `withoutDeclaration` takes it away. */
export const references: LspRequest<AtPlace, Place[]> = {
  ...placesRequest("textDocument/references"),
  params: async (input, turning) => ({ ...(await atPlace(input, turning)), context: { includeDeclaration: true } }),
};

export const hover: LspRequest<AtPlace, Hover | undefined> = {
  method: "textDocument/hover",
  pathOf,
  params: atPlace,
  result: (raw, { path }, { positions }) => hoverOf(raw, path, positions),
};

/** Uses of a symbol in the file itself, read and written ones told apart where the server does so. */
export const documentHighlights: LspRequest<AtPlace, Highlight[]> = {
  method: "textDocument/documentHighlight",
  pathOf,
  params: atPlace,
  result: (raw, { path }, { positions }) => highlightsOf(raw, path, positions),
};

export const prepareRename: LspRequest<AtPlace, Renameable | undefined> = {
  method: "textDocument/prepareRename",
  pathOf,
  params: atPlace,
  result: (raw, { path }, { positions }) => renameableOf(raw, path, positions),
};

export const rename: LspRequest<AtPlace & { to: string }, FileChange[]> = {
  method: "textDocument/rename",
  pathOf,
  params: async (input, turning) => ({ ...(await atPlace(input, turning)), newName: input.to }),
  result: (raw, _, { positions }) => fileChangesOf(raw, positions),
};

/** What else has to change when files get other paths. */
export const willRenameFiles: LspRequest<{ files: readonly { from: string; to: string }[] }, FileChange[]> = {
  method: "workspace/willRenameFiles",
  params: ({ files }) => ({ files: files.map(({ from, to }) => ({ oldUri: toUri(from), newUri: toUri(to) })) }),
  result: (raw, _, { positions }) => fileChangesOf(raw, positions),
};

function itemsRequest(method: string): LspRequest<AtPlace, HierarchyItem[]> {
  return { method, pathOf, params: atPlace, result: (raw, _, turning) => itemsOf(raw, turning) };
}

function callsRequest(method: string, end: "from" | "to"): LspRequest<{ item: HierarchyItem }, Call[]> {
  return {
    method,
    params: ({ item }) => ({ item: item.raw }),
    result: async (raw, { item: asked }, turning) => {
      const calls: Call[] = [];
      for (const one of listOf(raw) as Record<string, unknown>[]) {
        const item = await itemOf(one[end], turning);
        const caller = end === "from" ? item : asked;
        const ranges: Range[] = [];
        for (const range of listOf(one.fromRanges) as lsp.Range[]) {
          ranges.push(await turning.positions.rangeFromServer(caller.place.path, range));
        }
        calls.push({ item, ranges });
      }
      return calls;
    },
  };
}

function furtherRequest(method: string): LspRequest<{ item: HierarchyItem }, HierarchyItem[]> {
  return { method, params: ({ item }) => ({ item: item.raw }), result: (raw, _, turning) => itemsOf(raw, turning) };
}

export const prepareCallHierarchy = itemsRequest("textDocument/prepareCallHierarchy");
export const incomingCalls = callsRequest("callHierarchy/incomingCalls", "from");
export const outgoingCalls = callsRequest("callHierarchy/outgoingCalls", "to");
export const prepareTypeHierarchy = itemsRequest("textDocument/prepareTypeHierarchy");
export const supertypes = furtherRequest("typeHierarchy/supertypes");
export const subtypes = furtherRequest("typeHierarchy/subtypes");

async function itemsOf(raw: unknown, turning: Turning): Promise<HierarchyItem[]> {
  const items: HierarchyItem[] = [];
  for (const one of listOf(raw)) items.push(await itemOf(one, turning));
  return items;
}

async function itemOf(raw: unknown, { positions, clean }: Turning): Promise<HierarchyItem> {
  const { name, kind, detail, uri, range, selectionRange } = (raw ?? {}) as Partial<lsp.CallHierarchyItem>;
  if (typeof name !== "string") throw new ShapeError("an entry of a hierarchy was expected", raw);
  const link = { targetUri: uri, targetRange: range, targetSelectionRange: selectionRange };
  return {
    name: clean(name),
    kind: symbolKind(kind ?? 0),
    ...(detail && { detail }),
    place: await placeOf(link, positions),
    raw: raw as object,
  };
}

function listOf(raw: unknown): unknown[] {
  if (raw === null || raw === undefined) return [];
  if (!Array.isArray(raw)) throw new ShapeError("a list was expected", raw);
  return raw;
}

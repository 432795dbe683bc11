/** Symbols of a document as a tree in the order of the text, from either shape that servers give them in. */
import { comparePositions, holds, isSameRange, type Positions, type Range } from "./position.ts";
import { isRange, type Place, placeOf, ShapeError } from "./result.ts";
import { type LspSymbolKind, symbolKind } from "./symbol-kind.ts";
import { toPath } from "./uri.ts";

export interface ServerSymbol {
  /** Cleaned by the rules of the server's spec. */
  name: string;
  kind: LspSymbolKind;
  /** One line at most. */
  detail?: string;
  range: Range;
  /** The name itself, where the server tells it rightly; else what it says, or `range`. */
  nameRange: Range;
  children: ServerSymbol[];
}

/** A symbol found by name in the whole project. */
export interface FoundSymbol {
  name: string;
  kind: LspSymbolKind;
  container?: string;
  /** Without a range when the server keeps that for later. */
  place: Place | { uri: string; path: string | undefined };
  /** As the server gave it, for `workspaceSymbol/resolve`. */
  raw: object;
}

const DETAIL_CHARS = 200;

interface RawSymbol {
  name?: unknown;
  kind?: unknown;
  detail?: unknown;
  range?: unknown;
  selectionRange?: unknown;
  children?: unknown;
  containerName?: unknown;
  location?: { uri?: unknown; range?: unknown };
}

/**
 * @param raw `DocumentSymbol[]`, `SymbolInformation[]` or null.
 * @throws ShapeError.
 */
export async function documentSymbolsOf(
  raw: unknown,
  path: string,
  positions: Positions,
  clean: (name: string) => string,
): Promise<ServerSymbol[]> {
  if (raw === null || raw === undefined) return [];
  if (!Array.isArray(raw)) throw new ShapeError("a list of symbols was expected", raw);
  const isFlat = raw.some((one: RawSymbol | null) => isRange(one?.location?.range));
  return isFlat ? flat(raw, path, positions, clean) : nested(raw, path, positions, clean);
}

async function nested(
  raw: readonly RawSymbol[],
  path: string,
  positions: Positions,
  clean: (name: string) => string,
): Promise<ServerSymbol[]> {
  const found: ServerSymbol[] = [];
  for (const one of raw) {
    if (!isRange(one?.range)) throw new ShapeError("a symbol with a range was expected", one);
    const range = await positions.rangeFromServer(path, one.range);
    const nameRange = isRange(one.selectionRange) ? await positions.rangeFromServer(path, one.selectionRange) : range;
    const children = Array.isArray(one.children) ? await nested(one.children, path, positions, clean) : [];
    found.push({ ...headOf(one, clean), range, nameRange, children });
  }
  return found.sort(inText);
}

/** A flat list tells only what is called how where; what holds what is read from the ranges, then from the containers' names. */
async function flat(
  raw: readonly RawSymbol[],
  path: string,
  positions: Positions,
  clean: (name: string) => string,
): Promise<ServerSymbol[]> {
  const all: { symbol: ServerSymbol; container: string }[] = [];
  for (const one of raw) {
    const place = await placeOf(one?.location, positions);
    if (place.path !== path && place.path !== undefined) continue; // of a file that is taken in
    const { range } = place;
    const container = typeof one.containerName === "string" ? one.containerName : "";
    all.push({ symbol: { ...headOf(one, clean), range, nameRange: range, children: [] }, container });
  }
  all.sort((a, b) => inText(a.symbol, b.symbol));
  const roots: ServerSymbol[] = [];
  const around: ServerSymbol[] = [];
  const byName = new Map<string, ServerSymbol>();
  for (const { symbol, container } of all) {
    while (around.length > 0 && !isWithin(symbol, around.at(-1)!)) around.pop();
    const parent = around.at(-1) ?? (container === "" ? undefined : byName.get(clean(container)));
    (parent?.children ?? roots).push(symbol);
    around.push(symbol);
    byName.set(symbol.name, symbol);
  }
  return roots;
}

function isWithin(symbol: ServerSymbol, outer: ServerSymbol): boolean {
  return holds(outer.range, symbol.range) && !isSameRange(outer.range, symbol.range);
}

/** @throws ShapeError. */
export async function foundSymbolsOf(
  raw: unknown,
  positions: Positions,
  clean: (name: string) => string,
): Promise<FoundSymbol[]> {
  if (raw === null || raw === undefined) return [];
  if (!Array.isArray(raw)) throw new ShapeError("a list of symbols was expected", raw);
  const found: FoundSymbol[] = [];
  for (const one of raw as RawSymbol[]) {
    const { name, kind } = headOf(one, clean);
    const container = typeof one.containerName === "string" && one.containerName !== "" ? one.containerName : undefined;
    const place = await foundAt(one, positions);
    found.push({ name, kind, ...(container !== undefined && { container }), place, raw: one });
  }
  return found;
}

async function foundAt({ location }: RawSymbol, positions: Positions): Promise<FoundSymbol["place"]> {
  if (typeof location?.uri === "string" && location.range === undefined) {
    return { uri: location.uri, path: toPath(location.uri) };
  }
  return placeOf(location, positions);
}

function headOf({ name, kind, detail }: RawSymbol, clean: (name: string) => string) {
  // One server gives lists of names.
  const written = Array.isArray(name) ? name.join(".") : typeof name === "string" ? name : "";
  const line =
    typeof detail === "string"
      ? detail
          .trim()
          .split(/\r\n|\n|\r/)[0]!
          .slice(0, DETAIL_CHARS)
      : "";
  return {
    name: clean(written),
    kind: symbolKind(typeof kind === "number" ? kind : 0),
    ...(line !== "" && { detail: line }),
  };
}

/** From the top; what holds another comes first. */
function inText(a: ServerSymbol, b: ServerSymbol): number {
  return comparePositions(a.range.start, b.range.start) || comparePositions(b.range.end, a.range.end);
}

/** Makes a server's names those of symbols, by the rules of its spec. */
export function nameCleaner(rules: readonly { match: string; replace: string }[]): (name: string) => string {
  const compiled = rules.map(({ match, replace }) => ({ match: new RegExp(match, "mu"), replace }));
  return (name) => compiled.reduce((text, { match, replace }) => text.replace(match, replace), name);
}

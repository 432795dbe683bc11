/** Finds what implements a type or a member: a language server says where, the files' own syntax says what. */
import { join } from "node:path";
import { Unsupported } from "../lsp/fault.ts";
import { type HierarchyItem, implementation, prepareTypeHierarchy, subtypes } from "../lsp/request.ts";
import type { Place } from "../lsp/result.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { type Declared, declaredAt, type OutsidePlace } from "./declared.ts";
import { hasHeaders, headerFurther, headerItem } from "./header-hierarchy.ts";
import { HierarchyWalk } from "./hierarchy-walk.ts";
import { hoverInfo, missedText } from "./hover-info.ts";
import { leftOut, mentionsOf } from "./mentions.ts";
import { ghostText } from "./server-places.ts";
import { type AtServer, askAtSpot, type ServerServices, type SymbolSpot, symbolSpot } from "./server-question.ts";

export interface ImplementationQuery {
  namePath: string;
  /** The file that defines the symbol. */
  path: string;
  /** Kinds of what implements it; all when left out. */
  kinds: readonly SymbolKind[] | undefined;
  withInfo: boolean;
  limit: number;
}

export interface Implementations {
  /** Name path of the symbol that was meant. */
  symbol: string;
  /** In the order of paths and places. */
  found: (Declared & { info: string | undefined })[];
  total: number;
  files: number;
  outside: OutsidePlace[];
  /** Id of the server that answered. */
  server: string;
  /** Why something may be missing, or among it that does not belong; undefined when nothing speaks for that. */
  reason: string | undefined;
}

const TYPES: ReadonlySet<SymbolKind> = new Set([
  "class",
  "enum",
  "implementation",
  "interface",
  "module",
  "namespace",
  "object",
  "struct",
  "trait",
  "type",
  "union",
]);

/** Types that are looked at where a server knows subtypes alone. */
const MOST_TYPES = 500;

const BY_SUBTYPES =
  "the server does not list implementations; these are of the types below it, as the server and their declarations tell";

/** @throws UserError as `symbolSpot`; Unavailable when no server can say it. */
export async function findImplementations(query: ImplementationQuery, use: ServerServices): Promise<Implementations> {
  const question = {
    path: query.path,
    method: implementation.method,
    isWide: true,
    locate: () => symbolSpot(query, use),
  };
  const { value, server, reason, spot } = await askAtSpot(
    question,
    async (here) => {
      const { places, note } = await implementers(here, query.path, use);
      const found = await declaredAt(places, use, refinement(here.spot, query.path, note === BY_SUBTYPES));
      // TypeScript's server lists imports under another name among them.
      const real = found.inside.filter(({ isImport }) => !isImport);
      const kept = real.filter(({ row }) => !query.kinds || (row.kind && query.kinds.includes(row.kind)));
      const shown = kept.slice(0, query.limit);
      const info = query.withInfo ? await infoOf(shown, here, use) : undefined;
      return { found, kept, shown, info, note };
    },
    use,
  );
  const { found, kept, shown, info, note } = value;
  return {
    symbol: spot.symbol.namePath,
    found: shown.map((one, at) => ({ ...one, info: info?.texts[at] })),
    total: kept.length,
    files: new Set(kept.map(({ row }) => row.path)).size,
    outside: query.kinds ? [] : found.outside, // of what kind they are is not known
    server,
    reason: reason ?? note ?? ghostText(found.gone) ?? missedText(info?.missed ?? 0),
  };
}

interface Implementers {
  places: Place[];
  note: string | undefined;
}

async function implementers(here: AtServer<SymbolSpot>, path: string, use: ServerServices): Promise<Implementers> {
  const { server, spot, at, signal, isWhole } = here;
  const ask = async (): Promise<Implementers> => {
    const type = typeAround(spot);
    let places: Place[] | undefined;
    try {
      places = await server.client.request(implementation, at, signal);
      // Some say that they have implementations, and give none, or the symbol itself.
      if (!type || places.some((place) => !isOwn(place, here))) return { places, note: undefined };
      const below = await placesOfSubtypes(here, type, path, use);
      return below?.length ? { places: below, note: BY_SUBTYPES } : { places, note: undefined };
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      if (places) return { places, note: undefined };
      const below = type && (await placesOfSubtypes(here, type, path, use));
      if (!below) throw error;
      return { places: below, note: BY_SUBTYPES };
    }
  };
  const { symbol } = spot;
  const mentions = await (isWhole ? leftOut(server, symbol, path, use) : mentionsOf(symbol.name, use));
  const { places, note } = await server.files.holding(
    mentions.paths.map((one) => join(use.project.root, one)),
    ask,
  );
  return { places, note: note ?? mentions.note };
}

function isOwn({ path, range, nameRange = range }: Place, { at, spot }: AtServer<SymbolSpot>): boolean {
  return path === at.path && nameRange.start.line === spot.name.start.line;
}

/** All types below one, however far; undefined where neither the server nor the declarations tell. */
async function placesOfSubtypes(
  { server, spot: { tree }, at, signal }: AtServer<SymbolSpot>,
  type: TreeSymbol,
  path: string,
  use: ServerServices,
): Promise<Place[] | undefined> {
  const { client } = server;
  const bounds = { depth: MOST_TYPES, most: MOST_TYPES };
  const below = (walk: HierarchyWalk) => [...walk.all()].filter(({ level }) => level > 0).map(({ item }) => item.place);
  const isRead = hasHeaders(path, use);
  if (client.can(prepareTypeHierarchy.method, at.path)) {
    const position = tree.position(type.nameSpan.start);
    const walk = new HierarchyWalk(
      await client.request(prepareTypeHierarchy, { path: at.path, position }, signal),
      bounds,
    );
    const further = async (item: HierarchyItem) => {
      return (await client.request(subtypes, { item }, signal)).map((item) => ({ item, ranges: [] }));
    };
    await walk.run(further, signal, use.progress);
    const found = below(walk);
    if (found.length > 0 || !isRead) return found;
  }
  if (!isRead) return undefined;
  const walk = new HierarchyWalk([headerItem(path, tree, type, use.project.root)], bounds);
  await walk.run(headerFurther("subtypes", server, signal, use), signal, use.progress);
  return below(walk);
}

/** The type that is meant, or whose member is. */
function typeAround({ tree, symbol }: SymbolSpot): TreeSymbol | undefined {
  if (TYPES.has(symbol.kind)) return symbol;
  return tree.all.find(({ kind, children }) => TYPES.has(kind) && children.includes(symbol));
}

/**
 * Where a member was asked and a server names the type, its member is meant. What was asked is not its own implementation.
 * @param isOfTypes places are of all types below, so that those which only inherit the member do not count; else they stay.
 */
function refinement({ symbol, tree }: SymbolSpot, path: string, isOfTypes: boolean) {
  const isMember = tree.all.some(({ kind, children }) => TYPES.has(kind) && children.includes(symbol));
  const isAsked = (one: TreeSymbol, at: string) => at === path && one.namePath === symbol.namePath;
  return (found: TreeSymbol, at: string): readonly TreeSymbol[] => {
    const members = found.children.filter(({ name }) => name === symbol.name);
    const isRefined = isMember && TYPES.has(found.kind) && (members.length > 0 || isOfTypes);
    const meant = isRefined ? members : [found];
    return meant.filter((one) => !isAsked(one, at));
  };
}

function infoOf(shown: readonly Declared[], { server, signal }: AtServer<SymbolSpot>, use: ServerServices) {
  const places = shown.map(({ row, name }) => ({ path: join(use.project.root, row.path), position: name }));
  return hoverInfo(places, server, signal);
}

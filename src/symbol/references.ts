/** Finds where a symbol is used, by its meaning: a language server says where, the files' own syntax says in what. */
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";
import { ServerTimeout } from "../lsp/fault.ts";
import { comparePositions } from "../lsp/position.ts";
import { references } from "../lsp/request.ts";
import { type Place, withoutDeclaration } from "../lsp/result.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { type Access, Accesses } from "./access.ts";
import { filesNaming, isTelling, MOST_SHOWN, type NamingFiles, unseenAmong, unseenText } from "./cross-check.ts";
import { MOST_NAMED, mentionsOf } from "./mentions.ts";
import { findOccurrences } from "./occurrences.ts";
import {
  ghostText,
  isImport,
  lineText,
  type PlacesByFile,
  placeFile,
  placesByFile,
  symbolAround,
} from "./server-places.ts";
import { type AtServer, askAtSpot, type ServerServices, type SymbolSpot, symbolSpot } from "./server-question.ts";
import { usesByDefinition } from "./uses-asked.ts";

/** Part of the time of a question after which what a server said first is the answer, whatever it is still asked. */
const ENOUGH = 0.9;

const LATE =
  "the server did not answer in time about other files that have the name; ask again, or find_references lists them";

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
  /** What is done with the symbol there, where that is known. */
  access: Access | undefined;
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

/** By meaning, else by name. @throws UserError as `symbolSpot`. */
export async function findReferences(query: ReferenceQuery, use: ServerServices): Promise<References> {
  try {
    return await serverReferences(query, use);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    use.signal.throwIfAborted();
    const { symbol } = await symbolSpot(query, use);
    return await byName(symbol, query, error, use);
  }
}

/** By meaning alone. @throws UserError as `symbolSpot`; Unavailable where no server answers. */
export async function serverReferences(query: ReferenceQuery, use: ServerServices): Promise<References> {
  const question = { path: query.path, method: references.method, isWide: true, locate: () => symbolSpot(query, use) };
  const enough = AbortSignal.timeout(use.servers.patience * ENOUGH);
  const { value, server, reason, spot } = await askAtSpot(
    question,
    async (here) => {
      const uses = await usesOf(here, query.path, use, enough);
      const { server, signal, spot } = here;
      const from = { server, root: use.project.root, signal };
      return { ...uses, accesses: await Accesses.of(spot.symbol.kind, uses.places, from) };
    },
    use,
  );
  const { symbol } = spot;
  const found = await described(value.places, value.accesses, query, use);
  const doubt = reason ?? value.note ?? ghostText(found.gone);
  return { ...found, symbol: symbol.namePath, source: "server", server, reason: doubt, fault: undefined };
}

interface Uses {
  places: PlacesByFile;
  /** What speaks against these being all. */
  note: string | undefined;
}

/** @param enough fires when what the server has said by then must do. */
async function usesOf(
  here: AtServer<SymbolSpot>,
  path: string,
  use: ServerServices,
  enough: AbortSignal,
): Promise<Uses> {
  const { spec } = here.server;
  const { symbol } = here.spot;
  if (!here.isWhole) {
    const { paths, note } = await mentionsOf(symbol.name, use);
    return { places: await listed(here, use, paths), note };
  }
  const [first, naming] = await Promise.all([listed(here, use), filesNaming(symbol, path, spec.languages, use)]);
  if (naming === undefined) return { places: first, note: undefined };
  if ("reason" in naming) {
    const isAsked = spec.leaves_out || first.inside.size === 0;
    return { places: first, note: isAsked ? naming.reason : undefined };
  }
  try {
    return await furtherUses({ ...here, signal: AbortSignal.any([here.signal, enough]) }, first, naming, use);
  } catch (error) {
    if (here.signal.aborted || !(enough.aborted || error instanceof ServerTimeout)) throw error;
    return { places: first, note: LATE };
  }
}

/** @param shown files that are open in the server meanwhile. */
async function listed(
  { server: { client, files }, spot, at, signal }: AtServer<SymbolSpot>,
  { project: { root } }: ServerServices,
  shown: readonly string[] = [],
): Promise<PlacesByFile> {
  const ask = async () =>
    placesByFile(withoutDeclaration(await client.request(references, at, signal), at.path, spot.name), root);
  return await files.holding(
    shown.map((one) => join(root, one)),
    ask,
  );
}

/** A server that may leave out files of the project is shown those that have the name, and asked again. */
async function furtherUses(
  here: AtServer<SymbolSpot>,
  first: PlacesByFile,
  naming: NamingFiles,
  use: ServerServices,
): Promise<Uses> {
  const { server } = here;
  const { client, spec } = server;
  const { root } = use.project;
  const isOpen = (one: string) => client.documents.get(join(root, one)) !== undefined;
  const before = seenIn(first);
  const noted = (places: PlacesByFile, isLeft: (path: string) => boolean) =>
    notedUses(here, naming, places, isLeft, use);
  if (!spec.leaves_out) return await noted(first, () => before.size === 0);
  const unknown = unseenAmong(naming, (one) => before.has(one) || isOpen(one), use);
  if (!unknown) return await noted(first, () => false);
  const shown = new Set(unknown.slice(0, MOST_SHOWN));
  const places = await listed(here, use, [...shown]);
  const seen = seenIn(places);
  server.hasLeftOut ||= [...shown].some((one) => seen.has(one));
  // One that left out files before may leave out those, too, that it was not shown.
  const isLeft = (one: string) => server.hasLeftOut && !shown.has(one) && !isOpen(one);
  return await noted(places, isLeft);
}

/**
 * A server's list, with the uses that it tells only when it is asked about them, and what speaks against these being all.
 * @param isLeft whether it may have left out a file.
 */
async function notedUses(
  here: AtServer<SymbolSpot>,
  naming: NamingFiles,
  places: PlacesByFile,
  isLeft: (path: string) => boolean,
  use: ServerServices,
): Promise<Uses> {
  const seen = seenIn(places);
  const isNone = seen.size === 0;
  const isDoubted = isTelling(naming) || (isNone && naming.isOnly);
  const isDone = (one: string) => seen.has(one) || !(isDoubted || isLeft(one));
  const unseen = unseenAmong(naming, isDone, use);
  if (!unseen) return { places, note: undefined };
  const { uses, settled } = await usesByDefinition(here, unseen.slice(0, MOST_SHOWN), use);
  const all = uses.length === 0 ? places : placesByFile([...placesOf(places), ...uses], use.project.root);
  const left = unseenAmong(naming, (one) => isDone(one) || settled.has(one), use);
  return { places: all, note: left && unseenText(left, all.inside.size === 0) };
}

function placesOf({ inside, outside }: PlacesByFile): Place[] {
  return [...[...inside.values()].flat(), ...outside];
}

function seenIn({ inside }: PlacesByFile): ReadonlySet<string> {
  return new Set(inside.keys());
}

async function described(
  { inside, outside: beyond }: PlacesByFile,
  accesses: Accesses,
  { kinds, limit }: ReferenceQuery,
  use: ServerServices,
) {
  const found: Reference[] = [];
  let [total, files, gone, outside] = [0, 0, 0, beyond.length];
  for (const [path, there] of inside) {
    use.signal.throwIfAborted();
    const file = await placeFile(path, use);
    if (file === "gone") gone++;
    else if (!file) outside += there.length; // it may not be read here
    if (!file || file === "gone") continue;
    let count = 0;
    for (const { range } of there.sort((a, b) => comparePositions(a.range.start, b.range.start))) {
      const isShown = found.length < limit;
      const around = kinds || isShown ? symbolAround(file, range.start) : undefined;
      if (kinds && !(around && kinds.includes(around.kind))) continue;
      count++;
      if (!isShown) continue;
      const within = around && { namePath: around.namePath, kind: around.kind };
      const access = isImport(file, range.start) ? "import" : accesses.at(path, range.start);
      found.push({ path, ...range.start, text: lineText(file, range.start), access, within });
    }
    total += count;
    if (count > 0) files++;
  }
  return { found, total, files, outside, gone };
}

/** What the index knows: every use of the name, whoever is meant. */
async function byName(
  symbol: TreeSymbol,
  { kinds, limit }: ReferenceQuery,
  fault: Unavailable,
  use: ServerServices,
): Promise<References> {
  const { found, total, source, generation } = await findOccurrences(
    { namePath: symbol.name, path: ".", limit: MOST_NAMED },
    use,
  );
  const rows: Reference[] = [];
  for (const { path, line, text, within, withinKind: kind, defines } of found) {
    if (defines !== undefined) continue;
    if (kinds && !(kind && kinds.includes(kind))) continue;
    rows.push({
      path,
      line,
      column: 1,
      text,
      access: undefined,
      within: within && kind ? { namePath: within, kind } : undefined,
    });
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

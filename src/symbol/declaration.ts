/** Finds where a symbol or a used name is declared: a language server says it; by name, where none answers. */
import { Unavailable, UserError } from "../base/error.ts";
import { Unsupported } from "../lsp/fault.ts";
import type { Position } from "../lsp/position.ts";
import { declaration, definition } from "../lsp/request.ts";
import type { Place } from "../lsp/result.ts";
import { matchesNamePath, parseNamePath } from "../syntax/name-path.ts";
import { meantSymbols } from "../syntax/resolve.ts";
import { type DeclarationQuery, type DeclarationSpot, declarationSpot } from "./declaration-spot.ts";
import { type Declared, type DeclaredPlaces, declaredAt, declaredSymbol, type OutsidePlace } from "./declared.ts";
import { findSymbols } from "./find.ts";
import { hoverInfo, missedText } from "./hover-info.ts";
import { ghostText } from "./server-places.ts";
import { type AtServer, askAtSpot, type ServerServices } from "./server-question.ts";

export interface Declarations {
  /** The identifier that was asked about, and where. */
  asked: { identifier: string; position: Position };
  found: (Declared & { info: string | undefined; isLibrary: boolean })[];
  /** How many there are in the project, given or not. */
  total: number;
  /** Outside of the project. */
  outside: (OutsidePlace & { info: string | undefined })[];
  source: "server" | "index" | "syntax";
  /** Id of the server that answered. */
  server: string | undefined;
  /** Why something may be missing, or among it that does not belong; undefined when nothing speaks for that. */
  reason: string | undefined;
  /** Why no server answered. */
  fault: Unavailable | undefined;
  generation?: number;
}

/** Symbols that are given where only the name is known. */
const MOST_NAMED = 50;

const BY_NAME = "no language server answered; by name, not by meaning: other symbols of this name are among them";

/** @throws UserError as `declarationSpot`; Unavailable when no server answers for what is not asked by name. */
export async function findDeclaration(query: DeclarationQuery, use: ServerServices): Promise<Declarations> {
  const locate = () => declarationSpot(query, use);
  const question = { path: query.path, method: definition.method, isWide: true, locate };
  try {
    const { value, server, reason, spot } = await askAtSpot(
      question,
      async (here) => {
        const told = await placesAt(here);
        const all = meantOf(await declaredAt([...told.keys()], use), here.spot, query);
        const libraries = await librariesAmong(all.inside, use);
        const wantsInfo = query.withInfo || all.outside.length + libraries.size > 0;
        const info = wantsInfo ? await infoAt(here, told) : undefined;
        return { all, libraries, info, isKnown: told.size > 0 };
      },
      use,
    );
    const { all, libraries, info, isKnown } = value;
    const unasked = spot.uses - spot.positions.length;
    const doubts = [
      reason,
      unasked > 0
        ? `only the first ${spot.positions.length} of ${spot.uses} uses of the name were asked about`
        : undefined,
      ghostText(all.gone),
      missedText(info?.missed ?? 0),
    ];
    const asked = { identifier: spot.identifier, position: spot.position };
    const said = { asked, server, fault: undefined };
    if (!isKnown && spot.own) {
      const reason = "the server names no declaration; this is where the file itself defines the name";
      return { ...said, found: [itself(query.path, spot.own)], total: 1, outside: [], source: "syntax", reason };
    }
    const found = all.inside.map((one) => {
      const isLibrary = libraries.has(one.row.path);
      return { ...one, isLibrary, info: query.withInfo || isLibrary ? info?.of(one.place!) : undefined };
    });
    const outside = all.outside.map((one) => ({ ...one, info: info?.of(one.place) }));
    return {
      ...said,
      found,
      total: found.length,
      outside,
      source: "server",
      reason: doubts.find((doubt) => doubt !== undefined),
    };
  } catch (error) {
    if (!(error instanceof Unavailable) || "regex" in query.by) throw error;
    use.signal.throwIfAborted();
    return await byName(query, query.by.namePath, await locate(), error, use);
  }
}

/** What the server names, each with the place that it was asked at. */
async function placesAt({
  server: { client },
  spot,
  at,
  signal,
}: AtServer<DeclarationSpot>): Promise<Map<Place, Position>> {
  const told = new Map<Place, Position>();
  const known = new Set<string>();
  for (const position of spot.positions) {
    for (const place of await declarationsAt({ path: at.path, position })) {
      const { line, column } = (place.nameRange ?? place.range).start;
      const key = `${line}:${column} ${place.uri}`;
      if (!known.has(key)) told.set(place, position);
      known.add(key);
    }
  }
  return told;

  async function declarationsAt(here: { path: string; position: Position }): Promise<Place[]> {
    try {
      const defined = await client.request(definition, here, signal);
      if (defined.length > 0 || !client.can(declaration.method, here.path)) return defined;
    } catch (error) {
      if (!(error instanceof Unsupported) || !client.can(declaration.method, here.path)) throw error;
    }
    return await client.request(declaration, here, signal);
  }
}

/** Hover at the places that were asked at, which lie in the project. */
async function infoAt({ server, at, signal }: AtServer<DeclarationSpot>, told: ReadonlyMap<Place, Position>) {
  const positions = [...new Set(told.values())];
  const places = positions.map((position) => ({ path: at.path, position }));
  const { texts, missed } = await hoverInfo(places, server, signal);
  return { missed, of: (place: Place) => texts[positions.indexOf(told.get(place)!)] };
}

/**
 * What a name path means among what the server named: what is called so, or what is called so within it.
 * @throws UserError `not_found` when what is declared has no such symbol.
 */
function meantOf(all: DeclaredPlaces, { rest, own }: DeclarationSpot, { by }: DeclarationQuery): DeclaredPlaces {
  if ("regex" in by || own) return all;
  if (rest === undefined) {
    const pattern = parseNamePath(by.namePath);
    if (pattern.parts.length === 1) return { ...all, inside: withoutConstructors(all.inside) };
    return { ...all, inside: all.inside.filter((one) => !one.own || matchesNamePath(pattern, one.own.symbol.chain)) };
  }
  const within = all.inside.flatMap((one) => {
    if (!one.own) return [];
    const { tree, symbol } = one.own;
    const meant = meantSymbols(tree, `${symbol.namePath}/${rest}`);
    return meant.map((member) => declaredSymbol(one.row.path, tree, member, one.place));
  });
  if (within.length > 0 || all.inside.length === 0) return { ...all, inside: within };
  const { row, own: first } = all.inside[0]!;
  const has = first?.symbol.children.slice(0, 12).map(({ namePath }) => JSON.stringify(namePath)) ?? [];
  const shown = JSON.stringify(by.namePath);
  const listed = has.length > 0 ? ` there are ${has.join(", ")}.` : "";
  throw new UserError(
    "not_found",
    `There is no symbol ${shown} in "${row.path}", which declares its first name;${listed}`,
    {
      hint: "get_symbols_overview lists the name paths of a file.",
    },
  );
}

/** Where a type is made, servers name its constructor: the type is what the name means. */
function withoutConstructors(found: readonly Declared[]): Declared[] {
  const children = new Set(found.flatMap(({ own }) => own?.symbol.children ?? []).map(({ nameSpan }) => nameSpan));
  return found.filter(({ own }) => own?.symbol.kind !== "constructor" || !children.has(own.symbol.nameSpan));
}

/** Files within the project's folder that are not its own, such as those of installed packages. */
async function librariesAmong(found: readonly Declared[], { project, signal }: ServerServices): Promise<Set<string>> {
  const paths = [...new Set(found.map(({ row }) => row.path))];
  const own = new Set(await project.files.among(paths, signal));
  return new Set(paths.filter((path) => !own.has(path)));
}

/** The symbol that the file itself defines. */
function itself(path: string, { tree, symbol }: NonNullable<DeclarationSpot["own"]>): Declarations["found"][number] {
  return { ...declaredSymbol(path, tree, symbol), info: undefined, isLibrary: false };
}

/** What the file itself defines, else what is called so in the project. */
async function byName(
  { path, withBody }: DeclarationQuery,
  namePath: string,
  { own, rest, identifier, position }: DeclarationSpot,
  fault: Unavailable,
  use: ServerServices,
): Promise<Declarations> {
  const said = { asked: { identifier, position }, outside: [], server: undefined, fault, reason: BY_NAME };
  if (own) return { ...said, found: [itself(path, own)], total: 1, source: "syntax" };
  const query = { namePath: rest === undefined ? namePath : namePath.replace(/^\/+/, ""), path: ".", substring: false };
  const { found, source, generation } = await findSymbols({ ...query, kinds: undefined, excludeKinds: undefined }, use);
  const rows: Declarations["found"] = [];
  for (const { path, row, name, inFile } of found.slice(0, MOST_NAMED)) {
    const own = withBody ? await inFile() : undefined;
    const declared = { row: { path, line: name.line, ...row }, name, own, place: undefined, isImport: false };
    rows.push({ ...declared, info: undefined, isLibrary: false });
  }
  return { ...said, found: rows, total: found.length, source, ...(generation !== undefined && { generation }) };
}

/** The calls to and from a symbol, and the types above and below it, as a tree: a language server says which. */
import { Unavailable } from "../base/error.ts";
import type { LanguageClient } from "../lsp/client.ts";
import { Unsupported } from "../lsp/fault.ts";
import type { Position } from "../lsp/position.ts";
import {
  type HierarchyItem,
  incomingCalls,
  type LspRequest,
  outgoingCalls,
  prepareCallHierarchy,
  prepareTypeHierarchy,
  subtypes,
  supertypes,
} from "../lsp/request.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import { BY_HEADERS, type HeaderDirection, hasHeaders, headerFurther, headerItem, TYPES } from "./header-hierarchy.ts";
import { type Below, type Entry, HierarchyWalk, type Mark } from "./hierarchy-walk.ts";
import { mentionsOf } from "./mentions.ts";
import { ghostText, type PlaceFile, pathWithin, placeFile, symbolAround, symbolDeclaredAt } from "./server-places.ts";
import { type AtServer, askAtSpot, type ServerServices, type SymbolSpot, symbolSpot } from "./server-question.ts";

/** What is asked of a server for one direction. */
export interface Hierarchy {
  prepare: typeof prepareCallHierarchy;
  further(item: HierarchyItem, client: LanguageClient, signal: AbortSignal): Promise<Below[]>;
  /** Whether what is found stands in files that mention the symbol. */
  isOfMentions: boolean;
  /** What declarations tell where the server does not. */
  byHeaders?: HeaderDirection;
}

function ofTypes(request: LspRequest<{ item: HierarchyItem }, HierarchyItem[]>, byHeaders: HeaderDirection): Hierarchy {
  return {
    prepare: prepareTypeHierarchy,
    isOfMentions: byHeaders === "subtypes",
    byHeaders,
    async further(item, client, signal) {
      return (await client.request(request, { item }, signal)).map((item) => ({ item, ranges: [] }));
    },
  };
}

function ofCalls(request: typeof incomingCalls, isOfMentions: boolean): Hierarchy {
  const further: Hierarchy["further"] = (item, client, signal) => client.request(request, { item }, signal);
  return { prepare: prepareCallHierarchy, isOfMentions, further };
}

export const HIERARCHIES = {
  incoming: ofCalls(incomingCalls, true),
  outgoing: ofCalls(outgoingCalls, false),
  supertypes: ofTypes(supertypes, "supertypes"),
  subtypes: ofTypes(subtypes, "subtypes"),
} satisfies Record<string, Hierarchy>;

export interface HierarchyQuery {
  namePath: string;
  /** The file that defines the symbol. */
  path: string;
  direction: keyof typeof HIERARCHIES;
  /** Levels below the symbol. */
  depth: number;
  /** Most entries. */
  limit: number;
}

/** One entry of the tree. */
export interface Branch {
  /** 0 for the symbol itself. */
  level: number;
  /** Within the project, or absolute, or what the server calls what is no file. */
  file: string;
  line: number;
  /** As the server calls it; what stands at the top of a file has a name of ours. */
  name: string;
  kind: SymbolKind;
  /** In our own tree of the file. */
  namePath: string | undefined;
  /** For what has no name path: the symbol around it. */
  within: string | undefined;
  /** Not among the project's own files. */
  isLibrary: boolean;
  /** Where the calls stand: for incoming ones in this entry, for outgoing ones in the entry above. */
  callLines: number[];
  mark: Mark | undefined;
}

export interface HierarchyTree {
  /** Name path of the symbol that was meant. */
  symbol: string;
  /** Each before those below it. */
  branches: Branch[];
  /** Entries that are known, shown or not. */
  total: number;
  server: string | undefined;
  /** Why something may be missing. */
  reason: string | undefined;
  /** Why the server ended before it had answered all. */
  fault: Unavailable | undefined;
}

const PARTLY_SEEN = "there is no project file, so the server sees a part of the project";

/** @throws UserError as `symbolSpot`; Unavailable when no server can say the first of it. */
export async function hierarchyOf(query: HierarchyQuery, use: ServerServices): Promise<HierarchyTree> {
  const hierarchy: Hierarchy = HIERARCHIES[query.direction];
  const { prepare, isOfMentions } = hierarchy;
  const question = { path: query.path, method: prepare.method, isWide: true, locate: () => symbolSpot(query, use) };
  const bounds = { depth: query.depth, most: query.limit };
  let best: HierarchyWalk | undefined;
  let note: string | undefined;
  try {
    const { server, reason, spot } = await askAtSpot(
      question,
      async (here) => {
        const { server, spot, signal, isWhole } = here;
        note = undefined;
        const ask = async () => {
          const { roots, further, isByHeaders } = await begun(hierarchy, here, query.path, use);
          if (isByHeaders) note = BY_HEADERS;
          const walk = new HierarchyWalk(roots, bounds);
          if (!best || best.count <= walk.count) best = walk;
          await walk.run(further, signal, use.progress);
          best = walk;
        };
        if (isWhole || !isOfMentions) return await ask();
        const mentions = await mentionsOf(spot.symbol.name, use);
        await server.files.holding(mentions.paths, ask);
        note ??= mentions.note ?? (query.depth > 1 ? PARTLY_SEEN : undefined);
      },
      use,
    );
    const { branches, gone } = await described(best!, use);
    const words =
      best!.fault === undefined ? undefined : `the server answered about some with an error: ${best!.fault}`;
    return {
      symbol: spot.symbol.namePath,
      branches,
      total: branches.length + best!.left,
      server,
      reason: reason ?? note ?? words ?? ghostText(gone),
      fault: undefined,
    };
  } catch (error) {
    // What was found before it ended is worth more than nothing.
    if (!(error instanceof Unavailable) || !best || best.count === best.roots.length) throw error;
    use.signal.throwIfAborted();
    const { branches } = await described(best, use);
    const { symbol } = await question.locate();
    const reason = "the server ended, or took too long, before it had told all";
    return {
      symbol: symbol.namePath,
      branches,
      total: branches.length + best.left,
      server: undefined,
      reason,
      fault: error,
    };
  }
}

interface Begun {
  roots: HierarchyItem[];
  further(item: HierarchyItem): Promise<Below[]>;
  isByHeaders: boolean;
}

/** @throws Unsupported when neither the server nor the declarations tell. */
async function begun(
  { prepare, further, byHeaders }: Hierarchy,
  { server, spot: { tree, symbol }, at, signal }: AtServer<SymbolSpot>,
  path: string,
  use: ServerServices,
): Promise<Begun> {
  const { client } = server;
  try {
    const roots = await client.request(prepare, at, signal);
    return { roots, further: (item) => further(item, client, signal), isByHeaders: false };
  } catch (error) {
    if (!(error instanceof Unsupported) || !byHeaders || !hasHeaders(path, use)) throw error;
    const roots = TYPES.has(symbol.kind) ? [headerItem(path, tree, symbol, use.project.root)] : [];
    return { roots, further: headerFurther(byHeaders, server, signal, use), isByHeaders: true };
  }
}

/** Entries in the order of the files; those in files that are gone, and all below them, are left out. */
async function described(walk: HierarchyWalk, use: ServerServices) {
  const { project, signal } = use;
  const files = new Map<string, PlaceFile | "gone" | undefined>();
  for (const { item } of walk.all()) {
    const path = pathWithin(item.place, project.root);
    if (path === undefined || files.has(path)) continue;
    signal.throwIfAborted();
    files.set(path, await placeFile(path, use));
  }
  const there = [...files].flatMap(([path, file]) => (file === "gone" ? [] : [path]));
  const own = new Set(await project.files.among(there, signal));
  const branches: Branch[] = [];
  const gone = new Set<string>();
  const add = (entries: readonly Entry[]) => {
    const rows = entries.flatMap((entry) => {
      const path = pathWithin(entry.item.place, project.root);
      const file = path === undefined ? undefined : files.get(path);
      if (file !== "gone") return [{ entry, branch: branchOf(entry, path, file, own) }];
      gone.add(path!);
      return [];
    });
    for (const { entry, branch } of rows.sort(byPlace)) {
      branches.push(branch);
      add(entry.below);
    }
  };
  add(walk.roots);
  return { branches, gone: gone.size };
}

type Row = { entry: Entry; branch: Branch };

function byPlace({ branch: a }: Row, { branch: b }: Row): number {
  const late = Number(a.isLibrary) - Number(b.isLibrary);
  return late || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
}

const WHOLE_FILES: ReadonlySet<string> = new Set(["file", "module", "namespace", "package"]);

function branchOf(
  entry: Entry,
  path: string | undefined,
  file: PlaceFile | undefined,
  own: ReadonlySet<string>,
): Branch {
  const { item, level, ranges, mark } = entry;
  const { place, name, kind } = item;
  const at: Position = (place.nameRange ?? place.range).start;
  const declared = file && symbolDeclaredAt(file, place);
  // Calls that stand at the top of a file are said to be the file's, whose place is its first name's, too.
  const symbol = declared && WHOLE_FILES.has(kind) === WHOLE_FILES.has(declared.kind) ? declared : undefined;
  const isTop = path !== undefined && !symbol && WHOLE_FILES.has(kind);
  const around = file && !symbol && !WHOLE_FILES.has(kind) ? symbolAround(file, at) : undefined;
  return {
    level,
    file: path ?? place.path ?? place.uri,
    line: symbol && file?.tree ? file.tree.position(symbol.nameSpan.start).line : at.line,
    name: isTop ? "(top of the file)" : name,
    kind: symbol?.kind ?? kind,
    namePath: symbol?.namePath,
    within: around?.namePath,
    isLibrary: path === undefined || !own.has(path),
    callLines: [...new Set(ranges.map(({ start }) => start.line))],
    mark,
  };
}

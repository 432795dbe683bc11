/** The calls to and from a symbol, and the types above and below it, as a tree: a language server says which. */
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";
import type { LanguageClient } from "../lsp/client.ts";
import { Unsupported } from "../lsp/fault.ts";
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
import { type Branch, branchesOf } from "./branch.ts";
import { BY_HEADERS, type HeaderDirection, hasHeaders, headerFurther, headerItem, TYPES } from "./header-hierarchy.ts";
import { type Below, HierarchyWalk } from "./hierarchy-walk.ts";
import { leftOut, mentionsOf } from "./mentions.ts";
import { ghostText } from "./server-places.ts";
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
        if (!isOfMentions) return await ask();
        const { symbol } = spot;
        const mentions = await (isWhole ? leftOut(server, symbol, query.path, use) : mentionsOf(symbol.name, use));
        await server.files.holding(
          mentions.paths.map((one) => join(use.project.root, one)),
          ask,
        );
        note ??= mentions.note ?? (query.depth > 1 && !isWhole ? PARTLY_SEEN : undefined);
      },
      use,
    );
    const { branches, gone } = await branchesOf(best!, use);
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
    const { branches } = await branchesOf(best, use);
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

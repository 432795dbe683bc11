/** The central files of a project, each with what others use most of it. */
import type { Database } from "bun:sqlite";
import type { Catalog } from "../language/catalog.ts";
import { type MapFile, type MapSymbol, MapTable } from "../store/map-table.ts";
import { type Graph, pageRank } from "./page-rank.ts";
import { type ImportResolver, importRule } from "./resolve-import.ts";
import { type LanguageFacts, type Use, usesBetween } from "./use-graph.ts";

export interface RankedFile {
  path: string;
  /** The project's ranks add up to 1. */
  rank: number;
  /** Files that use what it defines. */
  users: number;
  /** In the order of the file. */
  symbols: MapSymbol[];
}

export interface RepoMap {
  /** Best first. */
  files: RankedFile[];
  /** Files of code that were looked at, and how many there are. */
  looked: number;
  total: number;
  /** Words of the focus that mean neither files nor symbols. */
  strange: string[];
}

/** More files of code than this are not looked at. */
const FILES_LOOKED = 12_000;

/** How much of the start goes to the focus. */
const FOCUS_SHARE = 0.8;
/** Who uses the focus matters as well as what it uses, but less. */
const BACKWARDS = 0.4;

/** What a file counts by its role and place: as one that uses others, and as one that is shown. */
const LESSER = /(^|\/)(examples?|samples?|demos?|bench(es|marks?)?|playgrounds?|third[_-]party|vendor)\//i;

function standing({ role, path }: Pick<MapFile, "role" | "path">): number {
  if (role === "test") return 0.1;
  if (role === "generated" || role === "migration") return 0.1;
  return LESSER.test(path) ? 0.15 : 1;
}

/**
 * @param focus paths of files and folders, or names of symbols; empty for the whole project.
 * @param limit most files, and most symbols of each.
 */
export async function repoMap(
  database: Database,
  resolver: ImportResolver,
  catalog: Catalog,
  focus: readonly string[],
  limit: { files: number; symbols: number },
  signal: AbortSignal,
): Promise<RepoMap> {
  const table = new MapTable(database);
  const all = table.files();
  const files = chosen(all);
  const standings = Float64Array.from(files, standing);
  const uses = await usesBetween(database, files, standings, resolver, factsOf(catalog), signal);
  const { places, strange } = focusPlaces(focus, files, database);
  const start = startOf(standings, places);
  // What tests use says little of what a used file leads back to.
  for (const use of uses) use.weight *= standings[use.from]!;
  const backwards = places.size > 0 ? uses.map((use) => ({ ...use, from: use.to, to: use.from })) : [];
  const graph = graphOf(files.length, uses, backwards);
  const ranks = pageRank(graph, start);
  const order = [...files.keys()].map((at) => ({ at, score: ranks[at]! * shownStanding(at) }));
  order.sort((a, b) => b.score - a.score || a.at - b.at);
  const best = order.slice(0, limit.files);
  const { symbols, users } = used(uses, ranks, graph, new Set(best.map(({ at }) => at)));
  return {
    files: best.map(({ at }) => ({
      path: files[at]!.path,
      rank: ranks[at]!,
      users: users.get(at)?.size ?? 0,
      symbols: top(symbols.get(at), limit.symbols).map((place) => table.symbol(files[at]!.content, place)),
    })),
    looked: files.length,
    total: all.length,
    strange,
  };

  /** What was asked for is shown whatever its role. */
  function shownStanding(at: number): number {
    return places.has(at) ? 1 : standings[at]!;
  }
}

/** The likelier ones, where there are too many. */
function chosen(all: readonly MapFile[]): readonly MapFile[] {
  if (all.length <= FILES_LOOKED) return all;
  const depth = ({ path }: MapFile) => path.split("/").length;
  const likelier = [...all].sort(
    (a, b) => standing(b) - standing(a) || depth(a) - depth(b) || (a.path < b.path ? -1 : 1),
  );
  return likelier.slice(0, FILES_LOOKED).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Languages whose imports follow the same rules see each other's names. */
function factsOf(catalog: Catalog): (language: string) => LanguageFacts {
  const known = new Map(
    catalog.languages.map(({ id, imports }) => {
      const rule = importRule(catalog, id);
      return [
        id,
        { family: imports?.like ?? id, hasPackages: rule?.folder !== undefined, isGlobal: rule?.global ?? true },
      ];
    }),
  );
  return (language) => known.get(language) ?? { family: language, hasPackages: false, isGlobal: true };
}

function focusPlaces(focus: readonly string[], files: readonly MapFile[], database: Database) {
  const places = new Set<number>();
  const strange: string[] = [];
  for (const word of focus) {
    const path = word.replace(/^\.\//, "").replace(/\/+$/, "");
    let meant = filesWhere((file) => file.path === path || file.path.startsWith(`${path}/`));
    if (meant.length === 0) {
      const name = word.split(/[/.#:]+/).at(-1) ?? word;
      const rows = database
        .query(
          `SELECT DISTINCT symbols.content FROM names JOIN symbols ON symbols.name = names.id WHERE names.name = $name`,
        )
        .all({ name }) as { content: number }[];
      const contents = new Set(rows.map(({ content }) => content));
      meant = filesWhere((file) => contents.has(file.content));
    }
    if (meant.length === 0) strange.push(word);
    for (const at of meant) places.add(at);
  }
  return { places, strange };

  function filesWhere(isMeant: (file: MapFile) => boolean): number[] {
    return [...files.keys()].filter((at) => isMeant(files[at]!));
  }
}

function startOf(standings: Float64Array, places: ReadonlySet<number>): Float64Array {
  const sum = standings.reduce((a, b) => a + b, 0);
  const rest = places.size > 0 ? 1 - FOCUS_SHARE : 1;
  return standings.map((value, at) => (rest * value) / sum + (places.has(at) ? FOCUS_SHARE / places.size : 0));
}

function graphOf(size: number, uses: readonly Use[], backwards: readonly Use[]): Graph {
  const sums = new Map<number, number>();
  const add = (list: readonly Use[], factor: number) => {
    for (const { from, to, weight } of list) {
      const key = from * size + to;
      sums.set(key, (sums.get(key) ?? 0) + factor * weight);
    }
  };
  add(uses, 1);
  add(backwards, BACKWARDS);
  const keys = Float64Array.from(sums.keys()).sort();
  const offsets = new Uint32Array(size + 1);
  for (const key of keys) offsets[Math.floor(key / size) + 1]! += 1;
  for (let node = 0; node < size; node++) offsets[node + 1]! += offsets[node]!;
  return {
    offsets,
    targets: Uint32Array.from(keys, (key) => key % size),
    weights: Float64Array.from(keys, (key) => sums.get(key)!),
  };
}

/** How much each symbol is used, a user counting by its own rank; and by how many files. */
function used(uses: readonly Use[], ranks: Float64Array, { offsets, weights }: Graph, shown: ReadonlySet<number>) {
  const sums = ranks.map((_, node) => weights.subarray(offsets[node]!, offsets[node + 1]!).reduce((a, b) => a + b, 0));
  const symbols = new Map<number, Map<number, number>>();
  const users = new Map<number, Set<number>>();
  for (const { from, to, symbol, weight } of uses) {
    if (!shown.has(to)) continue;
    users.set(to, (users.get(to) ?? new Set()).add(from));
    if (symbol === -1) continue;
    const scores = symbols.get(to) ?? new Map<number, number>();
    symbols.set(to, scores);
    scores.set(symbol, (scores.get(symbol) ?? 0) + (ranks[from]! * weight) / Math.max(sums[from]!, 1e-9));
  }
  return { symbols, users };
}

/** Places of the symbols with the highest scores, in the order of the file. */
function top(scores: ReadonlyMap<number, number> | undefined, count: number): number[] {
  return [...(scores ?? [])]
    .sort(([a, one], [b, other]) => other - one || a - b)
    .slice(0, count)
    .map(([place]) => place)
    .sort((a, b) => a - b);
}

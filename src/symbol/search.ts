/** Searches symbols by what is remembered of their names: from the index, each file of an answer compared with the disk. */
import type { Database } from "bun:sqlite";
import { Unavailable } from "../base/error.ts";
import { Turn } from "../base/turn.ts";
import { type ListedName, listed } from "../index/name-list.ts";
import { roleOf } from "../index/role.ts";
import { isCurrent } from "../index/stamp.ts";
import type { PathFilter } from "../project/glob.ts";
import type { Project } from "../project/project.ts";
import { NameTable } from "../store/name-table.ts";
import { type SymbolHit, SymbolTable } from "../store/symbol-table.ts";
import { folded } from "../syntax/folded-name.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import { parseNamePath } from "../syntax/name-path.ts";
import { doubtText } from "./doubt.ts";
import { type FindServices, findSymbols } from "./find.ts";
import { LIKENESSES, type Likeness, Remembered } from "./likeness.ts";
import { rowOf, type SymbolRow } from "./outline.ts";

/** Files that changed after the index read them and that are read for an answer. */
const REREAD = 40;

/** Files that are parsed while there is no whole index. */
const PARSED = 400;

/** Names that are taken from an index with too many to look at each. */
const NAMES_TAKEN = 5_000;

export interface SymbolSearch {
  /** Of a name, or of a name and those around it: `Cart/tot`, `Cart.tot`. */
  query: string;
  kinds: readonly SymbolKind[] | undefined;
  isWanted: PathFilter;
  limit: number;
}

export interface SearchedSymbol {
  likeness: Likeness;
  path: string;
  row: SymbolRow;
}

export interface SearchedSymbols {
  /** Best first, at most as many as were asked for. */
  found: SearchedSymbol[];
  /** How many there are in all. */
  total: number;
  source: "index" | "syntax";
  generation: number;
  pending: number | undefined;
  /** Why some may be missing. */
  reason: string | undefined;
}

/** @throws Unavailable when nothing was found in what is indexed so far: that is no "there is none". */
export async function searchSymbols(search: SymbolSearch, use: FindServices): Promise<SearchedSymbols> {
  const { index, signal, project } = use;
  const { generation, pending, changed, reason } = await index.freshenPatiently(signal);
  const { reader } = index;
  const isKnown = changed !== undefined && changed.length <= REREAD && !(await anyFolder(changed, project));
  const known = reader ? await inIndex(search, reader, isKnown ? changed : [], use) : NOTHING;
  if (reader && index.isComplete) {
    // What changed is known and was read: then nothing is missing.
    const lack = isKnown ? { pending: 0, reason: known.reason } : { pending, reason: reason ?? known.reason };
    return { ...known, source: "index", generation, ...lack };
  }
  const why = reason ?? "the project is being indexed";
  const parsed = known.total > 0 ? NOTHING : await inFiles(search, use);
  const { found, total, reason: doubts } = known.total > 0 ? known : parsed;
  const source = known.total > 0 ? "index" : "syntax";
  if (total > 0) return { found, total, source, generation, pending, reason: doubts ? `${why}; ${doubts}` : why };
  throw new Unavailable("unavailable", `No such symbol was found so far, but ${why}.`, {
    hint: "Ask again in a moment, or use find_symbol or search_for_pattern, which read the files themselves.",
    retryAfterSeconds: 2,
  });
}

async function anyFolder(paths: readonly string[], { files }: Project): Promise<boolean> {
  const are = await Promise.all(paths.map((path) => files.isFolder(path).catch(() => false)));
  return are.some(Boolean);
}

type Known = Pick<SearchedSymbols, "found" | "total" | "reason">;
const NOTHING: Known = { found: [], total: 0, reason: undefined };

/** A symbol with all that decides its place in the answer. */
interface Ranked {
  tier: number;
  /** 0 for the very same name. */
  case: number;
  role: number;
  name: string;
  path: string;
  place: number;
  /** Of a file that was read for this answer. */
  row?: SymbolRow;
}

const ROLES = ["source", "migration", "test", "docs", "config", "generated"];

function byRank(a: Ranked, b: Ranked): number {
  return (
    a.tier - b.tier ||
    a.case - b.case ||
    a.role - b.role ||
    a.name.length - b.name.length ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.place - b.place)
  );
}

/** Best first; slips only where nothing is better. */
function ordered(rows: readonly Ranked[]): Ranked[] {
  const typo = LIKENESSES.indexOf("typo");
  const better = rows.filter(({ tier }) => tier !== typo);
  return (better.length > 0 ? better : [...rows]).sort(byRank);
}

/** The query as it stands; where nothing is like it and it has several parts, its last part below the others. */
async function inIndex(
  search: SymbolSearch,
  reader: Database,
  changed: readonly string[],
  use: FindServices,
): Promise<Known> {
  const whole = await asked({ ...search, owners: [], changed }, reader, use);
  const parts = search.query.split(/\/|::|\.|#|->/).filter((part) => part.trim() !== "");
  const name = parts.pop();
  const isFound = whole.found.some(({ likeness }) => likeness !== "typo");
  if (isFound || name === undefined || name === search.query) return whole;
  const within = await asked(
    { ...search, query: name, owners: parts.map((part) => part.toLowerCase()), changed },
    reader,
    use,
  );
  return within.total > 0 ? within : whole;
}

interface Asked extends SymbolSearch {
  /** Names around it from the outside in, in lower case, or pieces of them. */
  owners: readonly string[];
  /** Files that the index does not know as they are. */
  changed: readonly string[];
}

async function asked(search: Asked, reader: Database, use: FindServices): Promise<Known> {
  const remembered = new Remembered(search.query);
  const all = use.index.names.of(reader);
  const names = all ?? namesHolding(search.query, reader);
  const symbols = new SymbolTable(reader);
  const turn = new Turn(use.signal);
  const ranked: Ranked[] = [];
  for (const [tier, same] of (await tiersOf(names, remembered, turn)).entries()) {
    for (const one of await rankedIn(tier, same, search, reader, turn)) ranked.push(one);
  }
  if (ranked.length === 0) {
    // A slip is no better guess than what was written: only where nothing is like that.
    const mistyped = names.filter((name) => remembered.isMistyped(name));
    ranked.push(...(await rankedIn(LIKENESSES.indexOf("typo"), mistyped, search, reader, turn)));
  }
  const { found, total, unread } = await verified(ranked, search, remembered, symbols, use);
  if (unread > 0) return { found, total, reason: `${unread} files changed a moment ago and are being read` };
  if (!all) return { found, total, reason: "there are too many names for initials and slips to be looked for" };
  return { found, total, reason: doubt(total, search.query, symbols) };
}

/** Names by the way in which they are like the query, in the order of `LIKENESSES`, slips aside. */
async function tiersOf(names: readonly ListedName[], remembered: Remembered, turn: Turn): Promise<ListedName[][]> {
  const tiers: ListedName[][] = LIKENESSES.map(() => []);
  const place = new Map<string, number>(LIKENESSES.map((likeness, at) => [likeness, at]));
  for (const [at, name] of names.entries()) {
    if (at % 2_048 === 0 && turn.isOver) await turn.pause();
    const likeness = remembered.likeness(name);
    if (likeness) tiers[place.get(likeness)!]!.push(name);
  }
  return tiers;
}

async function rankedIn(
  tier: number,
  names: readonly ListedName[],
  { query, kinds, isWanted, owners }: Asked,
  reader: Database,
  turn: Turn,
): Promise<Ranked[]> {
  if (names.length === 0) return [];
  const symbols = new SymbolTable(reader);
  const isOurs = ownedBy(owners);
  const isThere = new Map<string, boolean>();
  const ranked: Ranked[] = [];
  for (const { at, path, role, kind, place } of new NameTable(reader).places(names.map(({ id }) => id))) {
    if (turn.isOver) await turn.pause();
    if (!isThere.has(path)) isThere.set(path, isWanted(path));
    if (!isThere.get(path) || (kinds && !kinds.includes(kind as SymbolKind))) continue;
    if (owners.length > 0 && !isOurs(symbols.at(path, place)?.namePath ?? "")) continue;
    const { name } = names[at]!;
    ranked.push({ tier, case: name === query ? 0 : 1, role: ROLES.indexOf(role), name, path, place });
  }
  return ranked;
}

function namesHolding(query: string, reader: Database): ListedName[] {
  const table = new NameTable(reader);
  const rows = [
    ...table.beginningWith(query, NAMES_TAKEN),
    ...([...query].length >= 3 ? table.holding(query, NAMES_TAKEN) : []),
  ];
  return [...new Map(rows.map((row) => [row.id, row])).values()].map(listed);
}

function ownedBy(owners: readonly string[]): (namePath: string) => boolean {
  return (namePath) => {
    const around = namePath.toLowerCase().split("/").slice(0, -1);
    let at = 0;
    for (const name of around) if (at < owners.length && name.includes(owners[at]!)) at++;
    return at === owners.length;
  };
}

/** The first of the ranked symbols, as they are on the disk; files that changed since are read, and ranked anew. */
async function verified(
  ranked: readonly Ranked[],
  search: Asked,
  remembered: Remembered,
  symbols: SymbolTable,
  use: FindServices,
): Promise<{ found: SearchedSymbol[]; total: number; unread: number }> {
  const current = new Set<string>();
  const read = new Set<string>(search.changed);
  const fresh = await Promise.all(search.changed.map((path) => inFile(path, search, remembered, use)));
  let rows = ordered([...ranked.filter(({ path }) => !read.has(path)), ...fresh.flat()]);
  let unread = 0;
  for (;;) {
    const found: SearchedSymbol[] = [];
    let stale: string | undefined;
    for (const one of rows) {
      if (found.length === search.limit) break;
      const { tier, path, row } = one;
      const hit = row ?? hitOf(symbols.at(path, one.place), current, read, use.project.root);
      if (!hit) {
        stale = path;
        break;
      }
      found.push({ likeness: LIKENESSES[tier]!, path, row: hit });
    }
    if (stale === undefined) return { found, total: rows.length, unread };
    rows = rows.filter(({ path }) => path !== stale);
    if (read.size >= REREAD) unread++;
    else rows = ordered([...rows, ...(await inFile(stale, search, remembered, use))]);
    read.add(stale);
  }
}

/** Undefined when its file is no longer what the index knows. */
function hitOf(
  hit: SymbolHit | undefined,
  current: Set<string>,
  read: ReadonlySet<string>,
  root: string,
): SymbolRow | undefined {
  if (!hit || read.has(hit.path)) return undefined;
  if (!current.has(hit.path)) {
    if (!isCurrent(root, hit)) return undefined;
    current.add(hit.path);
  }
  const { namePath, kind, startLine, endLine, signature } = hit;
  return { name_path: namePath, kind: kind as SymbolKind, start_line: startLine, end_line: endLine, signature };
}

/** Symbols of a file as it is now; none when it is gone or cannot be read. */
async function inFile(path: string, search: Asked, remembered: Remembered, use: FindServices): Promise<Ranked[]> {
  const { project, symbols, signal } = use;
  if (!symbols.has(project, path) || !search.isWanted(path) || project.files.holdsSecrets(path)) return [];
  if ((await project.files.ignoredReason(path, signal)) !== undefined) return [];
  const file = await symbols.ofFile(project, path, signal).catch(() => undefined);
  signal.throwIfAborted();
  const isOurs = ownedBy(search.owners);
  const role = ROLES.indexOf(roleOf(path));
  return (file?.tree.all ?? []).flatMap((symbol, place): Ranked[] => {
    const { name, kind, namePath } = symbol;
    const fold = folded(name);
    const likeness = remembered.likeness(fold) ?? (remembered.isMistyped(fold) ? "typo" : undefined);
    if (!likeness || (search.kinds && !search.kinds.includes(kind)) || !isOurs(namePath)) return [];
    const tier = LIKENESSES.indexOf(likeness);
    const row = rowOf(file!.tree, symbol);
    return [{ tier, case: name === search.query ? 0 : 1, role, name, path, place, row }];
  });
}

/** Before there is an index: the files that hold the query as it is written. */
async function inFiles({ query, kinds, isWanted, limit }: SymbolSearch, use: FindServices): Promise<Known> {
  const remembered = new Remembered(query);
  const namePath = query.replaceAll("/", "%2F");
  const { found, doubtful, faults } = await findSymbols(
    { namePath, path: ".", substring: true, kinds, excludeKinds: undefined, mostParsed: PARSED },
    use,
  );
  const ranked = found
    .filter(({ path }) => isWanted(path))
    .flatMap(({ path, row }, place): Ranked[] => {
      const bareName = parseNamePath(row.name_path).parts.at(-1)!.name;
      const likeness = remembered.likeness(folded(bareName));
      if (!likeness) return [];
      const tier = LIKENESSES.indexOf(likeness);
      return [
        { tier, case: bareName === query ? 0 : 1, role: ROLES.indexOf(roleOf(path)), name: bareName, path, place, row },
      ];
    })
    .sort(byRank);
  const shown = ranked.slice(0, limit).map(({ tier, path, row }) => ({ likeness: LIKENESSES[tier]!, path, row: row! }));
  return {
    found: shown,
    total: ranked.length,
    reason: faults.length > 0 ? doubtText("hold", doubtful, faults) : undefined,
  };
}

/** Nothing found is sure only where every file that uses the word was understood. */
function doubt(total: number, query: string, symbols: SymbolTable): string | undefined {
  const files = total > 0 ? 0 : symbols.filesWithErrors(query, false, "");
  return files > 0 ? `${files} files that use the word do not parse in full` : undefined;
}

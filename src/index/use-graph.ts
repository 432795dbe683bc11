/**
 * Which files use what others define, by their words: an identifier that a file uses and another defines is an edge between
 * them. What a file imports tells which definition of a name it means; without that a name counts the less the more files
 * define it.
 */
import type { Database } from "bun:sqlite";
import { Turn } from "../base/turn.ts";
import { ImportTable } from "../store/import-table.ts";
import { type MapFile, MapTable } from "../store/map-table.ts";
import { countOccurrences } from "./occurrence-data.ts";
import { folderOf } from "./project-paths.ts";
import type { ImportResolver } from "./resolve-import.ts";

/** A use of a symbol: `from` and `to` are places in the list of files, `symbol` the symbol's place in its file. */
export interface Use {
  from: number;
  to: number;
  symbol: number;
  weight: number;
}

/** How sure it is that a name means a definition, by what joins the two files. */
const SURE = {
  imported: 1,
  namedThrough: 0.9,
  samePackage: 0.8,
  through: 0.3,
  sameFolder: 0.3,
  byName: 0.1,
  member: 0.03,
} as const;

/** An import says little by itself: what is used of it says more. */
const IMPORT_WEIGHT = 0.2;

/** A name that more files define means none of them without an import. */
const DEFINERS_MOST = 12;

/** Files that a file reaches through what it imports; with more, nothing follows from it. */
const THROUGH_MOST = 3_000;

interface Definition {
  file: number;
  symbol: number;
  weight: number;
  /** Used through a value that may come from anywhere. */
  isMember: boolean;
}

export interface LanguageFacts {
  /** Languages of one family use each other's names. */
  family: string;
  /** Files of a folder see each other's names without an import. */
  hasPackages: boolean;
  /** Names of other files are seen without an import of theirs. */
  isGlobal: boolean;
}

/** @param standing of each file: by name alone none uses what stands lower, such as tests. */
export async function usesBetween(
  database: Database,
  files: readonly MapFile[],
  standing: Float64Array,
  resolver: ImportResolver,
  facts: (language: string) => LanguageFacts,
  signal: AbortSignal,
): Promise<Use[]> {
  const table = new MapTable(database);
  const turn = new Turn(signal);
  const byContent = Map.groupBy(files.keys(), (at) => files[at]!.content);
  const definitions = await definitionsOf(table, byContent, turn);
  const { imported, named } = await importsOf(database, files, resolver, turn);
  const uses: Use[] = [];
  /** Uses of names without an import that tells what they mean, by name. */
  const guesses = new Map<string, Use[][]>();
  for (const [from, file] of files.entries()) {
    if (turn.isOver) await turn.pause();
    const data = table.occurrences(file.content);
    for (const to of imported[from]!) uses.push({ from, to, symbol: -1, weight: IMPORT_WEIGHT });
    if (!data) continue;
    const direct = imported[from]!;
    const through = reached(from, imported);
    const { family, hasPackages, isGlobal } = facts(file.language);
    const folder = folderOf(file.path);
    countOccurrences(data, (name, lines) => {
      const all = definitions.get(name);
      if (!all) return;
      const isOwn = all.some((one) => one.file === from);
      const isNamed = named[from]!.has(name);
      if (isOwn && !isNamed) return;
      let best = 0;
      let chosen: Definition[] = [];
      for (const one of all) {
        if (one.file === from) continue;
        const sure = sureness(one);
        if (sure < best || sure === 0) continue;
        if (sure > best) chosen = [];
        best = sure;
        chosen.push(one);
      }
      if (chosen.length === 0 || (best <= SURE.byName && chosen.length > DEFINERS_MOST)) return;
      const weight = (best * Math.sqrt(lines)) / chosen.length;
      // A name that is imported by name is sure, however little it tells.
      const found = chosen.map((one) => ({
        from,
        to: one.file,
        symbol: one.symbol,
        weight: weight * (isNamed && best >= SURE.namedThrough ? 1 : one.weight),
      }));
      for (const use of found) uses.push(use);
      if (best < SURE.namedThrough) {
        const others = guesses.get(name);
        if (others) others.push(found);
        else guesses.set(name, [found]);
      }

      function sureness({ file: to, isMember }: Definition): number {
        if (direct.has(to)) return SURE.imported;
        if (through.has(to)) return isNamed ? SURE.namedThrough : SURE.through;
        const other = files[to]!;
        if (standing[to]! < standing[from]! || facts(other.language).family !== family) return 0;
        const isNear = folderOf(other.path) === folder;
        if (isNear && hasPackages) return SURE.samePackage;
        if (isGlobal) return isNear ? SURE.sameFolder : SURE.byName;
        return isMember ? SURE.member : 0;
      }
    });
  }
  // A word that many files use is rather a common one than this definition's.
  for (const users of guesses.values()) {
    for (const use of users.flat()) use.weight /= Math.sqrt(users.length);
  }
  return uses;
}

async function definitionsOf(
  table: MapTable,
  byContent: ReadonlyMap<number, number[]>,
  turn: Turn,
): Promise<Map<string, Definition[]>> {
  const found = new Map<string, Definition[]>();
  for (const { content, place, name, kind, exported } of table.definitions()) {
    if (turn.isOver) await turn.pause();
    const weight = nameWeight(name, kind) * (exported ? 1 : 0.1);
    const isMember = kind === "method";
    for (const file of weight > 0 ? (byContent.get(content) ?? []) : []) {
      const list = found.get(name);
      if (!list) found.set(name, [{ file, symbol: place, weight, isMember }]);
      // Overloads and declarations of one name in a file are one.
      else if (list.at(-1)!.file !== file) list.push({ file, symbol: place, weight, isMember });
      else list.at(-1)!.weight = Math.max(list.at(-1)!.weight, weight);
    }
  }
  return found;
}

/** How telling a name is. */
function nameWeight(name: string, kind: string): number {
  if (!/^[\p{ID_Start}_$]/u.test(name)) return 0;
  const length = name.length < 2 ? 0.05 : name.length < 4 ? 0.3 : 1;
  const privacy = name.startsWith("_") ? 0.2 : 1;
  const data = kind === "property" || kind === "variable" || kind === "constant" ? 0.4 : kind === "method" ? 0.6 : 1;
  return length * privacy * data;
}

async function importsOf(database: Database, files: readonly MapFile[], resolver: ImportResolver, turn: Turn) {
  const places = new Map(files.map(({ path }, at) => [path, at]));
  const imported = files.map(() => new Set<number>());
  const named = files.map(() => new Set<string>());
  for (const row of new ImportTable(database).all()) {
    if (turn.isOver) await turn.pause();
    const from = places.get(row.path);
    if (from === undefined) continue;
    const resolution = resolver.resolve({ ...row, from: row.path });
    if (resolution.state !== "resolved" || resolution.isAmbiguous) continue;
    for (const path of resolution.paths) {
      const to = places.get(path);
      if (to !== undefined && to !== from) imported[from]!.add(to);
    }
    for (const name of row.names) named[from]!.add(name);
  }
  return { imported, named };
}

/** Files that the imports of a file import, and those of these: what is exported again comes from there. */
function reached(from: number, imported: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const seen = new Set<number>();
  let edge: Iterable<number> = imported[from]!;
  for (let step = 0; step < 2; step++) {
    const next: number[] = [];
    for (const file of edge) {
      for (const to of imported[file]!) {
        if (to === from || seen.has(to)) continue;
        seen.add(to);
        next.push(to);
        if (seen.size > THROUGH_MOST) return new Set();
      }
    }
    edge = next;
  }
  return seen;
}

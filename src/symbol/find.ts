/** Finds symbols by name path in the files of a folder. */
import { Unavailable, UserError } from "../base/error.ts";
import { nearNames } from "../base/near.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { isCurrent } from "../index/stamp.ts";
import { kindByPath } from "../project/kind.ts";
import type { Project } from "../project/project.ts";
import { type SymbolHit, SymbolTable } from "../store/symbol-table.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import { matchesNamePath, type NamePath, parseNamePath } from "../syntax/name-path.ts";
import { meantSymbols, resolveSymbol } from "../syntax/resolve.ts";
import type { Position, SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import { candidatePaths, FILES_PARSED, holding, inOrder } from "./candidates.ts";
import { Doubts, Failed } from "./doubt.ts";
import { rowOf, type SymbolRow } from "./outline.ts";
import type { FileSymbols, Symbols } from "./symbols.ts";

/** Files whose outlines are asked of servers for one call. */
const MOST_SERVED = 100;

export interface SymbolQuery {
  namePath: string;
  /** File or folder, relative to the root. */
  path: string;
  /** The last part may be any piece of a name. */
  substring: boolean;
  kinds: readonly SymbolKind[] | undefined;
  excludeKinds: readonly SymbolKind[] | undefined;
  /** Most files that are parsed where the index does not answer. */
  mostParsed?: number;
}

/** A definition that was found. */
export interface FoundSymbol {
  path: string;
  row: SymbolRow;
  exported: boolean;
  name: Position;
  /** The symbol in its file, as that is now. @throws what `Symbols.ofFile` does; UserError `stale` when it is gone. */
  inFile(): Promise<{ tree: SymbolTree; symbol: TreeSymbol }>;
}

export interface FoundSymbols {
  /** In the order of paths, machine-made files last, then in the order of the file. */
  found: FoundSymbol[];
  source: "index" | "syntax";
  /** Of the index, where it answered. */
  generation?: number;
  /** Files that could hold a match. */
  candidates: number;
  /** Files that could not be read or parsed in full, so that symbols of theirs may be missing. */
  doubtful: number;
  /** Ids of faults of ours that are the reason with some of them. */
  faults: readonly string[];
  /** Names like the wanted one, where nothing was found. */
  near: string[];
  /** Why a language server gave no outline of files that may hold a match. */
  fault?: Unavailable | undefined;
}

export interface FindServices {
  project: Project;
  symbols: Symbols;
  index: ProjectIndex;
  signal: AbortSignal;
  progress(done: number, total: number): void;
  /** As `CallContext.fault`. */
  fault(error: unknown): string;
}

/** From the index where it is complete and fresh, else from the files themselves. */
export async function findSymbols(query: SymbolQuery, use: FindServices): Promise<FoundSymbols> {
  const wanted = wantedOf(query);
  if (!(await use.project.files.isFolder(query.path))) return inFile(query.path, wanted, use);
  const { reason, generation } = await use.index.freshen(use.signal);
  const indexed = reason === undefined ? inIndex(query.path, wanted, generation, use) : undefined;
  const parsed = indexed ?? (await inFiles(query.path, wanted, use));
  return await withServed(parsed, query.path, wanted, use);
}

/** What a query asks for, read once. */
interface Wanted {
  pattern: NamePath;
  namePath: string;
  substring: boolean;
  mostParsed: number;
  isKind(kind: string): boolean;
}

function wantedOf({ namePath, substring, kinds, excludeKinds, mostParsed = FILES_PARSED }: SymbolQuery): Wanted {
  const pattern = parseNamePath(namePath);
  if (pattern.parts.some(({ name }) => name === "")) {
    throw new UserError("invalid_arguments", `name_path ${JSON.stringify(namePath)} has an empty part.`, {
      errors: [{ pointer: "/name_path", message: "Each part between slashes must have a name." }],
      hint: "Name paths look like Cart/total; a leading / means from the top of the file.",
    });
  }
  const [only, none] = [kinds && new Set<string>(kinds), new Set<string>(excludeKinds)];
  return { pattern, namePath, substring, mostParsed, isKind: (kind) => (only?.has(kind) ?? true) && !none.has(kind) };
}

/** Symbols of a file that a query means. */
function meantIn({ tree }: FileSymbols, { pattern, namePath, substring, isKind }: Wanted): TreeSymbol[] {
  const named = substring ? tree.all : tree.named(pattern.parts.at(-1)!.name);
  const literal = named.filter(({ chain }) => matchesNamePath(pattern, chain, substring));
  const meant = literal.length > 0 || substring ? literal : meantSymbols(tree, namePath);
  return meant.filter(({ kind }) => isKind(kind));
}

function foundIn({ path, tree }: FileSymbols, symbol: TreeSymbol): FoundSymbol {
  return {
    path,
    row: rowOf(tree, symbol),
    exported: symbol.exported,
    name: tree.position(symbol.nameSpan.start),
    inFile: async () => ({ tree, symbol }),
  };
}

async function inFile(path: string, wanted: Wanted, { project, symbols, signal }: FindServices): Promise<FoundSymbols> {
  const file = await symbols.ofFile(project, path, signal);
  const found = meantIn(file, wanted).map((symbol) => foundIn(file, symbol));
  const near = found.length > 0 ? [] : nearNames(lastName(wanted), new Set(file.tree.all.map(({ name }) => name)), 5);
  return { found, source: "syntax", candidates: 1, doubtful: Math.min(1, file.syntax.errors.count), faults: [], near };
}

/** Text tells which files can hold a match, their parse decides. */
async function inFiles(folder: string, wanted: Wanted, use: FindServices): Promise<FoundSymbols> {
  const { project, symbols, signal, progress } = use;
  const word = tellingWord(wanted);
  const paths = await candidatePaths(project, symbols, folder, word, signal);
  const found: FoundSymbol[] = [];
  const doubts = new Doubts(use.fault);
  const names = new Set<string>();
  const parse = (path: string) => symbols.ofFileWith(project, path, word, signal);
  for await (const file of inOrder(paths.slice(0, wanted.mostParsed), parse, signal, progress)) {
    if (file instanceof Failed) doubts.add(file);
    if (!file || file instanceof Failed) continue;
    if (file.syntax.errors.count > 0) doubts.count++;
    const meant = meantIn(file, wanted);
    for (const symbol of meant) found.push(foundIn(file, symbol));
    if (found.length === 0) for (const { name } of file.tree.all) names.add(name);
  }
  const near = found.length > 0 ? [] : nearNames(lastName(wanted), names, 5);
  return { found, source: "syntax", candidates: paths.length, doubtful: doubts.count, faults: doubts.faults, near };
}

/** Adds symbols of files that no parser reads and whose language servers give outlines of. */
async function withServed(
  parsed: FoundSymbols,
  folder: string,
  wanted: Wanted,
  use: FindServices,
): Promise<FoundSymbols> {
  const { project, symbols, index, signal, progress } = use;
  const word = tellingWord(wanted);
  const within = folder === "." ? "" : `${folder}/`;
  const isServed = (path: string) => symbols.isServedNow(project, path) && !project.files.holdsSecrets(path);
  const all =
    parsed.generation === undefined
      ? await project.files.paths(folder, { signal })
      : symbols.servedIn(project, index, parsed.generation).filter((path) => path.startsWith(within));
  const paths = await holding(word, all.filter(isServed), project, signal);
  if (paths.length === 0) return parsed;
  const found = [...parsed.found];
  const doubts = new Doubts(use.fault, parsed.doubtful + Math.max(0, paths.length - MOST_SERVED));
  let fault: Unavailable | undefined;
  const outline = (path: string) => symbols.ofFileWith(project, path, word, signal);
  for await (const file of inOrder(paths.slice(0, MOST_SERVED), outline, signal, progress)) {
    if (file instanceof Failed) {
      doubts.add(file);
      if (file.error instanceof Unavailable) fault = file.error;
    } else if (file) for (const symbol of meantIn(file, wanted)) found.push(foundIn(file, symbol));
  }
  const candidates = parsed.candidates + paths.length;
  const near = found.length > 0 ? [] : parsed.near;
  return {
    ...parsed,
    found,
    candidates,
    near,
    doubtful: doubts.count,
    faults: [...parsed.faults, ...doubts.faults],
    fault,
  };
}

/** Undefined when a file that it would answer with is no longer what the index knows. */
function inIndex(
  folder: string,
  wanted: Wanted,
  generation: number,
  { project, symbols, index, signal }: FindServices,
): FoundSymbols | undefined {
  const table = new SymbolTable(index.reader!);
  const within = folder === "." ? "" : `${folder}/`;
  const last = lastName(wanted);
  const rows = (wanted.substring ? table.containing(last) : table.named(last)).filter(({ path, kind, namePath }) => {
    const isThere = path.startsWith(within) && wanted.isKind(kind);
    return isThere && matchesNamePath(wanted.pattern, parseNamePath(namePath).parts, wanted.substring);
  });
  if (rows.length === 0 && last.includes("(")) return undefined; // parameters in parentheses are read by the parser
  const files = new Map(rows.map((row) => [row.path, row]));
  for (const row of files.values()) if (!isCurrent(project.root, row)) return undefined;
  const found = rows.sort(bySourceThenPath).map(
    (row): FoundSymbol => ({
      path: row.path,
      row: {
        name_path: row.namePath,
        kind: row.kind as SymbolKind,
        start_line: row.startLine,
        end_line: row.endLine,
        signature: row.signature,
      },
      exported: row.exported === 1,
      name: { line: row.nameLine, column: row.nameColumn },
      async inFile() {
        const { tree } = await symbols.ofFile(project, row.path, signal);
        return { tree, symbol: resolveSymbol(tree, row.path, row.namePath) };
      },
    }),
  );
  const doubtful = table.filesWithErrors(last, wanted.substring, within);
  const near = found.length > 0 ? [] : table.near(last, within);
  return { found, source: "index", generation, candidates: files.size, doubtful, faults: [], near };
}

function bySourceThenPath(a: SymbolHit, b: SymbolHit): number {
  const late = ({ path }: SymbolHit) => (kindByPath(path) === "source" ? 0 : 1);
  return late(a) - late(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.place - b.place);
}

function lastName({ pattern }: Wanted): string {
  return pattern.parts.at(-1)!.name;
}

/** Words that some names have although the text does not. */
const MADE_UP: ReadonlySet<string> = new Set(["impl", "for", "default", "constructor"]);

/** The longest word that stands in every file which defines the symbol; empty where none is sure to. */
function tellingWord(wanted: Wanted): string {
  const words = lastName(wanted).match(/[\p{ID_Continue}$]+/gu) ?? [];
  const telling = words.filter((word) => !MADE_UP.has(word)).sort((a, b) => b.length - a.length);
  return telling[0] ?? "";
}

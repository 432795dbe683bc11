/** Finds symbols by name path in the files of a folder: text tells which files can hold one, their parse decides. */
import { availableParallelism } from "node:os";
import { UserError } from "../base/error.ts";
import { nearNames } from "../base/near.ts";
import { Turn } from "../base/turn.ts";
import { kindByPath } from "../project/kind.ts";
import { narrowed } from "../project/narrow.ts";
import { Pattern } from "../project/pattern.ts";
import type { Project } from "../project/project.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import { matchesNamePath, type NamePath, parseNamePath } from "../syntax/name-path.ts";
import { meantSymbols } from "../syntax/resolve.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import type { FileSymbols, Symbols } from "./symbols.ts";

/** Files that are parsed for one call. */
export const FILES_PARSED = 4_000;

export interface SymbolQuery {
  namePath: string;
  /** File or folder, relative to the root. */
  path: string;
  /** The last part may be any piece of a name. */
  substring: boolean;
  kinds: readonly SymbolKind[] | undefined;
  excludeKinds: readonly SymbolKind[] | undefined;
}

export interface FoundSymbol {
  file: FileSymbols;
  symbol: TreeSymbol;
}

export interface FoundSymbols {
  /** In the order of paths, machine-made files last, then in the order of the file. */
  found: FoundSymbol[];
  /** Files that were parsed, and those that could hold a match. */
  parsed: number;
  candidates: number;
  /** Files that could not be read or parsed in full, so that symbols of theirs may be missing. */
  doubtful: string[];
  /** Names like the wanted one, where nothing was found. */
  near: string[];
}

export async function findSymbols(
  project: Project,
  symbols: Symbols,
  query: SymbolQuery,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<FoundSymbols> {
  const isWanted = matcher(query);
  const result: FoundSymbols = { found: [], parsed: 0, candidates: 0, doubtful: [], near: [] };
  const names = new Set<string>();
  const take = (file: FileSymbols) => {
    result.parsed++;
    if (file.syntax.errors.count > 0) result.doubtful.push(file.path);
    const matching = isWanted(file);
    for (const symbol of matching) result.found.push({ file, symbol });
    if (matching.length === 0) for (const { name } of file.tree.all) names.add(name);
  };
  if (await project.files.isFolder(query.path)) {
    const word = tellingWord(query.namePath);
    const paths = await candidatePaths(project, symbols, query.path, word, signal);
    result.candidates = paths.length;
    const parse = (path: string) => symbols.ofFileWith(project, path, word, signal);
    for await (const { path, file } of inOrder(paths.slice(0, FILES_PARSED), parse, signal, progress)) {
      if (file === "failed") result.doubtful.push(path);
      else if (file) take(file);
    }
  } else {
    result.candidates = 1;
    take(await symbols.ofFile(project, query.path, signal));
  }
  if (result.found.length === 0) result.near = nearNames(lastName(query.namePath), names, 5);
  return result;
}

function lastName(namePath: string): string {
  return parseNamePath(namePath).parts.at(-1)!.name;
}

/** Which symbols of a file a query means. */
function matcher({ namePath, substring, kinds, excludeKinds }: SymbolQuery): (file: FileSymbols) => TreeSymbol[] {
  const pattern = parseNamePath(namePath);
  if (pattern.parts.some(({ name }) => name === "")) {
    throw new UserError("invalid_arguments", `name_path ${JSON.stringify(namePath)} has an empty part.`, {
      errors: [{ pointer: "/name_path", message: "Each part between slashes must have a name." }],
      hint: "Name paths look like Cart/total; a leading / means from the top of the file.",
    });
  }
  const isKind = ({ kind }: TreeSymbol) => (kinds?.includes(kind) ?? true) && !excludeKinds?.includes(kind);
  return ({ tree }) => {
    const matching = substring
      ? tree.all.filter(({ chain }) => matchesNamePath(pattern, chain, true))
      : allNamed(tree.named(pattern.parts.at(-1)!.name), pattern);
    const meant = matching.length > 0 || substring ? matching : meantSymbols(tree, namePath);
    return meant.filter(isKind);
  };
}

function allNamed(named: readonly TreeSymbol[], pattern: NamePath): readonly TreeSymbol[] {
  return named.filter(({ chain }) => matchesNamePath(pattern, chain));
}

/** Files with symbols whose text holds a word, sources first. */
async function candidatePaths(
  project: Project,
  symbols: Symbols,
  folder: string,
  word: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { files, narrower } = project;
  const turn = new Turn(signal);
  const sources: string[] = [];
  const generated: string[] = [];
  for (const path of await files.paths(folder, { signal })) {
    if (turn.isOver) await turn.pause();
    if (!symbols.has(project, path) || files.holdsSecrets(path)) continue;
    (kindByPath(path) === "source" ? sources : generated).push(path);
  }
  const all = [...sources, ...generated];
  if (word === "") return all;
  const pattern = new Pattern(word, { mode: "literal", ignoreCase: false, wholeWord: false });
  return narrowed(files, all, pattern, narrower, signal);
}

/** Words that some names have although the text does not. */
const MADE_UP: ReadonlySet<string> = new Set(["impl", "for", "default", "constructor"]);

/** The longest word that stands in every file which defines the symbol; empty where none is sure to. */
function tellingWord(namePath: string): string {
  const words = lastName(namePath).match(/[\p{ID_Continue}$]+/gu) ?? [];
  const telling = words.filter((word) => !MADE_UP.has(word)).sort((a, b) => b.length - a.length);
  return telling[0] ?? "";
}

interface InOrder {
  path: string;
  /** Undefined for a file that cannot hold a match. */
  file: FileSymbols | undefined | "failed";
}

/** Files in order, some of them parsed ahead. */
async function* inOrder(
  paths: readonly string[],
  parse: (path: string) => Promise<FileSymbols | undefined>,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): AsyncGenerator<InOrder> {
  const ahead = 2 * Math.max(1, availableParallelism());
  const running: Promise<InOrder>[] = [];
  const start = (path: string) =>
    running.push(
      parse(path).then(
        (file) => ({ path, file }),
        () => ({ path, file: "failed" as const }), // one file that cannot be had must not hide the others
      ),
    );
  for (const path of paths.slice(0, ahead)) start(path);
  for (const at of paths.keys()) {
    signal.throwIfAborted();
    yield await running.shift()!;
    if (at % 16 === 0) progress(at, paths.length);
    const next = paths[at + ahead];
    if (next !== undefined) start(next);
  }
}

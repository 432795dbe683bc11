/** Finds where an identifier is used, by its name alone: from the index where it is fresh, else from the files themselves. */
import { UserError } from "../base/error.ts";
import { lineStarts, linesText } from "../base/text.ts";
import { Turn } from "../base/turn.ts";
import { linesOf } from "../index/occurrence-data.ts";
import { isCurrent } from "../index/stamp.ts";
import { OccurrenceTable } from "../store/occurrence-table.ts";
import { SymbolTable } from "../store/symbol-table.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import { parseNamePath } from "../syntax/name-path.ts";
import { occurrenceLines } from "../syntax/occurrence.ts";
import type { SymbolTree } from "../syntax/tree.ts";
import { candidatePaths, FILES_PARSED, inOrder } from "./candidates.ts";
import { indexedWords } from "./cross-check.ts";
import { Doubts, Failed } from "./doubt.ts";
import type { FindServices } from "./find.ts";

/** A shown line is cut around the name beyond this. */
const LINE_CHARS = 240;

export interface OccurrenceQuery {
  /** A name or a name path, whose last name is looked for. */
  namePath: string;
  /** A file or a folder. */
  path: string;
  limit: number;
}

export interface FoundOccurrence {
  path: string;
  line: number;
  text: string;
  /** Name path of the innermost symbol around the line. */
  within: string | undefined;
  /** Kind of that symbol. */
  withinKind: SymbolKind | undefined;
  /** Name path of the symbol of this name that is defined on the line. */
  defines: string | undefined;
}

export interface FoundOccurrences {
  /** In the order of paths and lines. */
  found: FoundOccurrence[];
  total: number;
  /** Files with one. */
  files: number;
  source: "index" | "syntax";
  generation?: number;
  /** Files that could not be parsed, or not in full, or were not looked at. */
  unsure: number;
  /** Ids of faults of ours that are the reason with some of them. */
  faults: readonly string[];
  /** Where nothing was found: names of symbols like the wanted one. */
  near: string[];
}

interface Around {
  namePath: string;
  kind: string;
}

/** The lines of one file. */
interface FileLines {
  path: string;
  lines: readonly number[];
  defines(line: number): string | undefined;
  within(line: number): Around | undefined;
}

/** @throws UserError `invalid_arguments` for a name without a letter, which no identifier is. */
export async function findOccurrences(query: OccurrenceQuery, use: FindServices): Promise<FoundOccurrences> {
  const name = parseNamePath(query.namePath).parts.at(-1)!.name.replace(/\(.*$/s, "");
  const words = indexedWords(name);
  if (words.length === 0) {
    const message = `${JSON.stringify(query.namePath)} ends in no name that could be an identifier.`;
    throw new UserError("invalid_arguments", message, {
      errors: [{ pointer: "/name_path", message }],
      hint: "search_for_pattern finds operators and other text.",
    });
  }
  const { index, signal } = use;
  const { reason, generation } = await index.freshenPatiently(signal);
  return (
    (reason === undefined && (await inIndex(query, name, words, generation, use))) || inFiles(query, name, words, use)
  );
}

/** Undefined when a file that it would answer with is no longer what the index knows. */
async function inIndex(
  { path, limit }: OccurrenceQuery,
  name: string,
  words: readonly string[],
  generation: number,
  use: FindServices,
): Promise<FoundOccurrences | undefined> {
  const table = new OccurrenceTable(use.index.reader!);
  const turn = new Turn(use.signal);
  const files: FileLines[] = [];
  const rows = new Map<string, Parameters<typeof isCurrent>[1]>();
  for (const { content, data, ...file } of table.using(words, path)) {
    if (turn.isOver) await turn.pause();
    if (file.path !== path && isProse(file.path, use)) continue;
    const lines = linesOfName(name, words, (word) => linesOf(data, word));
    if (lines.length === 0) continue;
    if (!isCurrent(use.project.root, file)) return undefined;
    let definitions: Map<number, string> | undefined;
    const defines = (line: number) => {
      definitions ??= new Map(table.definitions(content, name).map(({ line, namePath }) => [line, namePath]));
      return definitions.get(line);
    };
    rows.set(file.path, file);
    files.push({ path: file.path, lines, defines, within: (line) => table.around(content, line) });
  }
  const folder = path === "." ? "" : `${path}/`;
  const symbols = new SymbolTable(use.index.reader!);
  const unsure = symbols.filesWithErrors(name, false, folder);
  const near = files.length === 0 ? symbols.near(name, folder) : [];
  const answer = await shown(files, name, limit, use);
  // A line is right only where its file was still the same when it was read.
  if (answer.found.some((one) => !isCurrent(use.project.root, rows.get(one.path)!))) return undefined;
  return { ...answer, source: "index", generation, unsure, faults: [], near };
}

async function inFiles(
  { path, limit }: OccurrenceQuery,
  name: string,
  words: readonly string[],
  use: FindServices,
): Promise<FoundOccurrences> {
  const { project, symbols, signal, progress } = use;
  const longest = longestOf(words);
  const isFolder = await project.files.isFolder(path);
  const candidates = isFolder ? await candidatePaths(project, symbols, path, longest, signal) : [path];
  const paths = isFolder ? candidates.filter((candidate) => !isProse(candidate, use)) : candidates;
  const read = async (path: string) => ({ path, file: await symbols.occurrencesOf(project, path, longest, signal) });
  if (!isFolder) await read(path); // what is wrong with the only file is the answer
  const files: FileLines[] = [];
  const doubts = new Doubts(use.fault, Math.max(0, paths.length - FILES_PARSED));
  for await (const one of inOrder(paths.slice(0, FILES_PARSED), read, signal, progress)) {
    if (one instanceof Failed) doubts.add(one);
    if (one instanceof Failed || !one.file) continue;
    const { tree, occurrences, errors } = one.file;
    if (errors > 0) doubts.count++;
    const lines = linesOfName(name, words, (word) => occurrenceLines(occurrences, word));
    if (lines.length > 0) files.push({ path: one.path, lines, ...linesIn(tree, name) });
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    ...(await shown(files, name, limit, use)),
    source: "syntax",
    unsure: doubts.count,
    faults: doubts.faults,
    near: [],
  };
}

/** A word of a text for people is no use of a name, unless somebody asks for that very file. */
function isProse(path: string, { project }: FindServices): boolean {
  return project.catalog.of(path)?.syntax?.is_prose === true;
}

function linesIn(tree: SymbolTree, name: string): Pick<FileLines, "defines" | "within"> {
  const definitions = new Map(
    tree.named(name).map((symbol) => [tree.position(symbol.nameSpan.start).line, symbol.namePath]),
  );
  return {
    defines: (line) => definitions.get(line),
    within(line) {
      const around = tree.all.filter(({ declaration }) => {
        const { start, end } = tree.lines(declaration);
        return start <= line && end >= line;
      });
      return around.at(-1);
    },
  };
}

/** A name may be more than its identifier, as `#secret` and `foo?` are: then its longest word is looked for. */
function linesOfName(
  name: string,
  words: readonly string[],
  linesOf: (word: string) => ArrayLike<number>,
): readonly number[] {
  const lines = linesOf(name);
  return Array.from(lines.length === 0 && words[0] !== name ? linesOf(longestOf(words)) : lines);
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/** The first places, each with its line as it is in the file now. */
async function shown(
  files: readonly FileLines[],
  name: string,
  limit: number,
  { project, signal }: FindServices,
): Promise<Pick<FoundOccurrences, "found" | "total" | "files">> {
  const found: FoundOccurrence[] = [];
  for (const { path, lines, defines, within } of files) {
    if (found.length >= limit) break;
    signal.throwIfAborted();
    const { text } = await project.files.read(path);
    const starts = lineStarts(text);
    for (const line of lines.slice(0, limit - found.length)) {
      const around = within(line);
      const row = line <= starts.length ? linesText(text, starts, line, line).trim() : "";
      found.push({
        path,
        line,
        text: cutAround(row, row.indexOf(name)),
        within: around?.namePath,
        withinKind: around?.kind as SymbolKind | undefined,
        defines: defines(line),
      });
    }
  }
  return { found, total: files.reduce((sum, { lines }) => sum + lines.length, 0), files: files.length };
}

/** A line in full, or what stands around a place in it. @param at of a character. */
export function cutAround(row: string, at: number): string {
  if (row.length <= LINE_CHARS) return row;
  const start = Math.max(0, at - LINE_CHARS / 2);
  const end = start + LINE_CHARS;
  return `${start > 0 ? "…" : ""}${row.slice(start, end)}${end < row.length ? "…" : ""}`;
}

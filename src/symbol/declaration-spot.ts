/** Where a declaration is asked from: at a symbol of the file, at uses of a name in it, or at what an expression marks. */
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import { lineStarts, linesText } from "../base/text.ts";
import type { Position } from "../lsp/position.ts";
import { markedPlace } from "../project/marked.ts";
import type { Occurrences, Span } from "../syntax/file-syntax.ts";
import { parseNamePath } from "../syntax/name-path.ts";
import { occurrenceLines } from "../syntax/occurrence.ts";
import { meantSymbols, resolveSymbol } from "../syntax/resolve.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import type { FindServices } from "./find.ts";
import type { Spot } from "./server-question.ts";

export interface DeclarationQuery {
  path: string;
  /** A symbol that the file defines, or a name that it uses; or an expression whose only group marks an identifier. */
  by: { namePath: string } | { regex: string; within: string | undefined };
  withBody: boolean;
  withInfo: boolean;
}

export interface DeclarationSpot extends Spot {
  /** Places to ask at, the first of them `position`. */
  positions: readonly Position[];
  /** How often the name is used in the file, asked at or not; 1 for a single place. */
  uses: number;
  /** The identifier that is asked about. */
  identifier: string;
  /** What comes after it in the name path: names within what is declared. */
  rest: string | undefined;
  /** The symbol of the file that is meant, where it defines it. */
  own: { tree: SymbolTree; symbol: TreeSymbol } | undefined;
}

/** Uses of a name that are asked at: one name may mean several things in a file. */
const MOST_ASKED = 10;

/** @throws UserError as `resolveSymbol`, `markedPlace` and `Symbols.ofFile`; `not_found` when the file has no such name. */
export async function declarationSpot({ path, by }: DeclarationQuery, use: FindServices): Promise<DeclarationSpot> {
  return "regex" in by ? await atMark(path, by, use) : await atName(path, by.namePath, use);
}

async function atMark(
  path: string,
  { regex, within }: { regex: string; within: string | undefined },
  { project, symbols, signal }: FindServices,
): Promise<DeclarationSpot> {
  const { text } = await project.files.read(path);
  let span: Span = { start: 0, end: text.length };
  let where = `in ${JSON.stringify(path)}`;
  if (within !== undefined) {
    const { tree } = await symbols.ofFile(project, path, signal);
    const symbol = resolveSymbol(tree, path, within);
    span = withLineStart(tree, symbol.declaration);
    where = `within ${JSON.stringify(symbol.namePath)} of ${JSON.stringify(path)}`;
    if (tree.text !== text) throw new UserError("stale", `File ${JSON.stringify(path)} changed meanwhile.`);
  }
  const { start, end } = markedPlace(text, regex, { field: "regex", span, where });
  const position = positionIn(text, start);
  const identifier = text.slice(start, end).trim();
  return { text, position, positions: [position], uses: 1, identifier, rest: undefined, own: undefined };
}

/** A declaration with the spaces before it, so that `^` means the start of its line. */
function withLineStart({ text, starts }: SymbolTree, { start, end }: Span): Span {
  const line = starts.findLast((at) => at <= start) ?? 0;
  return { start: text.slice(line, start).trim() === "" ? line : start, end };
}

async function atName(path: string, namePath: string, use: FindServices): Promise<DeclarationSpot> {
  const file = await wordsOf(path, use);
  const { tree, text } = file;
  if (tree && meantSymbols(tree, namePath).length > 0) {
    const symbol = resolveSymbol(tree, path, namePath);
    const position = tree.position(symbol.nameSpan.start);
    const { name: identifier } = symbol;
    return { text, position, positions: [position], uses: 1, identifier, rest: undefined, own: { tree, symbol } };
  }
  const parts = namePath.replace(/^\/+|\/+$/g, "").split("/");
  const [first, last] = [parts[0]!, parts.at(-1)!].map((part) => parseNamePath(part).parts[0]!.name);
  for (const [identifier, rest] of [
    [last!, undefined],
    [first!, parts.slice(1).join("/")],
  ] as const) {
    const places = placesOfWord(file, identifier);
    const positions = places.slice(0, MOST_ASKED);
    const [position] = positions;
    if (position) return { text, position, positions, uses: places.length, identifier, rest, own: undefined };
  }
  throw noSuchName(path, namePath, last!, file);
}

interface FileWords {
  text: string;
  starts: readonly number[];
  tree: SymbolTree | undefined;
  /** Identifiers outside of comments and strings; undefined in a language without a grammar. */
  occurrences: Occurrences | undefined;
}

async function wordsOf(path: string, { project, symbols, signal }: FindServices): Promise<FileWords> {
  if (!symbols.has(project, path)) {
    const { text } = await project.files.read(path);
    return { text, starts: lineStarts(text), tree: undefined, occurrences: undefined };
  }
  const { tree, occurrences } = (await symbols.occurrencesOf(project, path, "", signal))!;
  return { text: tree.text, starts: tree.starts, tree, occurrences };
}

/** Where a word stands, on the lines that have it as an identifier. */
function placesOfWord({ text, starts, occurrences }: FileWords, word: string): Position[] {
  const lines = occurrences ? occurrenceLines(occurrences, word) : starts.map((_, at) => at + 1);
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const whole = new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])`, "gu");
  return Array.from(lines).flatMap((line) =>
    Array.from(linesText(text, starts, line, line).matchAll(whole), ({ index }) => ({ line, column: index + 1 })),
  );
}

function noSuchName(path: string, namePath: string, name: string, { tree, occurrences }: FileWords): UserError {
  const known = new Set([...(tree?.all ?? []).map((symbol) => symbol.namePath), ...(occurrences?.names ?? [])]);
  const like = didYouMean(name, known);
  const [shown, file] = [JSON.stringify(namePath.slice(0, 200)), JSON.stringify(path)];
  return new UserError("not_found", `${file} neither defines nor uses ${shown}${like === "" ? "." : `; ${like}`}`, {
    hint: "get_symbols_overview lists what a file defines; find_symbol finds a name in the whole project.",
  });
}

function positionIn(text: string, offset: number): Position {
  const starts = lineStarts(text);
  const line = Math.max(1, starts.findLastIndex((start) => start <= offset) + 1);
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}

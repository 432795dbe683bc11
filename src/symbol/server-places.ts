/** Places that a language server names, in the files of the project as they are now. */
import { relative } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import { lineStarts, linesText } from "../base/text.ts";
import type { Position } from "../lsp/position.ts";
import type { Place } from "../lsp/result.ts";
import type { Span } from "../syntax/file-syntax.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import type { FindServices } from "./find.ts";
import { cutAround } from "./occurrences.ts";

const RECEIVERS: ReadonlySet<string> = new Set(["this", "super"]);

/** A file of the project as it is now. */
export interface PlaceFile {
  path: string;
  text: string;
  starts: readonly number[];
  /** Undefined for a file in a language without a grammar. */
  tree: SymbolTree | undefined;
  /** Statements that import something, as far as the language's query knows them. */
  imports: readonly Span[];
}

export interface PlacesByFile {
  /** Paths within the project, in their order, with the places in each in the order in which they came. */
  inside: Map<string, Place[]>;
  /** Places in files outside of the project, or in what is no file. */
  outside: Place[];
}

export function placesByFile(places: readonly Place[], root: string): PlacesByFile {
  const inside = new Map<string, Place[]>();
  const outside: Place[] = [];
  for (const place of places) {
    const path = pathWithin(place, root);
    if (path === undefined) outside.push(place);
    else if (inside.has(path)) inside.get(path)!.push(place);
    else inside.set(path, [place]);
  }
  return { inside: new Map([...inside].sort(([a], [b]) => (a < b ? -1 : 1))), outside };
}

/** Relative to the root; undefined for what is outside of it, or is no file. */
export function pathWithin({ path: absolute }: Place, root: string): string | undefined {
  const path = absolute && relative(root, absolute).replaceAll("\\", "/");
  return !path || path === ".." || path.startsWith("../") ? undefined : path;
}

/** @returns undefined for one that may not be read. */
export async function placeFile(path: string, use: FindServices): Promise<PlaceFile | "gone" | undefined> {
  const { project, symbols, signal } = use;
  try {
    if (symbols.has(project, path) || symbols.isServed(project, path)) {
      const { tree, syntax } = await symbols.ofFile(project, path, signal);
      return { path, text: tree.text, starts: tree.starts, tree, imports: syntax.imports.map(({ span }) => span) };
    }
    return await withoutTree(path, use);
  } catch (error) {
    if (error instanceof Unavailable) return await withoutTree(path, use);
    if (error instanceof UserError) return error.code === "not_found" ? "gone" : undefined;
    throw error;
  }
}

/** Its text alone. @throws UserError as `Files.read`. */
export async function withoutTree(path: string, { project }: FindServices): Promise<PlaceFile> {
  const { text } = await project.files.read(path);
  return { path, text, starts: lineStarts(text), tree: undefined, imports: [] };
}

/** The innermost symbol whose declaration holds a place. */
export function symbolAround({ tree }: PlaceFile, place: Position): TreeSymbol | undefined {
  if (!tree) return undefined;
  const offset = offsetOf(tree, place);
  return tree.all.findLast(({ declaration }) => declaration.start <= offset && offset < declaration.end);
}

/**
 * The symbol that is declared at a place which a server gives for a declaration: the one whose name stands there, else the
 * outermost whose declaration begins there, comments and decorators aside.
 */
export function symbolDeclaredAt({ tree }: PlaceFile, { range, nameRange }: Place): TreeSymbol | undefined {
  if (!tree) return undefined;
  const name = offsetOf(tree, (nameRange ?? range).start);
  const named = tree.all.findLast(({ nameSpan: { start, end } }) => start <= name && name < Math.max(end, start + 1));
  if (named) return named;
  const start = offsetOf(tree, range.start);
  const end = offsetOf(tree, range.end);
  return tree.all.find(({ declaration, nameSpan }) => {
    return start <= nameSpan.start && nameSpan.end <= end && declaration.start <= start && end <= declaration.end;
  });
}

export function isImport({ starts, imports }: PlaceFile, place: Position): boolean {
  const offset = offsetOf({ starts }, place);
  return imports.some(({ start, end }) => start <= offset && offset < end);
}

/** Whether a place is the word for an object within itself, which some servers list where its class is meant. */
export function isReceiver({ text, starts }: PlaceFile, { range: { start, end } }: Place): boolean {
  return RECEIVERS.has(text.slice(offsetOf({ starts }, start), offsetOf({ starts }, end)));
}

/** The line of a place, cut around it where it is long. */
export function lineText({ text, starts }: PlaceFile, { line, column }: Position): string {
  const row = line <= starts.length ? linesText(text, starts, line, line) : "";
  return cutAround(row.trim(), column - 1 - (row.length - row.trimStart().length));
}

/** Files that a server still speaks of, whatever it was told. */
export function ghostText(gone: number): string | undefined {
  return gone === 0 ? undefined : `the server still speaks of ${gone} files that are gone; those are left out`;
}

function offsetOf({ starts }: Pick<PlaceFile, "starts">, { line, column }: Position): number {
  return (starts[line - 1] ?? 0) + column - 1;
}

/** What is declared at the places that a language server gives, in the words of our own trees. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import { comparePositions, type Position } from "../lsp/position.ts";
import type { Place } from "../lsp/result.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import type { FindServices } from "./find.ts";
import { rowOf, rowText, symbolRow } from "./outline.ts";
import {
  isImport,
  isReceiver,
  lineText,
  type PlaceFile,
  placeFile,
  placesByFile,
  symbolAround,
  symbolDeclaredAt,
} from "./server-places.ts";

export const declaredSchema = symbolRow.partial({ name_path: true, kind: true }).extend({
  path: z.string(),
  line: z.int().describe("Line of the name, 1-based."),
  within: z.string().optional().describe("For what has no name path of its own: the symbol around it."),
});
export type DeclaredRow = z.output<typeof declaredSchema>;

/** A symbol of the project; what no tree of ours has, such as a local variable, is shown by its line. */
export interface Declared {
  row: DeclaredRow;
  /** Where its name stands. */
  name: Position;
  own: { tree: SymbolTree; symbol: TreeSymbol } | undefined;
  /** As a server gave it. */
  place: Place | undefined;
  /** No declaration, but where one is imported. */
  isImport: boolean;
}

/** A place outside of the project, whose text is not read. */
export interface OutsidePlace {
  /** Absolute path, or what the server calls it. */
  file: string;
  line: number;
  place: Place;
}

export interface DeclaredPlaces {
  /** In the order of paths, then of lines; each symbol once. */
  inside: Declared[];
  outside: OutsidePlace[];
  /** Files that the server still speaks of. */
  gone: number;
}

/** What stands for a symbol of a file: itself, others of that file, or none. */
type Refine = (symbol: TreeSymbol, path: string) => readonly TreeSymbol[];

export async function declaredAt(
  places: readonly Place[],
  use: FindServices,
  refine: Refine = (symbol) => [symbol],
): Promise<DeclaredPlaces> {
  const { inside, outside } = placesByFile(places, use.project.root);
  const found: Declared[] = [];
  const beyond = [...outside];
  let gone = 0;
  for (const [path, there] of inside) {
    use.signal.throwIfAborted();
    const file = await placeFile(path, use);
    if (file === "gone") gone++;
    else if (!file)
      beyond.push(...there); // it may not be read here
    else found.push(...declaredIn(file, there, refine));
  }
  return { inside: found, outside: beyond.map(outsidePlace), gone };
}

function declaredIn(file: PlaceFile, places: readonly Place[], refine: Refine): Declared[] {
  const { path, tree } = file;
  const found = new Map<string, Declared>();
  for (const place of places) {
    const symbol = symbolDeclaredAt(file, place);
    if (symbol && tree) {
      for (const one of refine(symbol, path)) found.set(one.namePath, declaredSymbol(path, tree, one, place));
    } else if (!isReceiver(file, place)) {
      const name = (place.nameRange ?? place.range).start;
      const row = lineRow(file, place, name);
      found.set(`${name.line}:${name.column}`, { row, name, own: undefined, place, isImport: isImport(file, name) });
    }
  }
  return [...found.values()].sort((a, b) => comparePositions(a.name, b.name));
}

export function declaredSymbol(path: string, tree: SymbolTree, symbol: TreeSymbol, place?: Place): Declared {
  const name = tree.position(symbol.nameSpan.start);
  return {
    row: { path, line: name.line, ...rowOf(tree, symbol) },
    name,
    own: { tree, symbol },
    place,
    isImport: false,
  };
}

/** Its `signature` is the line. */
function lineRow(file: PlaceFile, { range }: Place, name: Position): DeclaredRow {
  const within = symbolAround(file, name)?.namePath;
  return {
    path: file.path,
    line: name.line,
    start_line: range.start.line,
    end_line: range.end.line,
    signature: lineText(file, name),
    ...(within !== undefined && { within }),
  };
}

function outsidePlace(place: Place): OutsidePlace {
  return { file: place.path ?? place.uri, line: (place.nameRange ?? place.range).start.line, place };
}

/** A path, then a line for each symbol of it, with what follows below. */
export function declaredText<Row extends DeclaredRow>(
  rows: readonly Row[],
  below: (row: Row) => readonly string[],
): string {
  return [...Map.groupBy(rows, ({ path }) => path)]
    .map(([path, rows]) => [visibleName(path), ...rows.flatMap((row) => [lineOf(row), ...below(row)])].join("\n"))
    .join("\n\n");
}

function lineOf({ name_path, kind, ...row }: DeclaredRow): string {
  if (name_path !== undefined && kind !== undefined) return rowText({ name_path, kind, ...row });
  const within = row.within === undefined ? "" : `  <- in ${visibleName(row.within)}`;
  return `${row.line}${row.signature === "" ? "" : `: ${visible(row.signature)}`}${within}`;
}

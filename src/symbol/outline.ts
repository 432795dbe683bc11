/** How symbols are shown: as rows of an answer, and as lines of text. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import { SYMBOL_KINDS } from "../syntax/kind.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";

export const kindSchema = z.enum(SYMBOL_KINDS);

/** A symbol without its text. */
export const symbolRow = z.object({
  name_path: z.string().describe("What tools take to mean this symbol."),
  kind: kindSchema,
  start_line: z.int().describe("First line of the declaration, decorators included."),
  end_line: z.int(),
  signature: z.string().describe("The declaration without its body, on one line."),
});
export type SymbolRow = z.output<typeof symbolRow>;

export function rowOf(tree: SymbolTree, symbol: TreeSymbol): SymbolRow {
  const { start, end } = tree.lines(symbol.declaration);
  const { namePath, kind, signature } = symbol;
  return { name_path: namePath, kind, start_line: start, end_line: end, signature };
}

/** Rows of symbols and of what is below them, as deep as asked: 0 is the symbols alone. */
export function rowsBelow(tree: SymbolTree, symbols: readonly TreeSymbol[], depth: number): SymbolRow[] {
  return symbols.flatMap((symbol) => [
    rowOf(tree, symbol),
    ...(depth > 0 ? rowsBelow(tree, symbol.children, depth - 1) : []),
  ]);
}

/**
 * A line per symbol: lines, kind, name path, what follows the name in its signature. Below its parent a symbol is indented
 * and shows the last part of its name path alone.
 */
export function outlineText(rows: readonly SymbolRow[]): string {
  const open: string[] = [];
  const lines = rows.map((row) => {
    while (open.length > 0 && !row.name_path.startsWith(`${open.at(-1)}/`)) open.pop();
    const parent = open.at(-1);
    const shown = parent === undefined ? row.name_path : row.name_path.slice(parent.length + 1);
    const line = `${"  ".repeat(open.length)}${rowText(row, shown)}`;
    open.push(row.name_path);
    return line;
  });
  return lines.join("\n");
}

export function rowText(row: SymbolRow, shown = row.name_path): string {
  const { kind, start_line, end_line } = row;
  const lines = start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
  return `${lines} ${kind} ${visibleName(shown)}${tailText(row)}`;
}

/** What is called or built upon is read for its signature; of what has a value, its type tells enough. */
const TAIL_CHARS = { signature: 80, value: 40 } as const;
const WITH_VALUE: ReadonlySet<string> = new Set([
  "constant",
  "enum_member",
  "field",
  "key",
  "property",
  "type",
  "variable",
]);

/** What the signature adds to the name: parameters, types, base classes. */
function tailText({ name_path, kind, signature }: SymbolRow): string {
  const part = name_path.slice(name_path.lastIndexOf("/") + 1).replace(/\[\d+\]$/, "");
  const at = nameIn(signature, part);
  const tail = at === -1 ? "" : signature.slice(at + part.length);
  if (tail.trim() === kind) return ""; // Go: type Param struct
  const hasValue = WITH_VALUE.has(kind);
  const most = TAIL_CHARS[hasValue ? "value" : "signature"];
  const told = hasValue && kind !== "type" ? tail.replace(/\s+=\s.*$/s, "") : tail;
  const shown = told.length <= most ? told : `${told.slice(0, most - 1)}…`;
  return visible(/^[\s(<[:]/.test(shown) ? shown : shown && ` ${shown}`);
}

const WORD_CHAR = /[\p{L}\p{N}_$]/u;

/** Where a name stands in its signature: alone, and not as the type of a receiver in front of it. -1 when it does not. */
function nameIn(signature: string, name: string): number {
  const places: number[] = [];
  for (let at = signature.indexOf(name); at !== -1; at = signature.indexOf(name, at + 1)) places.push(at);
  const isAlone = (at: number) =>
    !WORD_CHAR.test(signature[at - 1] ?? "") && !WORD_CHAR.test(signature[at + name.length] ?? "");
  const alone = places.filter(isAlone);
  return alone.find((at) => signature[at + name.length] !== ")") ?? alone[0] ?? places[0] ?? -1;
}

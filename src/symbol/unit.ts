/** A declaration with all that goes where it goes, and those that stand beside it in the text. */
import type { Span } from "../syntax/file-syntax.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { docComments } from "./doc-comment.ts";
import { isBlank, isLineEnd, lineEndAt, lineStartAt } from "./line-place.ts";
import type { FileSymbols } from "./symbols.ts";

export interface Unit {
  symbol: TreeSymbol;
  /** From the comments above the declaration to those behind it on its last line, a separator among them. */
  span: Span;
  /** The separator behind the declaration that is no part of it: the comma between the methods of an object. */
  separator: Span | undefined;
  /** Nothing else stands before it on its first line, or behind it on its last one. */
  isFirst: boolean;
  isLast: boolean;
}

export function unitOf(symbol: TreeSymbol, file: FileSymbols): Unit {
  const { text } = file.tree;
  const { declaration } = symbol;
  const [doc] = docComments(symbol, file);
  const start = doc?.start ?? declaration.start;
  const separator = separatorBehind(text, declaration.end);
  const end = commentsBehind(separator?.end ?? declaration.end, file);
  const isFirst = isBlank(text.slice(lineStartAt(text, start), start));
  const isLast = isBlank(text.slice(end, lineEndAt(text, end)));
  return { symbol, span: { start, end }, separator, isFirst, isLast };
}

function separatorBehind(text: string, end: number): Span | undefined {
  let at = end;
  while (text[at] === " " || text[at] === "\t") at++;
  return text[at] === "," && text[end - 1] !== "," ? { start: at, end: at + 1 } : undefined;
}

/** End of the comments on the line of an offset, if nothing but them stands behind it there. */
function commentsBehind(offset: number, { tree: { text }, syntax }: FileSymbols): number {
  let at = offset;
  for (const { start, end } of syntax.comments) {
    if (start < at) continue;
    if (!isBlank(text.slice(at, start)) || [...text.slice(at, start)].some(isLineEnd)) break;
    at = end;
  }
  return isBlank(text.slice(at, lineEndAt(text, at))) ? at : offset;
}

export interface Siblings {
  /** The innermost symbol in whose declaration they stand, not always the one whose members they are. */
  around: TreeSymbol | undefined;
  /** In the order of the text; of several symbols of one declaration the first. */
  symbols: readonly TreeSymbol[];
}

/** All groups of symbols that stand side by side. */
export function siblingGroups(all: readonly TreeSymbol[]): Siblings[] {
  const groups = new Map<TreeSymbol | undefined, TreeSymbol[]>();
  const open: TreeSymbol[] = [];
  let last: TreeSymbol | undefined;
  for (const symbol of all.toSorted((a, b) => byDeclaration(a.declaration, b.declaration))) {
    if (last && isSame(last.declaration, symbol.declaration)) continue;
    last = symbol;
    while (open.length > 0 && open.at(-1)!.declaration.end < symbol.declaration.end) open.pop();
    const group = groups.get(open.at(-1));
    if (group) group.push(symbol);
    else groups.set(open.at(-1), [symbol]);
    open.push(symbol);
  }
  return [...groups].map(([around, symbols]) => ({ around, symbols }));
}

/** Those among which a symbol stands, and its own place among them. */
export function siblingsOf(symbol: TreeSymbol, groups: readonly Siblings[]): Siblings & { at: number } {
  for (const group of groups) {
    const at = group.symbols.findIndex(({ declaration }) => isSame(declaration, symbol.declaration));
    if (at !== -1) return { ...group, at };
  }
  throw new Error(`Symbol ${symbol.namePath} stands nowhere.`);
}

export function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

function byDeclaration(a: Span, b: Span): number {
  return a.start - b.start || b.end - a.end;
}

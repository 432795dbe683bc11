/** The symbols of an outline as a flat list, each with what is around it, so that two outlines can be laid side by side. */
import type { Span } from "../../src/syntax/file-syntax.ts";
import type { SymbolTree, TreeSymbol } from "../../src/syntax/tree.ts";

export interface OutlineRow {
  name: string;
  kind: string;
  namePath: string;
  /** Of the name. */
  line: number;
  nameSpan: Span;
  /** First and last line of the declaration. */
  start: number;
  end: number;
  /** First line of the comments above it. */
  docLine: number | undefined;
  /** The declaration. */
  text: string;
  parent: OutlineRow | undefined;
}

/** Every symbol of a tree, in the order of the file; a parent stands before its children. */
export function outlineRows(tree: SymbolTree): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const add = (symbol: TreeSymbol, parent: OutlineRow | undefined): void => {
    const { name, kind, namePath, nameSpan, declaration, doc, children } = symbol;
    const { line } = tree.position(nameSpan.start);
    const docLine = doc && tree.lines(doc).start;
    const text = tree.slice(declaration);
    const row = { name, kind, namePath, line, nameSpan, ...tree.lines(declaration), docLine, text, parent };
    rows.push(row);
    for (const child of children) add(child, row);
  };
  for (const root of tree.roots) add(root, undefined);
  return rows;
}

/** The rows around one, from the inside out. */
export function* ancestors({ parent }: OutlineRow): Generator<OutlineRow> {
  for (let row = parent; row; row = row.parent) yield row;
}

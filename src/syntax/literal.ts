/** Text of several lines that means every space it has: strings, templates, here documents. */
import type { Node } from "web-tree-sitter";
import type { Span } from "./file-syntax.ts";

/** As grammars call them; fragments lie within, and comments are none. */
const LITERAL = /string|heredoc|str_lit|template_literal/;

/**
 * The literals of a tree that go over several lines, in order. A string that is a statement by itself says something to
 * people alone, such as what a function does: it is none of them.
 */
export function literalsIn(root: Node): Span[] {
  const found: Span[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.startPosition.row === node.endPosition.row) continue;
    if (!LITERAL.test(node.type)) pending.push(...node.children.toReversed());
    else if (!isStatement(node)) found.push({ start: node.startIndex, end: node.endIndex });
  }
  return found;
}

function isStatement({ parent }: Node): boolean {
  return parent?.type === "expression_statement" && parent.namedChildCount === 1;
}

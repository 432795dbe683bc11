/** The comments above a declaration, as far as they are its own. */
import type { Span } from "../syntax/file-syntax.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import type { FileSymbols } from "./symbols.ts";

/** Comments at the top of a file that are for who runs or reads the whole of it. */
const OF_FILE = /^#!|^.{0,3}-\*-|^#.*coding[:=]|^\/\/ @ts-|^\/\/go:build|^\/\/ \+build/;

/** In their order; none where the declaration has no comment of its own. */
export function docComments({ doc, declaration }: TreeSymbol, { tree, syntax }: FileSymbols): Span[] {
  if (!doc) return [];
  const all = syntax.comments.filter(({ start, end }) => start >= doc.start && end <= declaration.start);
  const own = all.findLastIndex(({ start, end }) => OF_FILE.test(tree.text.slice(start, end)));
  return doc.start === 0 || isTop(tree.text, doc.start) ? all.slice(own + 1) : all;
}

function isTop(text: string, offset: number): boolean {
  return text.slice(0, offset).trim() === "";
}

/** How a comment begins, so that one can take the place of another of its kind: block, line and documentation comments differ. */
export function commentKind(comment: string): string {
  return comment.startsWith("/*") ? "/*" : /^[^\p{L}\p{N}\s]{0,3}/u.exec(comment)![0];
}

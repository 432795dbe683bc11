/** The comments above a declaration, as far as they are its own. */
import type { Span } from "../syntax/file-syntax.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import type { FileSymbols } from "./symbols.ts";

/** In their order; none where the declaration has no comment of its own. */
export function docComments({ doc, declaration }: TreeSymbol, { tree, syntax, fileComments }: FileSymbols): Span[] {
  if (!doc) return [];
  const all = syntax.comments.filter(({ start, end }) => start >= doc.start && end <= declaration.start);
  if (fileComments === undefined || !isTop(tree.text, doc.start)) return all;
  const ofFile = new RegExp(fileComments, "u");
  const last = all.findLastIndex(({ start, end }) => ofFile.test(tree.text.slice(start, end)));
  return all.slice(last + 1);
}

function isTop(text: string, offset: number): boolean {
  return text.slice(0, offset).trim() === "";
}

/** How a comment begins, so that one can take the place of another of its kind: block, line and documentation comments differ. */
export function commentKind(comment: string): string {
  return comment.startsWith("/*") ? "/*" : /^[^\p{L}\p{N}\s]{0,3}/u.exec(comment)![0];
}

/** The commas of lists: an enum's members, an object's entries. */
import type { TextEdit } from "../change/text-edit.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import type { Unit } from "./unit.ts";

export interface Listed {
  /** The code with its comma, if it has one. */
  code: string;
  /** What else changes: the member before gets a comma. */
  more: TextEdit[];
}

/** Offset of the comma that ends a declaration or follows it. */
export function commaOf(text: string, { declaration: { end } }: TreeSymbol): number | undefined {
  if (text[end - 1] === ",") return end - 1;
  const [, between] = /^(\s*),/.exec(text.slice(end, end + 200)) ?? [];
  return between === undefined ? undefined : end + between.length;
}

/**
 * How a code joins a list, the likeliest way first. What is in no list gets no commas, unless nothing else is sound.
 * @param at place of the unit among its siblings.
 */
export function listAt(
  text: string,
  { symbol }: Unit,
  siblings: readonly TreeSymbol[],
  at: number,
  side: "before" | "after",
  code: string,
): Listed[] {
  const bare = code.replace(/,$/, "");
  const own = commaOf(text, symbol);
  const before = at > 0 ? commaOf(text, siblings[at - 1]!) : undefined;
  const isListed = own !== undefined || before !== undefined;
  const { end } = symbol.declaration;
  const first: Listed = { code: `${bare},`, more: [] };
  const ended = text[end - 1] === ";" ? end - 1 : end;
  const joins: TextEdit = { start: ended, end: ended, text: "," };
  const last: Listed =
    ended === end ? { code: bare, more: [joins] } : { code: `${bare};`, more: [{ start: ended, end, text: "," }] };
  const plain: Listed = { code, more: [] };
  const listed = side === "before" || own !== undefined ? first : last;
  return isListed ? [listed, plain] : [plain, listed];
}

/** Takes a symbol away that nobody uses, with its comments and what kept it apart from its neighbours. */
import { UserError } from "../base/error.ts";
import { editedFile, type FileChange } from "../change/file-change.ts";
import { applyEdits, type TextEdit } from "../change/text-edit.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import { type EditTarget, editTarget, type PlanServices, type SymbolPlace } from "./edit-target.ts";
import { behindLineEnd, blanksAbove, blanksBelow, indentationAt, lineEndAt, lineStartAt } from "./line-place.ts";
import { commaOf } from "./list-separator.ts";
import type { ServerServices } from "./server-question.ts";
import { isSame, siblingGroups, siblingsOf, type Unit, unitOf } from "./unit.ts";
import { type Uses, usesOf } from "./uses.ts";

export interface Deletion extends SymbolPlace {
  /** Even where it is used, or where that is not known. */
  force: boolean;
}

/** Uses that a refusal lists. */
const LISTED = 12;

/**
 * Uses within the symbol itself do not count.
 * @param wanted with `force`, nobody is asked for uses.
 * @throws UserError `refused` with the uses that there are, or why they are not known; as `editTarget`.
 */
export async function deletedSymbol(wanted: Deletion, use: ServerServices): Promise<FileChange> {
  const target = await editTarget(wanted, use);
  assertAlone(target);
  if (!wanted.force) assertUnused(target, await usesOf(target, use));
  return await withoutSymbol(target, use);
}

/** @throws UserError `refused` when something would be left that is no whole. */
export async function withoutSymbol(target: EditTarget, use: PlanServices): Promise<FileChange> {
  const edits = removal(target);
  await assertFilled(target, edits, use);
  return editedFile(target.path, target.before, edits);
}

/** @throws UserError `refused` when the declaration is that of another symbol, too. */
function assertAlone({ path, file: { tree }, symbol }: EditTarget): void {
  const others = tree.all.filter((one) => one !== symbol && isSame(one.declaration, symbol.declaration));
  if (others.length === 0) return;
  const names = others.slice(0, LISTED).map(({ namePath }) => JSON.stringify(namePath));
  throw new UserError(
    "refused",
    `The declaration of ${JSON.stringify(symbol.namePath)} in "${path}" is that of ${names.join(", ")}, too. Nothing was deleted.`,
    { hint: "Take it out of the declaration with replace_symbol_body." },
  );
}

function assertUnused({ path, symbol }: EditTarget, { found, others, reason }: Uses): void {
  const shown = `${symbol.kind} ${JSON.stringify(symbol.namePath)} in "${path}"`;
  const count = found.length + others;
  if (count > 0) {
    const places = found.slice(0, LISTED).map((one) => `${one.path}:${one.line}: ${one.text}`);
    const more = count > places.length ? `\nand ${count - places.length} more` : "";
    const doubt = reason === undefined ? "" : ` (${reason})`;
    throw new UserError(
      "refused",
      `Nothing was deleted: ${shown} is used at ${count} ${count === 1 ? "place" : "places"}${doubt}:\n${places.join("\n")}${more}`,
      { hint: "Change these first; force deletes it all the same." },
    );
  }
  if (reason === undefined) return;
  throw new UserError("refused", `Nothing was deleted: whether ${shown} is used is not known for sure: ${reason}.`, {
    hint: "search_for_pattern finds its name in all text; force deletes it.",
  });
}

/** The declaration, its comments, its lines where they are its own, and a comma or blank lines that would be too many. */
function removal({ file, symbol }: EditTarget): TextEdit[] {
  const { text } = file.tree;
  const unit = unitOf(symbol, file);
  const { symbols, at } = siblingsOf(symbol, siblingGroups(file.tree.all));
  const edits = [unit.isFirst && unit.isLast ? wholeLines(text, unit) : withinLine(text, unit)];
  const previous = symbols[at - 1];
  const comma = previous && commaOf(text, previous);
  const own = commaOf(text, symbol);
  if (own === undefined && comma !== undefined && /^\s*$/.test(text.slice(comma + 1, symbol.declaration.start))) {
    // The last of a list takes the separator before it along, or leaves what ended the list.
    const isEnded = text[symbol.declaration.end - 1] === ";";
    edits.push({ start: comma, end: comma + 1, text: isEnded ? ";" : "" });
  }
  return edits;
}

function wholeLines(text: string, { span }: Unit): TextEdit {
  const first = lineStartAt(text, span.start);
  const last = lineEndAt(text, span.end);
  const [above, below] = [blanksAbove(text, first), blanksBelow(text, last)];
  const isAtTop = above.start === 0;
  const isAtEnd = below.end >= text.length;
  const own = indentationAt(text, span.start).length;
  const isOuter = (offset: number) => indentationAt(text, offset).length < own;
  const isBegun = isOuter(lineBefore(text, above.start));
  // Blank lines towards what is around it are its own custom.
  const kept =
    isAtTop || isAtEnd
      ? 0
      : isOuter(below.end)
        ? below.count
        : isBegun
          ? above.count
          : Math.max(above.count, below.count);
  let start = first;
  let end = behindLineEnd(text, last);
  for (let count = above.count + below.count; count > kept; count--) {
    // The lines of the side that has fewer go.
    if (end < below.end && (isAtTop || (!isAtEnd && below.count <= above.count)))
      end = behindLineEnd(text, lineEndAt(text, end));
    else if (start > above.start) start = lineBefore(text, start);
    else end = behindLineEnd(text, lineEndAt(text, end));
  }
  // A file without a final line end stays so.
  const hasNoEnd = end >= text.length && last >= text.length && start > 0;
  return { start: hasNoEnd ? lineEndAt(text, lineBefore(text, start)) : start, end, text: "" };
}

/** Start of the line before one that starts at an offset. */
function lineBefore(text: string, lineStart: number): number {
  if (lineStart === 0) return 0;
  return lineStartAt(text, text.startsWith("\r\n", lineStart - 2) ? lineStart - 2 : lineStart - 1);
}

/** One of the two gaps around goes along. */
function withinLine(text: string, { span, isFirst, isLast }: Unit): TextEdit {
  let { start, end } = span;
  while (!isFirst && isLast && /[ \t]/.test(text[start - 1] ?? "")) start--;
  while (!isLast && /[ \t]/.test(text[end] ?? "")) end++;
  return { start, end, text: "" };
}

/** Values may be empty. */
const DATA: ReadonlySet<SymbolKind> = new Set(["key", "element", "section"]);

/**
 * Some grammars take a head without a body for whole, as in `class A:`.
 * @throws UserError `refused` when nothing but the head would be left of what is around the symbol.
 */
async function assertFilled(
  { path, before, file, symbol }: EditTarget,
  edits: readonly TextEdit[],
  { project, symbols, signal }: PlanServices,
): Promise<void> {
  const { around } = siblingsOf(symbol, siblingGroups(file.tree.all));
  if (!around || DATA.has(around.kind) || file.source !== "syntax") return;
  const text = applyEdits(before.text, edits);
  const tree = (await symbols.imagined(project, path, text, signal))?.tree;
  const left = tree?.all.find(({ nameSpan }) => isSame(nameSpan, around.nameSpan));
  if (!left || !tree?.slice(left.declaration).endsWith(":")) return;
  throw new UserError(
    "refused",
    `Nothing was deleted: ${around.kind} ${JSON.stringify(around.namePath)} in "${path}" would have no body without ${JSON.stringify(symbol.namePath)}.`,
    { hint: "Delete the one around it, or give it another body with replace_symbol_body." },
  );
}

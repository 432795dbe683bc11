/** Puts new code before or behind a symbol, spaced and indented as its neighbours are. */
import { UserError } from "../base/error.ts";
import { editedFile, type FileChange } from "../change/file-change.ts";
import type { TextEdit } from "../change/text-edit.ts";
import { type EditServices, type EditTarget, editTarget, type PlanServices, type SymbolPlace } from "./edit-target.ts";
import { stepOf } from "./file-style.ts";
import { fittedCode } from "./fitted-code.ts";
import { Gaps } from "./gap.ts";
import { placesInLine } from "./line-insertion.ts";
import { behindText, blanksAbove, blanksBelow, indentationAt, isBlank, lineEndAt, lineStartAt } from "./line-place.ts";
import { listAt } from "./list-separator.ts";
import { bareText } from "./reindent.ts";
import type { CodeEdit } from "./trial.ts";
import { type Siblings, siblingGroups, siblingsOf, type Unit, unitOf } from "./unit.ts";

export interface Insertion extends SymbolPlace {
  body: string;
  side: "before" | "after";
}

/**
 * Before means above the comments and decorators of the symbol, after means behind its terminator and the comment on its
 * last line.
 * @throws UserError as `editTarget`; `invalid_arguments` for a body without text.
 */
export async function insertedBeside(wanted: Insertion, use: EditServices): Promise<FileChange> {
  const { body, side } = wanted;
  const target = await editTarget(wanted, use);
  const bare = bareText(body);
  if (bare === "") {
    const message = "body is empty; it must be the code to insert.";
    throw new UserError("invalid_arguments", message, { errors: [{ pointer: "/body", message }] });
  }
  return await placedBeside(target, side, bare, use);
}

/** @param bare as `bareText` gives it. */
export async function placedBeside(
  target: EditTarget,
  side: Insertion["side"],
  bare: string,
  use: PlanServices,
): Promise<FileChange> {
  const place = new Place(target, side, bare, use);
  const { edit } = await fittedCode(target, bare, place.indent, (code) => place.edits(code), use);
  return editedFile(target.path, target.before, edit.edits);
}

class Place {
  readonly indent: string;
  readonly #text: string;
  readonly #side: "before" | "after";
  readonly #unit: Unit;
  readonly #siblings: Siblings & { at: number };
  readonly #neighbour: Unit | undefined;
  readonly #gaps: Gaps;

  /** @param code to be inserted: it shows how it is indented where the file does not. */
  constructor({ path, file, symbol }: EditTarget, side: "before" | "after", code: string, { project }: PlanServices) {
    const groups = siblingGroups(file.tree.all);
    this.#text = file.tree.text;
    this.#side = side;
    this.#unit = unitOf(symbol, file);
    this.#siblings = siblingsOf(symbol, groups);
    const beside = this.#siblings.symbols[this.#siblings.at + (side === "before" ? -1 : 1)];
    this.#neighbour = beside && unitOf(beside, file);
    this.#gaps = new Gaps(file, groups, this.#siblings, project.catalog.of(path)?.syntax?.blank_lines ?? 1);
    this.indent = this.#indentHere(code);
  }

  /** Ways to insert a code, the likeliest first. */
  edits(code: string): CodeEdit[] {
    const { symbols, at } = this.#siblings;
    const ways = listAt(this.#text, this.#unit, symbols, at, this.#side, code);
    if (!/[,;]$/.test(code)) ways.push({ code: `${code};`, more: [] }); // for code that would go on into the next line
    return ways.flatMap(({ code: listed, more }) => {
      const places = this.#isOwnLine()
        ? [this.#ownLine(listed)]
        : placesInLine(this.#text, this.#unit, this.#side, listed, this.indent);
      return places.map(({ from, ...edit }): CodeEdit => {
        return { edits: [...more, ...this.#lineBroken(listed), edit], main: { edit, from, to: from + listed.length } };
      });
    });
  }

  #isOwnLine(): boolean {
    const { isFirst, isLast } = this.#unit;
    return this.#side === "before" ? isFirst : isLast && (isFirst || !this.#isInLine());
  }

  /** Whether all of what is around the symbol is on one line. */
  #isInLine(): boolean {
    const { around } = this.#siblings;
    return around !== undefined && this.#gaps.isLine(around.declaration);
  }

  /** A body on the line of its head, which nothing closes, moves below it when lines are added: `class A: x = 1`. */
  #lineBroken(code: string): TextEdit[] {
    const { span, symbol, isFirst } = this.#unit;
    const isOpen = this.#siblings.around?.declaration.end === symbol.declaration.end;
    if (isFirst || !isOpen || !this.#isInLine() || !/[\r\n]/.test(code) || this.#side === "before") return [];
    const start = behindText(this.#text, span.start);
    return [{ start, end: span.start, text: `\n${this.indent}` }];
  }

  /** On lines of its own, with blank lines to both sides. */
  #ownLine(code: string): TextEdit & { from: number } {
    const text = this.#text;
    const isLine = !/[\r\n]/.test(code);
    const isAnchorLine = this.#gaps.isLine(this.#unit.span);
    const near = "\n".repeat(this.#gaps.between(this.#unit.symbol.kind, isLine, isAnchorLine) + 1);
    const far = "\n".repeat(this.#missing(isLine, isAnchorLine));
    if (this.#side === "before") {
      const start = lineStartAt(text, this.#unit.span.start);
      const lead = far + this.indent;
      return { start, end: start, text: lead + code + near, from: lead.length };
    }
    const lead = near + this.indent;
    const end = lineEndAt(text, this.#unit.span.end);
    return { start: end, end, text: lead + code + far, from: lead.length };
  }

  /** Blank lines that the far side lacks; it had been spaced for the symbol that stood there. */
  #missing(isLine: boolean, isAnchorLine: boolean): number {
    const { count, isEdge } = this.#farSide();
    const isFarLine = !this.#neighbour || this.#gaps.isLine(this.#neighbour.span);
    const isSpaced = isEdge || isLine === isAnchorLine;
    return isSpaced
      ? 0
      : Math.max(0, this.#gaps.between((this.#neighbour ?? this.#unit).symbol.kind, isLine, isFarLine) - count);
  }

  /** Blank lines beyond the symbol, and whether behind them what is around it begins or ends. */
  #farSide(): { count: number; isEdge: boolean } {
    const text = this.#text;
    const own = indentationAt(text, this.#unit.symbol.declaration.start).length;
    const isOuter = (line: number) => indentationAt(text, line).length < own;
    if (this.#side === "before") {
      const { count, start } = blanksAbove(text, lineStartAt(text, this.#unit.span.start));
      return { count, isEdge: start === 0 || isOuter(text.startsWith("\r\n", start - 2) ? start - 2 : start - 1) };
    }
    const { count, end } = blanksBelow(text, lineEndAt(text, this.#unit.span.end));
    return { count, isEdge: end >= text.length || isOuter(end) };
  }

  #indentHere(code: string): string {
    const text = this.#text;
    const { start } = this.#unit.symbol.declaration;
    const before = text.slice(lineStartAt(text, start), start);
    if (isBlank(before)) return before;
    const lined = this.#siblings.symbols.find(({ declaration }) =>
      isBlank(text.slice(lineStartAt(text, declaration.start), declaration.start)),
    );
    if (lined) return indentationAt(text, lined.declaration.start);
    if (/^[\s\-?:]*$/.test(before)) return before.replace(/\S/g, " "); // the first key of an item of a list
    return indentationAt(text, start) + (this.#siblings.around ? stepOf(text, code) : "");
  }
}

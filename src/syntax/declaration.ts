/** How far a declaration reaches: what stands before it, what ends it, the comments above it, and its first line. */
import type { Captures, Definition } from "./capture.ts";
import type { Span } from "./file-syntax.ts";
import type { SymbolKind } from "./kind.ts";
import { isSpace, trimmed } from "./space.ts";

const SIGNATURE_CHARS = 200;

/** Members of a list; the comma behind one belongs to it. */
const LISTED: ReadonlySet<SymbolKind> = new Set(["enum_member", "field", "property", "key"]);

export interface Declaration {
  span: Span;
  doc: Span | undefined;
  signature: string;
}

/** Comments and leading pieces of a file, in order, so that those above a declaration are found at once. */
export class Surroundings {
  readonly #text: string;
  readonly #captures: Captures;
  readonly #pieces: (Span & { isComment: boolean })[];
  /** Where comments end -> where they begin. */
  readonly #commentEnds: ReadonlyMap<number, number>;
  /** Where pieces behind a declaration begin -> where they end. */
  readonly #trailing: ReadonlyMap<number, number>;

  constructor(captures: Captures, text: string) {
    this.#text = text;
    this.#captures = captures;
    this.#commentEnds = new Map(captures.comments.map(({ start, end }) => [end, start]));
    this.#trailing = new Map(captures.trailing.map(({ start, end }) => [start, end]));
    this.#pieces = [
      ...captures.comments.map((span) => ({ ...span, isComment: true })),
      ...captures.leading.map((span) => ({ ...span, isComment: false })),
    ].sort((a, b) => a.start - b.start || b.end - a.end);
  }

  declarationOf({ node, kind, body, end: furtherEnd }: Definition): Declaration {
    const outer = this.#captures.declarationOf(node);
    const { start, end } = this.#uncommented(
      trimmed({ start: outer.startIndex, end: furtherEnd ?? outer.endIndex }, this.#text),
    );
    const above = this.#above(start);
    const span = { start: above.start, end: this.#terminated(this.#trailed(end), kind) };
    return { span, doc: above.doc, signature: this.#signature(start, body ?? end, end) };
  }

  /** The leading pieces and the comments directly above an offset. */
  #above(offset: number): { start: number; doc: Span | undefined } {
    let start = offset;
    let doc: Span | undefined;
    let from = offset;
    for (let at = this.#lastBefore(offset); at >= 0; at--) {
      const piece = this.#pieces[at]!;
      const gap = this.#text.slice(piece.end, from);
      if (piece.end > from || gap.trim() !== "") break;
      if (piece.isComment) {
        if (lineEnds(gap) > 1 || !this.#isAlone(piece)) break;
        doc = { start: piece.start, end: doc?.end ?? piece.end };
      } else {
        start = piece.start;
        doc = undefined; // what stood between belongs to the declaration
      }
      from = piece.start;
    }
    return { start, doc };
  }

  /** Place of the last piece that begins before an offset. */
  #lastBefore(offset: number): number {
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pieces[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Whether a comment stands on lines of its own; one behind other code belongs to that. */
  #isAlone({ start }: Span): boolean {
    for (let at = start - 1; at >= 0; at--) {
      const code = this.#text.charCodeAt(at);
      if (code === 10 || code === 13) return true;
      if (!isSpace(code)) return false;
    }
    return true;
  }

  /** Where a line end closes a statement, some grammars count the comments behind it to the statement. */
  #uncommented({ start, end }: Span): Span {
    const comment = this.#commentEnds.get(end);
    if (comment === undefined || comment <= start) return { start, end };
    return this.#uncommented(trimmed({ start, end: comment }, this.#text));
  }

  /** The end of the pieces that follow. */
  #trailed(end: number): number {
    if (this.#trailing.size === 0) return end;
    let at = end;
    while (isSpace(this.#text.charCodeAt(at))) at++;
    const next = this.#trailing.get(at);
    return next === undefined ? end : this.#trailed(next);
  }

  #terminated(end: number, kind: SymbolKind): number {
    let at = end;
    while (this.#text[at] === " " || this.#text[at] === "\t") at++;
    return this.#text[at] === ";" || (this.#text[at] === "," && LISTED.has(kind)) ? at + 1 : end;
  }

  /** From behind the decorators to the body. */
  #signature(start: number, body: number, end: number): string {
    let from = start;
    for (let at = this.#lastBefore(start + 1); at < this.#pieces.length; at++) {
      const piece = this.#pieces[at];
      if (!piece || piece.start > from) break;
      if (piece.start < from) continue;
      from = piece.end;
      while (isSpace(this.#text.charCodeAt(from))) from++;
    }
    if (from >= end) from = start;
    const to = body > from ? body : end;
    const line = this.#text
      .slice(from, Math.min(to, from + SIGNATURE_CHARS * 4))
      .replace(/\s+/g, " ")
      .replace(/\s*(?:\{|=>|=|:|;|,)?\s*$/, "");
    return line.length <= SIGNATURE_CHARS ? line : `${line.slice(0, SIGNATURE_CHARS - 1)}…`;
  }
}

/** Line ends in white space; those of `\r\n` count once. */
function lineEnds(gap: string): number {
  return gap.match(/\r\n|\n|\r/g)?.length ?? 0;
}

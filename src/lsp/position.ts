/**
 * Places in texts. Outside of `lsp/` lines and columns count from 1, columns in UTF-16 units; servers count from 0, in
 * what was agreed with them.
 */
import type * as lsp from "vscode-languageserver-protocol";
import { lineStarts, linesText } from "../base/text.ts";

export type Encoding = "utf-8" | "utf-16" | "utf-32";

export interface Position {
  line: number;
  column: number;
}

/** `end` is the place behind the last character. */
export interface Range {
  start: Position;
  end: Position;
}

/** A text by its lines. */
export class Lines {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = lineStarts(text);
  }

  /** A line (from 1) without its end; empty where there is none, as behind the final line end. */
  line(line: number): string {
    if (line < 1 || line > this.#starts.length) return "";
    return linesText(this.#text, this.#starts, line, line).replace(/(\r\n|\n|\r)$/, "");
  }
}

/** UTF-16 units before a character that a server names; those beyond the line's end mean its end. */
export function toUnits(line: string, character: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(character, line.length);
  let units = 0;
  let counted = 0;
  for (const letter of line) {
    if (counted >= character) break;
    counted += encoding === "utf-32" ? 1 : Buffer.byteLength(letter);
    units += letter.length;
  }
  return units;
}

/** What a server calls the character behind so many UTF-16 units. */
export function fromUnits(line: string, units: number, encoding: Encoding): number {
  const before = line.slice(0, units);
  if (encoding === "utf-16") return before.length;
  return encoding === "utf-8" ? Buffer.byteLength(before) : [...before].length;
}

/** Gives the text of a file as the server knows it; undefined when it cannot be read. */
export type TextOf = (path: string) => Promise<string | undefined>;

/** Turns places for one server. Texts are read at most once, so an object serves one question. */
export class Positions {
  readonly encoding: Encoding;
  readonly #textOf: TextOf;
  readonly #lines = new Map<string, Promise<Lines | undefined>>();

  constructor(encoding: Encoding, textOf: TextOf) {
    this.encoding = encoding;
    this.#textOf = textOf;
  }

  /** The lines of a file; undefined when it cannot be read. */
  lines(path: string): Promise<Lines | undefined> {
    let lines = this.#lines.get(path);
    if (!lines) {
      lines = this.#textOf(path).then((text) => (text === undefined ? undefined : new Lines(text)));
      this.#lines.set(path, lines);
    }
    return lines;
  }

  async toServer(path: string, { line, column }: Position): Promise<lsp.Position> {
    const units = column - 1;
    if (this.encoding === "utf-16" || units === 0) return { line: line - 1, character: units };
    const text = (await this.lines(path))?.line(line) ?? "";
    return { line: line - 1, character: fromUnits(text, units, this.encoding) };
  }

  async rangeToServer(path: string, { start, end }: Range): Promise<lsp.Range> {
    return { start: await this.toServer(path, start), end: await this.toServer(path, end) };
  }

  /** @param path undefined for what is no file: columns then stay as the server counts them. */
  async fromServer(path: string | undefined, { line, character }: lsp.Position): Promise<Position> {
    const counted = { line: line + 1, column: character + 1 };
    if (this.encoding === "utf-16" || character === 0 || path === undefined) return counted;
    const lines = await this.lines(path);
    return lines ? { line: line + 1, column: toUnits(lines.line(line + 1), character, this.encoding) + 1 } : counted;
  }

  async rangeFromServer(path: string | undefined, { start, end }: lsp.Range): Promise<Range> {
    return { start: await this.fromServer(path, start), end: await this.fromServer(path, end) };
  }
}

export function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}

/** Whether a range holds another, which may be the same. */
export function holds(outer: Range, inner: Range): boolean {
  return comparePositions(outer.start, inner.start) <= 0 && comparePositions(inner.end, outer.end) <= 0;
}

export function isSameRange(a: Range, b: Range): boolean {
  return comparePositions(a.start, b.start) === 0 && comparePositions(a.end, b.end) === 0;
}

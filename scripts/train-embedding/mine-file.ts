/**
 * The pairs of one file: what somebody could ask, and the code that answers. Queries are comments, names, messages and the
 * words at the head of the file; passages look as the product embeds them, with words of the path and of neighbours, in half
 * of the cases.
 */
import { words } from "../../src/base/words.ts";
import { pathWords } from "../../src/embed/passage.ts";
import { chunksOf } from "../../src/index/chunk.ts";
import type { FileSyntax, Span } from "../../src/syntax/file-syntax.ts";
import { SymbolTree, type TreeSymbol } from "../../src/syntax/tree.ts";
import type { PairWriter } from "./pairs.ts";
import { asked, paragraphs } from "./prose.ts";
import type { Random } from "./random.ts";

/** As long as the product's chunks, in characters. */
const PASSAGE = 1_500;

const BODIES: ReadonlySet<string> = new Set(["function", "method", "constructor", "macro", "operator", "rule"]);
const TYPES: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "struct",
  "trait",
  "enum",
  "type",
  "module",
  "namespace",
  "object",
  "union",
  "implementation",
]);
const SMALL: ReadonlySet<string> = new Set(["property", "field", "variable", "constant", "event"]);

export interface MinedFile {
  path: string;
  language: string;
  text: string;
  syntax: FileSyntax;
}

/**
 * @param isPlain for the packages that are only measured with: one pair for each documented function, nothing added, the
 *   function's own name left out of the query.
 */
export function mineFile(file: MinedFile, into: PairWriter, random: Random, isPlain = false): void {
  new FileMiner(file, into, random, isPlain).mine();
}

class FileMiner {
  readonly #file: MinedFile;
  readonly #into: PairWriter;
  readonly #random: Random;
  readonly #isPlain: boolean;
  readonly #tree: SymbolTree;

  constructor(file: MinedFile, into: PairWriter, random: Random, isPlain: boolean) {
    this.#file = file;
    this.#into = into;
    this.#random = random;
    this.#isPlain = isPlain;
    this.#tree = new SymbolTree(file.text, file.syntax);
  }

  mine(): void {
    for (const symbol of this.#tree.all) {
      const doc = this.#docOf(symbol);
      if (doc) this.#documented(symbol, doc);
      if (this.#isPlain) continue;
      if (BODIES.has(symbol.kind) && this.#random.chance(doc ? 0.15 : 0.4)) this.#named(symbol, doc);
      if (TYPES.has(symbol.kind) && this.#random.chance(0.4)) this.#named(symbol, doc);
    }
    if (this.#isPlain) return;
    this.#comments();
    this.#header();
  }

  /** Where the documentation of a symbol stands, in front of the declaration or within it. */
  #docOf({ doc, declaration, children, kind }: TreeSymbol): Span | undefined {
    if (doc) return doc;
    if (!BODIES.has(kind) && !TYPES.has(kind)) return undefined;
    const { language } = this.#file;
    const pattern = language === "python" ? DOCSTRING : language === "elixir" ? ELIXIR_DOC : undefined;
    const found = pattern?.exec(this.#file.text.slice(declaration.start, declaration.start + 6_000));
    if (!found) return undefined;
    const start = declaration.start + found.index + found[0].length - found[1]!.length;
    const end = start + found[1]!.length;
    if (end > declaration.end || children.some((child) => child.declaration.start < start)) return undefined;
    return { start, end };
  }

  #documented(symbol: TreeSymbol, doc: Span): void {
    const isBody = BODIES.has(symbol.kind);
    if (this.#isPlain ? !isBody : !isBody && !TYPES.has(symbol.kind) && !SMALL.has(symbol.kind)) return;
    if (SMALL.has(symbol.kind) && !this.#random.chance(0.35)) return;
    const { lead, tail } = paragraphs(this.#file.text.slice(doc.start, doc.end));
    const [first, ...more] = lead;
    if (first === undefined) return;
    this.#query("doc", symbol, first, doc);
    if (this.#isPlain) return;
    const others = tail === "" ? more : [...more, tail];
    if (others.length > 0 && this.#random.chance(0.4)) {
      this.#query("detail", symbol, others[this.#random.below(others.length)]!, doc);
    }
  }

  #query(kind: "doc" | "detail", symbol: TreeSymbol, text: string, doc: Span): void {
    const bare = this.#isPlain || this.#random.chance(0.6) ? without(text, symbol.name) : text;
    const found = asked(bare);
    if (!found) return;
    this.#add(kind, found, this.#passage(symbol.declaration, [doc]));
  }

  /** The words of a name for the code without it. */
  #named({ name, declaration, nameSpan, chain, kind }: TreeSymbol, doc: Span | undefined): void {
    const own = words(name);
    const isType = TYPES.has(kind);
    if (own.length < (isType ? 1 : 2) || declaration.end - declaration.start < 60) return;
    const owner = chain.at(-2)?.name;
    const query = owner && this.#random.chance(0.4) ? [...own, ...words(owner)] : own;
    const holes = [...(doc ? [doc] : []), ...(this.#random.chance(0.7) ? [nameSpan] : [])];
    this.#add("name", query, this.#passage(declaration, holes));
  }

  /** Remarks within functions for the lines that follow them, or for the whole function. */
  #comments(): void {
    const { text, syntax } = this.#file;
    const bodies = this.#tree.all.filter(({ kind }) => BODIES.has(kind));
    let left = 12;
    for (const remark of joined(syntax.comments, text)) {
      if (left === 0) return;
      const around = bodies.findLast(({ declaration: { start, end } }) => start < remark.start && remark.end < end);
      if (!around || !this.#random.chance(0.6)) continue;
      const { lead } = paragraphs(text.slice(remark.start, remark.end));
      const found = lead.length > 0 ? asked(lead.join(" "), 4, 60) : undefined;
      if (!found) continue;
      left--;
      const near = { start: remark.end, end: blockEnd(text, remark.end, around.declaration.end) };
      const isNear = near.end - near.start > 120 && this.#random.chance(0.6);
      this.#add(
        "comment",
        found,
        isNear ? this.#passage(near, [remark]) : this.#passage(around.declaration, [remark], remark.start),
      );
    }
  }

  /** What the head of a file says of it, for one of its first chunks. */
  #header(): void {
    const { text, syntax, path } = this.#file;
    for (const span of joined(syntax.comments, text).slice(0, 3)) {
      if (
        span.start > 3_000 ||
        this.#tree.all.some(({ doc }) => doc && doc.start <= span.start && span.end <= doc.end && doc.start > 400)
      )
        return;
      const { lead } = paragraphs(text.slice(span.start, span.end));
      const found = lead.map((one) => asked(one, 4, 80)).find((one) => one !== undefined);
      if (!found) continue;
      const rest = `${text.slice(0, span.start)}\n${text.slice(span.end)}`;
      const chunks = chunksOf(new SymbolTree(rest, { symbols: [] })).slice(0, 4);
      if (chunks.length === 0) return;
      for (let count = 0; count < 2; count++) {
        const chunk = chunks[this.#random.below(chunks.length)]!;
        this.#into.add(
          "header",
          this.#file.language,
          this.#phrased(found),
          `${pathWords(path)}\n${rest.slice(chunk.start, chunk.end)}`,
        );
      }
      return;
    }
  }

  #add(kind: "doc" | "detail" | "name" | "comment", query: readonly string[], passage: string): void {
    const lead = !this.#isPlain && this.#random.chance(0.5) ? `${pathWords(this.#file.path)}\n` : "";
    this.#into.add(kind, this.#file.language, this.#isPlain ? query : this.#phrased(query), lead + passage);
  }

  /** Some queries as questions, so that the words of questions come to mean nothing. */
  #phrased(query: readonly string[]): readonly string[] {
    if (!this.#random.chance(0.3)) return query;
    const [before, after] = PHRASES[this.#random.below(PHRASES.length)]!;
    return [...before, ...query, ...after];
  }

  /**
   * The text of a span without its holes: alone, or in half of the cases with as much of its neighbours as fits.
   * @param around where the passage should lie when the span is longer than a passage.
   */
  #passage({ start, end }: Span, holes: readonly Span[], around = start): string {
    const { text } = this.#file;
    let [from, to] = [start, Math.min(end, start + PASSAGE)];
    if (end - start > PASSAGE && around > start) {
      from = lineStart(text, Math.max(start, Math.min(around - this.#random.below(PASSAGE), end - PASSAGE)));
      to = Math.min(end, from + PASSAGE);
    } else if (!this.#isPlain && end - start < PASSAGE && this.#random.chance(0.5)) {
      const spare = PASSAGE - (end - start);
      const before = this.#random.below(spare);
      from = lineStart(text, Math.max(0, start - before));
      to = Math.min(text.length, end + spare - before);
    }
    let passage = "";
    let at = from;
    for (const hole of [...holes].sort((a, b) => a.start - b.start)) {
      if (hole.end <= at || hole.start >= to) continue;
      passage += `${text.slice(at, Math.max(at, hole.start))} `;
      at = hole.end;
    }
    return passage + text.slice(at, Math.max(at, to));
  }
}

const DOCSTRING =
  /^(?:\s*@[^\n]*\n)*\s*(?:async\s+)?(?:def|class)\b[^\n]*(?:\n[^\n"']*)*?:[ \t]*(?:#[^\n]*)?\n\s*([rRuU]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''))/;
const ELIXIR_DOC = /^\s*(?:defmodule[^\n]*do\s+)?(@(?:module)?doc\s+(?:~[sS])?(?:"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"))/;

const PHRASES = [
  "how does | work",
  "how |",
  "how are | handled",
  "how is | implemented",
  "where is | defined",
  "where does it |",
  "what |",
  "function that |",
  "function to |",
  "code that |",
  "class that |",
  "which function | ",
  "logic for |",
  "implementation of |",
  "how to |",
  "find the code for |",
  "| implementation",
  "| definition",
  "| class",
  "| and how it works",
].map((phrase) => phrase.split("|").map((side) => words(side)) as [string[], string[]]);

/** A text without a name that is written in it as code. */
function without(text: string, name: string): string {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\w$])${literal}(?![\\w$])`, "g"), " ");
}

/** Comments on lines of their own, those on lines that follow each other as one. */
function joined(comments: readonly Span[], text: string): Span[] {
  const found: Span[] = [];
  for (const { start, end } of comments) {
    if (text.slice(lineStart(text, start), start).trim() !== "") continue;
    const last = found.at(-1);
    const between = last ? text.slice(last.end, start) : "x";
    if (last && between.trim() === "" && between.split("\n").length <= 2) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

/** The end of the lines that belong together from an offset on: the first empty line after a few that are not, or 900 characters. */
function blockEnd(text: string, from: number, most: number): number {
  const limit = Math.min(most, from + 900);
  let filled = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < limit; at = text.indexOf("\n", at + 1)) {
    const next = text.indexOf("\n", at + 1);
    if (text.slice(at + 1, next === -1 ? limit : next).trim() !== "") filled++;
    else if (filled >= 3) return at;
  }
  return limit;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

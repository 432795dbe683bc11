/** What a parsed file is: plain data that a worker can send. Offsets are UTF-16 units from the start of the text. */
import type { SymbolKind } from "./kind.ts";

/** From `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** A named definition. */
export interface SyntaxSymbol {
  kind: SymbolKind;
  name: string;
  /** All text that belongs to it: decorators, modifiers, keywords, body, terminator. */
  declaration: Span;
  /** The name where it is defined. */
  nameSpan: Span;
  /** Comments directly above the declaration. */
  doc?: Span;
  /** The declaration without decorators and body, on one line, at most 200 characters. */
  signature: string;
  /** Seen from outside of the file. */
  exported: boolean;
  /** Place of the symbol around it in `FileSyntax.symbols`; -1 at the top. */
  parent: number;
  /** A language server told where the name stands and not where the declaration ends: the body is not known. */
  isNameOnly?: true;
  /** Types it is a member of although it stands outside of them, outermost first: `["Server"]` for a Go method. */
  owner?: string[];
}

export interface ImportReference {
  /** As written, without quotes: `./cart`, `os.path`. */
  source: string;
  /** Names taken from it, where they are written out. */
  names: string[];
  span: Span;
}

/** Where each identifier occurs outside of comments and strings; in few pieces, since a message costs by the piece. */
export interface Occurrences {
  names: string[];
  /** Per name, how many of `lines` are its own. */
  counts: Uint32Array;
  /** 1-based; those of one name rising, each once, behind those of the names before it. */
  lines: Uint32Array;
}

export interface FileSyntax {
  /** In the order of their declarations; a parent stands before its children. */
  symbols: SyntaxSymbol[];
  imports: ImportReference[];
  comments: Span[];
  /** Places where the text does not follow the grammar: the first few, and how many there are. */
  errors: { count: number; spans: Span[] };
  occurrences?: Occurrences;
  /** Texts within the file, as far as the language's query knows them; only where they were asked for. */
  strings?: Span[];
  /** Strings and the like that go over several lines, where they were asked for. */
  literals?: Span[];
}

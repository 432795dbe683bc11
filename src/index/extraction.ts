/** From the bytes of a file to what the index keeps of it. */
import { createHash } from "node:crypto";
import { Unavailable } from "../base/error.ts";
import { lineStarts } from "../base/text.ts";
import type { DecodedText } from "../project/encoding.ts";
import { isMinified } from "../project/kind.ts";
import type { ContentEntry, SymbolEntry } from "../store/content-table.ts";
import type { Dialect } from "../syntax/dialect.ts";
import type { FileSyntax } from "../syntax/file-syntax.ts";
import { SymbolTree } from "../syntax/tree.ts";
import { type Chunk, chunksOf } from "./chunk.ts";
import { contentTerms, packTerms } from "./content-terms.ts";
import { packOccurrences } from "./occurrence-data.ts";

/** Changes whenever the same file would give other rows. */
const EXTRACTION_VERSION = 3;

const NO_TERMS = packTerms(contentTerms(new SymbolTree("", { symbols: [] }), []));

/** Files above this size are listed and not read, in bytes. */
export const INDEXED_BYTES = 4 * 1024 * 1024;

/**
 * How a parse is asked for. Throws Unavailable `timed_out` for a text that takes too long, another Unavailable or a
 * DOMException when nothing can be parsed any more, and whatever else for a text that a parser fails at.
 */
export type Parse = (path: string, dialect: Dialect, text: string) => Promise<FileSyntax>;

export function contentHash(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest().subarray(0, 16);
}

/** Of a chunk's text: 16 hex digits. */
export function textHash(text: string): string {
  return Bun.hash(text).toString(16).padStart(16, "0");
}

/** All that the rows of a content depend on besides its bytes; nothing else of a file may have a part in them. */
export function contentKey(dialect: Dialect | undefined, language: string, { encoding }: DecodedText): string {
  const readAs = dialect ? `${dialect.language} ${dialect.grammar} ${dialect.query}` : language;
  return encoding === "utf-8" ? readAs : `${readAs} ${encoding}`;
}

/**
 * What an index depends on besides the files.
 * @param sources all that says how texts are read, such as queries and languages; plain data.
 */
export function extractorVersion(...sources: readonly unknown[]): string {
  return `${EXTRACTION_VERSION} ${Bun.hash(JSON.stringify(sources)).toString(16)}`;
}

export interface Source {
  /** One of those that the content has; for errors. */
  path: string;
  hash: Uint8Array;
  /** As `contentKey` gives it. */
  key: string;
  /** Id, or empty for text in no known language. */
  language: string;
  dialect: Dialect | undefined;
}

/** @throws when nothing can be parsed any more. */
export async function extracted(
  { path, hash, key, language, dialect }: Source,
  { text }: DecodedText,
  parse: Parse,
): Promise<ContentEntry> {
  const starts = lineStarts(text);
  const plain = () => chunked(new SymbolTree(text, { symbols: [] }, starts));
  const entry: ContentEntry = {
    hash,
    dialect: key,
    language,
    lines: starts.length,
    errors: 0,
    skip: null,
    symbols: [],
    imports: [],
    identifiers: [],
    occurrences: new Uint8Array(),
    chunks: [],
    terms: NO_TERMS,
  };
  if (isMinified(text, starts.length)) return { ...entry, skip: "minified" };
  if (!dialect) return { ...entry, ...plain() };
  let syntax: FileSyntax;
  try {
    syntax = await parse(path, dialect, text);
  } catch (error) {
    return { ...entry, skip: failure(error), ...plain() };
  }
  const tree = new SymbolTree(text, syntax, starts);
  return {
    ...entry,
    errors: syntax.errors.count,
    symbols: symbolEntries(tree),
    imports: syntax.imports.map(({ source, names, span }) => ({ source, names, line: tree.lines(span).start })),
    ...(syntax.occurrences && {
      identifiers: syntax.occurrences.names,
      occurrences: packOccurrences(syntax.occurrences),
    }),
    ...chunked(tree),
  };
}

/** One text that a parser fails at must not keep all others out of the index. */
function failure(error: unknown): string {
  if (error instanceof Unavailable && error.code === "timed_out") return "timed out";
  if (error instanceof Unavailable || error instanceof DOMException) throw error;
  return "not parsed";
}

function symbolEntries(tree: SymbolTree): SymbolEntry[] {
  const places = new Map(tree.all.map((symbol, place) => [symbol, place]));
  const parents = new Map(tree.all.flatMap((symbol) => symbol.children.map((child) => [child, places.get(symbol)!])));
  return tree.all.map((symbol) => {
    const { start, end } = tree.lines(symbol.declaration);
    const { line, column } = tree.position(symbol.nameSpan.start);
    return {
      parent: parents.get(symbol) ?? -1,
      name: symbol.name,
      namePath: symbol.namePath,
      kind: symbol.kind,
      exported: symbol.exported,
      startLine: start,
      endLine: end,
      nameLine: line,
      nameColumn: column,
      signature: symbol.signature,
    };
  });
}

function chunked(tree: SymbolTree) {
  const chunks = chunksOf(tree);
  return { chunks: chunkEntries(tree.text, chunks), terms: packTerms(contentTerms(tree, chunks)) };
}

function chunkEntries(text: string, chunks: readonly Chunk[]) {
  return chunks.map((chunk) => ({
    ...chunk,
    textHash: textHash(text.slice(chunk.start, chunk.end)),
  }));
}

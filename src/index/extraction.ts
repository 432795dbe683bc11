/** From the bytes of a file to what the index keeps of it. */
import { createHash } from "node:crypto";
import type { DecodedText } from "../project/encoding.ts";
import { kindByText } from "../project/kind.ts";
import type { ContentEntry, SymbolEntry } from "../store/content-table.ts";
import type { Dialect } from "../syntax/dialect.ts";
import type { FileSyntax } from "../syntax/file-syntax.ts";
import { SymbolTree } from "../syntax/tree.ts";
import { type Chunk, chunksOf } from "./chunk.ts";
import { packOccurrences } from "./occurrence-data.ts";

/** Changes whenever the same file would give other rows. */
const EXTRACTION_VERSION = 1;

/** Files above this size are listed and not read, in bytes. */
export const INDEXED_BYTES = 4 * 1024 * 1024;

/** How a parse is asked for; throws what the pool throws. */
export type Parse = (path: string, dialect: Dialect, text: string) => Promise<FileSyntax>;

export function contentHash(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest().subarray(0, 16);
}

/** What stands for the way in which a content was read. */
export function dialectKey(dialect: Dialect | undefined): string {
  return dialect ? `${dialect.language} ${dialect.grammar} ${dialect.query}` : "";
}

/**
 * What an index depends on besides the files.
 * @param queries texts of all queries, by name.
 */
export function extractorVersion(queries: Readonly<Record<string, string>>): string {
  return `${EXTRACTION_VERSION} ${Bun.hash(JSON.stringify(queries)).toString(16)}`;
}

/** @param language id, or empty for text in no known language. */
export async function extracted(
  path: string,
  hash: Uint8Array,
  { text }: DecodedText,
  language: string,
  dialect: Dialect | undefined,
  parse: Parse,
): Promise<ContentEntry> {
  const plain = new SymbolTree(text, { symbols: [] });
  const entry: ContentEntry = {
    hash,
    dialect: dialectKey(dialect),
    language,
    lines: plain.lineCount,
    errors: 0,
    skip: null,
    symbols: [],
    imports: [],
    identifiers: [],
    occurrences: new Uint8Array(),
    chunks: [],
  };
  if (kindByText(path, text, plain.lineCount) === "minified") return { ...entry, skip: "minified" };
  if (!dialect) return { ...entry, chunks: chunkEntries(text, chunksOf(plain)) };
  let syntax: FileSyntax;
  try {
    syntax = await parse(path, dialect, text);
  } catch (error) {
    if ((error as { code?: string }).code !== "timed_out") throw error;
    return { ...entry, skip: "timed out", chunks: chunkEntries(text, chunksOf(plain)) };
  }
  const tree = new SymbolTree(text, syntax);
  const occurrences = syntax.occurrences ?? { names: [], lines: [] };
  return {
    ...entry,
    errors: syntax.errors.count,
    symbols: symbolEntries(tree),
    imports: syntax.imports.map(({ source, names, span }) => ({ source, names, line: tree.lines(span).start })),
    identifiers: occurrences.names,
    occurrences: packOccurrences(occurrences),
    chunks: chunkEntries(text, chunksOf(tree)),
  };
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

function chunkEntries(text: string, chunks: readonly Chunk[]) {
  return chunks.map((chunk) => ({
    ...chunk,
    textHash: Bun.hash(text.slice(chunk.start, chunk.end)).toString(16).padStart(16, "0"),
  }));
}

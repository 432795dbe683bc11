/** The symbols of a project's files, as they are on the disk at the time of the call. */
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { Project } from "../project/project.ts";
import { type Dialect, dialectOf } from "../syntax/dialect.ts";
import type { FileSyntax, Occurrences, Span } from "../syntax/file-syntax.ts";
import type { SyntaxPool } from "../syntax/pool.ts";
import { SymbolTree } from "../syntax/tree.ts";
import { changedMeanwhile, type ServerOutlines } from "./server-outline.ts";

/** Parsed files are kept up to this many characters of their texts. */
const KEPT_CHARS = 32 * 1024 * 1024;

export interface FileSymbols {
  path: string;
  /** Id of the language. */
  language: string;
  /** Content hash of the file. */
  hash: string;
  tree: SymbolTree;
  syntax: FileSyntax;
  source: "syntax" | "server";
  /** Regular expression of comments that are for the whole file; undefined where comments are not told apart. */
  fileComments: string | undefined;
}

export type Parsed = Pick<FileSymbols, "tree" | "syntax">;

export class Symbols {
  readonly #parsers: SyntaxPool;
  readonly #outlines: ServerOutlines | undefined;
  /** By grammar and content; what was used last stands last. */
  readonly #parsed = new Map<string, Parsed>();
  #keptChars = 0;

  /** @param outlines for languages without a grammar. */
  constructor(parsers: SyntaxPool, outlines?: ServerOutlines) {
    this.#parsers = parsers;
    this.#outlines = outlines;
  }

  /** Whether files of this name are parsed. */
  has(project: Project, path: string): boolean {
    return dialectOf(path, project.catalog) !== undefined;
  }

  /** Whether the symbols of files of this name come from a language server. */
  isServed(project: Project, path: string): boolean {
    return this.#outlines?.has(project, path) ?? false;
  }

  /** Whether the symbols of files of this name come from a language server that is there now. */
  isServedNow(project: Project, path: string): boolean {
    return this.#outlines?.isPresent(project, path) ?? false;
  }

  /** The files of an index whose symbols come from servers. */
  servedIn(project: Project, index: ProjectIndex, generation: number): readonly string[] {
    return this.#outlines?.indexed(project, index, generation) ?? [];
  }

  /**
   * Reads and parses a file; a text that was parsed before is not parsed again. One in a language without a grammar is
   * outlined by its language server.
   * @throws UserError as `Files.read` does, `refused` for files with neither, `too_large`, `stale`; Unavailable.
   */
  async ofFile(project: Project, path: string, signal: AbortSignal): Promise<FileSymbols> {
    return (await this.ofFileWith(project, path, "", signal))!;
  }

  /** As `ofFile`, but undefined, and not parsed, when the file's text does not hold a word. */
  async ofFileWith(
    project: Project,
    path: string,
    word: string,
    signal: AbortSignal,
  ): Promise<FileSymbols | undefined> {
    const dialect = dialectOf(path, project.catalog);
    if (!dialect && this.isServed(project, path)) return await this.#served(project, path, word, signal);
    if (!dialect) throw await withoutSymbols(project, path);
    const { text, bytes } = await project.files.read(path);
    if (!text.includes(word)) return undefined;
    const parsed = await this.#parse(path, dialect, text, signal);
    const { language, fileComments } = dialect;
    return { path, language, fileComments, hash: shortHash(bytes), source: "syntax", ...parsed };
  }

  async #served(project: Project, path: string, word: string, signal: AbortSignal): Promise<FileSymbols | undefined> {
    const { text, bytes } = await project.files.read(path);
    if (!text.includes(word)) return undefined;
    const symbols = await this.#outlines!.of(project, path, text, signal);
    if (!symbols) throw changedMeanwhile(path);
    const syntax: FileSyntax = { symbols, imports: [], comments: [], errors: { count: 0, spans: [] } };
    const tree = new SymbolTree(text, syntax);
    const language = project.catalog.of(path)!.id;
    return { path, language, fileComments: undefined, hash: shortHash(bytes), source: "server", tree, syntax };
  }

  /**
   * A file whose text holds a word, with the places of its identifiers; undefined for one that does not hold it.
   * @throws as `ofFile`.
   */
  async occurrencesOf(
    project: Project,
    path: string,
    word: string,
    signal: AbortSignal,
  ): Promise<{ tree: SymbolTree; occurrences: Occurrences; errors: number } | undefined> {
    const dialect = dialectOf(path, project.catalog);
    if (!dialect) throw await withoutSymbols(project, path);
    const { text } = await project.files.read(path);
    if (!text.includes(word)) return undefined;
    const syntax = await this.#parsers.parse(path, dialect, text, { signal, occurrences: true });
    return { tree: new SymbolTree(text, syntax), occurrences: syntax.occurrences!, errors: syntax.errors.count };
  }

  /**
   * What a parser makes of a text that a file could hold.
   * @returns undefined for languages without a grammar, and for prose, in which nothing is wrong.
   * @throws as `SyntaxPool.parse`.
   */
  async syntaxOf(project: Project, path: string, text: string, signal: AbortSignal): Promise<FileSyntax | undefined> {
    const dialect = dialectOf(path, project.catalog);
    if (!dialect || project.catalog.of(path)?.syntax?.is_prose) return undefined;
    return (await this.#parse(path, dialect, text, signal)).syntax;
  }

  /**
   * Comments of a text that a file could hold, and strings, those in imports apart.
   * @returns undefined for languages without a grammar.
   * @throws as `SyntaxPool.parse`.
   */
  async proseIn(
    project: Project,
    path: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Record<"comments" | "strings" | "modules", readonly Span[]> | undefined> {
    const dialect = dialectOf(path, project.catalog);
    if (!dialect) return undefined;
    const syntax = await this.#parsers.parse(path, dialect, text, { signal, strings: true });
    const { comments, strings = [], imports } = syntax;
    const isImported = ({ start, end }: Span) => imports.some(({ span }) => span.start <= start && end <= span.end);
    return { comments, strings: strings.filter((span) => !isImported(span)), modules: strings.filter(isImported) };
  }

  /**
   * The symbols that a text would have as a file's content, with its literals of several lines.
   * @returns undefined for languages without a grammar.
   * @throws as `SyntaxPool.parse`.
   */
  async imagined(
    project: Pick<Project, "catalog">,
    path: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Parsed | undefined> {
    const dialect = dialectOf(path, project.catalog);
    if (!dialect) return undefined;
    const syntax = await this.#parsers.parse(path, dialect, text, { signal, literals: true });
    return { syntax, tree: new SymbolTree(text, syntax) };
  }

  async #parse(path: string, dialect: Dialect, text: string, signal: AbortSignal): Promise<Parsed> {
    const key = `${dialect.grammar} ${dialect.query} ${text.length} ${Bun.hash(text)}`;
    const known = this.#parsed.get(key);
    if (known?.tree.text === text) {
      this.#parsed.delete(key);
      this.#parsed.set(key, known);
      return known;
    }
    const syntax = await this.#parsers.parse(path, dialect, text, { signal });
    const parsed = { syntax, tree: new SymbolTree(text, syntax) };
    this.#keep(key, parsed);
    return parsed;
  }

  #keep(key: string, parsed: Parsed): void {
    if (parsed.tree.text.length > KEPT_CHARS / 8) return;
    const before = this.#parsed.get(key);
    if (before) this.#keptChars -= before.tree.text.length;
    this.#parsed.delete(key);
    this.#parsed.set(key, parsed);
    this.#keptChars += parsed.tree.text.length;
    for (const [oldest, { tree }] of this.#parsed) {
      if (this.#keptChars <= KEPT_CHARS) break;
      this.#parsed.delete(oldest);
      this.#keptChars -= tree.text.length;
    }
  }
}

/** There may be a better fault than the file's language: it is not there, or it is a folder. */
async function withoutSymbols({ catalog, files }: Project, path: string): Promise<UserError> {
  if (await files.isFolder(path)) {
    return new UserError("refused", `"${path}" is a folder; symbols are read of one file at a time.`, {
      hint: "get_file_structure and find_file show its files; find_symbol looks into all of them.",
    });
  }
  (await files.open(path))[Symbol.dispose]();
  const language = catalog.of(path);
  const why = language ? `${language.name} has no grammar here` : "its name shows no language that is known";
  const known = catalog.languages.filter(({ syntax }) => syntax).map(({ name }) => name);
  return new UserError("refused", `File "${path}" cannot be read as symbols: ${why}.`, {
    hint: `Read it or search its text. Languages with symbols: ${known.join(", ")}.`,
  });
}

/** With which grammar and query a file is read. */
import type { Catalog } from "../language/catalog.ts";
import type { Language, LanguageSyntax } from "../language/spec.ts";

export interface Dialect {
  /** Id of the language. */
  language: string;
  /** Key of `resources/grammars.yaml`. */
  grammar: string;
  /** File in `resources/queries/`. */
  query: string;
  rewrite: LanguageSyntax["rewrite"];
  exported: LanguageSyntax["exported"];
  /** Regular expression of words that the parser takes for blanks; they belong to the declaration behind them. */
  blanks: string | undefined;
  identifier: string | undefined;
  /** Regular expression of comments that are for the whole file. */
  fileComments: string;
}

/** Undefined for files of languages without a grammar. */
export function dialectOf(path: string, catalog: Catalog): Dialect | undefined {
  const language = catalog.of(path);
  const { grammars = {}, queries = {} } = language?.syntax ?? {};
  const ofSuffix = (table: Record<string, string>) =>
    Object.entries(table).find(([suffix]) => path.toLowerCase().endsWith(suffix))?.[1];
  return language && dialect(language, ofSuffix(grammars), ofSuffix(queries));
}

/** The dialect of a language by its id, its name or a suffix without the dot (`ts`), as other languages name it within them. */
export function dialectNamed(word: string, catalog: Catalog): Dialect | undefined {
  const language = catalog.named(word);
  return language ? dialect(language) : dialectOf(`.${word}`, catalog);
}

function dialect({ id, syntax }: Language, grammar?: string, query?: string): Dialect | undefined {
  if (!syntax) return undefined;
  return {
    language: id,
    grammar: grammar ?? syntax.grammar,
    query: query ?? syntax.query ?? id,
    rewrite: syntax.rewrite,
    exported: syntax.exported,
    blanks: syntax.blanks,
    identifier: syntax.identifier,
    fileComments: syntax.file_comments,
  };
}

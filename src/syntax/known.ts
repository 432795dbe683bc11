/** Whether there is a grammar and a query for what a user says of a language's syntax. */
import type { LanguageSyntax } from "../language/spec.ts";
import { GRAMMAR_NAMES, QUERY_NAMES } from "./_names.gen.ts";

/** What there is not, and what there is; undefined when nothing is missing. */
export function syntaxFault(
  language: string,
  { grammar, grammars, query, queries }: LanguageSyntax,
): string | undefined {
  const wanted = [grammar, ...Object.values(grammars ?? {})].find((name) => !GRAMMAR_NAMES.includes(name));
  if (wanted !== undefined)
    return `there is no grammar ${JSON.stringify(wanted)}; there are ${GRAMMAR_NAMES.join(", ")}.`;
  const lacking = [query ?? language, ...Object.values(queries ?? {})].find((name) => !QUERY_NAMES.includes(name));
  if (lacking === undefined) return undefined;
  return `there is no query ${JSON.stringify(lacking)}; syntax.query names one of ${QUERY_NAMES.join(", ")}.`;
}

/** The languages of a project. */
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import type { Catalog } from "../language/catalog.ts";
import type { Language } from "../language/spec.ts";
import type { Project } from "../project/project.ts";

const HINT_CHARS = 900;

/** Those that files of a project are written in, the one with most files first. */
export async function languagesOf({ files, catalog }: Project, signal: AbortSignal): Promise<Language[]> {
  const counts = new Map<Language, number>();
  for (const path of await files.paths(".", { signal })) {
    const language = catalog.of(path);
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
}

/**
 * @param offered those that the error names; all when left out.
 * @throws UserError `not_found`, with a near name.
 */
export function languageNamed(catalog: Catalog, word: string, offered?: readonly Language[]): Language {
  const language = catalog.named(word);
  if (language) return language;
  const known = catalog.languages.map(({ id }) => id);
  const near = didYouMean(word, known);
  const listed = offered
    ? `Languages with servers: ${offered.map(({ id }) => id).join(", ")}`
    : `Languages: ${known.join(", ")}`;
  throw new UserError("not_found", `There is no language ${JSON.stringify(word)}${near ? `; ${near}` : "."}`, {
    hint: `${listed}.`.slice(0, HINT_CHARS),
  });
}

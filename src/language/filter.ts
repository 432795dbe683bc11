/** The languages that a caller asks for by name. */
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import type { Catalog } from "./catalog.ts";

/**
 * Ids of the named languages; undefined for all.
 * @param names of a field `languages`: ids or other names.
 * @throws UserError for one that is not known.
 */
export function languageIds(catalog: Catalog, names: readonly string[] | undefined): string[] | undefined {
  if (!names || names.length === 0) return undefined;
  return names.map((name) => {
    const language = catalog.named(name);
    if (language) return language.id;
    const near = didYouMean(
      name,
      catalog.languages.map(({ id }) => id),
    );
    const message = `Field "languages" names ${JSON.stringify(name)}, which is no known language${near ? `; ${near}` : "."}`;
    throw new UserError("invalid_arguments", message, { errors: [{ pointer: "/languages", message }] });
  });
}

/** Whether a file is in one of the named languages. @throws as `languageIds`. */
export function languageFilter(catalog: Catalog, names: readonly string[] | undefined): (path: string) => boolean {
  const ids = languageIds(catalog, names);
  return (path) => ids === undefined || ids.includes(catalog.of(path)?.id ?? "");
}

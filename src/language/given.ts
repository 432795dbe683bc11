/** Which files a language server is given. */
import type { Catalog } from "./catalog.ts";
import type { ServerSpec } from "./server-spec.ts";

/** Whether a server is given a file, by its path relative to the project. */
export function givenTo({ languages, only }: ServerSpec, catalog: Catalog): (path: string) => boolean {
  const patterns = only.map((one) => new RegExp(one, "mu"));
  return (path) => {
    const language = catalog.of(path);
    if (!language || !languages.includes(language.id)) return false;
    return patterns.length === 0 || patterns.some((pattern) => pattern.test(path));
  };
}

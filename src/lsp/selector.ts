/** Which files a server means: selectors of documents, and globs of the protocol's kind. */
import { UserError } from "../base/error.ts";
import { assertFast, compiled, type PathFilter } from "../project/glob.ts";
import type { SelectedFile } from "./capability.ts";
import { toPath } from "./uri.ts";

export class DocumentSelector {
  readonly #filters: readonly ((file: SelectedFile) => boolean)[] | undefined;

  /** @param raw null and what is no list select every file. */
  constructor(raw: unknown, root: string) {
    this.#filters = Array.isArray(raw) ? raw.map((one) => filterOf(one, root)) : undefined;
  }

  matches(file: SelectedFile): boolean {
    return this.#filters === undefined || this.#filters.some((wants) => wants(file));
  }
}

function filterOf(raw: unknown, root: string): (file: SelectedFile) => boolean {
  if (typeof raw === "string") return ({ languageId }) => raw === "*" || raw === languageId;
  const { language, scheme, pattern } = (raw ?? {}) as { language?: unknown; scheme?: unknown; pattern?: unknown };
  if (scheme !== undefined && scheme !== null && scheme !== "file" && scheme !== "*") return () => false;
  const fits = pattern === undefined || pattern === null ? () => true : globFilter(pattern, root);
  return ({ path, languageId }) =>
    (typeof language !== "string" || language === "*" || language === languageId) && fits(path);
}

/**
 * Whether an absolute path matches a glob of a server. One that is not understood matches every file: to tell a server too
 * much is harmless, to keep silent is not.
 * @param raw a text, or `{baseUri, pattern}`.
 * @param root from where a text may also be meant.
 */
export function globFilter(raw: unknown, root: string): PathFilter {
  if (typeof raw === "string") {
    const matches = matcher(raw);
    return (path) => matches(path) || (path.startsWith(`${root}/`) && matches(path.slice(root.length + 1)));
  }
  const { baseUri, pattern } = (raw ?? {}) as { baseUri?: unknown; pattern?: unknown };
  const uri = typeof baseUri === "string" ? baseUri : (baseUri as { uri?: unknown } | undefined)?.uri;
  const base = typeof uri === "string" ? toPath(uri)?.replace(/\/+$/, "") : undefined;
  if (base === undefined || typeof pattern !== "string") return () => true;
  const matches = matcher(pattern);
  return (path) => path.startsWith(`${base}/`) && matches(path.slice(base.length + 1));
}

function matcher(glob: string): PathFilter {
  try {
    assertFast(glob, "glob");
    return compiled(glob, false);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return () => true;
  }
}

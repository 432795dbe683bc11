/** What speaks against a server's list of uses: files that have the name, and are not in it. */
import { words } from "../base/words.ts";
import { linesOf } from "../index/occurrence-data.ts";
import { ImportTable } from "../store/import-table.ts";
import { OccurrenceTable } from "../store/occurrence-table.ts";
import { SymbolTable } from "../store/symbol-table.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import type { ServerServices } from "./server-question.ts";

/** Files of one name that are looked into. */
const MOST_FILES = 200;

/** Files that a server is shown beside those that it knows. */
export const MOST_SHOWN = 40;

export interface UnseenFiles {
  /** Relative to the root; those that import the name first. */
  paths: readonly string[];
  /** Whether the name can hardly be another's: nothing else in the project is called so, and it is made of several words. */
  isTelling: boolean;
  /** Whether nothing else in the project is called so. */
  isOnly: boolean;
}

/** The files of an index that have a name, before it is known which of them a server lists. */
export interface NamingFiles {
  name: string;
  /** In the language of the file that defines the symbol, which is left out; the table knows words whatever their case is. */
  paths: readonly string[];
  isOnly: boolean;
}

/**
 * Takes no longer than a server takes to answer, so that both can be had at once.
 * @param path of the file that defines the symbol.
 * @returns why the index cannot tell; undefined for a name that is no identifier.
 */
export async function filesNaming(
  { name }: TreeSymbol,
  path: string,
  { project, index, signal }: ServerServices,
): Promise<NamingFiles | { reason: string } | undefined> {
  if (!/^[\p{ID_Continue}$]+$/u.test(name)) return undefined;
  const { reason } = await index.freshenPatiently(signal);
  if (reason !== undefined)
    return { reason: `whether files beyond the server's project use it is not known yet: ${reason}` };
  const language = project.catalog.of(path);
  const all = new OccurrenceTable(index.reader!).pathsUsing([name]);
  const paths = all.filter((one) => one !== path && project.catalog.of(one) === language);
  return { name, paths, isOnly: new SymbolTable(index.reader!).named(name).length <= 1 };
}

/**
 * Files that have a symbol's name outside of comments and strings, and that a server did not list: it may not count them to its
 * project, or not know them yet.
 * @param seen files of the server's list.
 * @param isKnown whether a server knows the files beside one; what it leaves out of them means something else, unless the name is
 *   a telling one.
 * @returns undefined when there are none that matter.
 */
export function unseenAmong(
  { name, paths: naming, isOnly }: NamingFiles,
  seen: ReadonlySet<string>,
  isKnown: (path: string) => boolean,
  { index }: ServerServices,
): UnseenFiles | undefined {
  const isTelling = isOnly && words(name).length > 1;
  const table = new OccurrenceTable(index.reader!);
  const isUse = (one: string) => table.using([name], one).some(({ data }) => linesOf(data, name).length > 0);
  const all = naming
    .filter((one) => !seen.has(one) && (isTelling || seen.size === 0 || !isKnown(one)))
    .slice(0, MOST_FILES)
    .filter(isUse);
  if (all.length <= MOST_SHOWN) return all.length === 0 ? undefined : { paths: all, isTelling, isOnly };
  const importing = new Set(new ImportTable(index.reader!).importing(name, all));
  const paths = [...importing, ...all.filter((one) => !importing.has(one))];
  return { paths, isTelling, isOnly };
}

/**
 * What is still to be said once a server was shown the first of those files and asked again.
 * @param before files of its first list.
 * @param seen files of its last one.
 */
export function unseenText(
  { paths, isTelling, isOnly }: UnseenFiles,
  before: ReadonlySet<string>,
  seen: ReadonlySet<string>,
): string | undefined {
  const [shown, rest] = [paths.slice(0, MOST_SHOWN), paths.slice(MOST_SHOWN)];
  const isDoubted = isTelling || (isOnly && seen.size === 0);
  // One that learnt of uses by what it was shown would learn of more.
  const hasLearnt = shown.some((path) => seen.has(path) && !before.has(path));
  const left = [...(isDoubted ? shown : []), ...(isDoubted || hasLearnt ? rest : [])].filter((path) => !seen.has(path));
  const [first] = left;
  if (first === undefined) return undefined;
  const which = left.length === 1 ? "another file that has" : `${left.length} other files that have`;
  const what = seen.size === 0 ? "the server knows no use, but" : "the server knows of no use in";
  return `${what} ${which} the name, such as ${JSON.stringify(first)}; find_references lists them`;
}

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

/** Beside some uses, more files with a plain word speak of other things as well: then those count that import it. */
const FEW_FILES = 20;

/** Files that a server is shown beside those that it knows. */
export const MOST_SHOWN = 40;

export interface UnseenFiles {
  /** Relative to the root, in their order. */
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
 * @returns undefined when the index cannot tell.
 */
export async function filesNaming(
  { name }: TreeSymbol,
  path: string,
  { project, index, signal }: ServerServices,
): Promise<NamingFiles | undefined> {
  if (!/^[\p{ID_Continue}$]+$/u.test(name)) return undefined;
  if ((await index.freshenPatiently(signal)).reason !== undefined) return undefined;
  const language = project.catalog.of(path);
  const all = new OccurrenceTable(index.reader!).pathsUsing([name]);
  const paths = all.filter((one) => one !== path && project.catalog.of(one) === language);
  return { name, paths, isOnly: new SymbolTable(index.reader!).named(name).length <= 1 };
}

/**
 * Files that have a symbol's name outside of comments and strings, and that a server did not list: it may not count them to its
 * project, or not know them yet.
 * @param seen files of the server's list.
 * @returns undefined when there are none that matter.
 */
export function unseenAmong(
  { name, paths: naming, isOnly }: NamingFiles,
  seen: ReadonlySet<string>,
  { index }: ServerServices,
): UnseenFiles | undefined {
  const table = new OccurrenceTable(index.reader!);
  const isUse = (one: string) => table.using([name], one).some(({ data }) => linesOf(data, name).length > 0);
  const all = naming
    .filter((one) => !seen.has(one))
    .slice(0, MOST_FILES)
    .filter(isUse);
  const isTelling = isOnly && words(name).length > 1;
  const isPlain = seen.size > 0 && !isTelling && (!isOnly || all.length > FEW_FILES);
  const paths = isPlain ? new ImportTable(index.reader!).importing(name, all) : all;
  return paths.length === 0 ? undefined : { paths, isTelling, isOnly };
}

/** What is still to be said once a server was shown the first of those files and asked again. */
export function unseenText({ paths, isTelling, isOnly }: UnseenFiles, seen: ReadonlySet<string>): string | undefined {
  const isDoubted = isTelling || (isOnly && seen.size === 0);
  const left = [...paths.slice(0, MOST_SHOWN).filter(() => isDoubted), ...paths.slice(MOST_SHOWN)].filter(
    (path) => !seen.has(path),
  );
  const [first] = left;
  if (first === undefined) return undefined;
  const which = left.length === 1 ? "another file that has" : `${left.length} other files that have`;
  const what = seen.size === 0 ? "the server knows no use, but" : "the server knows of no use in";
  return `${what} ${which} the name, such as ${JSON.stringify(first)}; find_references lists them`;
}

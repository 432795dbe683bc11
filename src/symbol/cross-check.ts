/** What speaks against a server's list of uses: files that have the name, and are not in it. */
import { words } from "../base/words.ts";
import { linesOf } from "../index/occurrence-data.ts";
import { ImportTable } from "../store/import-table.ts";
import { OccurrenceTable } from "../store/occurrence-table.ts";
import { SymbolTable } from "../store/symbol-table.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import type { ServerServices } from "./server-question.ts";

/** Files that a server is shown beside those that it knows. */
export const MOST_SHOWN = 40;

/** The files of an index that have a name, before it is known which of them a server lists. */
export interface NamingFiles {
  name: string;
  /** In the server's languages, without the file that defines the symbol; the table knows words whatever their case is. */
  paths: readonly string[];
  /** Whether nothing else in the project is called so. */
  isOnly: boolean;
}

/** Whether a name can hardly be another's: nothing else in the project is called so, and it is made of several words. */
export function isTelling({ name, isOnly }: NamingFiles): boolean {
  return isOnly && words(name).length > 1;
}

/**
 * Takes no longer than a server takes to answer, so that both can be had at once.
 * @param path of the file that defines the symbol.
 * @param languages of the server, by their ids.
 * @returns why the index cannot tell; undefined for a name that is no identifier.
 */
export async function filesNaming(
  { name }: TreeSymbol,
  path: string,
  languages: readonly string[],
  { project, index, signal }: ServerServices,
): Promise<NamingFiles | { reason: string } | undefined> {
  const identifier = project.catalog.of(path)?.syntax?.identifier;
  const isWord =
    /^[\p{ID_Continue}$]+$/u.test(name) || (identifier && new RegExp(`^(?:${identifier})$`, "u").test(name));
  const asIndexed = indexedWords(name);
  if (!isWord || asIndexed.length === 0) return undefined;
  const { reason } = await index.freshenPatiently(signal);
  if (reason !== undefined)
    return { reason: `whether files beyond the server's project use it is not known yet: ${reason}` };
  const all = new OccurrenceTable(index.reader!).pathsUsing(asIndexed);
  const paths = all.filter((one) => one !== path && languages.includes(project.catalog.of(one)?.id ?? ""));
  return { name, paths, isOnly: new SymbolTable(index.reader!).named(name).length <= 1 };
}

/**
 * Those that hold the name outside of comments and strings; such as import it first where there are many.
 * @param isDone what need not be looked at.
 * @returns no more than one beyond what can be shown; undefined when there is none.
 */
export function unseenAmong(
  { name, paths: naming }: NamingFiles,
  isDone: (path: string) => boolean,
  { index }: ServerServices,
): string[] | undefined {
  const left = naming.filter((one) => !isDone(one));
  const importing = new Set(left.length > MOST_SHOWN ? new ImportTable(index.reader!).importing(name, left) : []);
  const table = new OccurrenceTable(index.reader!);
  const paths: string[] = [];
  for (const one of [...importing, ...left.filter((path) => !importing.has(path))]) {
    if (paths.length > MOST_SHOWN) break;
    if (table.using(indexedWords(name), one).some(({ data }) => linesOf(data, name).length > 0)) paths.push(one);
  }
  return paths.length === 0 ? undefined : paths;
}

/** The words under which the index has a name: in some languages names hold marks, such as `total-area`. */
export function indexedWords(name: string): string[] {
  return name.match(/[\p{L}\p{N}\p{M}\p{Pc}$]+/gu) ?? [];
}

/** What a server's list says of files that have the name. */
export function unseenText(paths: readonly string[], isNone: boolean): string {
  const [first] = paths;
  const many = paths.length > MOST_SHOWN ? `more than ${MOST_SHOWN}` : String(paths.length);
  const which = paths.length === 1 ? "another file that has" : `${many} other files that have`;
  const what = isNone ? "the server knows no use, but" : "the server knows of no use in";
  return `${what} ${which} the name, such as ${JSON.stringify(first)}; find_references lists them`;
}

/** What speaks against a server's list of uses: files that have the name, and are not in it. */
import { words } from "../base/words.ts";
import { linesOf } from "../index/occurrence-data.ts";
import { OccurrenceTable } from "../store/occurrence-table.ts";
import { SymbolTable } from "../store/symbol-table.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { findOccurrences } from "./occurrences.ts";
import type { ServerServices } from "./server-question.ts";

/** Lines that are looked at where a server knows no use. */
const MOST_LINES = 50;

/** Files that are looked into. */
const MOST_FILES = 50;

/**
 * Where there is none at all, every other file with the name speaks against it. Beside some, a file counts only where the name
 * can hardly be another's: it is made of several words, and nothing else in the project is called so.
 * @param path of the file that defines the symbol.
 * @param seen files of the server's list.
 */
export async function unseenUses(
  symbol: TreeSymbol,
  path: string,
  seen: ReadonlySet<string>,
  use: ServerServices,
): Promise<string | undefined> {
  const { index, signal } = use;
  if (seen.size === 0) {
    const { found } = await findOccurrences({ namePath: symbol.name, path: ".", limit: MOST_LINES }, use);
    return doubt(
      "the server knows no use, but",
      found.filter((one) => one.defines === undefined && one.path !== path).map((one) => one.path),
    );
  }
  if (!/^[\p{ID_Continue}$]+$/u.test(symbol.name) || words(symbol.name).length < 2) return undefined;
  if ((await index.freshenPatiently(signal)).reason !== undefined) return undefined;
  if (new SymbolTable(index.reader!).named(symbol.name).length > 1) return undefined;
  const table = new OccurrenceTable(index.reader!);
  const others = table
    .pathsUsing([symbol.name])
    .filter((one) => one !== path && !seen.has(one) && isAlike(one, path, use));
  // The table knows words whatever their case is.
  const isUse = (one: string) =>
    table.using([symbol.name], one).some(({ data }) => linesOf(data, symbol.name).length > 0);
  return doubt("the server knows of no use in", others.slice(0, MOST_FILES).filter(isUse));
}

/** Whether two files are in the same language; what others make of a name is not a server's to know. */
function isAlike(one: string, other: string, { project: { catalog } }: ServerServices): boolean {
  return catalog.of(one) === catalog.of(other);
}

function doubt(what: string, paths: readonly string[]): string | undefined {
  const files = [...new Set(paths)];
  const [first] = files;
  if (first === undefined) return undefined;
  const which = files.length === 1 ? "another file that has" : `${files.length} other files that have`;
  return `${what} ${which} the name, such as ${JSON.stringify(first)}; find_references lists them`;
}

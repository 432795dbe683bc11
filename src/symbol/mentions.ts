/** The files that a server is shown which knows only open ones: those that have a name. */
import { join } from "node:path";
import type { RunningServer } from "../lsp/running.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { filesNaming, MOST_SHOWN, unseenAmong } from "./cross-check.ts";
import type { FindServices } from "./find.ts";
import { findOccurrences } from "./occurrences.ts";
import type { ServerServices } from "./server-question.ts";

/** Lines that are looked at where only the name is known. */
export const MOST_NAMED = 1_000;

/** Files that are opened in a server which knows only open ones. */
const MOST_OPENED = 40;

/** @returns paths within the project; a note where there are more than are given. */
export async function mentionsOf(
  name: string,
  use: FindServices,
): Promise<{ paths: string[]; note: string | undefined }> {
  const { project } = use;
  const { found, total } = await findOccurrences({ namePath: name, path: ".", limit: MOST_NAMED }, use);
  const all = [...new Set(found.map(({ path }) => path))].filter((path) => project.catalog.protocolIdOf(path));
  const paths = all.slice(0, MOST_OPENED);
  const isAll = paths.length === all.length && found.length === total;
  const note = `there is no project file, so the server was shown ${paths.length} of the files with the name`;
  return { paths, note: isAll ? undefined : note };
}

/**
 * Files that have the name of a symbol, for a server whose project may leave some out: it is shown those that are not open in it.
 * @param path of the file that defines the symbol.
 */
export async function leftOut(
  { spec, client }: Pick<RunningServer, "spec" | "client">,
  symbol: TreeSymbol,
  path: string,
  use: ServerServices,
): Promise<{ paths: string[]; note: string | undefined }> {
  const naming = spec.leaves_out ? await filesNaming(symbol, path, spec.languages, use) : undefined;
  if (naming === undefined) return { paths: [], note: undefined };
  if ("reason" in naming) return { paths: [], note: naming.reason };
  const isOpen = (one: string) => client.documents.get(join(use.project.root, one)) !== undefined;
  const unknown = unseenAmong(naming, isOpen, use) ?? [];
  const note = `more than ${MOST_SHOWN} files have the name, of which the server may leave some out of its project`;
  return { paths: unknown.slice(0, MOST_SHOWN), note: unknown.length > MOST_SHOWN ? note : undefined };
}

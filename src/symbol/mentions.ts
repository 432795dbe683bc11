/** The files that a server is shown which knows only open ones: those that have a name. */
import type { FindServices } from "./find.ts";
import { findOccurrences } from "./occurrences.ts";

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

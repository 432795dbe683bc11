/** What tells, without reading it, whether a file is still what it was when it was read. */
import { isRacy, stampOf } from "../base/stamp.ts";
import type { Project } from "../project/project.ts";
import type { FileRow, FileTable } from "../store/file-table.ts";
import { Ground } from "./ground.ts";

/**
 * Whether a file is, for all that its stamp and its times tell, what it was when it was read.
 * @param ground of the piece of work that asks of many.
 */
export function isCurrent(
  root: string,
  { path, stamp, readAt }: Pick<FileRow, "path" | "stamp" | "readAt">,
  ground = new Ground(root),
): boolean {
  const stat = ground.at(path);
  return stat !== undefined && stampOf(stat) === stamp && !isRacy(stat, readAt);
}

/**
 * Files that an index does not know as they are: changed, new or gone.
 * @param paths to look at; all files of the project when left out.
 */
export async function staleFiles(
  { root, files }: Project,
  table: FileTable,
  paths: readonly string[] | undefined,
): Promise<string[]> {
  const ground = new Ground(root);
  const isStale = (path: string, row: FileRow | undefined) => {
    const stat = ground.at(path);
    return row ? !stat || stampOf(stat) !== row.stamp : stat?.isFile() === true;
  };
  if (paths) return paths.filter((path) => isStale(path, table.at(path)));
  const rows = new Map(table.all().map((row) => [row.path, row]));
  const listed = await files.paths(".", { signal: new AbortController().signal });
  const stale = listed.filter((path) => isStale(path, rows.get(path)));
  for (const path of listed) rows.delete(path);
  return [...stale, ...rows.keys()];
}

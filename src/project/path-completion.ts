/** Files and folders that a person may mean by the beginning of a path or of a name. */
import { Turn } from "../base/turn.ts";
import { visibleName } from "../base/visible.ts";

/**
 * Paths of files and folders that begin with `start`, case aside, or whose name does; the upper ones first. Those that
 * hold hidden characters are left out: what a person picks must be what they saw.
 * @param files paths relative to the root.
 */
export async function completedPaths(files: readonly string[], start: string, signal: AbortSignal): Promise<string[]> {
  const wanted = start.toLowerCase();
  const folders = new Set<string>();
  const matching: { path: string; depth: number }[] = [];
  const look = (path: string) => {
    const said = path.toLowerCase();
    const isMeant = said.startsWith(wanted) || said.startsWith(wanted, said.lastIndexOf("/") + 1);
    if (isMeant && visibleName(path) === path) matching.push({ path, depth: path.split("/").length });
  };
  const turn = new Turn(signal);
  for (const file of files) {
    if (turn.isOver) await turn.pause();
    look(file);
    for (let end = file.lastIndexOf("/"); end !== -1; end = file.lastIndexOf("/", end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
      look(folder);
    }
  }
  matching.sort((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
  return matching.map(({ path }) => path);
}

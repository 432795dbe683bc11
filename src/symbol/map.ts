/** The central files of a project, from its index as far as that is there. */
import type { ProjectIndex } from "../index/project-index.ts";
import { type RepoMap, repoMap } from "../index/repo-map.ts";
import { isCurrent } from "../index/stamp.ts";
import type { Project } from "../project/project.ts";
import { FileTable } from "../store/file-table.ts";

/** How long a question waits for the first index. */
const FIRST_INDEX_MS = 20_000;

export interface KnownMap extends RepoMap {
  generation: number;
  pending: number | undefined;
  /** Why something may be missing. */
  reason: string | undefined;
}

export async function knownMap(
  focus: readonly string[],
  limit: { files: number; symbols: number },
  { project, index, signal }: { project: Project; index: ProjectIndex; signal: AbortSignal },
): Promise<KnownMap> {
  const wait = index.isComplete ? undefined : FIRST_INDEX_MS;
  const { generation, pending, reason } = await index.freshen(signal, wait);
  const { reader } = index;
  if (!reader) return { files: [], looked: 0, total: 0, strange: [], generation, pending, reason };
  const resolver = await index.resolvers.of(project, reader);
  const map = await repoMap(reader, resolver, project.catalog, focus, limit, signal);
  const table = new FileTable(reader);
  const changed = map.files.some(({ path }) => {
    const row = table.at(path);
    return !row || !isCurrent(project.root, row);
  });
  const cut =
    map.looked < map.total ? `of ${map.total} files of code the ${map.looked} likeliest were looked at` : undefined;
  return { ...map, generation, pending, reason: reason ?? (changed ? "files changed while the map was made" : cut) };
}

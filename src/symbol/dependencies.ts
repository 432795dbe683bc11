/** What a file or folder imports and who imports it, as far as that can be known now. */
import { type Dependencies, dependenciesOf, importResolver } from "../index/dependencies.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { ProjectPaths } from "../index/project-paths.ts";
import { isCurrent } from "../index/stamp.ts";
import type { Project } from "../project/project.ts";
import { FileTable } from "../store/file-table.ts";
import { type ImportRow, ImportTable } from "../store/import-table.ts";
import type { Symbols } from "./symbols.ts";

/** How long a question waits for the first index: without one nobody knows who imports a file. */
const FIRST_INDEX_MS = 10_000;

/** More files than this are not looked at again. */
const FILES_CHECKED = 2_000;

export interface KnownDependencies extends Dependencies {
  source: "index" | "syntax";
  generation: number | undefined;
  pending: number | undefined;
  /** Why something may be missing. */
  reason: string | undefined;
}

export interface DependencyServices {
  project: Project;
  symbols: Symbols;
  index: ProjectIndex;
  signal: AbortSignal;
}

/**
 * @param path relative to the root.
 * @throws UserError `not_found` and what else `Files.open` has.
 */
export async function knownDependencies(
  path: string,
  want: { imports: boolean; importers: boolean },
  use: DependencyServices,
): Promise<KnownDependencies> {
  const { project, index, signal } = use;
  const isFile = !(await project.files.isFolder(path));
  if (isFile) (await project.files.open(path))[Symbol.dispose]();
  const isAlone = isFile && !want.importers;
  const wait = isAlone || index.isComplete ? undefined : FIRST_INDEX_MS;
  const { generation, pending, reason } = await index.freshen(signal, wait);
  const reader = index.reader;
  const table = reader && new ImportTable(reader);
  const isFresh = reason === undefined;
  const resolver =
    isFresh && reader
      ? await index.resolvers.of(project, reader)
      : await importResolver(project, new ProjectPaths(await project.files.paths(".", { signal })), reader);
  // A file's own imports are read from the file itself.
  const own = isFile && want.imports ? await importsIn(path, use) : [];
  const rows = isAlone || !table ? [] : table.all();
  const found = await dependenciesOf(path, others(rows, isFile ? path : undefined, own), resolver, want, signal);
  const isKnown = isAlone || isFresh;
  const changed = isAlone || !reader ? 0 : changedAmong(found, new FileTable(reader), project.root);
  return {
    ...found,
    source: isAlone ? "syntax" : "index",
    generation: isAlone ? undefined : generation,
    pending: isAlone ? undefined : pending,
    reason: isKnown ? (changed > 0 ? "files changed while their imports were looked up" : undefined) : reason,
  };
}

/** The imports of a file as it is now; none where its language has no grammar. */
async function importsIn(file: string, { project, symbols, signal }: DependencyServices): Promise<ImportRow[]> {
  if (!symbols.has(project, file)) return [];
  const { tree, syntax } = await symbols.ofFile(project, file, signal);
  const language = project.catalog.of(file)!.id;
  return syntax.imports.map(({ source, names, span }) => ({
    path: file,
    language,
    source,
    names,
    line: tree.lines(span).start,
  }));
}

/** The rows of a file as its text has them now, in place of those that were read before. */
function* others(rows: Iterable<ImportRow>, file: string | undefined, own: readonly ImportRow[]): Generator<ImportRow> {
  yield* own;
  for (const row of rows) if (row.path !== file) yield row;
}

/** How many of the files that an answer stands on are no longer what they were when they were read. */
function changedAmong({ imports, importers }: Dependencies, table: FileTable, root: string): number {
  const files = new Set([...imports, ...importers].map(({ from }) => from));
  let changed = 0;
  for (const path of [...files].slice(0, FILES_CHECKED)) {
    const row = table.at(path);
    if (!row || !isCurrent(root, row)) changed += 1;
  }
  return changed;
}

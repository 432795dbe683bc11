/** Entries of a hierarchy in the words of our own trees. */
import type { Position } from "../lsp/position.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import type { FindServices } from "./find.ts";
import type { Entry, HierarchyWalk, Mark } from "./hierarchy-walk.ts";
import { type PlaceFile, pathWithin, placeFile, symbolAround, symbolDeclaredAt } from "./server-places.ts";

/** One entry of the tree. */
export interface Branch {
  /** 0 for the symbol itself. */
  level: number;
  /** Within the project, or absolute, or what the server calls what is no file. */
  file: string;
  line: number;
  /** As the server calls it; what stands at the top of a file has a name of ours. */
  name: string;
  kind: SymbolKind;
  /** In our own tree of the file. */
  namePath: string | undefined;
  /** For what has no name path: the symbol around it. */
  within: string | undefined;
  /** Not among the project's own files. */
  isLibrary: boolean;
  /** Where the calls stand: for incoming ones in this entry, for outgoing ones in the entry above. */
  callLines: number[];
  mark: Mark | undefined;
}

/** Entries in the order of the files; those in files that are gone, and all below them, are left out. */
export async function branchesOf(
  walk: HierarchyWalk,
  use: FindServices,
): Promise<{ branches: Branch[]; gone: number }> {
  const { project, signal } = use;
  const files = new Map<string, PlaceFile | "gone" | undefined>();
  for (const { item } of walk.all()) {
    const path = pathWithin(item.place, project.root);
    if (path === undefined || files.has(path)) continue;
    signal.throwIfAborted();
    files.set(path, await placeFile(path, use));
  }
  const there = [...files].flatMap(([path, file]) => (file === "gone" ? [] : [path]));
  const own = new Set(await project.files.among(there, signal));
  const branches: Branch[] = [];
  const gone = new Set<string>();
  const add = (entries: readonly Entry[]) => {
    const rows = entries.flatMap((entry) => {
      const path = pathWithin(entry.item.place, project.root);
      const file = path === undefined ? undefined : files.get(path);
      if (file !== "gone") return [{ entry, branch: branchOf(entry, path, file, own) }];
      gone.add(path!);
      return [];
    });
    for (const { entry, branch } of rows.sort(byPlace)) {
      branches.push(branch);
      add(entry.below);
    }
  };
  add(walk.roots);
  return { branches, gone: gone.size };
}

type Row = { entry: Entry; branch: Branch };

function byPlace({ branch: a }: Row, { branch: b }: Row): number {
  const late = Number(a.isLibrary) - Number(b.isLibrary);
  return late || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
}

const WHOLE_FILES: ReadonlySet<string> = new Set(["file", "module", "namespace", "package"]);

function branchOf(
  entry: Entry,
  path: string | undefined,
  file: PlaceFile | undefined,
  own: ReadonlySet<string>,
): Branch {
  const { item, level, ranges, mark } = entry;
  const { place, name, kind } = item;
  const at: Position = (place.nameRange ?? place.range).start;
  const declared = file && symbolDeclaredAt(file, place);
  // Calls that stand at the top of a file are said to be the file's, whose place is its first name's, too.
  const symbol = declared && WHOLE_FILES.has(kind) === WHOLE_FILES.has(declared.kind) ? declared : undefined;
  const isTop = path !== undefined && !symbol && WHOLE_FILES.has(kind);
  const around = file && !symbol && !WHOLE_FILES.has(kind) ? symbolAround(file, at) : undefined;
  return {
    level,
    file: path ?? place.path ?? place.uri,
    line: symbol && file?.tree ? file.tree.position(symbol.nameSpan.start).line : at.line,
    name: isTop ? "(top of the file)" : name,
    kind: symbol?.kind ?? kind,
    namePath: symbol?.namePath,
    within: around?.namePath,
    isLibrary: path === undefined || !own.has(path),
    callLines: [...new Set(ranges.map(({ start }) => start.line))],
    mark,
  };
}

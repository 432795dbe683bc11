/** The folders of a project as a tree with counts: what a newcomer looks at first. */
import { Turn } from "../base/turn.ts";
import type { Catalog } from "../language/catalog.ts";

export interface FolderNode {
  /** Relative to the root; `.` for the root. */
  path: string;
  /** Files below it, at any depth. */
  files: number;
  /** The languages below it, the most frequent first. */
  languages: LanguageCount[];
  folders: FolderNode[];
}

export interface LanguageCount {
  id: string;
  files: number;
}

/** A folder as answers show it: the languages are ids. */
export interface FolderRow {
  path: string;
  files: number;
  languages: string[];
}

const LANGUAGES_SHOWN = 4;

/** The tree as a list: a folder, then those below it. */
export function folderRows({ folders, path, files, languages }: FolderNode): FolderRow[] {
  return [{ path, files, languages: languages.map(({ id }) => id) }, ...folders.flatMap(folderRows)];
}

interface Counting {
  files: number;
  languages: Map<string, number>;
  folders: Map<string, Counting>;
}

/**
 * @param paths of files, relative to the root.
 * @param top the folder that the tree starts with.
 * @param depth levels of folders below it.
 */
export async function folderTree(
  paths: readonly string[],
  top: string,
  depth: number,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<FolderNode> {
  const root = counting();
  const skip = top === "." ? 0 : top.split("/").length;
  const turn = new Turn(signal);
  for (const path of paths) {
    if (turn.isOver) await turn.pause();
    const language = catalog.of(path)?.id;
    const folders = path.split("/").slice(skip, -1);
    let here = root;
    count(here, language);
    for (const name of folders.slice(0, depth)) {
      const inner = here.folders.get(name) ?? counting();
      here.folders.set(name, inner);
      count(inner, language);
      here = inner;
    }
  }
  return nodeOf(root, top);
}

function counting(): Counting {
  return { files: 0, languages: new Map(), folders: new Map() };
}

function count(node: Counting, language: string | undefined): void {
  node.files++;
  if (language) node.languages.set(language, (node.languages.get(language) ?? 0) + 1);
}

function nodeOf({ files, languages, folders }: Counting, path: string): FolderNode {
  const ranked = [...languages].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    path,
    files,
    languages: ranked.slice(0, LANGUAGES_SHOWN).map(([id, files]) => ({ id, files })),
    folders: [...folders].map(([name, inner]) => nodeOf(inner, path === "." ? name : `${path}/${name}`)),
  };
}

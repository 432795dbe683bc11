/** What a project is, at a glance: what an agent is told when it opens one, or asks for it later. */
import type { Project } from "./project.ts";
import { type FolderNode, folderTree, type LanguageCount } from "./structure.ts";

export interface Overview {
  name: string;
  root: string;
  /** Files that are not ignored. */
  files: number;
  /** The most frequent first. */
  languages: LanguageCount[];
  has_git: boolean;
  warnings: string[];
  /** The root with its folders. */
  tree: FolderNode;
}

/** @param depth levels of folders. */
export async function overviewOf(project: Project, depth: number, signal: AbortSignal): Promise<Overview> {
  const paths = await project.files.paths(".", { signal });
  const tree = await folderTree(paths, ".", depth, project.catalog, signal);
  return {
    name: project.name,
    root: project.root,
    files: tree.files,
    languages: tree.languages,
    has_git: project.git !== undefined,
    warnings: [...project.warnings],
    tree,
  };
}

/** Where the project of a language lies within the project that was opened: which folder a language server is started for. */
import type { RootGroup, ServerSpec } from "./server-spec.ts";

/** What can be seen of the files of a project. Paths are relative to its root, with `/`; the root itself is empty. */
export interface FileView {
  /** Names of the entries of a folder; empty when there is no such folder. */
  names(folder: string): readonly string[];
  /** Text of a file; undefined when it cannot be read. */
  text(path: string): string | undefined;
}

/** A folder that a server is started for, or why it is not. */
export type Root =
  | {
      /** Relative to the project, empty for its root. */
      folder: string;
      /** Name of the marker that makes it the root; undefined where none was found. */
      marker: string | undefined;
      /** Whether the server sees files that are not open here. */
      isWhole: boolean;
    }
  | {
      /** Path of the marker of a project that belongs to another server; or the markers of which none was found. */
      notFor: string;
      why: string;
    };

/** One process of a server: started for a folder, with all the workspace folders that it serves. */
export interface RootPlan {
  /** Relative to the project, empty for its root. */
  folder: string;
  folders: string[];
}

/** The root of a file for a server. */
export function rootOf(spec: ServerSpec, path: string, view: FileView): Root {
  const folders = foldersAbove(path);
  const found = markedRoot(spec.roots, folders, view);
  if (spec.needs_root && !found) {
    const names = spec.roots.flatMap(({ any }) => any).join(", ");
    return { notFor: names, why: "it is only for projects that have one of these" };
  }
  const folder = found?.folder ?? "";
  const foreign = folders
    .filter((one) => isWithin(one, folder))
    .flatMap((one) => marked(one, spec.not_for, view).map((name) => joinPath(one, name)));
  if (foreign[0] !== undefined) return { notFor: foreign[0], why: "its project is for another server" };
  const needs = spec.whole_project_needs;
  const isWhole = needs.length === 0 || folders.some((one) => marked(one, needs, view).length > 0);
  return { folder, marker: found?.marker, isWhole };
}

/**
 * The processes that serve files: one for each root, or one for all of them where the server takes several.
 * @param paths files in the server's languages.
 */
export function plansFor(spec: ServerSpec, paths: Iterable<string>, view: FileView): RootPlan[] {
  const byFolder = new Map<string, Root>(); // what decides is the same for all files of a folder
  for (const path of paths) {
    const folder = folderOf(path);
    if (!byFolder.has(folder)) byFolder.set(folder, rootOf(spec, path, view));
  }
  const roots = [...byFolder.values()].flatMap((root) => ("notFor" in root ? [] : [root.folder]));
  const folders = [...new Set(roots)].sort();
  if (!spec.many_roots) return folders.map((folder) => ({ folder, folders: [folder] }));
  if (folders.length === 0) return [];
  return [{ folder: commonFolder(folders), folders }];
}

/**
 * Path of a file by which a server would run code of the project when it works for a folder; a dot for one that does so in any
 * project; undefined when none is.
 */
export function trustNeeded(spec: ServerSpec, folder: string, view: FileView): string | undefined {
  if (spec.needs_trust_where.some(({ any }) => any.includes("*"))) return ".";
  const found = markedRoot(spec.needs_trust_where, foldersAbove(joinPath(folder, ".")), view);
  return found && joinPath(found.folder, found.marker);
}

/** The folder and the marker of the first group that has one. */
function markedRoot(groups: readonly RootGroup[], folders: readonly string[], view: FileView) {
  const own = folders[0]!;
  for (const group of groups) {
    const order = group.pick === "nearest" ? folders : folders.toReversed();
    for (const folder of order) {
      const marker = marked(folder, group.any, view).find((name) => counts(group, folder, name, own, view));
      if (marker !== undefined) return { folder, marker };
    }
  }
  return undefined;
}

/** Whether what a marker says makes its folder the root of a file's folder. */
function counts({ holds, excludes }: RootGroup, folder: string, marker: string, own: string, view: FileView): boolean {
  if (holds === undefined && excludes === undefined) return true;
  const text = view.text(joinPath(folder, marker)) ?? "";
  if (holds !== undefined && !new RegExp(holds, "mu").test(text)) return false;
  const list = (excludes !== undefined && new RegExp(excludes, "mu").exec(text)?.[1]) || "";
  const excluded = [...list.matchAll(/["'](?:\.\/)?([^"']+?)\/?["']/g)].map(([, name]) => joinPath(folder, name!));
  return !excluded.some((one) => isWithin(own, one));
}

/** Which markers a folder has, in the order in which they are named. */
function marked(folder: string, markers: readonly string[], view: FileView): string[] {
  return markers.flatMap((marker) => {
    const slash = marker.lastIndexOf("/");
    const names = view.names(slash === -1 ? folder : joinPath(folder, marker.slice(0, slash)));
    const wanted = marker.slice(slash + 1);
    const prefix = wanted.startsWith("*") ? wanted.slice(1) : undefined;
    const name = names.find((one) => (prefix === undefined ? one === wanted : one.endsWith(prefix)));
    return name === undefined ? [] : [slash === -1 ? name : `${marker.slice(0, slash)}/${name}`];
  });
}

/** The folder of a file and all above it, up to the project's root: the nearest first. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ""];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function isWithin(folder: string, outer: string): boolean {
  return outer === "" || folder === outer || folder.startsWith(`${outer}/`);
}

function commonFolder(folders: readonly string[]): string {
  const [first = "", ...others] = folders;
  let common = first;
  while (!others.every((one) => isWithin(one, common))) common = folderOf(common);
  return common;
}

/** Where programs are looked for. */
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { orMissingNow } from "../base/missing.ts";
import type { ProgramEnvironment } from "../base/process.ts";

/** What a program's file may be called. */
const SUFFIXES = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];

/** All files that a name may mean in folders, in the order of those. */
export function programsNamed(name: string, folders: readonly string[]): string[] {
  const paths = folders.flatMap((folder) => SUFFIXES.map((suffix) => join(folder, name + suffix)));
  return [...new Set(paths)].filter(isProgram);
}

/** Whether a path leads to a file that may be run. */
export function isProgram(path: string): boolean {
  return (
    orMissingNow(() => {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    }) ?? false
  );
}

/**
 * Folders of the PATH. One that depends on where a program stands counts never, and one inside of a project only where the
 * project may run code of its own: else a repository could bring the `python` or `cargo` that a server starts. A project
 * that holds the user's home holds the user's own programs.
 */
export function pathFolders(env: ProgramEnvironment, project: { root: string; isTrusted: boolean }): string[] {
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const home = env.HOME ?? env.USERPROFILE;
  if (project.isTrusted || (home !== undefined && isInside(home, project.root))) return folders;
  return folders.filter((folder) => !isInside(orMissingNow(() => realpathSync(folder)) ?? folder, project.root));
}

/** Whether a path is a folder or lies in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

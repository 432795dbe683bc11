/** One folder being worked on. */
import { basename } from "node:path";
import { UserError } from "../base/error.ts";
import { type Files, openFiles } from "./files.ts";

export interface Project {
  /** Real absolute path of the root. */
  readonly root: string;
  readonly name: string;
  readonly files: Files;
}

/**
 * Opens a folder as a project.
 * @param folder an absolute path.
 * @throws UserError `not_found` when there is no such folder.
 */
export async function openProject(folder: string): Promise<Project> {
  const files = await openFiles(folder);
  if (!files) throw new UserError("not_found", `There is no folder ${JSON.stringify(folder)} to open as a project.`);
  return { root: files.root, name: basename(files.root) || files.root, files };
}

/** Tells, without asking git, that a repository is no longer as it was. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { stampOf } from "../base/stamp.ts";
import { gitFolder } from "../project/git-folder.ts";
import type { Project } from "../project/project.ts";

/** Changes with every checkout, commit, stash and reset of the repository around a project. */
export function gitStamp({ repository }: Project): string {
  if (repository === undefined) return "";
  try {
    const folder = gitFolder(repository);
    const index = statSync(join(folder, "index"), { bigint: true, throwIfNoEntry: false });
    return `${index ? stampOf(index) : ""} ${readFileSync(join(folder, "HEAD"), "utf8")}`;
  } catch {
    return ""; // no repository that can be read; files are watched all the same
  }
}

/** Where git keeps the data of a checkout. */
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * The folder of a checkout's own data: `.git`, or what a file of that name points to, as in worktrees and submodules.
 * @param checkout folder that holds `.git`.
 * @throws the system's error when there is none that can be read.
 */
export function gitFolder(checkout: string): string {
  const dot = join(checkout, ".git");
  if (statSync(dot).isDirectory()) return dot;
  const written = readFileSync(dot, "utf8");
  return resolve(checkout, written.replace(/^gitdir:\s*/, "").trim());
}

/** The folder of what all worktrees of a repository share; `checkout` itself where that cannot be found out. */
export function sharedGitFolder(checkout: string): string {
  try {
    const own = gitFolder(checkout);
    return resolve(
      own,
      orOwn(() => readFileSync(join(own, "commondir"), "utf8").trim()),
    );
  } catch {
    return checkout; // no repository that can be read
  }
}

/** @returns `.` where git wrote no such file: the data is the repository's own. */
function orOwn(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return ".";
    throw error;
  }
}

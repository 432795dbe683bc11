/** Tells "nothing is there" from other failures of the file system. */

const MISSING = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES", "EPERM"]);

/** What a file operation gives, or undefined when nothing is there or it may not be looked at. */
export async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

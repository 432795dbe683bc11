/** Tells "nothing is there" from other failures of the file system. */

const MISSING = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES", "EPERM"]);

/** What a file operation gives, or undefined when nothing is there or it may not be looked at. */
export async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    return missingOrThrow(error);
  }
}

/** The same for an operation that does not wait: looking up a name takes less time than coming back from a wait. */
export function orMissingNow<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    return missingOrThrow(error);
  }
}

function missingOrThrow(error: unknown): undefined {
  if (MISSING.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
  throw error;
}

/**
 * Folders whose files a server counts to the project by itself. Which they are it does not say; one sees it from what it lists,
 * and from what it lists besides once files are open in it.
 */
import { dirname } from "node:path";

/** A folder whose files were shown so often, and nothing came of it, is taken for known. */
const QUIET_SHOWINGS = 3;

export class KnownFolders {
  readonly #known = new Set<string>();
  readonly #quiet = new Map<string, number>();

  isKnown(path: string): boolean {
    return this.#known.has(dirname(path));
  }

  /** @param paths of files in an answer that were not open. */
  listed(paths: Iterable<string>): void {
    for (const path of paths) this.#known.add(dirname(path));
  }

  /** @param found whether something in such a file came to light by showing it. */
  shown(paths: Iterable<string>, found: (path: string) => boolean): void {
    for (const [folder, files] of Map.groupBy(paths, (path) => dirname(path))) {
      const quiet = files.some(found) ? 0 : (this.#quiet.get(folder) ?? 0) + 1;
      this.#quiet.set(folder, quiet);
      if (quiet >= QUIET_SHOWINGS) this.#known.add(folder);
    }
  }
}

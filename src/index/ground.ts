/** What stands at the paths of a project, links not followed: neither one at the end of a path nor one on the way. */
import { type BigIntStats, lstatSync } from "node:fs";
import { join } from "node:path";
import { orMissingNow } from "../base/missing.ts";

/** Remembers the folders that it saw, so each piece of work needs its own. */
export class Ground {
  readonly #root: string;
  readonly #folders = new Map<string, boolean>([["", true]]);

  constructor(root: string) {
    this.#root = root;
  }

  /** Undefined where nothing stands, where it may not be looked, and where only a link leads. */
  at(path: string): BigIntStats | undefined {
    return this.#isFolder(folderOf(path)) ? this.#stat(path) : undefined;
  }

  #isFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const isOne = this.#isFolder(folderOf(path)) && (this.#stat(path)?.isDirectory() ?? false);
    this.#folders.set(path, isOne);
    return isOne;
  }

  #stat(path: string): BigIntStats | undefined {
    return orMissingNow(() => lstatSync(join(this.#root, path), { bigint: true, throwIfNoEntry: false }));
  }
}

/** Empty for a path in the root. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

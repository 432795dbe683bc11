/** The way down to a file, its last folder held open. Folders that were made on it go away unless they are kept. */
import { basename, dirname, join } from "node:path";
import { HeldFolder } from "../base/held.ts";
import type { Disk } from "./disk.ts";

export class Way implements Disposable {
  readonly #disk: Disk;
  readonly #made = new DisposableStack();
  folder: HeldFolder;

  /** @param real path of a folder that is there. */
  constructor(real: string, disk: Disk) {
    this.#disk = disk;
    this.folder = held(real);
  }

  /** Goes one folder down, making it where it is missing. */
  enter(name: string): void {
    using outer = this.folder;
    try {
      this.#disk.makeFolder(outer.entry(name));
      this.#made.defer(() => removeIfEmpty(outer.real, name, this.#disk));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    this.folder = held(join(outer.real, name));
  }

  keep(): void {
    this.#made.move();
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
    this.#made.dispose();
  }
}

/** A folder held open. @throws an error with the code ENOENT when another stands there now. */
export function held(real: string): HeldFolder {
  const folder = HeldFolder.at(real);
  if (!folder) throw Object.assign(new Error(`${real} was replaced`), { code: "ENOENT" });
  return folder;
}

/**
 * Removes a folder, and those above it, as far as nothing is in them.
 * @param real path of the innermost.
 * @param count of them at most.
 */
export function removeEmptyFolders(real: string, count: number, disk: Disk): void {
  let folder = real;
  for (let left = count; left > 0; left--) {
    removeIfEmpty(dirname(folder), basename(folder), disk);
    folder = dirname(folder);
  }
}

/** @param real path of the folder that it stands in. */
function removeIfEmpty(real: string, name: string, disk: Disk): void {
  try {
    using folder = HeldFolder.at(real);
    if (folder) disk.removeFolder(folder.entry(name));
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** The files that servers have open, compared with the disk: a server must not answer for a text that is there no more. */
import { lstatSync } from "node:fs";
import { isRacy, stampOf } from "../base/stamp.ts";
import type { Documents } from "./document.ts";

/** So many documents stay open; each is looked at with each question. */
const MOST_OPEN = 64;

interface Seen {
  stamp: string;
  /** Whether the stamp tells that the file is still the same. */
  isSure: boolean;
}

/** @param path absolute. @returns undefined when there is no such file. */
function seenNow(path: string): Seen | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  return { stamp: stampOf(stat), isSure: !isRacy(stat, Date.now()) };
}

export class DiskDocuments {
  readonly #documents: Documents;
  readonly #read: (path: string) => Promise<string | undefined>;
  readonly #seen = new Map<string, Seen>();
  readonly #uses = new Map<string, number>();

  /** @param read the text of a file by its absolute path; undefined when it cannot be read. */
  constructor(documents: Documents, read: (path: string) => Promise<string | undefined>) {
    this.#documents = documents;
    this.#read = read;
  }

  /** Does something while files are open as they stand on the disk; those that cannot be read are left out. */
  async holding<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const path of paths) this.#uses.set(path, (this.#uses.get(path) ?? 0) + 1);
    try {
      for (const path of paths) await this.#show(path);
      return await work();
    } finally {
      for (const path of paths) this.#letGo(path);
      await this.#closeUnused();
    }
  }

  #letGo(path: string): void {
    const uses = this.#uses.get(path)! - 1;
    if (uses > 0) this.#uses.set(path, uses);
    else this.#uses.delete(path);
  }

  async #closeUnused(): Promise<void> {
    const { paths } = this.#documents;
    for (const one of paths.slice(0, Math.max(0, paths.length - MOST_OPEN))) {
      if (this.#uses.has(one)) continue;
      this.#seen.delete(one);
      await this.#documents.close(one);
    }
  }

  /** Tells of every open file that is not what the server was told. @returns how many there were. */
  async catchUp(): Promise<number> {
    let changed = 0;
    for (const path of this.#documents.paths) {
      const before = this.#documents.get(path)?.text;
      if ((await this.#show(path)) !== before) changed++;
    }
    return changed;
  }

  async #show(path: string): Promise<string | undefined> {
    const seen = seenNow(path); // before the text, so that a change between the two shows the next time
    const known = this.#seen.get(path);
    const open = this.#documents.get(path);
    if (open && seen && known?.isSure && known.stamp === seen.stamp) {
      await this.#documents.open(path, open.text); // used last
      return open.text;
    }
    const text = seen && (await this.#read(path));
    if (text === undefined) {
      this.#seen.delete(path);
      await this.#documents.close(path);
      return undefined;
    }
    this.#seen.set(path, seen!);
    await this.#documents.open(path, text);
    return text;
  }
}

/**
 * Brings pages and their files together.
 * 1. What changed on one side since both were the same is taken over by the other; where both changed, the page stays, and what the
 *    file held becomes a page of its own beside it.
 * 2. A file that is not there says nothing: only `delete_memory` deletes, so that no other branch and no removed worktree takes
 *    memories along.
 * 3. An old text of a page, or of one that is gone, is no news when it came with another commit: in a new worktree, or when a commit
 *    was checked out that does not follow the one before. The same text by hand, or by a commit that follows, is news.
 */

import { UserError } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import type { Project } from "../project/project.ts";
import type { MemoryDatabase } from "../store/memory-database.ts";
import { MemoryTable, type StoredMemory } from "../store/memory-table.ts";
import { MirrorTable } from "../store/mirror-table.ts";
import { type Checkout, Checkouts } from "./checkout.ts";
import { memoryNameIfAny } from "./memory-name.ts";
import {
  MIRROR_FOLDER,
  type MirrorFile,
  type MirrorFound,
  mirrorFiles,
  mirrorPath,
  type RefusedFile,
  removeLitter,
  swapFile,
} from "./mirror-files.ts";
import type { MemoryRights } from "./rights.ts";

export interface MirrorOptions {
  project: Project;
  memory: MemoryDatabase;
  rights: MemoryRights;
  log: Log;
}

export interface MirrorConflict {
  name: string;
  /** Page that has what the file held. */
  kept: string;
}

export interface MirrorNews {
  conflicts: MirrorConflict[];
  refused: RefusedFile[];
}

/** Of pages that somebody wrote into their files. */
export const FILE_AUTHOR = "file";
const FOLDERS_ABOVE = 30;

export class Mirror {
  readonly #options: MirrorOptions;
  readonly #checkouts: Checkouts;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.#checkouts = new Checkouts(options.project, () => this.#tables.mirrored);
  }

  get isOn(): boolean {
    return this.#options.project.settings.values.memory_mirror;
  }

  /** Takes in what changed in files; writes none. For those who read, and before each writing. */
  async takeIn(signal: AbortSignal): Promise<MirrorNews> {
    if (!this.isOn) return { conflicts: [], refused: [] };
    const { project, memory } = this.#options;
    const look = () => mirrorFiles(project, MIRROR_FOLDER, signal);
    const isNews = (found: MirrorFound) => this.#differing(found.files).length + this.#bereft(found).length > 0;
    const seen = await this.#checkouts.reading(look, isNews, signal);
    if (!isNews(seen)) return { conflicts: [], refused: seen.refused };
    using _lock = await memory.lockMirror(); // else a file of which another process wrote a newer one meanwhile would win
    const { found, checkout } = await this.#checkouts.around(look, signal);
    const { files, refused } = found;
    const { pages } = this.#tables;
    const conflicts = pages.together(() => {
      const { mirrored } = this.#tables;
      const base = mirrored.all();
      if (checkout.isSteady) mirrored.head = checkout.head;
      if (checkout.isSteady) for (const name of this.#bereft(found)) mirrored.remove(name);
      return this.#differing(files).flatMap((name) => this.#taken(name, files.get(name)!, base.get(name), checkout));
    });
    return { conflicts, refused };
  }

  /** Keeps a page's text under a name of its own, as another one comes in its place. In a transaction. */
  keep({ name, hash, text }: StoredMemory & { text: string }): MirrorConflict {
    const { pages } = this.#tables;
    const kept = freeName(pages, name, hash);
    if (pages.find(kept) === undefined)
      pages.put({ name: kept, text, changedAt: new Date().toISOString(), caller: FILE_AUTHOR });
    return { name, kept };
  }

  /** Writes what changed in pages. @returns what could not be written; all else was. */
  async writeOut(signal: AbortSignal): Promise<RefusedFile[]> {
    const { project, memory } = this.#options;
    if (!this.isOn || project.settings.values.read_only) return [];
    using _lock = await memory.lockMirror();
    const look = () => mirrorFiles(project, MIRROR_FOLDER, signal);
    const { found, checkout } = await this.#checkouts.around(look, signal);
    const { files, litter } = found;
    for (const path of litter) removeLitter(project, path, (hash) => this.#tables.pages.knowsText(hash));
    const { pages, mirrored } = this.#tables;
    const base = mirrored.all();
    // What is taken in only next time needs to know of which checkout it was.
    const isSettled =
      checkout.isSteady && this.#differing(files).every((name) => pages.find(name)?.hash === files.get(name)!.hash);
    if (isSettled && mirrored.head !== checkout.head) mirrored.head = checkout.head;
    const refused: RefusedFile[] = [];
    const all = new Map(pages.all().map((page) => [page.name, page]));
    for (const name of base.keys()) {
      const file = files.get(name);
      if (all.has(name) || (file && file.hash !== base.get(name))) continue; // the latter was written since, and is taken in
      const why = file && (await this.#tryWrite(name, file.bytes, undefined));
      if (why === undefined) mirrored.remove(name);
      else refused.push({ path: mirrorPath(name), reason: why });
    }
    for (const page of all.values()) {
      if (page.text === undefined || this.#options.rights.isIgnored(page.name)) continue;
      const file = files.get(page.name);
      if (file && file.hash !== page.hash && file.hash !== base.get(page.name)) continue;
      const isSame = file?.hash === page.hash;
      const why = isSame ? undefined : await this.#tryWrite(page.name, file?.bytes, Buffer.from(page.text));
      if (why !== undefined) refused.push({ path: mirrorPath(page.name), reason: why });
      else if (base.get(page.name) !== page.hash) mirrored.set(page.name, page.hash);
    }
    return refused;
  }

  get #tables(): { pages: MemoryTable; mirrored: MirrorTable } {
    const database = this.#options.memory.open;
    return { pages: new MemoryTable(database), mirrored: new MirrorTable(database, this.#options.project.root) };
  }

  /** Names of pages that are gone and that have no file any more: one that comes again is a new one, whatever it says. */
  #bereft({ files, refused }: MirrorFound): string[] {
    if (refused.length > 0) return []; // they may be among those
    const { pages, mirrored } = this.#tables;
    return [...mirrored.all().keys()].filter((name) => !files.has(name) && pages.find(name) === undefined);
  }

  /** Names of files that are not as they were when page and file were the same, or whose pages are damaged. */
  #differing(files: ReadonlyMap<string, MirrorFile>): string[] {
    const { pages, mirrored } = this.#tables;
    const base = mirrored.all();
    return [...files].flatMap(([name, { hash }]) => {
      if (this.#options.rights.isIgnored(name)) return [];
      const isDamaged = () => {
        const page = pages.find(name);
        return page !== undefined && page.text === undefined;
      };
      return base.get(name) !== hash || isDamaged() ? [name] : [];
    });
  }

  /**
   * In a transaction.
   * @param base hash of page and file when they were the same.
   * @param checkout that the file is of.
   * @returns a conflict where there is one.
   */
  #taken(name: string, file: MirrorFile, base: string | undefined, checkout: Checkout): MirrorConflict[] {
    const { pages, mirrored } = this.#tables;
    const page = pages.find(name);
    const put = (to: string) =>
      pages.put({ name: to, text: file.text, changedAt: new Date().toISOString(), caller: FILE_AUTHOR });
    const isDamaged = page !== undefined && page.text === undefined;
    const isSame = page?.hash === file.hash && !isDamaged;
    // Whether git or a person put an old text there is told when git is done.
    if (!isSame && !isDamaged && !checkout.isSteady && pages.hadText(name, file.hash)) return [];
    mirrored.set(name, file.hash);
    if (isSame) return [];
    const { isElsewhere } = checkout;
    const isFilesTurn = page === undefined || isDamaged || page.hash === base;
    const isCheckedOut = page ? !isDamaged && (isElsewhere || base === undefined) : isElsewhere;
    if (isCheckedOut && pages.hadText(name, file.hash)) return [];
    if (isFilesTurn && pages.twinOf(name) === undefined) {
      put(name);
      return [];
    }
    const kept = freeName(pages, name, file.hash);
    if (pages.find(kept) === undefined) put(kept);
    return [{ name, kept }];
  }

  /** @returns why not. */
  async #tryWrite(
    name: string,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
  ): Promise<string | undefined> {
    const folders = name.split("/").length - 1;
    try {
      await swapFile(this.#options.project, {
        path: mirrorPath(name),
        before,
        after,
        folders: Math.min(folders, FOLDERS_ABOVE),
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof UserError)) this.#options.log("warning", "a memory's file was not written", { error });
      return (error as Error).message;
    }
  }
}

/** As much of a name as is still one when so many characters come behind it. */
function shortened(name: string, more: number): string {
  const letters = [...name];
  while (memoryNameIfAny(letters.join("") + "x".repeat(more)) === undefined && letters.length > 1) letters.pop();
  return letters.join("");
}

/** A page for what a file held; the same text comes to the same name. */
function freeName(pages: MemoryTable, name: string, hash: string): string {
  const isFree = (candidate: string) => {
    const there: StoredMemory | undefined = pages.find(candidate);
    return there ? there.hash === hash : pages.twinOf(candidate) === undefined;
  };
  for (let digits = 8; ; digits += 8) {
    const mark = `-conflict-${hash.slice(0, digits)}`;
    const candidate = shortened(name, mark.length) + mark;
    if (digits >= hash.length || isFree(candidate)) return candidate;
  }
}

/** What is known to have changed in a project since its index was written, and what has to be looked at because of it. */
import type { Database } from "bun:sqlite";
import type { watch } from "node:fs";
import { join } from "node:path";
import { Sentinel } from "../base/sentinel.ts";
import type { Project } from "../project/project.ts";
import { foldersOf, Watcher, type WatchHealth } from "../project/watch.ts";
import { FileTable } from "../store/file-table.ts";
import { gitStamp } from "./git-stamp.ts";
import { isCurrent } from "./stamp.ts";

/** How long it waits to hear that nothing has changed. */
const NEWS_MS = 50;

/** How long after news of a file it is looked at again with each question. */
const RECENT_MS = 2_000;

const STOPPED: WatchHealth = { state: "stopped", folders: 0 };

export class ProjectNews implements Disposable {
  readonly #project: Project;
  readonly #folder: string;
  readonly #watch: typeof watch | undefined;
  readonly #dirty = new Set<string>();
  /** Files with news a moment ago, and when. */
  readonly #recent = new Map<string, number>();
  #watcher: Watcher | undefined;
  #sentinel: Sentinel | undefined;
  #needsScan = true;
  /** As it was before the files were last compared. */
  #gitStamp = "";

  /**
   * @param folder of the index.
   * @param watchWith the system's way to watch a folder, where it is not the usual one.
   */
  constructor(project: Project, folder: string, watchWith?: typeof watch) {
    this.#project = project;
    this.#folder = folder;
    this.#watch = watchWith;
  }

  /** Begins to watch: all that changes after it has resolved is heard of. */
  async start(): Promise<void> {
    const { files, root } = this.#project;
    const { signal } = new AbortController();
    this.#sentinel = new Sentinel(join(this.#folder, "news"), this.#watch);
    this.#watcher = await Watcher.start(root, {
      watch: this.#watch,
      folders: async () => foldersOf(await files.paths(".", { signal })),
      isWanted: async (path) => (await files.ignoredReason(path, signal)) === undefined,
      onChange: (paths) => {
        const now = Date.now();
        for (const path of paths) {
          this.#dirty.add(path);
          this.#recent.set(path, now);
        }
      },
    });
    this.#gitStamp = gitStamp(this.#project); // all that comes after it is heard of
  }

  get health(): WatchHealth {
    return this.#watcher?.health ?? STOPPED;
  }

  /** Whether it has begun to watch. */
  get hasBegun(): boolean {
    return this.#watcher !== undefined;
  }

  /** Files and folders that changed. */
  get dirty(): ReadonlySet<string> {
    return this.#dirty;
  }

  /** Whether more may have changed than is known, so that every file has to be compared. */
  get needsScan(): boolean {
    return this.#needsScan;
  }

  get isQuiet(): boolean {
    return !this.#needsScan && this.#dirty.size === 0;
  }

  /** Waits a moment for all news so far. @param readerNow gives the index, to compare files with. */
  async hear(readerNow: () => Database | undefined): Promise<void> {
    const isHeard = await this.#sentinel?.passed(NEWS_MS);
    await this.#watcher?.flush();
    const reader = readerNow();
    if (reader) this.#lookAgain(new FileTable(reader));
    if (!isHeard || this.#watcher?.health.state !== "watching") this.#needsScan = true;
    const stamp = gitStamp(this.#project);
    if (stamp !== this.#gitStamp) this.#needsScan = true;
    this.#gitStamp = stamp;
  }

  /** Changes of one file within a millisecond or two are reported once, perhaps before the last of them. */
  #lookAgain(files: FileTable): void {
    const before = Date.now() - RECENT_MS;
    for (const [path, at] of this.#recent) {
      if (at < before) this.#recent.delete(path);
      const row = files.at(path);
      if (!row || isCurrent(this.#project.root, row)) continue;
      this.#dirty.add(path);
      this.#recent.set(path, Date.now());
    }
  }

  /** Takes a path as changed; `.` for everything. */
  suspect(path: string): void {
    if (path === ".") this.#needsScan = true;
    else this.#dirty.add(path);
  }

  /** What is to be looked at now; what changes from here on counts as not looked at. */
  take(): "all" | readonly string[] {
    const taken = this.#needsScan ? "all" : [...this.#dirty];
    this.#needsScan = false;
    this.#dirty.clear();
    return taken;
  }

  [Symbol.dispose](): void {
    this.#watcher?.[Symbol.dispose]();
    this.#sentinel?.[Symbol.dispose]();
  }
}

/**
 * Tells which files of a project change, as they change. Only folders that are not ignored are watched, because each one
 * costs the system a watch; when it runs out of them, the watcher says so and what it no longer sees.
 */
import { type FSWatcher, watch } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { orMissing } from "../base/missing.ts";

export interface WatchHealth {
  state: "watching" | "degraded" | "stopped";
  /** Why changes may go unseen. */
  reason?: string;
  /** Folders that are watched. */
  folders: number;
}

export interface WatchOptions {
  /** Folders to watch, relative to the root, `.` for the root itself; asked again when ignore rules may have changed. */
  folders(): Promise<Iterable<string>>;
  /** Whether a folder that came into being is to be watched. */
  isWanted(folder: string): Promise<boolean>;
  /** Hears of changed, new and deleted files, relative to the root, in batches. */
  onChange(paths: ReadonlySet<string>): void;
  onHealth?(health: WatchHealth): void;
  /** The system's way to watch a folder; tests put in one that runs out. */
  watch?: typeof watch | undefined;
}

/** Editors write a file in several steps; a batch takes them together. */
const BATCH_MS = 15;

/** Files that say what is ignored. */
const RULE_FILES = new Set([".gitignore", "project.yaml", "local.yaml"]);

/** Errors that mean the system has no more watches or files to give. */
const EXHAUSTED = new Set(["ENOSPC", "EMFILE", "ENFILE", "ENOMEM"]);

export class Watcher implements Disposable {
  readonly #root: string;
  readonly #options: WatchOptions;
  readonly #watched = new Map<string, FSWatcher>();
  #pending = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Folders that came into being and are being looked into. */
  readonly #following = new Set<Promise<void>>();
  #unwatched = 0;
  #reason: string | undefined;
  #isStopped = false;

  private constructor(root: string, options: WatchOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** Starts watching; changes from the moment it resolves are seen. */
  static async start(root: string, options: WatchOptions): Promise<Watcher> {
    const watcher = new Watcher(root, options);
    for (const folder of await options.folders()) watcher.#watch(folder);
    watcher.#options.onHealth?.(watcher.health);
    return watcher;
  }

  get health(): WatchHealth {
    const folders = this.#watched.size;
    if (this.#isStopped) return { state: "stopped", folders: 0 };
    if (this.#reason === undefined) return { state: "watching", folders };
    return { state: "degraded", reason: this.#reason, folders };
  }

  [Symbol.dispose](): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  #watch(folder: string): void {
    if (this.#isStopped || this.#watched.has(folder)) return;
    try {
      const begin = this.#options.watch ?? watch;
      const watcher = begin(join(this.#root, folder), { persistent: false }, (_, name) => this.#seen(folder, name));
      watcher.on("error", (error) => this.#lost(folder, error));
      this.#watched.set(folder, watcher);
    } catch (error) {
      this.#lost(folder, error as NodeJS.ErrnoException);
    }
  }

  /** A folder cannot be watched: gone is no loss, anything else is one. */
  #lost(folder: string, error: NodeJS.ErrnoException): void {
    this.#watched.get(folder)?.close();
    this.#watched.delete(folder);
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return;
    this.#unwatched++;
    const why = EXHAUSTED.has(error.code ?? "")
      ? "the system has no more watches to give"
      : `the system refused (${error.code ?? error.message})`;
    this.#reason = `${this.#unwatched} folders are not watched: ${why}`;
    this.#options.onHealth?.(this.health);
  }

  #seen(folder: string, name: string | Buffer | null): void {
    if (name === null) {
      this.#reason = "the system reported a change without saying of which file";
      this.#options.onHealth?.(this.health);
      return;
    }
    const path = folder === "." ? String(name) : `${folder}/${name}`;
    if (path === ".git" || path.startsWith(".git/")) return;
    this.#add(path);
    if (RULE_FILES.has(String(name))) this.#follow(this.#lookAgain());
    this.#follow(this.#followFolder(path));
  }

  #follow(work: Promise<void>): void {
    const done = work.catch(() => undefined).finally(() => this.#following.delete(done));
    this.#following.add(done);
  }

  /** Tells at once of all that was seen so far, new folders looked into. */
  async flush(): Promise<void> {
    while (this.#following.size > 0) await Promise.all(this.#following);
    this.#send();
  }

  /** What came into being with a folder, or before it was watched, has to be looked for. */
  async #followFolder(path: string): Promise<void> {
    if (this.#isStopped) return;
    const found = await orMissing(lstat(join(this.#root, path)));
    if (!found?.isDirectory()) {
      if (this.#watched.has(path)) this.#forget(path);
      return;
    }
    if (this.#watched.has(path) || !(await this.#options.isWanted(path))) return;
    this.#watch(path);
    for (const entry of (await orMissing(readdir(join(this.#root, path), { withFileTypes: true }))) ?? []) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) await this.#followFolder(inner);
      else this.#add(inner);
    }
  }

  /** A folder is gone, and with it all below it. */
  #forget(path: string): void {
    for (const [folder, watcher] of this.#watched) {
      if (folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#watched.delete(folder);
      this.#add(folder);
    }
  }

  /** Ignore rules may have changed: other folders are wanted now. */
  async #lookAgain(): Promise<void> {
    const wanted = new Set(await this.#options.folders());
    for (const [folder, watcher] of this.#watched) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watched.delete(folder);
    }
    for (const folder of wanted) this.#watch(folder);
  }

  #add(path: string): void {
    this.#pending.add(path);
    this.#timer ??= setTimeout(() => this.#send(), BATCH_MS);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#pending;
    this.#pending = new Set();
    if (!this.#isStopped && batch.size > 0) this.#options.onChange(batch);
  }
}

/** Every folder on the way to the files of a listing, `.` first. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set(["."]);
  for (const path of paths) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

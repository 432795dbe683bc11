/**
 * The database of what must last: memories, notes and the journal of changes. One for all worktrees of a repository, in a folder of its own; it is
 * never thrown away.
 */
import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { shortHash } from "../base/hash.ts";
import { sharedGitFolder } from "../project/git-folder.ts";
import { MIGRATIONS } from "./_migrations.gen.ts";
import { lockWithin } from "./lock.ts";
import { openDatabase } from "./open.ts";

/** A change takes milliseconds; one of thousands of files, seconds. */
const LOCK_MS = 20_000;

export class MemoryDatabase implements Disposable {
  readonly folder: string;
  #database: Database | undefined;

  /** @param folder of its own. */
  constructor(folder: string) {
    this.folder = folder;
  }

  get #file(): string {
    return join(this.folder, "memory.db");
  }

  /** Whether anything was ever written. */
  get exists(): boolean {
    return existsSync(this.#file);
  }

  /** Opened, and made where there is none. @throws Unavailable when it cannot be, or a newer Waymark wrote it. */
  get open(): Database {
    this.#database ??= opened(this.#file);
    return this.#database;
  }

  /**
   * The right to write files of these projects, which one process has at a time; the system gives it back when its owner dies.
   * @throws Unavailable `timed_out` when another keeps it for long.
   */
  lock(): Promise<Disposable> {
    return lockWithin(join(this.folder, "changes.lock"), LOCK_MS);
  }

  /** The right to bring pages and their files together, as `lock`. */
  lockMirror(): Promise<Disposable> {
    return lockWithin(join(this.folder, "memories.lock"), LOCK_MS);
  }

  [Symbol.dispose](): void {
    this.#database?.close();
    this.#database = undefined;
  }
}

/** Those that this process uses, each opened once. */
export class MemoryDatabases implements Disposable {
  readonly #dataDir: string;
  readonly #byFolder = new Map<string, MemoryDatabase>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /**
   * @param root real path of a project.
   * @param repository folder of the checkout around it, where there is one.
   */
  of({ root, repository }: { root: string; repository: string | undefined }): MemoryDatabase {
    const git = repository === undefined ? undefined : sharedGitFolder(repository);
    // The same with and without git, so that nothing is lost when a folder becomes a repository.
    const top = git !== undefined && basename(git) === ".git" ? dirname(git) : git;
    const shared = top === undefined ? root : join(top, relative(repository!, root));
    const folder = join(this.#dataDir, "memory", shortHash(shared));
    const database = this.#byFolder.get(folder) ?? new MemoryDatabase(folder);
    this.#byFolder.set(folder, database);
    return database;
  }

  [Symbol.dispose](): void {
    for (const database of this.#byFolder.values()) database[Symbol.dispose]();
    this.#byFolder.clear();
  }
}

function opened(file: string): Database {
  const database = openDatabase(file, MIGRATIONS.memory);
  database.run("PRAGMA synchronous = FULL"); // it must know of a change before the first file is touched, even if the power goes
  return database;
}

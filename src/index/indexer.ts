/**
 * Keeps an index in step with the files of a project: whole scans, and refreshes of paths that changed. One at a time; each
 * file's rows are written in one transaction, so that whatever ends the process leaves an index that is right so far.
 */
import type { Database } from "bun:sqlite";
import type { Project } from "../project/project.ts";
import { ContentTable } from "../store/content-table.ts";
import { type FileRow, FileTable } from "../store/file-table.ts";
import { IndexInfo } from "../store/index-info.ts";
import type { Parse } from "./extraction.ts";
import { FileReader, type Reading } from "./file-reader.ts";
import { Ground } from "./ground.ts";
import { isCurrent } from "./stamp.ts";

/** Files that are read and parsed ahead of the one that is written next: so many that parsers have work while a batch is written. */
const AHEAD = 24;

/** Files of one transaction, so that a commit costs little and a kill loses little. */
const BATCH_FILES = 32;

/** Changes of files after which it is looked again for contents that no file has. */
const RETIRE_AFTER = 500;

export interface IndexProgress {
  phase: "idle" | "listing" | "indexing";
  /** Files of the work under way that are done, and all of them. */
  done: number;
  total: number;
  /** Why the last work ended early, if it did. */
  fault: string | undefined;
}

export interface IndexerOptions {
  project: Project;
  database: Database;
  parse: Parse;
  onProgress?(progress: IndexProgress): void;
  /** How many contents that no file has are kept at least; see ContentTable. */
  contentsKept?: number;
}

export class Indexer {
  readonly #project: Project;
  readonly #database: Database;
  readonly #files: FileTable;
  readonly #contents: ContentTable;
  readonly #info: IndexInfo;
  readonly #reader: FileReader;
  readonly #onProgress: (progress: IndexProgress) => void;
  #progress: IndexProgress = { phase: "idle", done: 0, total: 0, fault: undefined };
  #turn: Promise<unknown> = Promise.resolve();
  #changes = 0;
  #hasScanned = false;

  constructor({ project, database, parse, onProgress = () => undefined, contentsKept }: IndexerOptions) {
    this.#project = project;
    this.#database = database;
    this.#files = new FileTable(database);
    this.#contents = new ContentTable(database, contentsKept);
    this.#info = new IndexInfo(database);
    this.#reader = new FileReader(project, this.#contents, parse);
    this.#onProgress = onProgress;
  }

  get progress(): IndexProgress {
    return this.#progress;
  }

  /** Compares every file of the project with the index. @returns the generation that holds the result. */
  scan(signal: AbortSignal): Promise<number> {
    return this.#inTurn(() => this.#scan(signal));
  }

  async #scan(signal: AbortSignal): Promise<number> {
    if (!this.#hasScanned) this.#forgetFailures();
    const listed = await this.#list(signal);
    const reading = this.#reading;
    const isReadAsNow = this.#info.get("reading") === reading;
    const known = new Map(this.#files.all().map((row) => [row.path, row]));
    const ground = new Ground(this.#project.root);
    const changed: string[] = [];
    for (const path of listed) {
      const row = known.get(path);
      known.delete(path);
      if (!row || !isReadAsNow || !isCurrent(this.#project.root, row, ground)) changed.push(path);
    }
    await this.#take([...known.keys(), ...changed], listed, signal);
    this.#retire();
    this.#info.set("reading", reading);
    this.#info.set("scanned", "1");
    this.#hasScanned = true;
    return this.#info.generation;
  }

  /**
   * Looks again at files and folders that are said to have changed. Whether what came belongs to the project is a matter of
   * the list; a file that only changed is in it already.
   * @returns the generation that holds the result.
   */
  refresh(paths: readonly string[], signal: AbortSignal): Promise<number> {
    return this.#inTurn(async () => {
      if (this.#info.get("reading") !== this.#reading) return this.#scan(signal);
      const ground = new Ground(this.#project.root);
      const changed = new Set<string>();
      const look = (row: FileRow) => {
        if (!isCurrent(this.#project.root, row, ground)) changed.add(row.path);
      };
      const come: string[] = [];
      let areRulesTold = false;
      for (const path of paths) {
        const row = this.#files.at(path);
        const stat = ground.at(path);
        if (row) look(row);
        if (row ? stat?.isDirectory() : stat) come.push(path);
        areRulesTold ||= this.#project.files.decidesListing(path);
        for (const below of this.#files.below(path)) look(below);
      }
      const listed = areRulesTold
        ? await this.#listAnew(changed, signal)
        : await this.#listAmong(come, changed, signal);
      await this.#take([...changed], listed, signal);
      if (this.#changes > RETIRE_AFTER) this.#retire();
      return this.#info.generation;
    });
  }

  /** What is known and what came; adds to `changed` what came, and what went with what it came in the place of. */
  async #listAmong(paths: readonly string[], changed: Set<string>, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const listed = new Set(changed);
    if (paths.length === 0) return listed;
    this.#report({ phase: "listing", done: 0, total: 0 });
    const found = new Set(await this.#project.files.among(paths, signal));
    for (const path of found) {
      listed.add(path);
      if (!this.#files.at(path)) changed.add(path);
    }
    for (const { path } of paths.flatMap((path) => [{ path }, ...this.#files.below(path)])) {
      if (found.has(path)) continue;
      listed.delete(path);
      changed.add(path);
    }
    return listed;
  }

  /** The list as it is now; adds to `changed` what came into it and what left it. */
  async #listAnew(changed: Set<string>, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const listed = await this.#list(signal);
    const known = new Set(this.#files.paths());
    for (const path of known) if (!listed.has(path)) changed.add(path);
    for (const path of listed) if (!known.has(path)) changed.add(path);
    return listed;
  }

  async #list(signal: AbortSignal): Promise<ReadonlySet<string>> {
    this.#report({ phase: "listing", done: 0, total: 0 });
    return new Set(await this.#project.files.paths(".", { signal }));
  }

  /** Settings that make other contents of the same files. */
  get #reading(): string {
    const { encoding, read_secret_files } = this.#project.settings.values;
    return `${encoding ?? ""} ${read_secret_files}`;
  }

  /** What was not parsed, perhaps because the machine had no memory or stood still, is tried again when a process starts. */
  #forgetFailures(): void {
    this.#database
      .transaction(() => {
        if (this.#contents.forgetSkipped(["not parsed", "timed out"])) this.#info.nextGeneration();
      })
      .immediate();
  }

  #retire(): void {
    this.#database.transaction(() => this.#contents.retire(this.#info.generation)).immediate();
    this.#changes = 0;
  }

  /** Reads what changed and writes it, in order, some files ahead. @param listed those that are part of the project. */
  async #take(paths: readonly string[], listed: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const running: Promise<Reading>[] = [];
    const ground = new Ground(this.#project.root);
    const start = (path: string) => {
      const reading = listed.has(path)
        ? this.#reader.read(path, ground)
        : Promise.resolve<Reading>({ path, state: "gone" });
      reading.catch(() => undefined); // it is waited for in its turn
      running.push(reading);
    };
    for (const path of paths.slice(0, AHEAD)) start(path);
    let batch: Reading[] = [];
    for (const at of paths.keys()) {
      if (at % 16 === 0) this.#report({ phase: "indexing", done: at, total: paths.length });
      signal.throwIfAborted();
      batch.push(await running.shift()!);
      const next = paths[at + AHEAD];
      if (next !== undefined) start(next);
      if (batch.length < BATCH_FILES) continue;
      this.#write(batch);
      batch = [];
    }
    this.#write(batch);
    this.#report({ phase: "indexing", done: paths.length, total: paths.length });
  }

  #write(batch: readonly Reading[]): void {
    if (batch.length === 0) return;
    this.#database
      .transaction(() => {
        let isChanged = false;
        for (const reading of batch) isChanged = this.#writeOne(reading) || isChanged;
        if (isChanged) this.#info.nextGeneration();
      })
      .immediate();
  }

  /** @returns whether a query can see a difference. */
  #writeOne(reading: Reading): boolean {
    const before = this.#files.at(reading.path);
    this.#changes++;
    if (reading.state === "gone") {
      this.#files.remove(reading.path);
      return before !== undefined;
    }
    // An equal text may have been added by another file of this batch.
    const content =
      reading.state === "new"
        ? (this.#contents.find(reading.entry.hash, reading.entry.dialect) ?? this.#contents.add(reading.entry))
        : reading.row.content;
    this.#files.put({ ...reading.row, content });
    return before?.content !== content || before?.skip !== reading.row.skip;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#turn;
    const run = (async () => {
      await before.catch(() => undefined);
      try {
        const result = await work();
        this.#report({ phase: "idle", fault: undefined });
        return result;
      } catch (error) {
        this.#report({ phase: "idle", fault: error instanceof Error ? error.message : String(error) });
        throw error;
      }
    })();
    this.#turn = run;
    return run;
  }

  #report(change: Partial<IndexProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#onProgress(this.#progress);
  }
}

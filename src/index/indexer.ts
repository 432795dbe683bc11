/**
 * Keeps an index in step with the files of a project: whole scans, and refreshes of paths that changed. One at a time; each
 * file's rows are written in one transaction, so that whatever ends the process leaves an index that is right so far.
 */
import type { Database } from "bun:sqlite";
import type { Project } from "../project/project.ts";
import { ContentTable } from "../store/content-table.ts";
import { type FileRow, FileTable } from "../store/file-table.ts";
import { IndexInfo } from "../store/index-info.ts";
import { dialectOf } from "../syntax/dialect.ts";
import { contentHash, dialectKey, extracted, INDEXED_BYTES, type Parse } from "./extraction.ts";
import { roleOf } from "./role.ts";
import { isCurrent, stampOf, statOf } from "./stamp.ts";

/** Files that are read and parsed ahead of the one that is written next. */
const AHEAD = 8;

/** Files of one transaction, so that a commit costs little and a kill loses little. */
const BATCH_FILES = 32;

/** With more unknown paths than this, listing everything costs less than asking for each. */
const FEW_PATHS = 12;

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
}

/** What has to be written of one file. */
type Reading =
  | { path: string; state: "gone" }
  | { path: string; state: "skipped"; row: Omit<FileRow, "id"> }
  | { path: string; state: "known"; row: Omit<FileRow, "id"> }
  | { path: string; state: "new"; row: Omit<FileRow, "id" | "content">; entry: Awaited<ReturnType<typeof extracted>> };

export class Indexer {
  readonly #project: Project;
  readonly #database: Database;
  readonly #files: FileTable;
  readonly #contents: ContentTable;
  readonly #info: IndexInfo;
  readonly #parse: Parse;
  readonly #onProgress: (progress: IndexProgress) => void;
  #progress: IndexProgress = { phase: "idle", done: 0, total: 0, fault: undefined };
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ project, database, parse, onProgress = () => undefined }: IndexerOptions) {
    this.#project = project;
    this.#database = database;
    this.#files = new FileTable(database);
    this.#contents = new ContentTable(database);
    this.#info = new IndexInfo(database);
    this.#parse = parse;
    this.#onProgress = onProgress;
  }

  get progress(): IndexProgress {
    return this.#progress;
  }

  /** Compares every file of the project with the index. @returns the generation that holds the result. */
  scan(signal: AbortSignal): Promise<number> {
    return this.#inTurn(async () => {
      this.#report({ phase: "listing", done: 0, total: 0 });
      const listed = await this.#project.files.paths(".", { signal });
      const { root } = this.#project;
      const known = new Map(this.#files.all().map((row) => [row.path, row]));
      const changed: string[] = [];
      for (const path of listed) {
        const row = known.get(path);
        known.delete(path);
        if (!row || !isCurrent(root, row)) changed.push(path);
      }
      await this.#take([...known.keys(), ...changed], new Set(listed), signal);
      this.#database.transaction(() => this.#contents.retire(this.#info.generation)).immediate();
      this.#info.set("scanned", "1");
      return this.#info.generation;
    });
  }

  /** Looks again at files and folders that are said to have changed. @returns the generation that holds the result. */
  refresh(paths: readonly string[], signal: AbortSignal): Promise<number> {
    const unknown = paths.filter((path) => !this.#files.at(path));
    if (unknown.length > FEW_PATHS || paths.some(saysWhatIsIgnored)) return this.scan(signal);
    return this.#inTurn(async () => {
      const wanted = new Set(paths.filter((path) => this.#files.at(path)));
      const listed = new Set(wanted);
      for (const path of unknown) {
        for (const { path: below } of this.#files.below(path)) wanted.add(below);
        for (const found of await this.#listedAt(path, signal)) {
          wanted.add(found);
          listed.add(found);
        }
      }
      const { root } = this.#project;
      const changed = [...wanted].filter((path) => {
        const row = this.#files.at(path);
        return !row || !listed.has(path) || !isCurrent(root, row);
      });
      await this.#take(changed, listed, signal);
      return this.#info.generation;
    });
  }

  /** The listed files at a path: itself, or those below it. */
  async #listedAt(path: string, signal: AbortSignal): Promise<string[]> {
    const { files } = this.#project;
    const stat = statOf(this.#project.root, path);
    if (!stat || (await files.ignoredReason(path, signal)) !== undefined) return [];
    if (stat.isDirectory()) return files.paths(path, { signal });
    return stat.isFile() ? [path] : [];
  }

  /** Reads what changed and writes it, in order, some files ahead. @param listed those that are part of the project. */
  async #take(paths: readonly string[], listed: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const running: Promise<Reading>[] = [];
    const start = (path: string) => {
      const reading = listed.has(path) ? this.#read(path) : Promise.resolve<Reading>({ path, state: "gone" });
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
  }

  async #read(path: string): Promise<Reading> {
    const { root, files, catalog } = this.#project;
    const stat = statOf(root, path);
    if (!stat) return { path, state: "gone" };
    const row = {
      path,
      role: roleOf(path),
      size: Number(stat.size),
      stamp: stampOf(stat),
      readAt: Date.now(),
      skip: null,
    };
    const skipped = (skip: string): Reading => ({ path, state: "skipped", row: { ...row, content: null, skip } });
    if (files.holdsSecrets(path)) return skipped("secret");
    if (!stat.isFile()) return skipped("no file");
    if (row.size > INDEXED_BYTES) return skipped("too large");
    let bytes: Uint8Array;
    try {
      using file = await files.open(path);
      bytes = file.read(0, file.size);
    } catch {
      return statOf(root, path) ? skipped("unreadable") : { path, state: "gone" };
    }
    const decoded = files.decode(bytes);
    if (!decoded) return skipped("binary");
    const dialect = dialectOf(path, catalog);
    const hash = contentHash(bytes);
    const known = this.#contents.find(hash, dialectKey(dialect));
    if (known !== undefined) return { path, state: "known", row: { ...row, content: known } };
    const language = catalog.of(path)?.id ?? "";
    return { path, state: "new", row, entry: await extracted(path, hash, decoded, language, dialect, this.#parse) };
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

function saysWhatIsIgnored(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name === ".gitignore" || /(^|\/)\.waymark\/(project|local)\.yaml$/.test(path);
}

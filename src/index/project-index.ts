/**
 * The index of one project as the rest of the program sees it: what is known now, and how fresh that is. A worker writes it;
 * here it is read. Every question first asks whether files have changed, and waits a moment for those that have.
 */
import type { Database } from "bun:sqlite";
import type { watch } from "node:fs";
import { Unavailable } from "../base/error.ts";
import type { Log, LogLevel } from "../base/log.ts";
import { sizeOf } from "../base/size.ts";
import { within } from "../base/within.ts";
import type { OpenEmbedder } from "../embed/open-embedder.ts";
import type { Project, ProjectOptions } from "../project/project.ts";
import { FileTable } from "../store/file-table.ts";
import { indexIdentity, isDamage, openIndexReader } from "../store/index-database.ts";
import { IndexInfo } from "../store/index-info.ts";
import { type EmbeddingOptions, NO_VECTORS } from "./embedding-loop.ts";
import { isWhole, NO_STATE, readEmbeddingState } from "./embedding-state.ts";
import { type EmbeddingStatus, embeddingStatus } from "./embedding-status.ts";
import { type FeedNews, FileFeed } from "./file-feed.ts";
import type { Freshness, IndexState } from "./freshness.ts";
import { IndexHand } from "./index-hand.ts";
import type { IndexProgress } from "./indexer.ts";
import { IntentVectors } from "./intent-vectors.ts";
import { NameList } from "./name-list.ts";
import { ProjectNews } from "./project-news.ts";
import { type RefreshJob, RefreshJobs } from "./refresh-jobs.ts";
import { ResolverCache } from "./resolver-cache.ts";
import { staleFiles } from "./stamp.ts";

/** How long a question waits for files that changed. */
const REFRESH_MS = 300;

/** How long a first question may wait for it to begin, or for a small project to be read. */
const FIRST_MS = 1_500;

/** A turn of waiting for the whole. */
const WHOLE_MS = 10_000;

export interface ProjectIndexOptions {
  project: Project;
  /** What the project was opened with. */
  opened: Omit<ProjectOptions, "catalog">;
  /** Folder of the index; nothing else is in it. */
  folder: string;
  log: Log;
  logLevel: LogLevel;
  /** Starts the worker that writes; tests put in others. */
  startWorker?: () => Worker;
  /** Watches a folder; tests put in one that runs out. */
  watch?: typeof watch;
  /** What vectors it shall have; none where that is left out. */
  embedding?: EmbeddingOptions;
  /** Opens what embeds questions. */
  openEmbedder?: OpenEmbedder;
}

/** How long another process may take to write what changed. */
const OTHER_MS = 20_000;

const IDLE: IndexProgress = { phase: "idle", done: 0, total: 0, fault: undefined };

export class ProjectIndex implements AsyncDisposable {
  /** The names of its symbols. */
  readonly names = new NameList();
  /** Its vectors, to be asked. */
  readonly vectors: IntentVectors;
  readonly resolvers = new ResolverCache();
  readonly #feed = new FileFeed();
  readonly #refreshes = new RefreshJobs();
  readonly #options: ProjectIndexOptions;
  readonly #hand: IndexHand;
  readonly #news: ProjectNews;
  #reader: Database | undefined;
  #identity: number | undefined;
  #starting: Promise<void> | undefined;
  #working: Promise<unknown> | undefined;
  /** What is being written now. */
  #underWork: readonly string[] | "all" = [];
  #progress = IDLE;
  #replaced: string | undefined;
  #fault: string | undefined;
  #faultAt: string | undefined;
  #filesRead = 0;
  #phaseSince = { phase: IDLE.phase, at: 0 };

  constructor(options: ProjectIndexOptions) {
    this.#options = options;
    const { project, opened, folder, log, logLevel, startWorker, embedding = NO_VECTORS, openEmbedder: open } = options;
    this.#news = new ProjectNews(project, folder, options.watch);
    this.#hand = new IndexHand({
      task: { root: project.root, options: opened, folder, logLevel, embedding: options.embedding },
      log,
      startWorker,
      onProgress: (progress) => this.#advance(progress),
      onReplaced: (reason) => {
        this.#replaced = reason;
        this.#closeReader();
        log("warning", "an index was set aside and is made anew", { reason });
      },
    });
    this.vectors = new IntentVectors({
      ...embedding,
      ...(open && { open }),
      reader: () => this.reader,
      cacheMegabytes: project.settings.values["index.vector_cache_mb"],
    });
  }

  /** For questions; undefined before anything was indexed. */
  get reader(): Database | undefined {
    const { folder } = this.#options;
    const identity = indexIdentity(folder);
    // Another process may have set the index aside and made another.
    if (this.#reader && identity !== this.#identity) this.#closeReader();
    this.#reader ??= openIndexReader(folder);
    this.#identity = identity;
    return this.#reader;
  }

  /** Whether somebody asked for it, so that it is looked after. */
  get hasBegun(): boolean {
    return this.#starting !== undefined;
  }

  /** Rises with every change that a question can see. By itself, as are the next two: every question asks for it. */
  get generation(): number {
    return this.#said((info) => info.generation) ?? 0;
  }

  /** Whether the whole project was read once. */
  get isComplete(): boolean {
    return this.#said((info) => info.get("scanned")) === "1";
  }

  /** What went wrong last, and has not gone well since. */
  get fault(): string | undefined {
    return this.#fault;
  }

  get state(): IndexState {
    return {
      progress: this.#progress,
      health: this.#news.health,
      isComplete: this.isComplete,
      isWriter: this.#hand.isWriter,
      generation: this.generation,
      replaced: this.#replaced,
      fault: this.#fault,
      faultAt: this.#faultAt,
      filesPerSecond: this.#rate,
      filesRead: this.#filesRead,
      embedding: this.#embedding,
    };
  }

  get #embedding(): EmbeddingStatus {
    const { task } = this.#options.embedding ?? NO_VECTORS;
    const said = this.#said((info) => {
      const state = readEmbeddingState(info);
      return embeddingStatus(task, state, isWhole(state, info));
    });
    return said ?? embeddingStatus(task, NO_STATE, false);
  }

  /** Refreshes that were asked for, the last first. */
  get refreshes(): readonly RefreshJob[] {
    return this.#refreshes.all;
  }

  get #rate(): number | undefined {
    const { phase, done } = this.#progress;
    const seconds = (performance.now() - this.#phaseSince.at) / 1_000;
    return phase === "indexing" && done > 0 && seconds > 0 ? Math.round(done / seconds) : undefined;
  }

  /** Its size on the disk, in bytes. */
  get bytes(): number {
    return sizeOf(this.#options.folder);
  }

  /** What the index says of itself; nothing when it is damaged, which the one who writes it will find and mend. */
  #said<T>(read: (info: IndexInfo) => T): T | undefined {
    const { reader } = this;
    try {
      return reader && read(new IndexInfo(reader));
    } catch (error) {
      if (isDamage(error)) return undefined;
      throw error;
    }
  }

  /** Begins to watch and to index, if that has not begun; does not wait for the end. */
  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#fail(error);
      this.#options.log("error", "a project cannot be indexed", { error });
    });
    return this.#starting;
  }

  async #start(): Promise<void> {
    await Promise.all([this.#news.start(), this.#hand.open()]);
    void this.#work(); // news of all that changes from here on are kept, so it can go on by itself
  }

  /**
   * Brings the index up to date as far as that takes no longer than a moment. An index that is being made for the first time
   * is not waited for.
   * @param budget the most it waits for changed files, in milliseconds.
   */
  async freshen(signal: AbortSignal, budget = this.isComplete ? REFRESH_MS : 0): Promise<Freshness> {
    const isDone = await within(budget, signal, async () => {
      await this.start();
      await this.#news.hear(() => this.reader);
      await this.#work();
      return this.#news.isQuiet && this.#fault === undefined;
    });
    signal.throwIfAborted();
    const { generation } = this;
    if (!this.isComplete) {
      const { done, total } = this.#progress;
      const far = total > 0 ? `: ${done} of ${total} files are read` : "";
      const reason = this.#fault ?? `the project is being indexed${far}`;
      return { generation, pending: undefined, changed: undefined, reason };
    }
    if (isDone) return { generation, pending: 0, changed: [], reason: undefined };
    if (this.#news.needsScan || this.#underWork === "all") {
      const reason = "files have changed and are being looked for";
      return { generation, pending: undefined, changed: undefined, reason };
    }
    const changed = [...new Set([...this.#news.dirty, ...this.#underWork])];
    return { generation, pending: changed.length, changed, reason: "changed files are being read" };
  }

  /** As `freshen`, for questions that have nothing as good as the index: it waits longer for one that begins its work. */
  freshenPatiently(signal: AbortSignal): Promise<Freshness> {
    const isBeginning = !this.isComplete || !this.#news.hasBegun;
    return isBeginning ? this.freshen(signal, FIRST_MS) : this.freshen(signal);
  }

  /**
   * What changed since somebody was told last.
   * @param after what `until` was then; undefined for who begins now.
   * @returns with `reason` when something may have changed that is not known yet.
   */
  async changesSince(
    after: number | undefined,
    signal: AbortSignal,
  ): Promise<FeedNews & { reason: string | undefined }> {
    // While there is no index yet, it is waited for only by those who need it to learn what changed.
    const isBeginning = !this.isComplete && after !== undefined && (await this.#hasNews(signal));
    const { reason, pending } = await (isBeginning ? this.freshenPatiently(signal) : this.freshen(signal));
    const isUsable = reason === undefined || pending !== undefined;
    const { files } = this.#options.project;
    if (!isUsable && !this.#feed.hasBegun) this.#feed.begin(await files.paths(".", { signal }));
    const news = this.#feed.since(after, isUsable ? this.reader : undefined);
    if (this.isComplete) return { ...news, reason };
    return { ...news, reason: isBeginning ? `${reason}, and files have changed since that began` : undefined };
  }

  /** Whether files changed, for all that is heard in a moment. */
  async #hasNews(signal: AbortSignal): Promise<boolean> {
    const isHeard = await within(REFRESH_MS, signal, async () => {
      await this.start();
      await this.#news.hear(() => this.reader);
      return true;
    });
    return !isHeard || this.#news.dirty.size > 0;
  }

  /** Takes files as changed that this process wrote, whatever the watcher hears of them. @param paths links followed. */
  noteChanged(paths: readonly string[]): void {
    for (const path of paths) this.#news.suspect(path);
  }

  /**
   * Looks again at a file, a folder or, with `.`, everything, in the background.
   * @returns the job, which ends when the index knows what was found.
   */
  refresh(path: string): RefreshJob {
    const work = async () => {
      await this.start();
      this.#news.suspect(path);
      await this.#work();
      if (this.#fault !== undefined) throw new Error(this.#fault);
      return this.generation;
    };
    return this.#refreshes.begin(path, work);
  }

  /**
   * Waits until the whole project is indexed.
   * @throws the signal's reason; Unavailable with what went wrong.
   */
  async whole(signal: AbortSignal): Promise<void> {
    await this.start();
    for (;;) {
      const { reason } = await this.freshen(signal, WHOLE_MS);
      if (this.#fault !== undefined) {
        throw new Unavailable("unavailable", `The project could not be indexed: ${this.#fault}`);
      }
      if (reason === undefined) return;
    }
  }

  #fail(error: unknown): void {
    this.#fault = error instanceof Error ? error.message : String(error);
    this.#faultAt = new Date().toISOString();
  }

  /** Works on until nothing is left; one at a time. */
  #work(): Promise<unknown> {
    this.#working ??= this.#workAll().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  async #workAll(): Promise<void> {
    while (!this.#news.isQuiet) {
      const taken = this.#news.take();
      this.#underWork = taken;
      try {
        await this.#hand.ask(taken === "all" ? { do: "scan" } : { do: "refresh", paths: taken });
        this.#fault = undefined;
        if (!this.#hand.isWriter) await this.#writtenByOther(taken === "all" ? undefined : taken);
      } catch (error) {
        this.#news.suspect(".");
        this.#fail(error);
        this.#options.log("error", "files were not indexed", { error });
        return;
      } finally {
        this.#underWork = [];
      }
    }
  }

  /**
   * The process that writes sees the same news; waits until it has written them.
   * @param paths undefined for all files.
   */
  async #writtenByOther(paths: readonly string[] | undefined): Promise<void> {
    const { project } = this.#options;
    const until = Date.now() + OTHER_MS;
    for (let wait = 5; ; wait = Math.min(200, wait * 2)) {
      const { reader } = this;
      if (reader && (await staleFiles(project, new FileTable(reader), paths)).length === 0) return;
      if (Date.now() > until) throw new Error("Another process writes the index and is behind.");
      await Bun.sleep(wait);
    }
  }

  #advance(progress: IndexProgress): void {
    if (this.#progress.phase === "indexing" && progress.phase !== "indexing") this.#filesRead += this.#progress.total;
    this.#progress = progress;
    if (progress.phase !== this.#phaseSince.phase) this.#phaseSince = { phase: progress.phase, at: performance.now() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#news[Symbol.dispose]();
    await this.#hand[Symbol.asyncDispose]();
    this.vectors[Symbol.dispose]();
    this.#closeReader();
  }

  #closeReader(): void {
    this.#reader?.close();
    this.#reader = undefined;
  }
}

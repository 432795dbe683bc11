/** Indexes one project off the main thread: the only writer of its index in this process. */
import type { Database } from "bun:sqlite";
import { createLog, type Log, type LogLevel } from "../base/log.ts";
import { openEmbedder } from "../embed/open-embedder.ts";
import { LANGUAGES } from "../language/_builtin.gen.ts";
import { Catalog } from "../language/catalog.ts";
import { openProject, type Project, type ProjectOptions } from "../project/project.ts";
import { loadVectors } from "../store/extension.ts";
import { type IndexWriter, isDamage, openIndexWriter } from "../store/index-database.ts";
import { IndexInfo } from "../store/index-info.ts";
import { QUERIES } from "../syntax/_queries.gen.ts";
import { syntaxFault } from "../syntax/known.ts";
import { SyntaxPool } from "../syntax/pool.ts";
import { EmbeddingLoop, type EmbeddingOptions, NO_VECTORS } from "./embedding-loop.ts";
import { extractorVersion } from "./extraction.ts";
import { Indexer, type IndexProgress } from "./indexer.ts";

/** What a worker has to know of its project; plain data. */
export interface IndexTask {
  root: string;
  options: Omit<ProjectOptions, "catalog">;
  /** Folder of the index. */
  folder: string;
  logLevel: LogLevel;
  /** Left out where there shall be no vectors. */
  embedding?: EmbeddingOptions | undefined;
}

export type IndexJob =
  | { id: number; do: "open"; task: IndexTask }
  | { id: number; do: "scan" }
  | { id: number; do: "refresh"; paths: readonly string[] }
  | { id: number; do: "close" };

export type IndexReply =
  | { id: number; generation: number; isWriter: boolean; replaced?: string }
  | { id: number; fault: string }
  | { progress: IndexProgress }
  | { log: string };

declare const self: Worker;

const never = new AbortController().signal;

class Hand {
  readonly #task: IndexTask;
  readonly #parsers: SyntaxPool;
  #writer: IndexWriter | undefined;
  #indexer: Indexer | undefined;
  #vectors: EmbeddingLoop | undefined;
  readonly #log: Log;

  constructor(task: IndexTask) {
    this.#task = task;
    this.#log = createLog(task.logLevel, (log) => say({ log }));
    this.#parsers = new SyntaxPool({ log: this.#log });
  }

  /** Becomes the writer unless another process is. @returns why an older index was set aside, if it was. */
  async open(): Promise<string | undefined> {
    if (this.#indexer) return undefined;
    const { root, options, folder } = this.#task;
    const own = options.settings.values.languages;
    this.#writer ??= openIndexWriter(folder, extractorVersion(QUERIES, LANGUAGES, own));
    if (!this.#writer) return undefined;
    const catalog = new Catalog(LANGUAGES, own, syntaxFault);
    const project = await openProject(root, async () => ({ ...options, catalog }));
    this.#indexer = new Indexer({
      project,
      database: this.#writer.database,
      parse: (path, dialect, text) => this.#parsers.parse(path, dialect, text, { signal: never, occurrences: true }),
      onProgress: (progress) => say({ progress }),
    });
    this.#vectors = await this.#vectorsOf(project, this.#writer.database);
    return this.#writer.replaced;
  }

  async #vectorsOf(project: Project, database: Database): Promise<EmbeddingLoop | undefined> {
    const { task, programs } = this.#task.embedding ?? NO_VECTORS;
    if (task.provider === "off") return undefined;
    const support = await loadVectors(database, programs);
    return new EmbeddingLoop({
      project,
      database,
      support,
      open: (signal) => openEmbedder(task, signal),
      log: this.#log,
    });
  }

  get isWriter(): boolean {
    return this.#indexer !== undefined;
  }

  get generation(): number {
    return this.#writer ? new IndexInfo(this.#writer.database).generation : 0;
  }

  /** Works on the index; one that turns out to be damaged is made anew. @returns why, if it was. */
  async work(task: (indexer: Indexer) => Promise<unknown>): Promise<string | undefined> {
    using _ = this.#vectors?.hold();
    try {
      if (this.#indexer) await task(this.#indexer);
      return undefined;
    } catch (error) {
      if (!this.#writer || !isDamage(error)) throw error;
      this.#vectors?.[Symbol.dispose]();
      this.#writer.distrust(`it is damaged: ${(error as Error).message}`);
      this.#writer[Symbol.dispose]();
      this.#writer = undefined;
      this.#indexer = undefined;
      const replaced = await this.open();
      using _ = this.#vectors?.hold();
      await this.#made?.scan(never);
      return replaced;
    }
  }

  /** The indexer as it is now; the compiler remembers what it was. */
  get #made(): Indexer | undefined {
    return this.#indexer;
  }

  close(): void {
    this.#vectors?.[Symbol.dispose]();
    this.#parsers[Symbol.dispose]();
    this.#writer?.[Symbol.dispose]();
  }
}

let hand: Hand | undefined;

function say(reply: IndexReply): void {
  self.postMessage(reply);
}

async function work(job: IndexJob): Promise<string | undefined> {
  if (job.do === "open") hand = new Hand(job.task);
  const replaced = await hand?.open();
  if (job.do === "scan") return (await hand?.work((indexer) => indexer.scan(never))) ?? replaced;
  if (job.do === "refresh") return (await hand?.work((indexer) => indexer.refresh(job.paths, never))) ?? replaced;
  if (job.do === "close") hand?.close();
  return replaced;
}

self.onmessage = async ({ data: job }: MessageEvent<IndexJob>) => {
  try {
    const replaced = await work(job);
    const { generation = 0, isWriter = false } = job.do === "close" ? {} : (hand ?? {});
    say({ id: job.id, generation, isWriter, ...(replaced !== undefined && { replaced }) });
  } catch (error) {
    say({ id: job.id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

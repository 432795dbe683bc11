/** Gives every chunk of every file its vector: what has none is looked for, read, embedded and written, in portions. */
import type { Database } from "bun:sqlite";
import type { Embedder } from "../embed/embedder.ts";
import type { Project } from "../project/project.ts";
import { isSecretName } from "../project/secret.ts";
import type { UnreadChunk, UnreadFile } from "../store/document-table.ts";
import { IndexInfo } from "../store/index-info.ts";
import type { VectorSupport } from "../store/open.ts";
import { type DocumentText, DocumentVectors } from "./document-vectors.ts";
import { readEmbeddingState, writeEmbeddingState } from "./embedding-state.ts";
import { textHash } from "./extraction.ts";

export interface EmbeddingPassOptions {
  project: Project;
  /** Of the one who writes the index. */
  database: Database;
  support: VectorSupport;
  /** Waits until nothing more urgent is under way. */
  turn(signal: AbortSignal): Promise<void>;
}

interface Item {
  document: DocumentText;
  text: string;
}

export class EmbeddingPass {
  readonly #options: EmbeddingPassOptions;
  readonly #info: IndexInfo;
  readonly #embedder: Embedder;
  readonly #vectors: DocumentVectors;

  /** Vectors of another model go at once. */
  constructor(options: EmbeddingPassOptions, embedder: Embedder) {
    this.#options = options;
    this.#info = new IndexInfo(options.database);
    this.#embedder = embedder;
    this.#vectors = DocumentVectors.open(options.database, options.support, embedder);
  }

  /**
   * Works until nothing is left that can be done now.
   * @throws Unavailable when the model cannot answer; the signal's reason. What was done until then is kept.
   */
  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#options.turn(signal);
      while (this.#vectors.sweep()) await this.#options.turn(signal);
      const { generation } = this.#info;
      if (readEmbeddingState(this.#info).generation === generation) return;
      this.#begin();
      await this.#round(signal);
      if (this.#isEnd(generation)) return;
    }
  }

  #begin(): void {
    const counts = this.#vectors.documents.counts();
    const now = Date.now();
    writeEmbeddingState(this.#info, {
      ...counts,
      generation: undefined,
      run: { at: now, done: counts.done, until: now },
    });
  }

  /** Whether nothing has changed since a generation. Files that could not be read will, when the index gets to know them. */
  #isEnd(generation: number): boolean {
    return this.#options.database
      .transaction(() => {
        if (this.#info.generation !== generation) return false;
        const { total, done } = readEmbeddingState(this.#info);
        writeEmbeddingState(this.#info, {
          generation: done >= total ? generation : undefined,
          run: undefined,
          fault: undefined,
        });
        return true;
      })
      .immediate();
  }

  /** Goes once through all files. */
  async #round(signal: AbortSignal): Promise<void> {
    let waiting: Item[] = [];
    for (let path = ""; ; ) {
      await this.#options.turn(signal);
      const file = this.#vectors.documents.unreadAfter(path);
      if (!file) break;
      path = file.path;
      waiting.push(...(await this.#itemsOf(file, signal)));
      while (waiting.length >= this.#embedder.batch) {
        const { batch } = this.#embedder;
        await this.#embed(waiting.slice(0, batch), signal);
        waiting = waiting.slice(batch);
      }
    }
    if (waiting.length > 0) await this.#embed(waiting, signal);
  }

  async #embed(items: readonly Item[], signal: AbortSignal): Promise<void> {
    const passages = items.map(({ document: { path }, text }) => ({ path, text }));
    const vectors = await this.#embedder.passages(passages, signal);
    await this.#options.turn(signal);
    this.#vectors.write(items.map(({ document: text }, at) => ({ text, vector: vectors[at] })));
  }

  /** What has to be embedded of a file; what need not be is written at once. */
  async #itemsOf(file: UnreadFile, signal: AbortSignal): Promise<Item[]> {
    const { path } = file;
    const { documents } = this.#vectors;
    const texts = documentTexts(file, documents.unreadIn(file));
    if (isSecretName(path)) {
      const vector = { refused: "the name of its file says that it holds secrets" };
      this.#vectors.write(texts.map(({ document }) => ({ text: document, vector })));
      return [];
    }
    const known = documents.byText(path);
    const { old = [], fresh = [] } = Object.groupBy(texts, ({ document }) =>
      known.has(document.textHash) ? "old" : "fresh",
    );
    if (old.length > 0) {
      const copied = old.map(({ document }) => document);
      this.#vectors.copy(copied, known);
    }
    if (fresh.length === 0) return [];
    const text = await this.#options.project.files.textIfFile(path);
    await this.#options.turn(signal);
    if (text === undefined) return [];
    // A file that has changed again is left to the time when the index knows it.
    return fresh.flatMap(({ document, start, end }) => {
      const part = text.slice(start, end);
      return textHash(part) === document.textHash ? [{ document, text: part }] : [];
    });
  }
}

/** What is to be done of a file, equal texts together. */
function documentTexts({ path, role, language }: UnreadFile, chunks: readonly UnreadChunk[]) {
  const byText = Map.groupBy(chunks, (chunk) => chunk.textHash);
  return [...byText].map(([textHash, equal]) => {
    const document: DocumentText = { path, role, language, textHash, chunks: equal.map(({ id }) => id) };
    return { document, start: equal[0]!.start, end: equal[0]!.end };
  });
}

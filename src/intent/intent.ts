/**
 * Search by intent in one project: its words in memory in step with its index, its vectors, and the order that they give.
 * Whatever is missing, what is there answers, and the answer says what is missing.
 */
import type { Database } from "bun:sqlite";
import { Unavailable, UserError } from "../base/error.ts";
import { Turn } from "../base/turn.ts";
import { within } from "../base/within.ts";
import type { Freshness } from "../index/freshness.ts";
import type { DocumentNeighbour } from "../index/intent-vectors.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { Project } from "../project/project.ts";
import { ChunkTable } from "../store/chunk-table.ts";
import { bestByWords, type Meanings } from "./candidates.ts";
import { type ChunkText, ChunkTexts } from "./chunk-texts.ts";
import { Lexicon, type LexiconFile } from "./lexicon.ts";
import { readQuestion } from "./question.ts";
import { type RankedChunk, rank } from "./rank.ts";
import type { Reason } from "./ranking.ts";

/** Neighbours that are asked for by meaning. */
const NEIGHBOURS = 200;

/** How long a question waits for the words of the project; after that, those that are there answer. */
const WORDS_MS = 800;

/** How long it waits for a project that is indexed for the first time, and how often it looks. */
const FIRST_MS = 8_000;
const LOOK_MS = 50;

/** Chunks that are ranked beyond those that are wanted, in case some have changed meanwhile. */
const SPARE = 5;

/** In place of a generation: the words are in step with none. */
const TORN = -1;

/** In place of a chunk's number: the words know no such chunk. */
const UNKNOWN = -1;

export interface IntentSearch {
  query: string;
  limit: number;
  /** One chunk of each file. */
  byFile: boolean;
  tests: "demote" | "exclude" | "include";
  /** Which files count; all when left out. */
  isWanted?: ((path: string) => boolean) | undefined;
  /** Ids; all when left out. */
  languages?: readonly string[] | undefined;
}

export interface IntentHit extends Pick<ChunkText, "text"> {
  path: string;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  role: string;
  symbols: readonly string[];
  score: number;
  /** What speaks for its file; only for a search by a question. */
  reasons?: Reason[];
  /** Chunks of the file besides its best that fit half as well or better. */
  others: number;
}

export interface IntentResult {
  hits: IntentHit[];
  generation: number;
  pending: number | undefined;
  /** Why something may be missing. */
  reason: string | undefined;
}

/** What a search found in one state of the index. */
interface Found {
  database: Database;
  generation: number;
  ranked: RankedChunk[];
  /** Why something may be missing. */
  reason: string | undefined;
}

export class Intent {
  readonly #project: Project;
  readonly #index: ProjectIndex;
  #lexicon = new Lexicon();
  /** Numbers of the chunks of documents, by their ids, as long as the words stay as they are. */
  readonly #numbers = new Map<number, number>();
  #generation = TORN;
  #database: Database | undefined;
  #following: Promise<void> | undefined;

  constructor(project: Project, index: ProjectIndex) {
    this.#project = project;
    this.#index = index;
  }

  /** Loads the words of the project as far as they are indexed, so that the first question need not. */
  async warm(): Promise<void> {
    await this.#follow();
  }

  /** @throws Unavailable when nothing is indexed yet; when vectors are missing and the settings are strict. */
  async search(search: IntentSearch, signal: AbortSignal): Promise<IntentResult> {
    const ready = this.#ready(signal);
    // Nearly always nothing has changed. So the search is made while news are waited for, and made again where it has.
    const early = this.#isInStep ? this.#find(search, signal).catch(() => undefined) : undefined;
    const { lag, fresh } = await ready;
    const timely = await early;
    const isTimely = timely && lag === undefined && this.#isAsOf(timely);
    const { database, ranked, reason } = isTimely ? timely : await this.#find(search, signal);
    const texts = new ChunkTexts(this.#project, database); // as they are from here on
    return this.#result(shown(ranked, texts, search.limit), texts, fresh, [lag, reason]);
  }

  /** Searches what the words and the vectors know now. */
  async #find(search: IntentSearch, signal: AbortSignal): Promise<Found> {
    const [database, generation] = [this.#database!, this.#generation];
    const isWanted = wantedIn(search);
    // Neighbours are chosen among what is wanted: the nearest of all may all be something else.
    const paths = isWanted && this.#paths(isWanted);
    const meant = await this.#index.vectors.nearest(search.query, NEIGHBOURS, paths ? { paths } : {}, signal);
    this.#assertStill(database);
    const meanings = this.#numbered(meant.neighbours);
    const texts = new ChunkTexts(this.#project, database);
    const ranked = rank(readQuestion(search.query), search.limit + SPARE, search.byFile, {
      lexicon: this.#lexicon,
      meanings,
      isWanted: paths && isWanted,
      tests: search.tests === "demote" ? "demote" : "equal",
      textOf: (file, place) => texts.textAt(file, place),
    });
    return { database, generation, ranked, reason: meant.reason };
  }

  /** Whether the words are those of a state of the index, be it the newest or not. */
  get #isInStep(): boolean {
    return this.#database !== undefined && this.#generation !== TORN;
  }

  #isAsOf({ database, generation }: Found): boolean {
    return database === this.#database && database === this.#index.reader && generation === this.#generation;
  }

  /** Files that are wanted; undefined when all are. */
  #paths(isWanted: (file: LexiconFile) => boolean): string[] | undefined {
    const paths: string[] = [];
    for (const file of this.#lexicon.byPath.values()) if (isWanted(file)) paths.push(file.path);
    return paths.length === this.#lexicon.byPath.size ? undefined : paths;
  }

  /**
   * Chunks like the one at a place.
   * @param line 1-based.
   * @throws UserError when there is no such place; Unavailable when nothing is indexed yet.
   */
  async related(
    path: string,
    line: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<IntentResult & { at: IntentHit }> {
    const { database, lag, fresh } = await this.#ready(signal);
    const file = this.#lexicon.byPath.get(path);
    const row = file && new ChunkTable(database).withLine(file.content, line);
    if (!file || !row) {
      if (fresh.reason !== undefined) throw notYet(fresh.reason);
      throw new UserError("not_found", file ? `"${path}" has no text at line ${line}.` : `"${path}" is not indexed.`, {
        hint: "get_index_status tells which files are passed over, and why.",
      });
    }
    const texts = new ChunkTexts(this.#project, database);
    const at = texts.at(file, row.place);
    if (!at) throw new UserError("stale", `"${path}" is changing; ask again.`);
    const near = await this.#index.vectors.nearestTo(row.id, path, NEIGHBOURS);
    this.#assertStill(database);
    // The same text elsewhere is as near as can be, whatever the words of its path.
    const alike = near.neighbours.map((one) => (one.chunk === row.id ? { ...one, score: 1 } : one));
    alike.sort((a, b) => b.score - a.score);
    const meanings = alike.length > 0 ? this.#numbered(alike) : this.#alike(at.text);
    const own = file.first + row.place;
    const found = [...meanings].flatMap(([chunk, score]): Omit<RankedChunk, "reasons">[] => {
      const other = this.#lexicon.fileOf(chunk);
      return chunk === own ? [] : [{ file: other, place: chunk - other.first, score, others: 0 }];
    });
    const hits = shown(found.slice(0, limit + SPARE), texts, limit);
    return { ...this.#result(hits, texts, fresh, [lag, near.reason]), at: hitOf({ file, score: 1, others: 0 }, at) };
  }

  #result(
    hits: IntentHit[],
    { changed }: ChunkTexts,
    { generation, pending, reason }: Freshness,
    lacks: readonly (string | undefined)[],
  ): IntentResult {
    const moved = changed.size > 0 ? `${changed.size} files changed during the search` : undefined;
    const reasons = [reason, moved, ...lacks].filter((one) => one !== undefined);
    return { hits, generation, pending, reason: reasons.length > 0 ? reasons.join("; ") : undefined };
  }

  /** Waits a moment for the words of the project, and longer while it is indexed for the first time. */
  async #ready(signal: AbortSignal): Promise<{ database: Database; lag: string | undefined; fresh: Freshness }> {
    // The words that there are can be loaded while it is found out whether they are the newest.
    if (!this.#isInStep) this.#follow().catch(() => undefined); // it is tried again below
    const before = await this.#index.freshenPatiently(signal);
    const until = performance.now() + FIRST_MS;
    for (;;) {
      const isDone = await within(WORDS_MS, signal, async () => {
        await this.#following; // it may have begun before the index knew what it knows now
        await this.#follow();
        return true;
      });
      signal.throwIfAborted();
      const database = this.#database;
      const { isComplete, fault } = this.#index;
      const isLate = fault !== undefined || performance.now() > until;
      if (database && (isComplete || (isLate && this.#lexicon.bound > 0))) {
        // What was missing then may be there by now.
        const fresh = before.reason === undefined ? before : await this.#index.freshen(signal);
        this.#assertStill(database);
        return { database, lag: isDone ? undefined : "the words of some files are still being loaded", fresh };
      }
      if (isLate) throw notYet(fault ?? "the project is being indexed");
      await Bun.sleep(LOOK_MS);
    }
  }

  /** @throws Unavailable when the index was set aside meanwhile: what was read of it says nothing of the new one. */
  #assertStill(database: Database): void {
    if (this.#database !== database || this.#index.reader !== database) throw notYet("the index is being made anew");
  }

  /** Brings the words in step with the index; one at a time. */
  #follow(): Promise<void> {
    this.#following ??= this.#followNow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async #followNow(): Promise<void> {
    const { reader, generation } = this.#index;
    if (!reader || (reader === this.#database && generation === this.#generation)) return;
    // Numbers of contents are those of one database; and what was left half done when following failed cannot be gone on with.
    if (reader !== this.#database || this.#generation === TORN) this.#lexicon = new Lexicon();
    this.#database = reader;
    this.#generation = TORN;
    this.#numbers.clear();
    await this.#lexicon.follow(reader, new Turn(new AbortController().signal));
    this.#generation = generation;
  }

  /** Neighbours by the numbers of their chunks, those of files that the words do not know aside. */
  #numbered(neighbours: readonly DocumentNeighbour[]): Meanings {
    const meanings = new Map<number, number>();
    for (const { id, path, content, place, score } of neighbours) {
      let number = this.#numbers.get(id);
      if (number === undefined) {
        const file = this.#lexicon.byPath.get(path);
        number = file?.content === content && place < file.chunks ? file.first + place : UNKNOWN;
        if (this.#generation !== TORN) this.#numbers.set(id, number);
      }
      if (number !== UNKNOWN) meanings.set(number, score);
    }
    return meanings;
  }

  /** Chunks with the same words, where there are no vectors. */
  #alike(text: string): Meanings {
    const scores = this.#lexicon.score(readQuestion(text).terms);
    const { chunks, highest } = bestByWords(scores, this.#lexicon);
    return new Map(chunks.map((chunk) => [chunk, Math.fround(scores[chunk]! / highest)]));
  }
}

/** The searches by intent of the projects that are open in this process. */
export class Intents {
  readonly #byIndex = new WeakMap<ProjectIndex, Intent>();

  of(project: Project, index: ProjectIndex): Intent {
    const known = this.#byIndex.get(index);
    if (known) return known;
    const intent = new Intent(project, index);
    this.#byIndex.set(index, intent);
    return intent;
  }
}

function notYet(reason: string): Unavailable {
  return new Unavailable("unavailable", `Nothing can be found by intent yet: ${reason}.`, {
    hint: "Ask again in a moment; search_for_pattern and find_symbol read the files themselves.",
    retryAfterSeconds: 2,
  });
}

/** Undefined where all files count. */
function wantedIn({ isWanted, languages, tests }: IntentSearch): ((file: LexiconFile) => boolean) | undefined {
  if (!isWanted && !languages && tests !== "exclude") return undefined;
  const known = new Map<LexiconFile, boolean>();
  return (file) => {
    let is = known.get(file);
    if (is === undefined) {
      is =
        (languages === undefined || languages.includes(file.language)) &&
        (tests !== "exclude" || file.role !== "test") &&
        (isWanted?.(file.path) ?? true);
      known.set(file, is);
    }
    return is;
  };
}

/** The first `limit` whose text is still there. */
function shown(found: readonly Omit<RankedChunk, "reasons">[], texts: ChunkTexts, limit: number): IntentHit[] {
  const hits: IntentHit[] = [];
  for (const one of found) {
    if (hits.length === limit) break;
    const text = texts.at(one.file, one.place);
    if (text) hits.push(hitOf(one, text));
  }
  return hits;
}

function hitOf(
  { file, score, others, reasons }: Pick<RankedChunk, "file" | "score" | "others"> & { reasons?: Reason[] },
  { row, text, startLine, endLine }: ChunkText,
): IntentHit {
  const symbols = row.symbols === "" ? [] : row.symbols.split("\n");
  const { path, role } = file;
  return { path, role, symbols, score, others, text, startLine, endLine, ...(reasons && { reasons }) };
}

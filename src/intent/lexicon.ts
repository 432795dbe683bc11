/**
 * The words of a project in memory: scores chunks by the terms that they share with a question. In step with an index, of
 * which it reads what is new; what went is passed over until enough has gone.
 */
import type { Database } from "bun:sqlite";
import type { Turn } from "../base/turn.ts";
import { type ContentTerms, unpackTerms } from "../index/content-terms.ts";
import { type RankedFile, TermTable } from "../store/term-table.ts";
import { gainOf, rarityOf, slackOf } from "./bm25.ts";
import { NameIndex } from "./name-index.ts";
import { type PathFacts, pathFacts, Versions } from "./path-facts.ts";
import { PathIndex } from "./path-index.ts";
import { ReadChunks } from "./read-chunks.ts";
import { Segment } from "./segment.ts";

/** Chunks that are made a segment at once: a few dozen milliseconds of work. */
const SLICE_CHUNKS = 2_048;

/** Segments with fewer chunks are joined when there are many of them. */
const SMALL_CHUNKS = 1_024;
const SMALL_MOST = 16;

/** Share of chunks that went, beyond which all is read anew. */
const GONE_MOST = 0.5;

export interface LexiconFile extends RankedFile {
  facts: PathFacts;
  /** Its place in `files`. */
  number: number;
  /** Its chunks stand side by side, in their order: the number of the first, and how many there are. */
  first: number;
  chunks: number;
  isGone: boolean;
}

/** Numbers of chunks depend on what happened when; an order by paths is the same on every run. */
export function byPath(a: RankedFile, b: RankedFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

interface Part {
  segment: Segment;
  /** Number of its first chunk. */
  base: number;
  lengths: Float32Array;
  /** Of each chunk: the place of its file in `files`. */
  files: Uint32Array;
  /** 1 for chunks whose file has gone or changed. */
  gone: Uint8Array;
  hasGone: boolean;
  /** Of each chunk: what its length adds below the line in BM25, for an average length. */
  slacks: { values: Float64Array; average: number } | undefined;
}

export interface Match {
  /** Number of a chunk. */
  chunk: number;
  score: number;
}

export class Lexicon {
  readonly files: LexiconFile[] = [];
  /** Of files that are there, by path. */
  readonly byPath = new Map<string, LexiconFile>();
  /** What is told by the paths and names of `files`, in their order. */
  readonly paths = new PathIndex();
  readonly names = new NameIndex();
  /** Of chunks, by their numbers. */
  readonly readChunks = new ReadChunks();
  #parts: Part[] = [];
  #chunks = 0;
  #alive = 0;
  #length = 0;
  #scores = new Float32Array();
  readonly #frequencies = new Map<number, number>();
  #versions = new Versions([]);

  /** Chunks that are there. */
  get size(): number {
    return this.#alive;
  }

  /** Numbers of chunks are below this; those of chunks that have gone are among them. */
  get bound(): number {
    return this.#chunks;
  }

  get versions(): Versions {
    return this.#versions;
  }

  /** Bytes held for postings. */
  get bytes(): number {
    return this.#parts.reduce((sum, { segment, lengths }) => sum + segment.bytes + lengths.length * 17, 0);
  }

  /** Reads what the index has and this has not. @param turn is given to others between slices. */
  async follow(database: Database, turn: Turn): Promise<void> {
    this.#forgetFrequencies();
    this.readChunks.clear();
    const table = new TermTable(database);
    const rows = table.files();
    const current = new Map(rows.map((row) => [row.path, row]));
    for (const file of this.byPath.values()) {
      const row = current.get(file.path);
      if (row && row.content === file.content && row.role === file.role) current.delete(file.path);
      else this.#forget(file);
    }
    if (this.#chunks > 0 && this.#alive < this.#chunks * (1 - GONE_MOST)) return this.#anew(database, turn);
    await this.#take([...current.values()], table, turn);
    await this.#join(table, turn);
    this.#versions = new Versions([...this.byPath.values()].map(({ facts }) => facts));
  }

  #anew(database: Database, turn: Turn): Promise<void> {
    this.files.length = 0;
    this.byPath.clear();
    this.#parts = [];
    this.#chunks = 0;
    this.#alive = 0;
    this.#length = 0;
    this.paths.clear();
    this.names.clear();
    return this.follow(database, turn);
  }

  async #take(rows: readonly RankedFile[], table: TermTable, turn: Turn): Promise<void> {
    let slice: Gathered | undefined;
    for (const row of rows) {
      const data = table.terms(row.content);
      if (!data) continue; // the index has gone on
      slice ??= new Gathered();
      this.#add(row, unpackTerms(data), slice);
      if (slice.size < SLICE_CHUNKS) continue;
      this.#seal(slice);
      slice = undefined;
      await turn.pause();
    }
    if (slice && slice.size > 0) this.#seal(slice);
  }

  #add(row: RankedFile, terms: ContentTerms, slice: Gathered): void {
    const facts = pathFacts(row.path, row.role);
    const chunks = terms.lengths.length;
    const file: LexiconFile = {
      ...row,
      facts,
      number: this.files.length,
      first: this.#chunks + slice.size,
      chunks,
      isGone: false,
    };
    this.#length += slice.add(this.files.length, terms, facts.terms);
    this.#alive += chunks;
    this.files.push(file);
    this.byPath.set(row.path, file);
    this.paths.add(facts);
    this.paths.count(facts, 1);
    this.names.add(terms);
  }

  #seal(slice: Gathered): void {
    this.#parts.push({ ...slice.sealed(), base: this.#chunks });
    this.#chunks += slice.size;
    this.#forgetFrequencies(); // a question may have come between two slices
  }

  #forgetFrequencies(): void {
    this.#frequencies.clear();
    this.names.forgetRarities();
  }

  #forget(file: LexiconFile): void {
    file.isGone = true;
    this.byPath.delete(file.path);
    this.paths.count(file.facts, -1);
    if (file.chunks === 0) return;
    const part = this.#partOf(file.first);
    const from = file.first - part.base;
    part.gone.fill(1, from, from + file.chunks);
    part.hasGone = true;
    for (let at = from; at < from + file.chunks; at++) this.#length -= part.lengths[at]!;
    this.#alive -= file.chunks;
  }

  /** Makes one of many small segments; they are the last. */
  async #join(table: TermTable, turn: Turn): Promise<void> {
    let first = this.#parts.length;
    while (first > 0 && this.#parts[first - 1]!.segment.size < SMALL_CHUNKS) first--;
    if (this.#parts.length - first < SMALL_MOST) return;
    const base = this.#parts[first]!.base;
    const files = this.files.filter((file) => !file.isGone && file.first >= base);
    for (const file of files) this.#forget(file);
    const kept = this.files.findIndex((file) => file.first >= base);
    if (kept >= 0) {
      this.files.length = kept;
      this.paths.cut(kept);
      this.names.cut(kept);
    }
    this.#parts.length = first;
    this.#chunks = base;
    this.readChunks.clear();
    await this.#take(files, table, turn);
  }

  #partOf(chunk: number): Part {
    let [low, high] = [0, this.#parts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#parts[middle]!.base <= chunk) low = middle;
      else high = middle;
    }
    return this.#parts[low]!;
  }

  fileOf(chunk: number): LexiconFile {
    const part = this.#partOf(chunk);
    return this.files[part.files[chunk - part.base]!]!;
  }

  /** How many chunks that are there have a term. */
  frequency(term: number): number {
    const known = this.#frequencies.get(term);
    if (known !== undefined) return known;
    const frequency = this.#parts.reduce((sum, part) => sum + frequencyIn(part, term), 0);
    this.#frequencies.set(term, frequency);
    return frequency;
  }

  /** How telling a term is that so many chunks have. */
  rarity(frequency: number): number {
    return rarityOf(frequency, this.#alive);
  }

  /** How telling a stem of names is, by its number. */
  nameRarity(stem: number): number {
    return this.names.rarity(stem, this.#rarityOf);
  }

  /** How telling the stems of a name are together, by its place in `names`. */
  nameSum(name: number): number {
    return this.names.sum(name, this.#rarityOf);
  }

  readonly #rarityOf = (term: number) => this.rarity(this.frequency(term));

  /**
   * BM25 of every chunk, by its number.
   * @param terms of a question.
   * @returns scores that hold until the next question.
   */
  score(terms: ReadonlySet<number>): Float32Array {
    if (this.#scores.length < this.#chunks) this.#scores = new Float32Array(Math.ceil(this.#chunks * 1.2));
    const scores = this.#scores.subarray(0, this.#chunks).fill(0);
    const average = this.#length / Math.max(1, this.#alive);
    for (const term of terms) {
      const rarity = this.rarity(this.frequency(term));
      for (const part of this.#parts) addScores(scores, part, term, rarity, average);
    }
    return scores;
  }

  /**
   * Of each file whose chunks have a term the chunk that has it by the highest number, the first of several.
   * @param most undefined is given when there are more files.
   */
  bestMatches(term: number, most = Number.POSITIVE_INFINITY): Match[] | undefined {
    const matches: Match[] = [];
    for (const { segment, base, gone, files } of this.#parts) {
      const place = segment.placeOf(term);
      if (place < 0) continue;
      const { starts, chunks, counts } = segment;
      let last = -1;
      for (let at = starts[place]!, end = starts[place + 1]!; at < end; at++) {
        const chunk = chunks[at]!;
        const count = counts[at]!;
        if (gone[chunk]) continue;
        // The chunks of a file stand side by side.
        if (files[chunk] === last) {
          const best = matches.at(-1)!;
          if (count > best.score) matches[matches.length - 1] = { chunk: base + chunk, score: count };
          continue;
        }
        if (matches.length + 1 > most) return undefined;
        last = files[chunk]!;
        matches.push({ chunk: base + chunk, score: count });
      }
    }
    return matches;
  }

  /** Whether a chunk has a term. */
  has(chunk: number, term: number): boolean {
    const { segment, base } = this.#partOf(chunk);
    const place = segment.placeOf(term);
    if (place < 0) return false;
    const { starts, chunks } = segment;
    let [low, high] = [starts[place]!, starts[place + 1]!];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chunks[middle]! < chunk - base) low = middle + 1;
      else high = middle;
    }
    return low < starts[place + 1]! && chunks[low] === chunk - base;
  }
}

/** How many chunks of a part that are there have a term. */
function frequencyIn({ segment, gone, hasGone }: Part, term: number): number {
  const place = segment.placeOf(term);
  if (place < 0) return 0;
  const { starts, chunks } = segment;
  const [start, end] = [starts[place]!, starts[place + 1]!];
  if (!hasGone) return end - start;
  let count = 0;
  for (let at = start; at < end; at++) count += 1 - gone[chunks[at]!]!;
  return count;
}

/** Adds to the scores of a part's chunks what they have of a term. */
function addScores(scores: Float32Array, part: Part, term: number, rarity: number, average: number): void {
  const { segment, base, gone, hasGone } = part;
  const place = segment.placeOf(term);
  if (place < 0) return;
  const { starts, chunks, counts } = segment;
  const slacks = slacksOf(part, average);
  for (let at = starts[place]!, end = starts[place + 1]!; at < end; at++) {
    const chunk = chunks[at]!;
    if (hasGone && gone[chunk]) continue;
    const count = counts[at]!;
    scores[base + chunk]! += gainOf(rarity, count, slacks[chunk]!);
  }
}

function slacksOf(part: Part, average: number): Float64Array {
  if (part.slacks?.average === average) return part.slacks.values;
  const values = Float64Array.from(part.lengths, (length) => slackOf(length, average));
  part.slacks = { values, average };
  return values;
}

/** Files on their way into a segment. */
class Gathered {
  size = 0;
  #postings = 0;
  readonly #terms: Uint32Array[] = [];
  readonly #counts: Uint8Array[] = [];
  readonly #ends: number[] = [];
  readonly #lengths: number[] = [];
  readonly #files: number[] = [];

  /** Adds the chunks of one file, each with the terms of its path. @returns the terms there were, repeated ones too. */
  add(file: number, content: ContentTerms, path: readonly number[]): number {
    let length = 0;
    let from = 0;
    for (const [at, end] of content.ends.entries()) {
      const chunkTerms = content.terms.subarray(from, end);
      const chunkCounts = content.counts.slice(from, end);
      const more = new Map<number, number>();
      for (const term of path) {
        const place = chunkTerms.indexOf(term);
        if (place < 0) more.set(term, (more.get(term) ?? 0) + 1);
        else chunkCounts[place] = Math.min(255, chunkCounts[place]! + 1);
      }
      this.#terms.push(chunkTerms, Uint32Array.from(more.keys()));
      this.#counts.push(chunkCounts, Uint8Array.from(more.values()));
      this.#postings += chunkTerms.length + more.size;
      this.#ends.push(this.#postings);
      const chunkLength = content.lengths[at]! + path.length;
      this.#lengths.push(chunkLength);
      length += chunkLength;
      this.#files.push(file);
      from = end;
      this.size++;
    }
    return length;
  }

  sealed(): Omit<Part, "base"> {
    const terms = new Uint32Array(this.#postings);
    const counts = new Uint8Array(this.#postings);
    let at = 0;
    for (const [place, part] of this.#terms.entries()) {
      terms.set(part, at);
      counts.set(this.#counts[place]!, at);
      at += part.length;
    }
    return {
      segment: new Segment(terms, counts, Uint32Array.from(this.#ends)),
      lengths: Float32Array.from(this.#lengths),
      files: Uint32Array.from(this.#files),
      gone: new Uint8Array(this.size),
      hasGone: false,
      slacks: undefined,
    };
  }
}

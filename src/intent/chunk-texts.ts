/** Texts of chunks as they are on the disk now, each compared with what was indexed. */
import type { Database } from "bun:sqlite";
import { isAscii } from "node:buffer";
import { UserError } from "../base/error.ts";
import { textHash } from "../index/extraction.ts";
import { READ_LIMIT_BYTES } from "../project/files.ts";
import type { Project } from "../project/project.ts";
import { type ChunkRow, ChunkTable } from "../store/chunk-table.ts";
import type { LexiconFile } from "./lexicon.ts";

export interface ChunkText {
  row: ChunkRow;
  text: string;
  /** Where it stands now, 1-based and inclusive: a change above it may have moved its lines and not its place. */
  lines(): { startLine: number; endLine: number };
}

const encoder = new TextEncoder();

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** For one question: a file is read once, unless a chunk is wanted that lies further back. */
export class ChunkTexts {
  /** Files that are no longer as they were indexed. */
  readonly changed = new Set<string>();
  readonly #project: Project;
  readonly #table: ChunkTable;
  /** Of files: their first bytes. */
  readonly #heads = new Map<string, Uint8Array>();
  readonly #texts = new Map<string, string | undefined>();
  readonly #found = new Map<string, ChunkText | undefined>();

  constructor(project: Project, database: Database) {
    this.#project = project;
    this.#table = new ChunkTable(database);
  }

  /** @param place in the file's list of chunks. @returns undefined when the file has changed there. */
  at({ path, content }: LexiconFile, place: number): ChunkText | undefined {
    const key = `${content} ${place} ${path}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#read(path, this.#table.at(content, place)));
    return this.#found.get(key);
  }

  #read(path: string, row: ChunkRow | undefined): ChunkText | undefined {
    const found = row && (this.#asAscii(path, row) ?? this.#inWhole(path, row));
    if (!found) this.changed.add(path);
    return found;
  }

  /** Of most files all characters are one byte long, so that a chunk can be had without the rest; its hash tells. */
  #asAscii(path: string, row: ChunkRow): ChunkText | undefined {
    const head = this.#head(path, row.end);
    if (!head || head.length < row.end) return undefined;
    const bytes = head.subarray(row.start, row.end);
    if (!isAscii(bytes)) return undefined;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    if (textHash(text) !== row.textHash) return undefined;
    return { row, text, lines: () => linesOf(row, lineEnds(head, row.start)) };
  }

  #inWhole(path: string, row: ChunkRow): ChunkText | undefined {
    const whole = this.#whole(path);
    const text = whole?.slice(row.start, row.end);
    if (whole === undefined || text === undefined || textHash(text) !== row.textHash) return undefined;
    return { row, text, lines: () => linesOf(row, lineEnds(encoder.encode(whole.slice(0, row.start)))) };
  }

  #whole(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#open(path));
    return this.#texts.get(path);
  }

  /** A file's bytes up to an offset at least, fewer when it is shorter; undefined when it cannot be had. */
  #head(path: string, end: number): Uint8Array | undefined {
    const known = this.#heads.get(path);
    if (known && known.length >= end) return known;
    const head = this.#bytes(path, end);
    if (head) this.#heads.set(path, head);
    return head;
  }

  #open(path: string): string | undefined {
    const bytes = this.#bytes(path, READ_LIMIT_BYTES);
    return bytes && this.#project.files.decode(bytes)?.text;
  }

  #bytes(path: string, end: number): Uint8Array | undefined {
    try {
      using file = this.#project.files.openListed(path);
      return file && file.size <= READ_LIMIT_BYTES ? file.read(0, end) : undefined;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }
}

function linesOf(row: ChunkRow, endsBefore: number): { startLine: number; endLine: number } {
  const startLine = endsBefore + 1;
  return { startLine, endLine: startLine + row.endLine - row.startLine };
}

/** How many lines end before an offset: with a line feed, a carriage return, or both. */
function lineEnds(bytes: Uint8Array, before = bytes.length): number {
  const part = bytes.subarray(0, before);
  return part.includes(CARRIAGE_RETURN) ? mixedEnds(part) : lineFeeds(part);
}

function mixedEnds(bytes: Uint8Array): number {
  let ends = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === CARRIAGE_RETURN || (bytes[at] === LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN)) ends++;
  }
  return ends;
}

/** Four bytes at a time: a byte of `other` is 0 where there is a line feed, and only there the top bit of `marks` is set. */
function lineFeeds(bytes: Uint8Array): number {
  const words = bytes.byteOffset % 4 === 0 ? bytes.length >> 2 : 0;
  const fours = new Int32Array(bytes.buffer, words === 0 ? 0 : bytes.byteOffset, words);
  let count = 0;
  for (let at = 0; at < words; at++) {
    const other = fours[at]! ^ 0x0a0a0a0a;
    const marks = ~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other | 0x7f7f7f7f);
    if (marks !== 0) count += (marks >>> 31) + ((marks >>> 23) & 1) + ((marks >>> 15) & 1) + ((marks >>> 7) & 1);
  }
  for (let at = words * 4; at < bytes.length; at++) if (bytes[at] === LINE_FEED) count++;
  return count;
}

/** Texts of chunks as they are on the disk now, each compared with what was indexed. */
import type { Database } from "bun:sqlite";
import { isAscii } from "node:buffer";
import { UserError } from "../base/error.ts";
import { textHash } from "../index/extraction.ts";
import { READ_LIMIT_BYTES } from "../project/files.ts";
import type { OpenedFile } from "../project/opened-file.ts";
import type { Project } from "../project/project.ts";
import { type ChunkRow, ChunkTable } from "../store/chunk-table.ts";
import type { LexiconFile } from "./lexicon.ts";
import { lineEnds, utf8Place } from "./line-ends.ts";

export interface ChunkText {
  row: ChunkRow;
  text: string;
  /** Where it stands now, 1-based and inclusive: a change above it may have moved its lines and not its place. */
  startLine: number;
  endLine: number;
}

/** Bytes beyond the end of a chunk that are read with it, as a share: some characters are longer than one. */
const SPARE = 1 / 8;

/** What is read and made a string at once. */
let scratch = new Uint8Array(1 << 16);

/** For one question. What a hash confirms is the text, however it was found, so that no file has to be read beyond it. */
export class ChunkTexts {
  /** Files that are no longer as they were indexed. */
  readonly changed = new Set<string>();
  readonly #project: Project;
  readonly #table: ChunkTable;
  readonly #rows = new Map<string, ChunkRow | undefined>();
  readonly #found = new Map<string, ChunkText | undefined>();

  constructor(project: Project, database: Database) {
    this.#project = project;
    this.#table = new ChunkTable(database);
  }

  /** @param place in the file's list of chunks. @returns undefined when the file has changed there. */
  at(file: LexiconFile, place: number): ChunkText | undefined {
    const key = keyOf(file, place);
    if (this.#found.has(key)) return this.#found.get(key);
    const row = this.#rowOf(file, place);
    const found = row && (this.#opened(file.path, (opened) => inHead(opened, row)) ?? this.#inWhole(file.path, row));
    if (!found) this.changed.add(file.path);
    this.#found.set(key, found);
    return found;
  }

  /** As `at`, for those who need the text alone. */
  textAt(file: LexiconFile, place: number): string | undefined {
    const row = this.#rowOf(file, place);
    // In most files every character is one byte.
    const inPlace = (opened: OpenedFile) =>
      asciiOf(read(opened, row!.start, row!.end), row!) ?? inHead(opened, row!)?.text;
    return (row && this.#opened(file.path, inPlace)) ?? this.at(file, place)?.text;
  }

  #rowOf(file: LexiconFile, place: number): ChunkRow | undefined {
    const key = keyOf(file, place);
    if (!this.#rows.has(key)) this.#rows.set(key, this.#table.at(file.content, place));
    return this.#rows.get(key);
  }

  #inWhole(path: string, row: ChunkRow): ChunkText | undefined {
    const whole = this.#opened(path, (opened) => this.#project.files.decode(opened.read(0, opened.size))?.text);
    const text = whole?.slice(row.start, row.end);
    if (whole === undefined || text === undefined || textHash(text) !== row.textHash) return undefined;
    return placed(text, row, new TextEncoder().encode(whole.slice(0, row.start)));
  }

  /** What is made of a file's bytes; undefined when they cannot be had. */
  #opened<T>(path: string, make: (file: OpenedFile) => T): T | undefined {
    try {
      using file = this.#project.files.openListed(path);
      return file && file.size <= READ_LIMIT_BYTES ? make(file) : undefined;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }
}

function keyOf({ path, content }: LexiconFile, place: number): string {
  return `${content} ${place} ${path}`;
}

/** A chunk by what comes before it, in a file of ASCII or UTF-8 without a mark. */
function inHead(file: OpenedFile, row: ChunkRow): ChunkText | undefined {
  const head = read(file, 0, Math.ceil(row.end * (1 + SPARE)));
  const ascii = head.subarray(row.start, row.end);
  if (isAscii(head.subarray(0, row.end))) {
    const text = asciiOf(ascii, row);
    return text === undefined ? undefined : placed(text, row, head.subarray(0, row.start));
  }
  const start = utf8Place(head, row.start);
  const end = utf8Place(head, row.end - row.start, start);
  const text = bufferOf(head.subarray(start, end)).toString("utf8");
  return textHash(text) === row.textHash ? placed(text, row, head.subarray(0, start)) : undefined;
}

function asciiOf(bytes: Uint8Array, row: ChunkRow): string | undefined {
  const text = isAscii(bytes) ? bufferOf(bytes).toString("latin1") : "";
  return textHash(text) === row.textHash ? text : undefined;
}

function placed(text: string, row: ChunkRow, before: Uint8Array): ChunkText {
  const startLine = lineEnds(before) + 1;
  return { row, text, startLine, endLine: startLine + row.endLine - row.startLine };
}

/** Bytes that hold until the next are read. */
function read(file: OpenedFile, start: number, end: number): Uint8Array {
  const length = Math.max(0, Math.min(end, file.size) - start);
  if (length > scratch.length) scratch = new Uint8Array(length * 2);
  return file.read(start, start + length, scratch);
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, length);
}

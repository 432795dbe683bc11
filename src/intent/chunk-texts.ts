/** Texts of chunks as they are on the disk now, each compared with what was indexed. */
import type { Database } from "bun:sqlite";
import { UserError } from "../base/error.ts";
import { lineStarts } from "../base/text.ts";
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

/** For one question: a file is read once. */
export class ChunkTexts {
  /** Files that are no longer as they were indexed. */
  readonly changed = new Set<string>();
  readonly #project: Project;
  readonly #table: ChunkTable;
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
    const whole = this.#whole(path);
    const text = row && whole?.slice(row.start, row.end);
    if (row === undefined || whole === undefined || text === undefined || textHash(text) !== row.textHash) {
      this.changed.add(path);
      return undefined;
    }
    const lines = () => {
      const startLine = lineAt(whole, row.start);
      return { startLine, endLine: startLine + row.endLine - row.startLine };
    };
    return { row, text, lines };
  }

  #whole(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#open(path));
    return this.#texts.get(path);
  }

  #open(path: string): string | undefined {
    try {
      using file = this.#project.files.openListed(path);
      if (!file || file.size > READ_LIMIT_BYTES) return undefined;
      return this.#project.files.decode(file.read(0, file.size))?.text;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }
}

/** The line that begins, or goes on, at an offset; 1-based. */
function lineAt(text: string, offset: number): number {
  const before = text.slice(0, offset);
  const lines = lineStarts(before).length;
  return before === "" || /[\r\n]$/.test(before) ? lines + 1 : lines;
}

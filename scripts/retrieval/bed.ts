/** A repository made ready to be asked: indexed as the server does it, its words and meanings in memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Turn } from "../../src/base/turn.ts";
import { type Embedder, isRefused, type PassageVector } from "../../src/embed/embedder.ts";
import type { Meanings } from "../../src/intent/candidates.ts";
import { Lexicon, type LexiconFile } from "../../src/intent/lexicon.ts";
import { complete, projectIndexAt } from "../../test/fixture/project-index.ts";
import type { FoundPlace, KnownRepository } from "./questions.ts";

/** Neighbours that a search by meaning gives. */
const NEIGHBOURS = 200;

interface ChunkRow {
  start: number;
  end: number;
  startLine: number;
  endLine: number;
}

const never = new AbortController().signal;

export class TestBed {
  readonly lexicon = new Lexicon();
  readonly #chunks = new Map<LexiconFile, ChunkRow[]>();
  readonly #texts = new Map<string, string>();
  #vectors: { chunk: number; vector: Float32Array }[] = [];
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** @param folder of the index, which is kept there for the next time. */
  static async of({ root }: KnownRepository, folder: string, embedder: Embedder): Promise<TestBed> {
    const bed = new TestBed(root);
    await using index = await projectIndexAt(root, folder);
    await complete(index);
    const reader = index.reader!;
    await bed.lexicon.follow(reader, new Turn(never));
    for (const file of bed.lexicon.files) {
      const rows = reader
        .query(
          `SELECT start, "end", start_line AS startLine, end_line AS endLine FROM chunks WHERE content = $content ORDER BY place`,
        )
        .all({ content: file.content });
      bed.#chunks.set(file, rows as ChunkRow[]);
    }
    if (embedder) await bed.#embed(embedder);
    return bed;
  }

  async #embed(embedder: Embedder): Promise<void> {
    const passages = this.lexicon.files.flatMap((file) =>
      Array.from({ length: file.chunks }, (_, place) => ({
        chunk: file.first + place,
        path: file.path,
        text: this.textOf(file, place),
      })),
    );
    const vectors = await embedder.passages(passages, never);
    this.#vectors = passages.flatMap(({ chunk }, at) =>
      isVector(vectors[at]) ? [{ chunk, vector: vectors[at] }] : [],
    );
  }

  async meanings(text: string, embedder: Embedder): Promise<Meanings> {
    const query = await embedder?.query(text, never);
    if (!query) return new Map();
    const scored = this.#vectors.map(({ chunk, vector }) => {
      let score = 0;
      for (let at = 0; at < query.length; at++) score += query[at]! * vector[at]!;
      return [chunk, score] as const;
    });
    return new Map(scored.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, NEIGHBOURS));
  }

  textOf = (file: LexiconFile, place: number): string => {
    let text = this.#texts.get(file.path);
    if (text === undefined) {
      text = readFileSync(join(this.#root, file.path), "utf8");
      this.#texts.set(file.path, text);
    }
    const { start, end } = this.#chunks.get(file)![place]!;
    return text.slice(start, end);
  };

  /** @param chunk its number. */
  placeOf(chunk: number): FoundPlace {
    const file = this.lexicon.fileOf(chunk);
    const { startLine, endLine } = this.#chunks.get(file)![chunk - file.first]!;
    return { path: file.path, startLine, endLine };
  }
}

function isVector(vector: PassageVector): vector is Float32Array {
  return vector !== undefined && !isRefused(vector);
}

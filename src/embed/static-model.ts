/**
 * A model that is a table: each known word has a row of numbers, and a text is the sum of the rows of its words, brought to
 * length 1. No network, no order of words, a few microseconds for each text.
 *
 * The file: "WMSM", the length of the header (u32, little endian), the header (JSON), the entries of the vocabulary, each on a
 * line; then, from the next multiple of 4 on, one scale (f32) for each row, and the rows (i8). A row's numbers are its bytes
 * times its scale.
 */
import { createHash } from "node:crypto";
import { words } from "../base/words.ts";
import { ROW_STEP, type RowSum, rowSum } from "./row-sum.ts";
import { Vocabulary } from "./vocabulary.ts";

export const MAGIC = "WMSM";

/** Version of the file. */
export const FORMAT = 1;

/** Version of `words` that a model was trained with; raise it together with any change there that gives other words. */
export const WORDS_VERSION = 1;

/** How often a word occurs weighs by its logarithm. */
export const TERM_WEIGHT = "1+ln";

export interface ModelHeader {
  format: number;
  dimensions: number;
  /** How many entries the vocabulary, and rows the table, has. */
  entries: number;
  /** Bytes of the vocabulary. */
  vocabularyBytes: number;
  vocabularySha256: string;
  words: number;
  termWeight: string;
}

export class StaticModel {
  readonly dimensions: number;
  readonly vocabulary: Vocabulary;
  readonly #scales: Float32Array;
  readonly #sum: RowSum;
  /** How often each row occurs in the text at hand; zero between texts. */
  readonly #counts: Uint16Array;

  private constructor({ dimensions }: ModelHeader, vocabulary: Vocabulary, scales: Float32Array, rows: Int8Array) {
    this.dimensions = dimensions;
    this.vocabulary = vocabulary;
    this.#scales = scales;
    this.#sum = rowSum(rows, dimensions);
    this.#counts = new Uint16Array(vocabulary.entries.length);
  }

  /**
   * @param bytes of the file; the rows are copied, the scales are read in place, so they must not change.
   * @throws Error that says what is wrong with the file.
   */
  static read(bytes: Uint8Array<ArrayBuffer>): StaticModel {
    const { header, end } = readHeader(bytes);
    const { dimensions, entries, vocabularyBytes } = header;
    const scalesAt = Math.ceil((end + vocabularyBytes) / 4) * 4;
    const rowsAt = scalesAt + entries * 4;
    const whole = rowsAt + entries * dimensions;
    if (bytes.length !== whole) {
      throw new Error(
        `The embedding model has ${bytes.length} bytes, but its header asks for ${whole}: it is cut off or damaged.`,
      );
    }
    const list = bytes.subarray(end, end + vocabularyBytes);
    const sha256 = createHash("sha256").update(list).digest("hex");
    if (sha256 !== header.vocabularySha256)
      throw new Error("The embedding model's vocabulary does not match its header.");
    const vocabulary = new Vocabulary(new TextDecoder().decode(list).split("\n"));
    if (vocabulary.entries.length !== entries) {
      throw new Error(`The embedding model has ${vocabulary.entries.length} words, but its header says ${entries}.`);
    }
    const base = bytes.byteOffset + scalesAt;
    // Typed arrays of floats need an even place; a file within an executable may lie anywhere.
    const scales =
      base % 4 === 0
        ? new Float32Array(bytes.buffer, base, entries)
        : new Float32Array(bytes.slice(scalesAt, rowsAt).buffer);
    return new StaticModel(
      header,
      vocabulary,
      scales,
      new Int8Array(bytes.buffer, bytes.byteOffset + rowsAt, entries * dimensions),
    );
  }

  /** A vector of length 1; undefined for a text of which no word is known. */
  embed(text: string): Float32Array | undefined {
    const present = this.#count(text);
    if (present.length === 0) return undefined;
    const factors = present.map((id) => this.#scales[id]! * weightOf(this.#counts[id]!));
    for (const id of present) this.#counts[id] = 0;
    return unit(this.#sum(present, factors));
  }

  /** The rows that a text asks for, each once; how often is in `#counts`. */
  #count(text: string): number[] {
    const present: number[] = [];
    const add = (id: number) => {
      if (this.#counts[id]!++ === 0) present.push(id);
    };
    for (const word of words(text)) {
      const ids = this.vocabulary.idsOf(word);
      if (typeof ids === "number") add(ids);
      else for (const id of ids) add(id);
    }
    return present;
  }
}

/**
 * The header and where it ends.
 * @throws Error when this is no model that this version reads.
 */
function readHeader(bytes: Uint8Array): { header: ModelHeader; end: number } {
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC) {
    throw new Error(`This is no embedding model: it does not begin with "${MAGIC}".`);
  }
  const end = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (end > bytes.length) throw new Error("The embedding model is cut off within its header.");
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, end))) as ModelHeader;
  const expected = { format: FORMAT, words: WORDS_VERSION, termWeight: TERM_WEIGHT };
  for (const [name, value] of Object.entries(expected)) {
    const found = header[name as keyof ModelHeader];
    if (found !== value) throw new Error(`The embedding model has ${name} ${found}, but this version reads ${value}.`);
  }
  if (header.dimensions % ROW_STEP !== 0) {
    throw new Error(`The embedding model has ${header.dimensions} dimensions; they must be a multiple of ${ROW_STEP}.`);
  }
  return { header, end };
}

const WEIGHTS = Float64Array.from({ length: 256 }, (_, count) => 1 + Math.log(Math.max(1, count)));

function weightOf(count: number): number {
  return count < WEIGHTS.length ? WEIGHTS[count]! : 1 + Math.log(count);
}

/** Brings a vector to length 1, in place; undefined when it has none. */
function unit(vector: Float32Array): Float32Array | undefined {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += vector[at]! * vector[at]!; // an iterator takes longer than all the rest
  if (squares === 0) return undefined;
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at]! *= factor;
  return vector;
}

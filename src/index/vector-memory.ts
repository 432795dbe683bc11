/** Vectors side by side in memory, where a kernel scores thousands in a millisecond. */
import { type Encoding, inverseLength, rowBytes, type VectorShape } from "../store/vector-code.ts";
import { FILTER_COLUMNS, type NumberFilter, type VectorBlock } from "../store/vector-table.ts";
import type { Best } from "./best.ts";
import { createKernel, type Kernel } from "./kernel.ts";

/** What is held of each vector: all of it, or the signs of its numbers, an eighth of an int8. */
export type Form = "whole" | "signs";

/** Rows that are scored at once; their scores are read before they leave the processor's cache. */
const BLOCK_ROWS = 1_024;

/** Room beyond what is needed, as a share of it: each growth copies. */
const SPARE = 1 / 8;

/** Sums of float32 differ from the exact score by less than half of this. */
const FLOAT_MARGIN = 1e-5;

/** Bytes of a chunk's id, the length and the group. */
const BESIDES = 8 + 8 + 4;

/** The most that WebAssembly can address. */
const MOST_BYTES = 2 ** 32 - 2 ** 16;

/** Whether so many vectors fit `megabytes` of memory. */
export function fitsMemory(rows: number, shape: VectorShape, form: Form, megabytes: number): boolean {
  const stride = strideOf(shape, form);
  const room = Math.ceil(rows * (1 + SPARE));
  return room * (stride + BESIDES) <= megabytes * 1e6 && room * stride + headBytes(stride) <= MOST_BYTES;
}

export class VectorMemory {
  readonly form: Form;
  readonly #encoding: Encoding;
  readonly #kernel: Kernel;
  readonly #dimensions: number;
  readonly #size: number;
  readonly #stride: number;
  /** Where rows begin; the query lies at 0, the scores of a block behind it. */
  readonly #head: number;
  #count = 0;
  #chunks = new Float64Array();
  /** One by the length of each vector of bytes that is held whole. */
  #inverse = new Float64Array();
  /** Index in `#groups` of each row. */
  #group = new Uint32Array();
  /** What filters tell apart: rows of one file have all in common. */
  readonly #groups: Record<(typeof FILTER_COLUMNS)[number], number>[] = [];
  readonly #groupOf = new Map<string, number>();

  constructor(shape: VectorShape, form: Form, kernel: Kernel = createKernel()) {
    this.form = form;
    this.#encoding = shape.encoding;
    this.#kernel = kernel;
    this.#dimensions = shape.dimensions;
    this.#size = rowBytes(shape);
    this.#stride = strideOf(shape, form);
    this.#head = headBytes(this.#stride);
    kernel.reserve(this.#head);
  }

  get count(): number {
    return this.#count;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#kernel.buffer.byteLength + this.#chunks.length * BESIDES;
  }

  /** Whether much of what is held is of no use any more, so that loading anew is better. */
  get isWorn(): boolean {
    const room = this.#chunks.length;
    return this.#groups.length > 2 * this.#count + BLOCK_ROWS || (room > 4 * BLOCK_ROWS && room > 4 * this.#count);
  }

  /** Makes room for so many rows in all. */
  reserve(rows: number): void {
    if (rows <= this.#chunks.length) return;
    const room = Math.ceil(rows * (1 + SPARE));
    this.#kernel.reserve(this.#head + room * this.#stride);
    this.#chunks = grown(this.#chunks, new Float64Array(room));
    this.#inverse = grown(this.#inverse, new Float64Array(room));
    this.#group = grown(this.#group, new Uint32Array(room));
  }

  /** Adds rows whose chunks are not held yet. */
  append({ chunk, file, role, language, bytes }: VectorBlock): void {
    const [first, added] = [this.#count, chunk.length];
    this.reserve(first + added);
    const at = this.#head + first * this.#stride;
    if (this.form === "whole" && this.#stride === this.#size) new Uint8Array(this.#kernel.buffer).set(bytes, at);
    else for (let row = 0; row < added; row++) this.#put(at + row * this.#stride, this.#rowOf(bytes, row));
    this.#chunks.set(chunk, first);
    for (let row = 0; row < added; row++) {
      this.#group[first + row] = this.#groupAt(file[row]!, role[row]!, language[row]!);
    }
    if (this.form === "whole" && this.#encoding === "int8") this.#measure(first, added);
    this.#count += added;
  }

  /** Takes down one by the length of each row, from its product with itself. */
  #measure(first: number, count: number): void {
    const out = new Int32Array(this.#kernel.buffer, this.#stride, 1);
    for (let row = first; row < first + count; row++) {
      const at = this.#head + row * this.#stride;
      this.#kernel.dotInt8(at, at, 1, this.#stride, this.#stride);
      this.#inverse[row] = 1 / Math.sqrt(out[0]!);
    }
  }

  #rowOf(bytes: Uint8Array, row: number): Uint8Array {
    return bytes.subarray(row * this.#size, (row + 1) * this.#size);
  }

  /** Takes chunks away; the last rows move to their places. */
  remove(chunks: ReadonlySet<number>): void {
    const memory = new Uint8Array(this.#kernel.buffer, this.#head);
    for (let row = 0; row < this.#count; ) {
      if (!chunks.has(this.#chunks[row]!)) {
        row++;
        continue;
      }
      const last = --this.#count;
      memory.copyWithin(row * this.#stride, last * this.#stride, (last + 1) * this.#stride);
      this.#chunks[row] = this.#chunks[last]!;
      this.#inverse[row] = this.#inverse[last]!;
      this.#group[row] = this.#group[last]!;
    }
  }

  /** Forgets the rows; the memory stays for others. */
  clear(): void {
    this.#count = 0;
    this.#groups.length = 0;
    this.#groupOf.clear();
  }

  /** Twice how far scores may be off. Those of `signs` are another measure: what is best by them must be looked at again. */
  get margin(): number {
    return this.form === "whole" && this.#encoding === "float32" ? FLOAT_MARGIN : 0;
  }

  /**
   * Offers every chunk that passes the filter.
   * @param query encoded as the rows are.
   */
  search(query: Uint8Array, filter: NumberFilter, best: Best): void {
    const kernel = this.#kernel;
    this.#put(0, query);
    const passes = this.#passing(filter);
    const [isSigns, isInt8] = [this.form === "signs", this.#encoding === "int8"];
    const score = isSigns ? kernel.hamming : isInt8 ? kernel.dotInt8 : kernel.dotFloat32;
    const out = new (isSigns || isInt8 ? Int32Array : Float32Array)(kernel.buffer, this.#stride, BLOCK_ROWS);
    const [chunks, inverse, group] = [this.#chunks, this.#inverse, this.#group];
    const ofQuery = inverseLength(query, this.#encoding);
    let floor = best.floor;
    for (let start = 0; start < this.#count; start += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, this.#count - start);
      score(0, this.#head + start * this.#stride, count, this.#stride, this.#stride);
      for (let at = 0; at < count; at++) {
        const row = start + at;
        const value = isSigns ? -out[at]! : isInt8 ? out[at]! * inverse[row]! * ofQuery : out[at]!;
        if (value < floor || (passes && passes[group[row]!] === 0)) continue;
        floor = best.offer(chunks[row]!, value);
      }
    }
  }

  /** For each group whether it passes; undefined when all do. */
  #passing(filter: NumberFilter): Uint8Array | undefined {
    const conditions = FILTER_COLUMNS.flatMap((column) => {
      const wanted = filter[column];
      return wanted ? [{ column, wanted: new Set(wanted) }] : [];
    });
    if (conditions.length === 0) return undefined;
    return Uint8Array.from(this.#groups, (group) =>
      conditions.every(({ column, wanted }) => wanted.has(group[column])) ? 1 : 0,
    );
  }

  #groupAt(file: number, role: number, language: number): number {
    const newest = this.#groups.length - 1;
    const last = this.#groups[newest];
    if (last && last.file === file && last.role === role && last.language === language) return newest;
    const key = `${file},${role},${language}`;
    const known = this.#groupOf.get(key);
    if (known !== undefined) return known;
    this.#groupOf.set(key, this.#groups.length);
    return this.#groups.push({ file, role, language }) - 1;
  }

  /** Writes a vector in the form that is held; what follows it up to the stride is zero from the start. */
  #put(at: number, vector: Uint8Array): void {
    const memory = new Uint8Array(this.#kernel.buffer);
    if (this.form === "whole") memory.set(vector, at);
    else writeSigns(memory, at, vector, this.#encoding, this.#dimensions);
  }
}

function strideOf(shape: VectorShape, form: Form): number {
  const [bytes, unit] =
    form === "signs" ? [shape.dimensions / 8, 16] : [rowBytes(shape), shape.encoding === "int8" ? 16 : 64];
  return Math.ceil(bytes / unit) * unit;
}

function headBytes(stride: number): number {
  return stride + Math.ceil((BLOCK_ROWS * 4) / 64) * 64;
}

function grown<Numbers extends Float64Array | Uint32Array>(old: Numbers, fresh: Numbers): Numbers {
  fresh.set(old);
  return fresh;
}

/** One bit for each number: whether it is below zero. In both encodings that is the top bit of its last byte. */
function writeSigns(memory: Uint8Array, at: number, vector: Uint8Array, encoding: Encoding, dimensions: number): void {
  const size = encoding === "int8" ? 1 : 4;
  memory.fill(0, at, at + Math.ceil(dimensions / 8));
  for (let index = 0; index < dimensions; index++) {
    memory[at + (index >> 3)]! |= (vector[(index + 1) * size - 1]! >> 7) << (index & 7);
  }
}

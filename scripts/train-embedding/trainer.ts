/**
 * Learns a table of rows of 256 floats so that a query and its passage, each the sum of the rows of its words, point the same
 * way, and other passages of the batch elsewhere: symmetric InfoNCE with sparse Adam.
 */
import { type TrainingKernel, trainingKernel } from "./training-kernel.ts";

export const DIMENSIONS = 256;
const ROW = DIMENSIONS * 4;

/** Pairs that are told apart from each other. */
export const BATCH = 512;

/** One over the temperature. */
const SCALE = 12;

const RATE = 0.01;
const WARM_UP = 100;

/** The most different words of one text. */
const MOST_WORDS = 512;

/** A text as the trainer sees it: rows of the table, each once, and their factors. */
export interface Text {
  ids: Uint16Array;
  factors: Float32Array;
}

export interface Batch {
  queries: readonly Text[];
  passages: readonly Text[];
}

/** Where everything lies in the kernel's memory, in bytes. */
type Layout = Record<
  | "table"
  | "first"
  | "squares"
  | "slopes"
  | "left"
  | "right"
  | "leftSlope"
  | "rightSlope"
  | "square"
  | "rowSums"
  | "columnSums"
  | "words",
  number
>;

export class Trainer {
  readonly #kernel: TrainingKernel;
  readonly #rows: number;
  readonly #at: Layout;
  readonly #norms = [new Float32Array(BATCH), new Float32Array(BATCH)] as const;
  #step = 0;

  private constructor(kernel: TrainingKernel, rows: number, at: Layout) {
    this.#kernel = kernel;
    this.#rows = rows;
    this.#at = at;
  }

  /** @param table the first values, by rows. */
  static async start(table: Float32Array): Promise<Trainer> {
    const rows = table.length / DIMENSIONS;
    let end = 1_024;
    const take = (bytes: number) => {
      const at = end;
      end += Math.ceil(bytes / 1_024) * 1_024;
      return at;
    };
    const at = {
      table: take(rows * ROW),
      first: take(rows * ROW),
      squares: take(rows * ROW),
      slopes: take(rows * ROW),
      left: take(BATCH * ROW),
      right: take(BATCH * ROW),
      leftSlope: take(BATCH * ROW),
      rightSlope: take(BATCH * ROW),
      square: take(BATCH * BATCH * 4),
      rowSums: take(BATCH * 4),
      columnSums: take(BATCH * 4),
      words: take(2 * BATCH * MOST_WORDS * 8),
    };
    const kernel = await trainingKernel(end);
    new Float32Array(kernel.memory.buffer, at.table, table.length).set(table);
    return new Trainer(kernel, rows, at);
  }

  /** The table as it is now. */
  get table(): Float32Array {
    return new Float32Array(this.#kernel.memory.buffer, this.#at.table, this.#rows * DIMENSIONS).slice();
  }

  /**
   * Learns from one batch of `BATCH` pairs.
   * @param progress how far the training is, from 0 to 1; the rate falls along it.
   * @returns the mean loss before the step.
   */
  step({ queries, passages }: Batch, progress: number): number {
    const { left, right, leftSlope, rightSlope, square, rowSums, columnSums } = this.#at;
    const kernel = this.#kernel;
    this.#embed(queries, 0, left);
    this.#embed(passages, 1, right);
    kernel.products(left, right, BATCH, SCALE, square);
    const values = new Float32Array(kernel.memory.buffer, square, BATCH * BATCH);
    let loss = 0;
    for (let index = 0; index < BATCH; index++) loss -= 2 * (values[index * (BATCH + 1)]! - SCALE);
    kernel.powers(square, BATCH, SCALE, rowSums, columnSums);
    for (const sums of [rowSums, columnSums]) {
      for (const sum of new Float32Array(kernel.memory.buffer, sums, BATCH)) loss += Math.log(sum);
    }
    kernel.slopes(square, BATCH, rowSums, columnSums, (0.5 * SCALE) / BATCH);
    for (let index = 0; index < BATCH; index++) values[index * (BATCH + 1)]! -= SCALE / BATCH;
    for (let index = 0; index < BATCH; index++) {
      kernel.combine(right, 0, square + index * BATCH * 4, 4, BATCH, leftSlope + index * ROW);
      kernel.combine(left, 0, square + index * 4, BATCH * 4, BATCH, rightSlope + index * ROW);
    }
    const touched = new Uint8Array(this.#rows);
    this.#spread(queries, 0, left, leftSlope, touched);
    this.#spread(passages, 1, right, rightSlope, touched);
    this.#update(touched, progress);
    return loss / (2 * BATCH);
  }

  #wordsAt(side: number, index: number): number {
    return this.#at.words + (side * BATCH + index) * MOST_WORDS * 8;
  }

  #embed(texts: readonly Text[], side: 0 | 1, out: number): void {
    const { buffer } = this.#kernel.memory;
    for (let index = 0; index < BATCH; index++) {
      const { ids, factors } = texts[index]!;
      const at = this.#wordsAt(side, index);
      new Uint32Array(buffer, at, ids.length).set(ids);
      new Float32Array(buffer, at + MOST_WORDS * 4, factors.length).set(factors);
      const row = out + index * ROW;
      this.#kernel.combine(this.#at.table, at, at + MOST_WORDS * 4, 4, ids.length, row);
      const norm = Math.fround(Math.sqrt(this.#kernel.dot(row, row))) || 1;
      this.#norms[side][index] = norm;
      this.#kernel.tilt(row, row, 0, 1 / norm);
    }
  }

  /** Hands the slope of each text down to the rows of its words, through the normalisation. */
  #spread(texts: readonly Text[], side: 0 | 1, rows: number, slopes: number, touched: Uint8Array): void {
    for (let index = 0; index < BATCH; index++) {
      const { ids } = texts[index]!;
      const [row, slope] = [rows + index * ROW, slopes + index * ROW];
      this.#kernel.tilt(slope, row, this.#kernel.dot(slope, row), 1 / this.#norms[side][index]!);
      const at = this.#wordsAt(side, index);
      this.#kernel.scatter(this.#at.slopes, at, at + MOST_WORDS * 4, ids.length, slope);
      for (const id of ids) touched[id] = 1;
    }
  }

  #update(touched: Uint8Array, progress: number): void {
    this.#step++;
    const rate = RATE * Math.min(1, this.#step / WARM_UP) * (1 - 0.95 * progress);
    const pace = rate / (1 - power(0.9, this.#step));
    const second = 1 / (1 - power(0.999, this.#step));
    const { table, first, squares, slopes } = this.#at;
    for (let row = 0; row < this.#rows; row++) {
      if (!touched[row]) continue;
      const at = row * ROW;
      this.#kernel.adam(table + at, first + at, squares + at, slopes + at, pace, second);
    }
  }
}

/** By multiplications alone: the library's power may differ from machine to machine. */
function power(base: number, exponent: number): number {
  let result = 1;
  for (let left = exponent, factor = base; left > 0; left = Math.floor(left / 2), factor *= factor) {
    if (left % 2 === 1) result *= factor;
  }
  return result;
}

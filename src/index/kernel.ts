/** Scores of one vector against many that lie in one block of memory: with WebAssembly SIMD, or in plain code without it. */
import { KERNEL } from "./_kernel.gen.ts";

/**
 * Scores `count` rows, `stride` bytes apart from byte `row` on, against the query at byte `query`, and writes four bytes
 * for each from byte `out` on. Query and rows are padded with zeros to the stride, a multiple of 16 bytes, of floats 64.
 */
export type Score = (query: number, row: number, count: number, stride: number, out: number) => void;

export interface Kernel {
  readonly kind: "simd" | "plain";
  /** Scores are i32: sums of products of signed bytes. */
  readonly dotInt8: Score;
  /** Scores are f32. */
  readonly dotFloat32: Score;
  /** Scores are i32: bits that differ. */
  readonly hamming: Score;
  /** The memory; another object once it has grown. */
  readonly buffer: ArrayBuffer;
  /** Makes the memory at least `bytes` long; what is in it stays. */
  reserve(bytes: number): void;
}

/** The fastest kernel that this machine runs, with a memory of its own. */
export function createKernel(): Kernel {
  return simdKernel() ?? plainKernel();
}

const PAGE_BYTES = 65_536;

/** Undefined where WebAssembly or its SIMD instructions are missing. */
export function simdKernel(): Kernel | undefined {
  let instance: WebAssembly.Instance;
  try {
    instance = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.fromBase64(KERNEL)));
  } catch {
    return undefined; // an instruction or WebAssembly itself is unknown here: the other kernel gives the same scores
  }
  const { memory, dotInt8, dotFloat32, hamming } = instance.exports as unknown as Record<
    "dotInt8" | "dotFloat32" | "hamming",
    Score
  > & { memory: WebAssembly.Memory };
  return {
    kind: "simd",
    dotInt8,
    dotFloat32,
    hamming,
    get buffer() {
      return memory.buffer as ArrayBuffer;
    },
    reserve(bytes) {
      const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing > 0) memory.grow(missing);
    },
  };
}

/** Slower, the same scores (those of floats to their last bits). */
export function plainKernel(): Kernel {
  let buffer = new ArrayBuffer(PAGE_BYTES);
  return {
    kind: "plain",
    dotInt8(query, row, count, stride, out) {
      const [bytes, scores] = [new Int8Array(buffer), new Int32Array(buffer, out, count)];
      for (let index = 0; index < count; index++) {
        const base = row + index * stride;
        let sum = 0;
        for (let at = 0; at < stride; at++) sum += bytes[query + at]! * bytes[base + at]!;
        scores[index] = sum;
      }
    },
    dotFloat32(query, row, count, stride, out) {
      const [floats, scores] = [new Float32Array(buffer), new Float32Array(buffer, out, count)];
      for (let index = 0; index < count; index++) {
        const base = (row + index * stride) / 4;
        let sum = 0;
        for (let at = 0; at < stride / 4; at++) sum += floats[query / 4 + at]! * floats[base + at]!;
        scores[index] = sum;
      }
    },
    hamming(query, row, count, stride, out) {
      const [words, scores] = [new Uint32Array(buffer), new Int32Array(buffer, out, count)];
      for (let index = 0; index < count; index++) {
        const base = (row + index * stride) / 4;
        let bits = 0;
        for (let at = 0; at < stride / 4; at++) bits += ones(words[query / 4 + at]! ^ words[base + at]!);
        scores[index] = bits;
      }
    },
    get buffer() {
      return buffer;
    },
    reserve(bytes) {
      if (bytes > buffer.byteLength) buffer = buffer.transfer(bytes);
    },
  };
}

/** How many bits of a 32-bit word are set: sums of pairs, of fours, then of bytes by one multiplication. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

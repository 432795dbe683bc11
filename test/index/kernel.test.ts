import { expect, test } from "bun:test";
import { type Kernel, plainKernel, simdKernel } from "../../src/index/kernel.ts";
import { seeded } from "../fixture/vectors.ts";

const ROWS = 37;

/** Scores of some rows of random bytes: as the kernel gives them. */
function scores(kernel: Kernel, name: "dotInt8" | "dotFloat32" | "hamming", stride: number): Int32Array | Float32Array {
  const random = seeded(stride);
  const out = stride;
  const rows = Math.ceil((out + ROWS * 4) / 64) * 64;
  kernel.reserve(rows + ROWS * stride);
  const bytes = new Uint8Array(kernel.buffer);
  const fill = (from: number, count: number) => {
    for (let at = from; at < from + count; at++) bytes[at] = Math.floor(random() * 256);
    if (name !== "dotFloat32") return;
    new Float32Array(kernel.buffer, from, count / 4).set(
      Float32Array.from({ length: count / 4 }, () => 2 * random() - 1),
    );
  };
  fill(0, stride);
  fill(rows, ROWS * stride);
  kernel[name](0, rows, ROWS, stride, out);
  return name === "dotFloat32"
    ? new Float32Array(kernel.buffer, out, ROWS).slice()
    : new Int32Array(kernel.buffer, out, ROWS).slice();
}

const simd = () => simdKernel()!;

test("this machine runs the SIMD kernel", () => {
  expect(simdKernel()?.kind).toBe("simd");
});

test.each([16, 256, 768, 4_096])(
  "products of bytes and differing bits are the same in both kernels (%d bytes)",
  (stride) => {
    for (const name of ["dotInt8", "hamming"] as const) {
      const plain = scores(plainKernel(), name, stride);
      expect(new Set(plain).size).toBeGreaterThan(ROWS / 3);
      expect(scores(simd(), name, stride)).toEqual(plain);
    }
  },
);

test.each([64, 1_024, 3_072])("products of floats are the same but for the last bits (%d bytes)", (stride) => {
  const plain = scores(plainKernel(), "dotFloat32", stride);
  const fast = scores(simd(), "dotFloat32", stride);
  for (const [row, score] of plain.entries()) expect(Math.abs(fast[row]! - score)).toBeLessThan(stride * 1e-6);
});

test("the most extreme bytes neither overflow nor lose their sign", () => {
  for (const kernel of [simd(), plainKernel()]) {
    const stride = 8_192;
    kernel.reserve(4 * stride);
    new Int8Array(kernel.buffer)
      .fill(-128, 0, stride)
      .fill(127, 2 * stride, 3 * stride)
      .fill(-128, 3 * stride, 4 * stride);
    kernel.dotInt8(0, 2 * stride, 2, stride, stride);
    expect([...new Int32Array(kernel.buffer, stride, 2)]).toEqual([-128 * 127 * stride, 128 * 128 * stride]);
  }
});

test("what is in the memory stays when it grows", () => {
  for (const kernel of [simd(), plainKernel()]) {
    new Uint8Array(kernel.buffer)[65_535] = 7;
    kernel.reserve(1_000_000);
    expect(new Uint8Array(kernel.buffer)[65_535]).toBe(7);
    expect(kernel.buffer.byteLength).toBeGreaterThanOrEqual(1_000_000);
  }
});

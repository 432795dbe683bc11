/**
 * How a vector lies in the index, and how alike two are. `int8`: each value as a signed byte, the largest of the vector as
 * 127; a quarter of the size, and sums of products are exact. `float32`: scaled to length one.
 */
import { Unavailable } from "../base/error.ts";
import { vectorFault, vectorLength } from "../base/vector.ts";

export type Encoding = "int8" | "float32";

/** What vectors of one table have in common. */
export interface VectorShape {
  /** How many numbers a vector has. */
  dimensions: number;
  encoding: Encoding;
}

/** Size of an encoded vector, in bytes. */
export function rowBytes({ dimensions, encoding }: VectorShape): number {
  return encoding === "int8" ? dimensions : dimensions * Float32Array.BYTES_PER_ELEMENT;
}

/**
 * The bytes of a vector. Its length does not count, only its direction.
 * @param name what the vector belongs to, in errors: `chunk 17`.
 * @throws Unavailable when it has another number of dimensions, or holds NaN, an infinity or only zeros.
 */
export function encodeVector(vector: Float32Array, { dimensions, encoding }: VectorShape, name: string): Uint8Array {
  const fault = vectorFault(vector, dimensions);
  if (fault !== undefined) {
    throw new Unavailable("unavailable", `The vector of ${name} cannot be used: ${fault}.`, {
      hint: `The index holds vectors of ${dimensions} finite numbers that are not all 0. Is the embedding model the one it was made with?`,
    });
  }
  if (encoding === "float32") {
    const scale = 1 / vectorLength(vector);
    const unit = new Float32Array(dimensions);
    for (let at = 0; at < dimensions; at++) unit[at] = vector[at]! * scale;
    return new Uint8Array(unit.buffer);
  }
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = new Int8Array(dimensions);
  for (let at = 0; at < dimensions; at++) bytes[at] = Math.round((vector[at]! / largest) * 127);
  return new Uint8Array(bytes.buffer);
}

/** A vector of the direction of an encoded one, of any length; encoding it again gives the same bytes. */
export function decodeVector(bytes: Uint8Array, encoding: Encoding): Float32Array {
  return Float32Array.from(numbers(bytes, encoding));
}

/** One by the length of an encoded vector: what its products are multiplied with. */
export function inverseLength(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === "float32") return 1;
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]! * values[at]!;
  return 1 / Math.sqrt(sum);
}

/** The cosine of two encoded vectors, the same to the last bit wherever it is computed. */
export function similarity(left: Uint8Array, right: Uint8Array, encoding: Encoding): number {
  const [a, b] = [numbers(left, encoding), numbers(right, encoding)];
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum * inverseLength(right, encoding) * inverseLength(left, encoding);
}

function numbers(bytes: Uint8Array, encoding: Encoding): Int8Array | Float32Array {
  if (encoding === "int8") return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Rows of a block may begin at any byte.
  return bytes.byteOffset % 4 === 0
    ? new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    : new Float32Array(bytes.slice().buffer);
}

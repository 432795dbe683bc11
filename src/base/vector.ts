/** Vectors of numbers: their length, and what none may be. */

/** Why a vector is no direction that can be compared; undefined when it is one. */
export function vectorFault(vector: Float32Array, dimensions: number): string | undefined {
  if (vector.length !== dimensions) return `it has ${vector.length} numbers, not ${dimensions}`;
  for (let at = 0; at < dimensions; at++) {
    if (!Number.isFinite(vector[at])) return `its number ${at + 1} is ${vector[at]}`;
  }
  return vectorLength(vector) > 0 ? undefined : "all its numbers are 0";
}

export function vectorLength(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}

/** A path as the number by which tables of vectors know files. */

/**
 * The same for a path at any time, which the id of a file is not: a file that goes and comes back is another row. Two paths
 * may have one number, so whoever filters by it looks at the paths of what is found, too.
 */
export function pathNumber(path: string): number {
  return Number(BigInt.asUintN(52, BigInt(Bun.hash(path))));
}

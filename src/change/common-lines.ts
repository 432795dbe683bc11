/** Lines that two texts share for certain: each has them once, in the same order. */

export interface Pair {
  /** Index of the line in the text before, and in the one after. */
  before: number;
  after: number;
}

/** The most lines that both lists have once and that come in the same order in both. */
export function commonOnce(before: readonly string[], after: readonly string[]): Pair[] {
  const numbers = new Map<string, number>();
  const inBefore = before.map((line) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  });
  const inAfter = after.map((line) => numbers.get(line) ?? -1);
  const places = placesOfSingles(inAfter, numbers.size);
  const singles = placesOfSingles(inBefore, numbers.size);
  const pairs: Pair[] = [];
  inBefore.forEach((number, at) => {
    if (singles[number] === at && places[number]! >= 0) pairs.push({ before: at, after: places[number]! });
  });
  return longestRise(pairs);
}

/** By number: the place of a line that is there once, or less than 0. */
function placesOfSingles(lines: readonly number[], count: number): Int32Array {
  const places = new Int32Array(count).fill(-1);
  lines.forEach((number, at) => {
    if (number >= 0) places[number] = places[number] === -1 ? at : -2;
  });
  return places;
}

/** The longest sequence of pairs in which `after` rises. */
function longestRise(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = []; // by length - 1: index of the pair with the least `after` that ends a rise of that length
  const previous: number[] = [];
  pairs.forEach(({ after }, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.after < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  });
  const rise: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) rise.push(pairs[at]!);
  return rise.reverse();
}

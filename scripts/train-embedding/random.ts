/** Numbers that look random and are the same on every machine for the same seed. */

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  /** True in that part of the cases. */
  chance(part: number): boolean;
}

/** @param seed whole numbers and texts alike. */
export function random(seed: number | string): Random {
  let state = typeof seed === "number" ? seed >>> 0 : Number(Bun.hash.xxHash32(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (below) => Math.floor(next() * below),
    chance: (part) => next() < part,
  };
}

/** Puts a list into another order, in place. */
export function shuffle<T>(list: T[], { below }: Random): T[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
  return list;
}

/** In which way a name is what somebody looks for: the same, beginning with it, by its initials, holding it, mistyped. */
import { distance } from "fastest-levenshtein";
import { type FoldedName, folded, wordsOf } from "../syntax/folded-name.ts";

/** From best to worst. */
export const LIKENESSES = ["exact", "prefix", "hump", "substring", "typo"] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** One letter is in nearly every name. */
const PIECE_CHARS = 2;

/** What somebody remembers of a name, ready to be compared with many. */
export class Remembered {
  readonly #query: FoldedName;
  /** Ways to read it as beginnings of words: `gSO` as g, S, O. */
  readonly #humps: readonly (readonly string[])[];
  readonly #letters: string;

  constructor(query: string) {
    this.#query = folded(query);
    this.#letters = sorted(this.#query.squashed);
    this.#humps = humpsOf(query);
  }

  /** How a name is like it, slips aside; undefined when it is not. */
  likeness(name: FoldedName): Exclude<Likeness, "typo"> | undefined {
    const { lower, squashed } = this.#query;
    if (name.lower === lower || (squashed !== "" && name.squashed === squashed)) return "exact";
    if (name.lower.startsWith(lower) || (squashed !== "" && name.squashed.startsWith(squashed))) return "prefix";
    if (this.#isByInitials(name)) return "hump";
    if (lower.length < PIECE_CHARS) return undefined;
    return name.lower.includes(lower) || (squashed.length >= PIECE_CHARS && name.squashed.includes(squashed))
      ? "substring"
      : undefined;
  }

  /** Whether a name is it but for a slip or two; swapped letters are one. */
  isMistyped({ squashed, letters }: FoldedName): boolean {
    const wanted = this.#query.squashed;
    const most = wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : wanted.length < 12 ? 2 : 3;
    if (most === 0 || Math.abs(squashed.length - wanted.length) > most) return false;
    // A slip takes one character away and brings another, at most.
    if (bitsIn(letters ^ this.#query.letters) > 2 * most) return false;
    if (distance(wanted, squashed) <= most) return true;
    return squashed.length === wanted.length && sorted(squashed) === this.#letters;
  }

  #isByInitials(name: FoldedName): boolean {
    const { squashed } = this.#query;
    if (squashed.length < PIECE_CHARS || name.initials[0] !== squashed[0]) return false;
    if (name.initials.startsWith(squashed)) return true;
    return this.#humps.some((humps) => humps.length <= name.initials.length && beginWords(humps, wordsOf(name.name)));
  }
}

/** Its words, and its pieces with each capital on its own: `gSO` is g, S and O, `getURL` also get and URL. */
function humpsOf(query: string): string[][] {
  const capitals = query.match(/\p{Lu}[^\p{Lu}_\-\s]*|[^\p{Lu}_\-\s]+/gu) ?? [];
  return [wordsOf(query), capitals]
    .filter((humps) => humps.length > 1)
    .map((humps) => humps.map((hump) => hump.toLowerCase()));
}

/** Whether each hump begins a word, the first the first; words between may be passed over. */
function beginWords(humps: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    if (word.toLowerCase().startsWith(humps[at]!)) at++;
    else if (at === 0) return false;
    if (at === humps.length) return true;
  }
  return false;
}

function bitsIn(number: number): number {
  let bits = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

function sorted(text: string): string {
  return [...text].sort().join("");
}

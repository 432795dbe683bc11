/** Finds files by name: a glob over the path, or letters of the name in order as editors do it. */
import { assertFast, compiled } from "./glob.ts";

/** How well a path answers a query: higher is better, 0 is no match. */
export type Scorer = (path: string) => number;

const GLOB_CHARACTERS = /[*?[\]{}!]/;

/**
 * A glob when the query holds one of `* ? [ ] { } !`; otherwise a fuzzy match. A glob without `/` matches the name alone.
 * @throws UserError `invalid_arguments` for a glob that could take long.
 */
export function nameScorer(query: string): Scorer {
  return GLOB_CHARACTERS.test(query) ? globScorer(query) : fuzzyScorer(query);
}

function globScorer(query: string): Scorer {
  const isNegated = query.startsWith("!");
  const glob = query.slice(isNegated ? 1 : 0).replace(/^\.?\//, "");
  assertFast(glob, "query");
  const matches = compiled(glob, !glob.includes("/"));
  return (path) => (matches(path) !== isNegated ? 1 : 0);
}

/**
 * Ranks: whole name, name without suffix, start of the name, part of the name, part of the path, letters in order within
 * the name, letters in order within the path. Shorter paths win among equals.
 */
function fuzzyScorer(query: string): Scorer {
  const wanted = query
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^\.?\//, "");
  const compact = wanted.replace(/[\s/]+/g, "");
  return (path) => {
    const whole = path.toLowerCase();
    const name = whole.slice(whole.lastIndexOf("/") + 1);
    const rank = rankOf(wanted, compact, whole, name);
    return rank === 0 ? 0 : rank + 1 / (2 + path.length);
  };
}

function rankOf(wanted: string, compact: string, whole: string, name: string): number {
  if (whole === wanted) return 9;
  if (name === wanted || whole.endsWith(`/${wanted}`)) return 8;
  if (name.slice(0, name.lastIndexOf(".")) === wanted) return 7;
  if (name.startsWith(wanted)) return 6;
  if (name.includes(wanted)) return 5;
  if (whole.includes(wanted)) return 4;
  if (holdsInOrder(name, compact)) return 2;
  return holdsInOrder(whole, compact) ? 1 : 0;
}

function holdsInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return letters.length > 0;
}

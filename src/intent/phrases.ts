/** The second look: which pairs of neighbouring words of a question stand together in a text. */
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";
import { isTelling, type Question } from "./question.ts";

/** Words whose stems are remembered: texts repeat theirs. */
const REMEMBERED = 50_000;
const stems = new Map<string, string | undefined>();

/** The stem of a word; undefined for one that says nothing. */
function tellingStem(word: string): string | undefined {
  if (stems.has(word)) return stems.get(word);
  if (stems.size >= REMEMBERED) stems.clear();
  const found = isTelling(word) ? stem(word) : undefined;
  stems.set(word, found);
  return found;
}

/**
 * Of a question's pairs those that the text has, neighbours or with one word between them, weighed by how telling their
 * words are.
 */
export function phrasesIn(text: string, { pairs }: Question, rarity: (stem: string) => number): number {
  if (pairs.length === 0) return 0;
  const wanted = new Map<string, Set<string>>();
  for (const [one, other] of pairs) wanted.set(one, (wanted.get(one) ?? new Set()).add(other));
  let sum = 0;
  let [last, lastButOne]: (string | undefined)[] = [];
  const meet = (before: string | undefined, now: string) => {
    // Once is enough.
    if (before !== undefined && wanted.get(before)?.delete(now)) sum += rarity(before) + rarity(now);
  };
  for (const word of words(text)) {
    const now = tellingStem(word);
    if (now === undefined) continue;
    meet(last, now);
    meet(lastButOne, now);
    lastButOne = last;
    last = now;
  }
  return sum;
}

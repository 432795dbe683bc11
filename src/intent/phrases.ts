/** The second look: which pairs of neighbouring words of a question stand together in a text. */
import { stem } from "../base/stem.ts";
import { words } from "../base/words.ts";
import { isTelling, pairsOf, type Question } from "./question.ts";

/** @returns of a question's pairs those that the text has, weighed by how telling their words are. */
export function phrasesIn(text: string, { pairs }: Question, rarity: (stem: string) => number): number {
  if (pairs.length === 0) return 0;
  const wanted = new Map(pairs.map(([one, other]) => [`${one} ${other}`, rarity(one) + rarity(other)]));
  const stems: string[] = [];
  for (const word of words(text)) if (isTelling(word)) stems.push(stem(word));
  let sum = 0;
  for (const [one, other] of pairsOf(stems)) {
    const key = `${one} ${other}`;
    sum += wanted.get(key) ?? 0;
    wanted.delete(key); // once is enough
    if (wanted.size === 0) break;
  }
  return sum;
}

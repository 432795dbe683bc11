/** Which symbol of a file has most in common with a question, by the words of its name. */
import { term } from "../index/terms.ts";
import type { Lexicon, LexiconFile } from "./lexicon.ts";
import type { Question } from "./question.ts";

/** Of one question. */
export class SymbolWords {
  readonly #lexicon: Lexicon;
  /** By the number of a stem: one above its place in `#rarities` when it is asked for, else 0. */
  readonly #asked: Uint16Array;
  readonly #rarities: number[] = [];

  constructor({ stems }: Question, lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#asked = new Uint16Array(lexicon.names.size);
    for (const stem of stems) {
      const number = lexicon.names.numberOf(term("stem", stem));
      if (number !== undefined) this.#asked[number] = this.#rarities.push(lexicon.nameRarity(number));
    }
  }

  /** What the best name of a file has in common with the question; 0 and above. */
  best({ number }: LexiconFile): number {
    const { ends, stems, weights } = this.#lexicon.names;
    const [asked, stemNumbers, nameEnds] = [this.#asked, stems.numbers, ends.numbers];
    let best = 0;
    let name = ends.start(number);
    for (let at = stems.start(number), last = stems.start(number + 1); at < last; at++) {
      if (asked[stemNumbers[at]!] === 0) continue;
      while (nameEnds[name]! <= at) name++;
      const end = nameEnds[name]!;
      let covered = 0;
      for (; at < end; at++) {
        const place = asked[stemNumbers[at]!]!;
        if (place > 0) covered += this.#rarities[place - 1]!;
      }
      at = end - 1;
      const weight = weights.numbers[name]! / 100;
      if (weight * covered <= best) continue; // all that the name says is at least what it has in common
      const all = this.#lexicon.nameSum(name);
      best = Math.max(best, (weight * covered * covered) / Math.max(all, covered));
    }
    return best;
  }
}

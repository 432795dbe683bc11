/** Which symbol of a file has most in common with a question, by the words of its name. */
import { term } from "../index/terms.ts";
import type { Lexicon, LexiconFile } from "./lexicon.ts";
import type { Question } from "./question.ts";

/** Of one question. */
export class SymbolWords {
  readonly #lexicon: Lexicon;
  /** By the number of a stem: how telling it is when it is asked for, else 0. */
  readonly #asked: Float64Array;

  constructor({ stems }: Question, lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#asked = new Float64Array(lexicon.nameStems.size);
    for (const stem of stems) {
      const number = lexicon.nameStems.numberOf(term("stem", stem));
      if (number !== undefined) this.#asked[number] = this.#rarity(number);
    }
  }

  /** What the best name of a file has in common with the question; 0 and above. */
  best({ nameEnds, nameStems, nameWeights }: LexiconFile["names"]): number {
    const asked = this.#asked;
    let best = 0;
    let name = 0;
    for (let at = 0; at < nameStems.length; at++) {
      if (asked[nameStems[at]!] === 0) continue;
      while (nameEnds[name]! <= at) name++;
      const end = nameEnds[name]!;
      let covered = 0;
      for (let next = at; next < end; next++) covered += asked[nameStems[next]!]!;
      at = end - 1;
      const weight = nameWeights[name]! / 100;
      if (weight * covered <= best) continue; // all that the name says is at least what it has in common
      let all = 0;
      for (let next = name === 0 ? 0 : nameEnds[name - 1]!; next < end; next++) all += this.#rarity(nameStems[next]!);
      best = Math.max(best, (weight * covered * covered) / Math.max(all, covered));
    }
    return best;
  }

  #rarity(stem: number): number {
    return this.#lexicon.nameRarity(stem);
  }
}

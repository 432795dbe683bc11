/** Which symbol of a file has most in common with a question, by the words of its name. */
import { term } from "../index/terms.ts";
import type { Lexicon, LexiconFile } from "./lexicon.ts";
import type { Question } from "./question.ts";

/** Low bits of a number by which most stems that are not asked for are told from those that are. */
const LOW_BITS = 0xfff;

/** Of one question. */
export class SymbolWords {
  readonly #lexicon: Lexicon;
  /** How telling the stems are that are asked for. */
  readonly #asked = new Map<number, number>();
  readonly #low = new Uint8Array(LOW_BITS + 1);

  constructor({ stems }: Question, lexicon: Lexicon) {
    this.#lexicon = lexicon;
    for (const stem of stems) {
      const number = term("stem", stem);
      this.#asked.set(number, this.#rarity(number));
      this.#low[number & LOW_BITS] = 1;
    }
  }

  /** What the best name of a file has in common with the question; 0 and above. */
  best({ nameEnds, nameStems, nameWeights }: LexiconFile["names"]): number {
    const low = this.#low;
    let best = 0;
    let name = 0;
    for (let at = 0; at < nameStems.length; at++) {
      if (low[nameStems[at]! & LOW_BITS] === 0 || !this.#asked.has(nameStems[at]!)) continue;
      while (nameEnds[name]! <= at) name++;
      const [from, end] = [name === 0 ? 0 : nameEnds[name - 1]!, nameEnds[name]!];
      best = Math.max(best, this.#common(nameStems, from, end, nameWeights[name]! / 100));
      at = end - 1;
    }
    return best;
  }

  #common(stems: Uint32Array, from: number, end: number, weight: number): number {
    let [covered, all] = [0, 0];
    for (let at = from; at < end; at++) {
      const asked = this.#asked.get(stems[at]!);
      covered += asked ?? 0;
      all += asked ?? this.#rarity(stems[at]!);
    }
    return (weight * covered * covered) / Math.max(all, covered);
  }

  #rarity(stem: number): number {
    return this.#lexicon.rarity(this.#lexicon.frequency(stem));
  }
}

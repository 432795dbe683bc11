/** How the chunks of a file fit a question, by words and by meaning: what is best in it, and how much there is of it. */
import type { Candidate, Gathered } from "./candidates.ts";

/** Chunks of a file that count together. */
const SPREAD_CHUNKS = 8;

/** More than a chunk can have by words and meaning together. */
const ABOVE_ALL = 2;

export interface ChunkFit {
  /** Number of the chunk that fits best. */
  best: number;
  /** Chunks besides it that fit half as well or better. */
  others: number;
  words: Heights;
  meaning: Heights;
}

interface Heights {
  first: number;
  second: number;
  /** Of the highest together. */
  sum: number;
}

/** Of one question. */
export class ChunkFits {
  readonly #scores: Float32Array;
  readonly #highestScore: number;
  /** By the number of a chunk; 0 where nothing is known. */
  readonly #meaning: Float32Array;
  readonly #highest = [new Highest(), new Highest()] as const;
  #fits = new Float32Array(64);
  #words = new Float32Array(64);

  /** @param gathered whose scores must hold as long as this is used. */
  constructor({ scores, highest, meanings }: Pick<Gathered, "scores" | "highest" | "meanings">) {
    this.#scores = scores;
    this.#highestScore = highest || 1;
    this.#meaning = new Float32Array(scores.length);
    for (const [chunk, score] of meanings) this.#meaning[chunk] = Math.max(0, score);
  }

  of(candidate: Candidate): ChunkFit {
    const { first, chunks } = candidate.file;
    const fits = this.#fill(candidate);
    const [words, meaning] = this.#highest;
    words.clear();
    meaning.clear();
    let [best, height] = [0, 0];
    for (let at = 0; at < chunks; at++) {
      words.add(this.#words[at]!);
      meaning.add(this.#meaning[first + at]!);
      if (fits[at]! > height) [best, height] = [at, fits[at]!];
    }
    let others = -1;
    for (let at = 0; at < chunks; at++) if (fits[at]! >= height / 2) others++;
    const defined = definedIn(candidate);
    if (defined >= 0) {
      const above = Math.fround(fits[defined]! + ABOVE_ALL);
      if (above > height || (above === height && defined < best)) best = defined;
    }
    return {
      best: first + best,
      others,
      words: words.heights,
      meaning: meaning.heights,
    };
  }

  /** Numbers of a file's chunks, the most fitting first. */
  order(candidate: Candidate): number[] {
    const { first, chunks } = candidate.file;
    const fits = this.#fill(candidate);
    const defined = definedIn(candidate);
    if (defined >= 0) fits[defined]! += ABOVE_ALL;
    const places = Array.from({ length: chunks }, (_, at) => at);
    return places.sort((a, b) => fits[b]! - fits[a]! || a - b).map((at) => first + at);
  }

  /** Of each of a file's chunks: words and meaning together; the words alone are in `#words`. */
  #fill({ file: { first, chunks } }: Candidate): Float32Array {
    if (this.#fits.length < chunks) {
      this.#fits = new Float32Array(2 * chunks);
      this.#words = new Float32Array(2 * chunks);
    }
    const [fits, words] = [this.#fits, this.#words];
    for (let at = 0; at < chunks; at++) {
      words[at] = this.#scores[first + at]! / this.#highestScore;
      fits[at] = words[at]! + this.#meaning[first + at]!;
    }
    return fits;
  }
}

/** Place of the chunk that defines what is asked for; below 0 where none does. */
function definedIn({ file, asked, mentioned }: Candidate): number {
  const definition = asked ?? mentioned;
  return definition ? definition.chunk - file.first : -1;
}

/** The highest of some numbers, none of them below 0. */
class Highest {
  readonly #falling = new Float32Array(SPREAD_CHUNKS);

  clear(): void {
    this.#falling.fill(0);
  }

  add(value: number): void {
    const falling = this.#falling;
    let at = SPREAD_CHUNKS - 1;
    if (value <= falling[at]!) return;
    for (; at > 0 && falling[at - 1]! < value; at--) falling[at] = falling[at - 1]!;
    falling[at] = value;
  }

  get heights(): Heights {
    let sum = 0;
    for (let at = 0; at < SPREAD_CHUNKS; at++) sum += this.#falling[at]!;
    return { first: this.#falling[0]!, second: this.#falling[1]!, sum };
  }
}

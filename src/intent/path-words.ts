/** Compares the words of paths with those of one question; paths repeat their words, so each is compared once. */
import type { Lexicon } from "./lexicon.ts";
import type { PathFacts } from "./path-facts.ts";
import type { Question } from "./question.ts";

/** A word in the path of more files than this share tells nothing. */
const COMMON_PATH_WORD = 0.6;

interface Word {
  isCommon: boolean;
  /** Places of the question's words that it is like. */
  like: readonly number[];
}

export class PathWords {
  readonly #stems: readonly string[];
  readonly #lexicon: Lexicon;
  readonly #known = new Map<string, Word>();
  /** How many of the question's words tell something. */
  readonly #telling: number;
  /** Of each of the question's words: the last file whose name or folders have it. */
  readonly #seen: Uint32Array;
  #file = 0;

  constructor({ stems }: Question, lexicon: Lexicon) {
    this.#stems = stems;
    this.#lexicon = lexicon;
    this.#telling = stems.filter((stem) => !this.#isCommon(stem)).length;
    this.#seen = new Uint32Array(stems.length);
  }

  /** Part of a file's name that is in the question. */
  nameShare({ nameStems }: PathFacts): number {
    let [all, like] = [0, 0];
    for (const stem of nameStems) {
      const word = this.#at(stem);
      if (word.isCommon) continue;
      all++;
      if (word.like.length > 0) like++;
    }
    return all === 0 ? 0 : like / all;
  }

  /** Part of the question's words that the folders have and the file's name has not. */
  foldersShare({ nameStems, folderStems }: PathFacts): number {
    if (this.#telling === 0) return 0;
    const [seen, file] = [this.#seen, ++this.#file];
    for (const stem of nameStems) for (const place of this.#at(stem).like) seen[place] = file;
    let count = 0;
    for (const stem of folderStems) {
      for (const place of this.#at(stem).like) {
        if (seen[place] === file || this.#at(this.#stems[place]!).isCommon) continue;
        seen[place] = file;
        count++;
      }
    }
    return count / this.#telling;
  }

  #at(stem: string): Word {
    let word = this.#known.get(stem);
    if (!word) {
      const like: number[] = [];
      for (const [place, other] of this.#stems.entries()) if (isLike(stem, other)) like.push(place);
      word = { isCommon: this.#isCommon(stem), like };
      this.#known.set(stem, word);
    }
    return word;
  }

  #isCommon(stem: string): boolean {
    return this.#lexicon.filesWithPathWord(stem) > this.#lexicon.byPath.size * COMMON_PATH_WORD;
  }
}

/** One begins with the other, and is little longer: `auth` and `authent`. */
function isLike(one: string, other: string): boolean {
  if (one.charCodeAt(0) !== other.charCodeAt(0)) return false;
  if (one.length === other.length) return one === other;
  const short = one.length < other.length ? one : other;
  const long = short === one ? other : one;
  return short.length >= 3 && long.length - short.length <= 4 && long.startsWith(short);
}

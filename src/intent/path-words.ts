/** Compares the words of paths with those of one question; each word is compared once. */
import type { Lexicon, LexiconFile } from "./lexicon.ts";
import type { Question } from "./question.ts";

/** A word in the path of more files than this share tells nothing. */
const COMMON_PATH_WORD = 0.6;

interface Word {
  isCommon: boolean;
  /** Places of the question's words that it is like. */
  like: readonly number[];
}

const LIKE_NONE: Word = { isCommon: false, like: [] };

/** Characters beyond are taken for this one. */
const WIDE = 127;

export class PathWords {
  readonly #stems: readonly string[];
  readonly #lexicon: Lexicon;
  /** By the number of a word: one above its place in `#words`; 0 for one that was not compared. */
  readonly #places: Uint16Array;
  readonly #words: Word[] = [LIKE_NONE];
  /** Which characters the question's words begin with. */
  readonly #begins = new Uint8Array(WIDE + 1);
  readonly #isTelling: readonly boolean[];
  /** How many of the question's words tell something. */
  readonly #telling: number;
  /** Of each of the question's words: the last file whose name or folders have it. */
  readonly #seen: Uint32Array;
  #file = 0;

  constructor({ stems }: Question, lexicon: Lexicon) {
    this.#stems = stems;
    this.#lexicon = lexicon;
    this.#places = new Uint16Array(lexicon.paths.size);
    for (const stem of stems) this.#begins[firstOf(stem)] = 1;
    this.#isTelling = stems.map((stem) => !this.#isCommon(lexicon.paths.filesWith(stem)));
    this.#telling = this.#isTelling.filter(Boolean).length;
    this.#seen = new Uint32Array(stems.length);
  }

  /** Part of a file's name that is in the question. */
  nameShare({ number }: LexiconFile): number {
    const { names } = this.#lexicon.paths;
    let [all, like] = [0, 0];
    for (let at = names.start(number), end = names.start(number + 1); at < end; at++) {
      const word = this.#at(names.numbers[at]!);
      if (word.isCommon) continue;
      all++;
      if (word.like.length > 0) like++;
    }
    return all === 0 ? 0 : like / all;
  }

  /** Part of the question's words that the folders have and the file's name has not. */
  foldersShare({ number }: LexiconFile): number {
    if (this.#telling === 0) return 0;
    const { names, folders } = this.#lexicon.paths;
    const [seen, file] = [this.#seen, ++this.#file];
    for (let at = names.start(number), end = names.start(number + 1); at < end; at++) {
      const { like } = this.#at(names.numbers[at]!);
      for (let next = 0; next < like.length; next++) seen[like[next]!] = file;
    }
    let count = 0;
    for (let at = folders.start(number), end = folders.start(number + 1); at < end; at++) {
      const { like } = this.#at(folders.numbers[at]!);
      for (let next = 0; next < like.length; next++) {
        const place = like[next]!;
        if (seen[place] === file || !this.#isTelling[place]) continue;
        seen[place] = file;
        count++;
      }
    }
    return count / this.#telling;
  }

  #at(number: number): Word {
    const place = this.#places[number]!;
    if (place > 0) return this.#words[place - 1]!;
    const word = this.#compared(number);
    this.#places[number] = word === LIKE_NONE ? 1 : this.#words.push(word);
    return word;
  }

  #compared(number: number): Word {
    const { paths } = this.#lexicon;
    const isCommon = this.#isCommon(paths.filesWithNumber(number));
    const word = paths.wordAt(number);
    if (this.#begins[firstOf(word)] === 0) return isCommon ? { isCommon, like: [] } : LIKE_NONE;
    const like: number[] = [];
    for (let place = 0; place < this.#stems.length; place++) if (isLike(word, this.#stems[place]!)) like.push(place);
    return isCommon || like.length > 0 ? { isCommon, like } : LIKE_NONE;
  }

  #isCommon(files: number): boolean {
    return files > this.#lexicon.byPath.size * COMMON_PATH_WORD;
  }
}

function firstOf(word: string): number {
  return Math.min(WIDE, word.charCodeAt(0));
}

/** One begins with the other, and is little longer: `auth` and `authent`. */
function isLike(one: string, other: string): boolean {
  if (one.length === other.length) return one === other;
  const short = one.length < other.length ? one : other;
  const long = short === one ? other : one;
  return short.length >= 3 && long.length - short.length <= 4 && long.startsWith(short);
}

/** The words that a model knows, and how it takes others apart into pieces that it knows. */

/** Marks a piece that continues a word. */
export const PIECE = "##";

/** No longer pieces are looked for. */
const LONGEST_PIECE = 12;

/** Of longer words the rest is left out. */
const LONGEST_WORD = 40;

/** Words taken apart that are remembered at most. */
const REMEMBERED = 100_000;

export class Vocabulary {
  readonly entries: readonly string[];
  readonly #ids = new Map<string, number>();
  /** What words that are no entries were taken apart into. */
  readonly #apart = new Map<string, readonly number[]>();

  constructor(entries: readonly string[]) {
    this.entries = entries;
    for (const [id, entry] of entries.entries()) this.#ids.set(entry, id);
  }

  /** The entries that a word, in lower case, is made of; none when nothing of it is known. */
  idsOf(word: string): number | readonly number[] {
    const known = this.#ids.get(word) ?? this.#apart.get(word);
    if (known !== undefined) return known;
    const pieces = this.#pieces(word.slice(0, LONGEST_WORD));
    if (this.#apart.size >= REMEMBERED) this.#apart.clear();
    this.#apart.set(word, pieces);
    return pieces;
  }

  /** Takes the longest piece again and again; letters that stand alone say nothing and are passed over. */
  #pieces(word: string): number[] {
    const found: number[] = [];
    for (let at = 0; at < word.length; ) {
      let length = Math.min(LONGEST_PIECE, word.length - at);
      let id: number | undefined;
      for (; length > 1; length--) {
        const piece = word.slice(at, at + length);
        id =
          at === 0
            ? this.#ids.get(piece)
            : (this.#ids.get(PIECE + piece) ?? (length >= 4 ? this.#ids.get(piece) : undefined));
        if (id !== undefined) break;
      }
      if (id !== undefined) found.push(id);
      at += length;
    }
    return found;
  }
}

/** BM25, the one way in which texts are ranked by their words. */

/** How soon more of the same word says nothing new. */
const K1 = 1.5;
/** How much a long text is set back. */
const B = 0.75;

/** How telling a word is that `frequency` of so many texts have. */
export function rarityOf(frequency: number, texts: number): number {
  return Math.log(1 + (texts - frequency + 0.5) / (frequency + 0.5));
}

/** What the length of a text adds below the line, for an average length. */
export function slackOf(length: number, average: number): number {
  return K1 * (1 - B + (B * length) / average);
}

/** What a word adds that a text has `count` times. */
export function gainOf(rarity: number, count: number, slack: number): number {
  return (rarity * count * (K1 + 1)) / (count + slack);
}

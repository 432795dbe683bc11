/**
 * Words of code and prose: identifiers taken apart where their writers join words. Both sides of search by intent see texts
 * through this, so a change here means that models and indexes have to be made anew.
 */

/** Digits beyond this many in a row are data, not a word. */
const MOST_DIGITS = 4;

/** Sorts of characters; `WIDE` is whatever lies beyond ASCII. */
const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const WIDE = 4;

const SORTS = new Uint8Array(128);
for (let code = 97; code <= 122; code++) SORTS[code] = LOWER;
for (let code = 65; code <= 90; code++) SORTS[code] = UPPER;
for (let code = 48; code <= 57; code++) SORTS[code] = DIGIT;

/**
 * The words of a text in lower case, in order: `parseHTTPRequest2` gives `parse`, `http`, `request2`; `user_id` gives `user`,
 * `id`; `URLs` gives `url`. Scripts without spaces between words give pairs of neighbouring letters. Marks give nothing, and
 * numbers of more than four digits neither.
 */
export function words(text: string): string[] {
  const found: string[] = [];
  visitWords(text, {
    ascii: (from, to) => found.push(text.slice(from, to).toLowerCase()),
    other: (word) => found.push(word),
  });
  return found;
}

/** Hears of words in their order. */
export interface WordVisitor {
  /** One of ASCII letters and digits, as it stands in the text. */
  ascii(from: number, to: number): void;
  /** Any other, in lower case. */
  other(word: string): void;
}

/** As `words`, for those who need no string of every word. */
export function visitWords(text: string, visitor: WordVisitor): void {
  const { length } = text;
  for (let at = 0; at < length; ) {
    let end = at;
    let sorts = 0;
    while (end < length) {
      const code = text.charCodeAt(end);
      const sort = code < 128 ? SORTS[code]! : WIDE;
      if (sort === OTHER) break;
      sorts |= 1 << sort;
      end++;
    }
    if (sorts === 1 << LOWER) visitor.ascii(at, end);
    else if (sorts >= 1 << WIDE) wideWords(text.slice(at, end), visitor);
    else if (end > at) asciiWords(text, at, end, visitor);
    at = end + 1;
  }
}

/** Words of a run of letters and digits, `from` to `to`. */
function asciiWords(text: string, from: number, to: number, visitor: WordVisitor): void {
  for (let at = from; at < to; ) {
    const sort = SORTS[text.charCodeAt(at)]!;
    let end = runEnd(text, at, to, sort);
    if (sort === DIGIT) {
      if (end - at <= MOST_DIGITS) visitor.ascii(at, end);
      at = end;
      continue;
    }
    if (sort === UPPER) {
      const lowerEnd = runEnd(text, end, to, LOWER);
      if (end - at === 1) end = lowerEnd;
      else if (lowerEnd === end + 1 && text.charCodeAt(end) === 115) {
        visitor.ascii(at, end); // the plural of an abbreviation
        at = lowerEnd;
        continue;
      } else if (lowerEnd > end) {
        visitor.ascii(at, end - 1);
        at = end - 1;
        continue;
      }
    }
    const digitEnd = runEnd(text, end, to, DIGIT);
    if (digitEnd - end <= MOST_DIGITS) end = digitEnd; // sha256, utf8
    visitor.ascii(at, end);
    at = end;
  }
}

function runEnd(text: string, from: number, to: number, sort: number): number {
  let end = from;
  while (end < to && SORTS[text.charCodeAt(end)] === sort) end++;
  return end;
}

const WIDE_WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]+|\p{Lu}+(?!\p{Ll})\p{M}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\d{0,4}(?!\d)|\p{Lu}|\d+/gu;
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

function wideWords(run: string, visitor: WordVisitor): void {
  for (const [word] of run.normalize("NFC").matchAll(WIDE_WORD)) {
    if (/^\d/.test(word)) {
      if (word.length <= MOST_DIGITS) visitor.other(word);
    } else if (!UNSPACED.test(word)) visitor.other(word.toLowerCase());
    else {
      const letters = [...word];
      if (letters.length === 1) visitor.other(word);
      for (let at = 0; at + 1 < letters.length; at++) visitor.other(letters[at]! + letters[at + 1]!);
    }
  }
}

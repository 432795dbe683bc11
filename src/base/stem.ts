/**
 * Takes English endings off words of code, so that `validate`, `validator` and `validation` are one. What is left need be no
 * word: it is only compared with others that came out of here.
 */

const VOWEL = /[aeiouy]/;
const PLAIN = /^[a-z]+$/;
const DOUBLED = /([bdfgmnprt])\1$/;

/** Endings with how many letters must be left, tried in order; the first that fits is taken. */
const ENDINGS: readonly (readonly [ending: string, least: number, instead: string])[] = [
  ["ization", 3, "iz"],
  ["isation", 3, "is"],
  ["ational", 3, ""],
  ["ation", 3, ""],
  ["ating", 3, ""],
  ["ator", 3, ""],
  ["ated", 3, ""],
  ["ate", 3, ""],
];

/** As `ENDINGS`, where none of the more common forms is there. */
const RARE_ENDINGS = ["ment", "able", "ible", "ness", "ity", "ive", "ly"];
const RARE_LEAST = 4;

/** @param word in lower case. Words with anything but the letters a to z stay as they are. */
export function stem(word: string): string {
  if (word.length < 4 || !PLAIN.test(word)) return word;
  const one = singular(word);
  for (const [ending, least, instead] of ENDINGS) {
    const left = without(one, ending, least);
    if (left !== undefined) return finished(left + instead);
  }
  if (one.endsWith("ing") && one.length >= 6) return finished(undoubled(one, without(one, "ing", 3)));
  if (one.endsWith("ed") && one.length >= 5) return finished(undoubled(one, without(one, "ed", 3)));
  if (/[st]ion$/.test(one) && one.length >= 6) return finished(one.slice(0, -3));
  if (/[eo]r$/.test(one) && one.length >= 6) return finished(undoubled(one, one.slice(0, -2)));
  for (const ending of RARE_ENDINGS) {
    const left = without(one, ending, RARE_LEAST);
    if (left !== undefined) return finished(left);
  }
  return finished(one);
}

function singular(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/(x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function without(word: string, ending: string, least: number): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const left = word.slice(0, -ending.length);
  return left.length >= least && VOWEL.test(left) ? left : undefined;
}

/** `runn` of `running` becomes `run`. */
function undoubled(word: string, left: string | undefined): string {
  if (left === undefined) return word;
  return DOUBLED.test(left) ? left.slice(0, -1) : left;
}

/** `parse`, `parser` and `parsing` meet here, as do `query` and `queries`. */
function finished(word: string): string {
  if (word.length < 5) return word;
  const bare = word.endsWith("e") ? word.slice(0, -1) : word;
  return bare.length >= 5 && bare.endsWith("y") ? `${bare.slice(0, -1)}i` : bare;
}

/** How names are compared with what somebody remembers of them: case, word marks and word beginnings set aside. */

export interface FoldedName {
  name: string;
  lower: string;
  /** In lower case, without what parts its words. */
  squashed: string;
  /** The first letter of each word, in lower case. */
  initials: string;
  /** Which characters it has, as bits: what differs much here differs much as a whole. */
  letters: number;
}

const MARKS = /[_\-\s]+/g;

export function folded(name: string): FoldedName {
  const lower = name.toLowerCase();
  const squashed = lower.replace(MARKS, "");
  return { name, lower, squashed, initials: initialsOf(name), letters: lettersOf(squashed) };
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** `getURLParts` -> `gup`, `find_symbol` -> `fs`, `sha256Sum` -> `ss`. */
function initialsOf(name: string): string {
  let initials = "";
  for (const start of wordStarts(name)) initials += name[start]!;
  return initials.toLowerCase();
}

/** The words of a name, as they stand in it. */
export function wordsOf(name: string): string[] {
  const starts = wordStarts(name);
  return starts.map((start, at) => name.slice(start, starts[at + 1]).replace(/[^\p{L}\p{N}]+$/u, ""));
}

type Sort = "upper" | "lower" | "digit" | "mark";

function sortOf(name: string, at: number): Sort {
  const code = name.charCodeAt(at);
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 65 && code <= 90) return "upper";
  if (code >= 48 && code <= 57) return "digit";
  if (code < 128) return "mark";
  const letter = name[at]!;
  if (letter !== letter.toLowerCase()) return "upper";
  return /[\p{L}\p{M}\p{Cs}]/u.test(letter) ? "lower" : "mark";
}

function wordStarts(name: string): number[] {
  const starts: number[] = [];
  let before: Sort = "mark";
  for (let at = 0; at < name.length; at++) {
    const sort = sortOf(name, at);
    const isStart =
      sort === "upper"
        ? before !== "upper" || (at + 1 < name.length && sortOf(name, at + 1) === "lower")
        : sort !== "mark" && before === "mark";
    if (isStart) starts.push(at);
    before = sort;
  }
  return starts;
}

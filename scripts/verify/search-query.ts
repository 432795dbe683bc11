/** Random searches made from the words, operators and lines of real files, spelt in each dialect that is compared. */
import type { PatternOptions } from "../../src/project/pattern.ts";

export interface Query extends PatternOptions {
  /** As our tool takes it. */
  source: string;
  /** The same for ripgrep. */
  rust: string;
  /** The same as a POSIX extended expression, where it can be said there. */
  posix: string | undefined;
  /** Globs of the search; a leading `!` excludes. */
  globs: string[];
  /** How it was made, for the counts. */
  kind: string;
}

/** Numbers that the seed decides. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

/** What queries are made of. */
export interface Corpus {
  words: string[];
  operators: string[];
  lines: string[];
  /** Suffixes and folders of the files. */
  suffixes: string[];
  folders: string[];
}

/** @param texts by path; a sample of a project is enough. */
export function corpusOf(texts: ReadonlyMap<string, string>): Corpus {
  const lines = [...texts.values()].flatMap((text) => text.split(/\r\n|\n|\r/)).filter((line) => line.length < 400);
  const found = (pattern: RegExp) => [...new Set(lines.flatMap((line) => line.match(pattern) ?? []))];
  const paths = [...texts.keys()];
  return {
    words: [...found(/[\p{L}_][\p{L}\p{N}_]{1,30}/gu), "zebra_nowhere"],
    operators: [...found(/[!-/:-@[-^`{-~]{1,4}/g), "?."],
    lines: lines.filter((line) => line.trim().length > 3),
    suffixes: [...new Set(paths.flatMap((path) => /\.[A-Za-z0-9]+$/.exec(path)?.[0] ?? []))],
    folders: [...new Set(paths.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/"))))],
  };
}

/** A piece of an expression in each dialect. */
interface Piece {
  re2: string;
  rust: string;
  posix: string | undefined;
}

export function randomQuery(corpus: Corpus, dice: Dice): Query {
  const kind = dice.one(KINDS);
  const made = kind.make(corpus, dice);
  const isLiteral = typeof made === "string";
  const piece = isLiteral ? { re2: made, rust: made, posix: made } : made;
  const inline = !isLiteral && dice.chance(0.05);
  return {
    kind: kind.name,
    source: inline ? `(?i)${piece.re2}` : piece.re2,
    rust: inline ? `(?i)${piece.rust}` : piece.rust,
    posix: inline ? undefined : piece.posix,
    mode: isLiteral ? "literal" : "regex",
    ignoreCase: dice.chance(0.25),
    wholeWord: dice.chance(0.2),
    globs: dice.chance(0.25) ? globs(corpus, dice) : [],
  };
}

/** Globs that ripgrep's dialect reads as ours does. */
function globs({ suffixes, folders }: Corpus, dice: Dice): string[] {
  if (suffixes.length === 0) return [];
  const suffix = dice.one(suffixes);
  return dice.one([
    [`*${suffix}`],
    [`!*${suffix}`],
    [`**/*{${suffix},${dice.one(suffixes)}}`],
    ...(folders.length > 0 ? [[`${dice.one(folders)}/**`], [`${dice.one(folders)}/**`, `!**/*${suffix}`]] : []),
    [`**/[a-m]*${suffix}`],
    [`?${"?".repeat(dice.below(5))}*${suffix}`],
  ]);
}

const KINDS: { name: string; make(corpus: Corpus, dice: Dice): Piece | string }[] = [
  { name: "literal word", make: ({ words }, dice) => dice.one(words) },
  { name: "literal operator", make: ({ operators }, dice) => dice.one(operators) },
  { name: "literal part of a line", make: ({ lines }, dice) => partOf(dice.one(lines), dice) },
  { name: "literal line", make: ({ lines }, dice) => dice.one(lines).trim() },
  { name: "words", make: alternation },
  { name: "two words", make: (corpus, dice) => joined([plain(dice.one(corpus.words)), gap(dice), word(corpus, dice)]) },
  { name: "blurred line", make: ({ lines }, dice) => blurred(dice.one(lines), dice) },
  { name: "anchored line", make: anchored },
  { name: "prefix and class", make: prefixed },
  { name: "group with quantifier", make: repeated },
  { name: "no literal", make: (_, dice) => dice.one(WITHOUT_LITERAL) },
  { name: "quoted", make: quoted },
];

const same = (text: string): Piece => ({ re2: text, rust: text, posix: text });
const perl = (text: string, rust: string, posix?: string): Piece => ({ re2: text, rust, posix });

// In RE2 these are ASCII, in ripgrep Unicode: there they are spelt out. POSIX classes would depend on the locale.
const WORD = perl("\\w", "[0-9A-Za-z_]", "[0-9A-Za-z_]");
const DIGIT = perl("\\d", "[0-9]", "[0-9]");
const SPACE = perl("\\s", "[\\t\\n\\f\\r ]");
const NOT_SPACE = perl("\\S", "[^\\t\\n\\f\\r ]");
const BOUNDARY = perl("\\b", "(?-u:\\b)");
const LETTER = perl("\\p{L}", "\\p{L}");

const WITHOUT_LITERAL: Piece[] = [
  joined([DIGIT, same("{3,}")]),
  joined([same("^"), SPACE, same("+"), same("[A-Z]{2,}")]),
  joined([BOUNDARY, same("[A-Z][a-z]+[A-Z]"), WORD, same("*"), BOUNDARY]),
  perl("[^\\x00-\\x7f]+", "[^\\x00-\\x7f]+"),
  perl("\\p{Greek}|\\p{Han}", "\\p{Greek}|\\p{Han}"),
  perl("\\p{Lu}\\p{Ll}+\\p{Nd}", "\\p{Lu}\\p{Ll}+\\p{Nd}"),
  perl("^$", "^$"), // git grep finds a line behind the last line end
  same("^[a-z]{1,3}$"),
  joined([NOT_SPACE, same("{60,}")]),
  same("[a-f]{3}[0-9]"),
  same("^.{90,110}$"),
  perl("(?:[A-Z]_?){6,}", "(?:[A-Z]_?){6,}", "([A-Z]_?){6,}"),
  perl(".+?[0-9]{2}", ".+?[0-9]{2}", ".+[0-9]{2}"),
  perl("(?i)[k-s]{5}", "(?i)[k-s]{5}"),
];

function joined(pieces: readonly Piece[]): Piece {
  const posix = pieces.every((piece) => piece.posix !== undefined);
  return {
    re2: pieces.map((piece) => piece.re2).join(""),
    rust: pieces.map((piece) => piece.rust).join(""),
    posix: posix ? pieces.map((piece) => piece.posix).join("") : undefined,
  };
}

/** The text itself. */
function plain(text: string): Piece {
  const escaped = text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
  return { re2: escaped, rust: escaped, posix: text.replace(/[\\^$.|?*+()[{]/g, "\\$&") };
}

function word(corpus: Corpus, dice: Dice): Piece {
  return plain(dice.one(corpus.words));
}

function gap(dice: Dice): Piece {
  return dice.one([
    same(".*"),
    perl(".*?", ".*?", ".*"),
    joined([SPACE, same("+")]),
    same(" +"),
    same(".{1,12}"),
    joined([same("[^"), plain(""), same(";]*")]),
  ]);
}

function alternation(corpus: Corpus, dice: Dice): Piece {
  const words = Array.from({ length: 2 + dice.below(3) }, () => word(corpus, dice));
  const bar = joined(words.flatMap((piece, index) => (index === 0 ? [piece] : [same("|"), piece])));
  if (dice.chance(0.4)) return bar;
  const group = dice.chance(0.5)
    ? joined([perl("(?:", "(?:", "("), bar, same(")")])
    : joined([same("("), bar, same(")")]);
  return joined([group, dice.one([same(""), joined([WORD, same("*")]), same("[(:.]"), same(" ")])]);
}

/** A line whose words, numbers and blanks may be any. */
function blurred(line: string, dice: Dice): Piece {
  const tokens = partOf(line, dice).match(/[\p{L}_]+|\d+|\s+|[^\p{L}\d\s_]+/gu) ?? [line];
  return joined(tokens.map((token) => blurredToken(token, dice)));
}

function blurredToken(token: string, dice: Dice): Piece {
  if (/^\s+$/.test(token))
    return dice.one([joined([SPACE, same("+")]), joined([SPACE, same("*")]), perl("[ \\t]+", "[ \\t]+"), plain(token)]);
  if (/^\d+$/.test(token)) return dice.one([joined([DIGIT, same("+")]), same("[0-9]{1,9}"), plain(token)]);
  if (/^[\p{L}_]+$/u.test(token) && dice.chance(0.4)) {
    const first = plain(token[0]!);
    return dice.one([
      joined([WORD, same("+")]),
      joined([first, WORD, same("*")]),
      joined([LETTER, same("+")]),
      same("[A-Za-z_]+"),
      joined([perl("(?:", "(?:", "("), plain(token), same("|zebra)")]),
      joined([plain(token), same("?")]),
      same(".+"),
    ]);
  }
  return plain(token);
}

function anchored({ lines }: Corpus, dice: Dice): Piece {
  const line = dice.one(lines);
  const cut = 1 + dice.below(Math.min(24, line.length));
  if (dice.chance(0.4)) return joined([same("^"), plain(whole(line.slice(0, cut)))]);
  if (dice.chance(0.5)) return joined([plain(whole(line.slice(-cut))), same("$")]);
  return joined([same("^"), joined([perl("[ \\t]*", "[ \\t]*")]), plain(whole(line.trim().slice(0, cut)))]);
}

function prefixed(corpus: Corpus, dice: Dice): Piece {
  const start = dice.one(corpus.words).slice(0, 4);
  return joined([
    dice.one([BOUNDARY, same("")]),
    plain(whole(start)),
    dice.one([same("[A-Z_]"), WORD, same("[a-z]+")]),
  ]);
}

function repeated(corpus: Corpus, dice: Dice): Piece {
  const inner = joined([perl("(?:", "(?:", "("), word(corpus, dice), same("[,. ]?)")]);
  return joined([inner, dice.one([same("+"), same("{1,3}"), same("{2}"), perl("+?", "+?", "+")])]);
}

function quoted(corpus: Corpus, dice: Dice): Piece {
  const mark = dice.one(['"', "'", "`"]);
  return joined([same(mark), plain(dice.one(corpus.words).slice(0, 3)), same(`[^${mark}]*${mark}`)]);
}

function partOf(line: string, dice: Dice): string {
  const length = 3 + dice.below(28);
  const start = dice.below(Math.max(1, line.length - length));
  const part = whole(line.slice(start, start + length));
  return part.trim() === "" ? line.trim() : part;
}

/** Without the half of a surrogate pair at either end. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, "").replace(/[\ud800-\udbff]$/, "");
}

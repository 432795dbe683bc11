/**
 * Reads an RE2 expression as far as it says something about the bytes of a line, for those who look for candidates with
 * another program. It is cautious: what it does not understand may match anything, line ends included.
 */

/** One step of a sequence, with its quantifier. */
export interface Atom {
  /** What it matches in the syntax of Rust's regex crate, or more; undefined when it may match a line end. */
  rust: string | undefined;
  /** The printable ASCII character that every match holds here. */
  char: string | undefined;
  /** Whether exactly one of `char` stands here: what follows stands right behind it. */
  isSingle: boolean;
  /** Characters that it matches at least. */
  least: number;
}

/** The alternatives of an expression, each a sequence. */
export type Branches = Atom[][];

/** One or more bytes: a character in whatever encoding the file has. */
const SOME_BYTES = "(?-u:[^\\n])+";

const NOTHING: Atom = { rust: "(?:)", char: undefined, isSingle: false, least: 0 };
const ANYTHING: Atom = { rust: undefined, char: undefined, isSingle: false, least: 0 };
const SOME_CHARACTER: Atom = { rust: `(?:${SOME_BYTES})`, char: undefined, isSingle: false, least: 1 };

/** Their ASCII meaning, as in RE2; inside a class, too. */
const PERL: Readonly<Record<string, string>> = { d: "0-9", w: "0-9A-Za-z_" };

const PRINTABLE = /^[\x20-\x7e]$/;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;
const GROUP_START = /^\((?:\?(?:P?<\w+>|[imsU-]*:))?/;
const POSIX_CLASS = /^\[:(?:alnum|alpha|digit|lower|upper|punct|word|xdigit):\]/;

/** Whether no match can hold a line end. */
export function staysInLine(branches: Branches): boolean {
  return branches.every((atoms) => atoms.every(({ rust }) => rust !== undefined));
}

/** @returns undefined for expressions that use what is not read here. */
export function readExpression(source: string): Branches | undefined {
  if (source.includes("\\Q")) return undefined;
  const reader = new Reader(source);
  const branches = reader.branches();
  return reader.isAtEnd ? branches : undefined;
}

class Reader {
  readonly #source: string;
  readonly #dotCrosses: boolean;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#dotCrosses = /\(\?[a-zA-Z-]*s/.test(source);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  /** Up to a closing parenthesis or the end. */
  branches(): Branches {
    const branches: Branches = [[]];
    while (!this.isAtEnd && this.#next !== ")") {
      if (this.#take("|")) branches.push([]);
      else branches.at(-1)!.push(this.#quantified(this.#atom()));
    }
    return branches;
  }

  get #next(): string {
    return this.#source[this.#at] ?? "";
  }

  get #rest(): string {
    return this.#source.slice(this.#at);
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #atom(): Atom {
    if (this.#next === "(") return this.#group();
    if (this.#next === "[") return this.#class();
    if (this.#take("^") || this.#take("$")) return NOTHING;
    if (this.#take(".")) return this.#dotCrosses ? ANYTHING : SOME_CHARACTER;
    if (this.#next === "\\") return this.#escape();
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at)!);
    this.#at += char.length;
    return character(char);
  }

  #quantified(atom: Atom): Atom {
    const quantifier = QUANTIFIER.exec(this.#rest)?.[0];
    if (quantifier === undefined) return atom;
    this.#at += quantifier.length;
    this.#take("?"); // lazy
    const times = quantifier === "+" ? 1 : Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? 0);
    return {
      rust: atom.rust === undefined ? undefined : `(?:${atom.rust})${quantifier}`,
      char: times > 0 ? atom.char : undefined,
      isSingle: false,
      least: atom.least * times,
    };
  }

  #group(): Atom {
    const flags = /^\(\?[imsU-]+\)/.exec(this.#rest)?.[0];
    if (flags !== undefined && this.#take(flags)) return NOTHING;
    this.#take(GROUP_START.exec(this.#rest)![0]);
    const branches = this.branches();
    this.#take(")");
    if (!staysInLine(branches)) return ANYTHING;
    return {
      rust: `(?:${branches.map(rustOf).join("|")})`,
      char: undefined,
      isSingle: false,
      least: Math.min(...branches.map(leastOf)),
    };
  }

  #escape(): Atom {
    const char = this.#source[this.#at + 1] ?? "";
    const property = /^\\p(?:\{[LN]\w?\}|[LN])/.exec(this.#rest)?.[0];
    if (property !== undefined && this.#take(property)) return SOME_CHARACTER;
    this.#skipEscape();
    if (/[bBAz]/.test(char)) return NOTHING;
    if (Object.hasOwn(PERL, char)) return { ...SOME_CHARACTER, rust: `[${PERL[char]}]` };
    if (/[tfv]/.test(char)) return { ...SOME_CHARACTER, rust: `\\${char}` };
    return /[a-zA-Z0-9]/.test(char) ? ANYTHING : character(char);
  }

  #skipEscape(): void {
    const sequence = /^\\(?:[pPx]\{[^}]*\}|x[0-9a-fA-F]{2}|[pP].|[0-7]{1,3}|.)/su.exec(this.#rest);
    this.#at += sequence?.[0].length ?? 1;
  }

  /** A class of ASCII characters as it is; of others, something that holds at least all of them. */
  #class(): Atom {
    this.#at++;
    let crosses = this.#take("^");
    let isAscii = true;
    let rust = "";
    /** Whether the last member can start a range, and whether a range waits for its end. */
    let [canStart, isOpen] = [false, false];
    for (let isFirst = true; !this.isAtEnd && (isFirst || this.#next !== "]"); isFirst = false) {
      if (canStart && this.#next === "-" && this.#source[this.#at + 1] !== "]") {
        this.#at++;
        rust += "-";
        [canStart, isOpen] = [false, true];
        continue;
      }
      const member = this.#member();
      if (member === undefined) crosses = true;
      else if (member === "") isAscii = false;
      else rust += member;
      canStart = !isOpen && member !== undefined && /^\\?.$/u.test(member);
      isOpen = false;
    }
    this.#at++;
    if (crosses) return ANYTHING;
    return isAscii ? { ...SOME_CHARACTER, rust: `[${rust}]` } : SOME_CHARACTER;
  }

  /** One member of a class in Rust's syntax; empty for one beyond ASCII, undefined for what may be a line end. */
  #member(): string | undefined {
    const posix = POSIX_CLASS.exec(this.#rest)?.[0];
    if (posix !== undefined && this.#take(posix)) return posix;
    if (this.#take("[:")) return undefined;
    if (this.#next === "\\") {
      const escaped = this.#source[this.#at + 1] ?? "";
      this.#skipEscape();
      if (Object.hasOwn(PERL, escaped)) return PERL[escaped];
      return /[a-zA-Z0-9]/.test(escaped) ? undefined : classMember(escaped);
    }
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at)!);
    this.#at += char.length;
    return classMember(char);
  }
}

function classMember(char: string): string | undefined {
  if (char < " ") return undefined;
  if (!PRINTABLE.test(char)) return "";
  return /[\][\\^&~-]/.test(char) ? `\\${char}` : char;
}

function character(char: string): Atom {
  if (PRINTABLE.test(char)) {
    return { rust: char.replace(/[\\^$.|?*+()[\]{}]/, "\\$&"), char, isSingle: true, least: 1 };
  }
  return char < " " ? { ...ANYTHING, least: 1 } : SOME_CHARACTER;
}

/** A sequence that stays in its line, as one expression. */
export function rustOf(atoms: readonly Atom[]): string {
  return atoms.map(({ rust }) => rust).join("");
}

/** Characters that a sequence matches at least. */
export function leastOf(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, { least }) => sum + least, 0);
}

/**
 * What a caller searches for: a literal text or an RE2 expression. It runs in time linear to the text, whatever the
 * expression; search and replace both use it, so that they can never differ.
 */
import { RE2JS, RE2JSSyntaxException } from "re2js";
import { UserError } from "../base/error.ts";
import { readExpression, staysInLine } from "./expression.ts";

export interface PatternOptions {
  mode: "regex" | "literal";
  ignoreCase: boolean;
  wholeWord: boolean;
}

export interface Match {
  /** Offsets in the text, UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
}

// What identifiers are made of in Unicode (UAX 31), which is what editors and ripgrep call a word, too.
const NOT_WORD = "[^\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200C}\\x{200D}]";

export class Pattern {
  readonly source: string;
  readonly options: PatternOptions;
  /** Whether no match holds a line end, so that lines can be searched apart from each other. */
  readonly staysInLine: boolean;
  /** One of the two: a text where plain string search is enough. */
  readonly #regex: ReturnType<typeof RE2JS.compile> | undefined;
  readonly #literal: string | undefined;
  /** Group that holds the match proper. */
  readonly #group: number;

  /**
   * @param field of the input that holds it.
   * @throws UserError `invalid_arguments` with the fault, its place and what would work.
   */
  constructor(source: string, options: PatternOptions, field = "pattern") {
    this.source = source;
    this.options = options;
    const isBounded = options.wholeWord;
    if (options.mode === "literal" && !options.ignoreCase && !isBounded) this.#literal = source;
    else {
      const flags = RE2JS.MULTILINE | (options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
      const own = options.mode === "literal" ? RE2JS.quote(source) : source;
      const alone = compiled(own, flags, source, field); // first: a wrapped fault would show what the caller did not write
      this.#regex = isBounded
        ? compiled(`(?:^|${NOT_WORD}|\\A)(${own})(?:$|${NOT_WORD}|\\z)`, flags, source, field)
        : alone;
    }
    this.#group = isBounded ? 1 : 0;
    const read = options.mode === "regex" ? readExpression(source) : undefined;
    this.staysInLine = read ? staysInLine(read) : options.mode === "literal" && !/[\r\n]/.test(source);
  }

  /** Whether line ends of the form `\r\n` matter to it; elsewhere texts are searched with `\n` alone. */
  get readsReturns(): boolean {
    return this.options.mode === "literal" ? this.source.includes("\r") : /\r|\\r|\\x0?d/i.test(this.source);
  }

  /** How many groups the expression has. */
  get groupCount(): number {
    return this.options.mode === "literal" ? 0 : this.#regex!.groupCount() - this.#group;
  }

  /** Numbers of the groups that have a name. */
  get groupNames(): Readonly<Record<string, number>> {
    return this.options.mode === "literal" ? {} : this.#regex!.namedGroups();
  }

  /**
   * Where each group of a match stands, the match itself first; undefined for a group that took no part.
   * @param text the one that the match was found in.
   */
  groups(text: string, match: Match): (Match | undefined)[] {
    if (this.groupCount === 0) return [match];
    const matcher = this.#regex!.matcher(text);
    matcher.find(this.#group === 0 ? match.start : Math.max(0, match.start - 1));
    return Array.from({ length: this.groupCount + 1 }, (_, index) => {
      const start = matcher.start(this.#group + index);
      return start < 0 ? undefined : { start, end: matcher.end(this.#group + index) };
    });
  }

  /**
   * Every match that does not overlap an earlier one, from left to right.
   * @param from where the first may start; what stands before it counts for `^` and `\b`.
   */
  *matches(text: string, from = 0): Generator<Match> {
    if (this.#literal !== undefined) {
      for (
        let at = text.indexOf(this.#literal, from);
        at !== -1;
        at = text.indexOf(this.#literal, at + this.#literal.length)
      ) {
        yield { start: at, end: at + this.#literal.length };
      }
      return;
    }
    const matcher = this.#regex!.matcher(text);
    // A whole word may need the character before it for itself.
    let at = this.#group === 0 ? from : Math.max(0, from - 1);
    while (at <= text.length && matcher.find(at)) {
      const match = { start: matcher.start(this.#group), end: matcher.end(this.#group) };
      if (match.start >= from) yield match;
      at = match.end > match.start ? match.end : match.end + 1;
    }
  }
}

/**
 * @param said what the caller wrote of it.
 * @param field of the input that holds it.
 * @throws UserError as `Pattern`.
 */
export function compiled(
  source: string,
  flags: number,
  said: string,
  field = "pattern",
): ReturnType<typeof RE2JS.compile> {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw syntaxFault(error, said, field);
  }
}

/** What RE2 leaves out so that it stays linear, by the way it is written. */
const LEFT_OUT: [RegExp, string][] = [
  [/\(\?<?[=!]/, "look-around"],
  [/\\[1-9]|\\k</, "back-references"],
  [/[*+?}]\+/, "possessive quantifiers"],
  [/\(\?>/, "atomic groups"],
];

function syntaxFault(
  error: Error & { getPattern?(): string | null; getDescription?(): string },
  said: string,
  field: string,
): UserError {
  const part = (error.getPattern?.() ?? "").replace(/^\(\?[ims]+\)/, ""); // the flags that we put in front
  const at = part === said ? openedAt(said, error.message) : said.indexOf(part);
  const place = at === -1 || part === "" ? "" : ` at position ${at + 1}`;
  const missing = LEFT_OUT.find(([form]) => form.test(said))?.[1];
  const what = missing
    ? `this engine has no ${missing}, so that no pattern can hang it`
    : (error.getDescription?.() ?? error.message);
  const message = `Pattern ${JSON.stringify(said.slice(0, 200))} is not a valid expression${place}: ${what}.`;
  throw new UserError("invalid_arguments", message, {
    errors: [{ pointer: `/${field}`, message }],
    hint:
      field === "pattern" || field === "needle"
        ? 'Look for it as it stands with mode "literal", or write it in RE2 syntax.'
        : "Write it in RE2 syntax.",
    cause: error,
  });
}

/** Where the bracket stands that was never closed; the start where the fault is another. */
function openedAt(said: string, fault: string): number {
  if (fault.includes("missing closing ]")) return said.lastIndexOf("[");
  const open: number[] = [];
  for (let at = 0; at < said.length; at++) {
    if (said[at] === "\\") at++;
    else if (said[at] === "(") open.push(at);
    else if (said[at] === ")") open.pop();
  }
  return open[0] ?? 0;
}

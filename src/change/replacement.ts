/** What shall be replaced by what: finds the places in a text, as a search does, and says what comes in each. */
import { UserError } from "../base/error.ts";
import type { Turn } from "../base/turn.ts";
import { speltOnly } from "../base/visible.ts";
import { isSearchedInPieces, matchesIn, piecesFor, probe } from "../project/matching.ts";
import { type Match, Pattern } from "../project/pattern.ts";
import { wholeWindow } from "../project/window.ts";
import { type Part, readReplacement } from "./group-reference.ts";
import { SearchedText } from "./searched-text.ts";
import type { TextEdit } from "./text-edit.ts";

export interface ReplacementSpec {
  needle: string;
  mode: "regex" | "literal";
  replacement: string;
}

/** A place that would be replaced. */
export interface Occurrence {
  /** Offsets in the text as `Files.read` gives it, UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** What comes in its place. */
  text: string;
  /** The same as edits. What the replacement takes from the place in its order is not rewritten. */
  edits: readonly TextEdit[];
  /** It spans lines and holds a further, shorter place: the expression may have taken more than was meant. */
  isAmbiguous: boolean;
}

export class Replacement {
  readonly pattern: Pattern;
  readonly #parts: readonly Part[];

  /** @throws UserError `invalid_arguments` for an expression or a replacement that cannot be used, with what would work. */
  constructor({ needle, mode, replacement }: ReplacementSpec) {
    for (const [field, text] of Object.entries({ needle, replacement })) {
      if (text.isWellFormed()) continue;
      throw fault(field, `The ${field} holds half of a surrogate pair, which is no character.`);
    }
    this.pattern = new Pattern(needle, { mode, ignoreCase: false, wholeWord: false }, "needle");
    const [onNothing] = this.pattern.matches("");
    if (onNothing) throw emptyMatch();
    this.#parts = readReplacement(replacement, this.pattern);
  }

  /**
   * The places in a text, none overlapping another, from left to right.
   * @throws UserError `invalid_arguments` at an empty match; `too_large` when an expression over lines is too slow for so
   * long a text; `refused` when a hidden character would be replaced by its spelling.
   */
  async *occurrences(original: string, turn: Turn): AsyncGenerator<Occurrence> {
    const { pattern } = this;
    const searched = new SearchedText(original, pattern);
    const window = wholeWindow(searched.text);
    const pieces = piecesFor(pattern, turn);
    probe(pieces, searched.text);
    if (isSearchedInPieces(window, pieces)) throw tooSlow(original.length);
    for await (const match of matchesIn(window, 0, pieces, true)) {
      if (match.end === match.start) throw emptyMatch();
      yield this.#occurrence(match, searched);
    }
  }

  #occurrence(match: Match, searched: SearchedText): Occurrence {
    const { original, text } = searched;
    const place = (at: Match) => ({ start: searched.originalAt(at.start), end: searched.originalAt(at.end) });
    const hasGroups = this.#parts.some((part) => typeof part === "number");
    const groups = hasGroups ? this.pattern.groups(text, match).map((group) => group && place(group)) : [];
    const { start, end } = place(match);
    const written = this.#parts.map((part) =>
      typeof part === "string" ? part : original.slice(groups[part]?.start ?? 0, groups[part]?.end ?? 0),
    );
    const after = written.join("");
    assertNotSpelt(original.slice(start, end), after);
    return {
      start,
      end,
      text: after,
      edits: editsBetween({ start, end }, this.#parts, groups, original),
      isAmbiguous: isAmbiguous(this.pattern, text.slice(match.start, match.end)),
    };
  }
}

/** The edits of several places of one text, in order. */
export function editsOf(occurrences: Iterable<Occurrence>): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const edit of [...occurrences].flatMap((one) => one.edits)) {
    const last = edits.at(-1);
    if (last?.start === edit.start) edits[edits.length - 1] = { ...edit, text: last.text + edit.text };
    else edits.push(edit);
  }
  return edits;
}

/** Edits around those groups that stand in the replacement as they stand in the place, which keep their very bytes. */
function editsBetween(
  { start, end }: Match,
  parts: readonly Part[],
  groups: readonly (Match | undefined)[],
  original: string,
): TextEdit[] {
  const edits: TextEdit[] = [];
  let [at, text] = [start, ""];
  const replaceUpTo = (until: number) => {
    if (until > at || text !== "") edits.push({ start: at, end: until, text });
    text = "";
  };
  for (const part of parts) {
    const group = typeof part === "number" ? groups[part] : undefined;
    if (typeof part === "string") text += part;
    else if (group && group.start >= at && group.end > group.start) {
      replaceUpTo(group.start);
      at = group.end;
    } else if (group) text += original.slice(group.start, group.end);
  }
  replaceUpTo(end);
  return edits;
}

/**
 * Whether a match of several lines holds another one that starts later, as `start.*?end` does after a `start` that was
 * never closed. White space in front does not count: to take less of it is no other place.
 */
function isAmbiguous(pattern: Pattern, matched: string): boolean {
  if (pattern.options.mode === "literal" || !/[\r\n]/.test(matched.replace(/(\r\n|\n|\r)$/, ""))) return false;
  const first = matched.search(/\S/);
  if (first === -1) return false;
  const [inner] = pattern.matches(matched, first + String.fromCodePoint(matched.codePointAt(first)!).length);
  return inner !== undefined;
}

/** Answers show hidden characters by their spelling; to write that back would destroy them. */
function assertNotSpelt(before: string, after: string): void {
  const spelling = after.includes("\\u{") ? speltOnly(before, after) : undefined;
  if (spelling === undefined) return;
  const message = `The replacement spells ${spelling} where the file holds the character itself, as answers show it.`;
  throw new UserError("refused", message, { hint: "Write the character, or take it over with a group." });
}

function emptyMatch(): UserError {
  return fault(
    "needle",
    "The expression matches the empty text, so it would put the replacement between any two characters.",
    "Let it match at least one character, and put that back with a group: ^(\\S) and …$!1.",
  );
}

function tooSlow(length: number): UserError {
  return new UserError(
    "too_large",
    `The expression may match over lines and is too slow to search ${length} characters at once.`,
    { hint: "Let it stay in a line, as with [^\\n] in place of what matches anything, or use literal mode." },
  );
}

function fault(field: string, message: string, hint?: string): UserError {
  return new UserError("invalid_arguments", message, { errors: [{ pointer: `/${field}`, message }], hint });
}

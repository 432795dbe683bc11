/** What shall be replaced by what: finds the places in a text, as a search does, and says what comes in each. */
import { UserError } from "../base/error.ts";
import type { Turn } from "../base/turn.ts";
import type { FileContent } from "../project/files.ts";
import { isSearchedInPieces, matchesIn, piecesFor, probe } from "../project/matching.ts";
import { type Match, Pattern } from "../project/pattern.ts";
import { wholeWindow } from "../project/window.ts";
import { assertUnspelt, editedFile, type FileChange } from "./file-change.ts";
import { type Part, readReplacement } from "./group-reference.ts";
import { SearchedText } from "./searched-text.ts";
import type { TextEdit } from "./text-edit.ts";

/**
 * Texts up to here are searched at once, however slow the expression: what is replaced must not go by how busy the machine
 * is. The slowest ones that were measured take 0.3 s for as much.
 */
const ALWAYS_WHOLE_CHARS = 512 * 1024;

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
   * @throws UserError `invalid_arguments` at a match that is empty or half of a line end; `too_large` when an expression over
   * lines is too slow for so long a text.
   */
  async *occurrences(original: string, turn: Turn): AsyncGenerator<Occurrence> {
    const { pattern } = this;
    const searched = new SearchedText(original, pattern);
    const window = wholeWindow(searched.text);
    const pieces = piecesFor(pattern, turn);
    probe(pieces, searched.text);
    const isLong = searched.text.length > ALWAYS_WHOLE_CHARS;
    if (isLong && isSearchedInPieces(window, pieces)) throw tooSlow(original.length);
    for await (const match of matchesIn(window, 0, pieces, true)) {
      if (match.end === match.start) throw emptyMatch();
      yield this.#occurrence(match, searched);
      if (turn.isOver) await turn.pause();
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
    if (this.pattern.readsReturns) assertWholeLineEnds(original, start, end);
    return {
      start,
      end,
      text: after,
      edits: editsBetween({ start, end }, this.#parts, groups, original),
      isAmbiguous: isAmbiguous(this.pattern, text.slice(match.start, match.end)),
    };
  }
}

/**
 * A file with places replaced.
 * @param places of its text, in order.
 * @throws UserError as `editedFile` and `assertUnspelt` do.
 */
export function replacedFile(path: string, before: FileContent, places: readonly Occurrence[]): FileChange {
  for (const { start, end, text } of places) assertUnspelt(path, before.text.slice(start, end), text);
  return editedFile(
    path,
    before,
    places.flatMap(({ edits }) => edits),
  );
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
    else if (group && group.start >= at && isKeepable(group, original)) {
      replaceUpTo(group.start);
      at = group.end;
    } else if (group) text += original.slice(group.start, group.end);
  }
  replaceUpTo(end);
  return edits;
}

function isKeepable({ start, end }: Match, original: string): boolean {
  return end > start && ![start, end].some((offset) => cutsLineEnd(original, offset));
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

function cutsLineEnd(text: string, offset: number): boolean {
  return text[offset - 1] === "\r" && text[offset] === "\n";
}

function assertWholeLineEnds(text: string, start: number, end: number): void {
  if (![start, end].some((offset) => cutsLineEnd(text, offset))) return;
  throw fault(
    "needle",
    "The needle takes one half of a line end \\r\\n.",
    "Take both halves, or write \\n for any line end.",
  );
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

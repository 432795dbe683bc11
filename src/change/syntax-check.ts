/** A parser looks at what a file would be: a change may not make it follow its grammar less than before. */
import { UserError } from "../base/error.ts";
import { lineStarts } from "../base/text.ts";
import { visible } from "../base/visible.ts";
import { shownPath } from "../project/file-error.ts";
import type { FileSyntax } from "../syntax/file-syntax.ts";

/** Reads a text as the file at a path would be read; undefined for what has no grammar, or none that says what is wrong. */
export type ParseText = (path: string, text: string, signal: AbortSignal) => Promise<FileSyntax | undefined>;

export type SyntaxState = "valid" | "errors" | "unchecked";

/** Longest piece of a line that an error shows, in characters. */
const SHOWN = 80;

/**
 * @param before undefined for a file that is new: it may be a template, or in a dialect that the grammar does not know, and
 * nothing is broken by it.
 * @param isAllowed whether errors are the user's wish.
 * @throws UserError `refused` with the first new error.
 */
export async function checkedSyntax(
  path: string,
  before: string | undefined,
  after: string,
  isAllowed: boolean,
  parse: ParseText,
  signal: AbortSignal,
): Promise<SyntaxState> {
  const now = await orUnchecked(parse(path, after, signal), signal);
  if (!now) return "unchecked";
  if (now.errors.count === 0) return "valid";
  if (before === undefined || isAllowed) return "errors";
  const old = await orUnchecked(parse(path, before, signal), signal);
  if (old && now.errors.count > old.errors.count) throw broken(path, before, after, old, now);
  return "errors";
}

/** A text that is too large, or takes too long, is not parsed. */
async function orUnchecked(
  parsed: Promise<FileSyntax | undefined>,
  signal: AbortSignal,
): Promise<FileSyntax | undefined> {
  try {
    return await parsed;
  } catch (error) {
    signal.throwIfAborted();
    if (["too_large", "timed_out"].includes((error as { code?: string }).code ?? "")) return undefined;
    throw error;
  }
}

function broken(path: string, before: string, after: string, old: FileSyntax, now: FileSyntax): UserError {
  const at = firstNew(before, after, old, now);
  const starts = lineStarts(after);
  const line = Math.max(1, starts.findLastIndex((start) => start <= at) + 1);
  const text = after.slice(starts[line - 1] ?? 0, starts[line] ?? after.length).trim();
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  const was = old.errors.count === 0 ? "" : ` (${old.errors.count} before, ${now.errors.count} after)`;
  return new UserError(
    "refused",
    `File "${shownPath(path)}" would no longer follow its grammar${was}: line ${line} would read ${JSON.stringify(visible(shown))}. Nothing was written.`,
    {
      hint: "Correct the new text. Where the grammar is wrong, the user can set allow_syntax_errors in the settings.",
    },
  );
}

/** Where the first error stands that does not stand, moved along, in the old text too. */
function firstNew(before: string, after: string, old: FileSyntax, now: FileSyntax): number {
  const moved = after.length - before.length;
  const known = new Set(old.errors.spans.flatMap(({ start }) => [start, start + moved]));
  const [first] = now.errors.spans;
  return (now.errors.spans.find(({ start }) => !known.has(start)) ?? first)?.start ?? 0;
}

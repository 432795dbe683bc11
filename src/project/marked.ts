/** Finds the one place that an expression marks with its group, in a text. */
import { RE2JS } from "re2js";
import { UserError } from "../base/error.ts";
import { lineStarts } from "../base/text.ts";
import { compiled, type Match } from "./pattern.ts";

/** Lines of matches that an error lists. */
const LISTED = 12;

/** Beyond this, matches are not counted. */
const MOST_MATCHES = 1_000;

/**
 * @param source an RE2 expression: `^` and `$` match at lines, `.` at line ends, too.
 * @param field of the input that holds it.
 * @param span the part of the text to search.
 * @param where what is searched, for errors: `in "src/cart.ts"`.
 * @throws UserError `invalid_arguments` unless it has exactly one group, which marks something; `not_found` without a match;
 *   `ambiguous` with the lines of several.
 */
export function markedPlace(
  text: string,
  source: string,
  { field, span, where }: { field: string; span: Match; where: string },
): Match {
  const shown = JSON.stringify(source.slice(0, 200));
  const regex = compiled(source, RE2JS.MULTILINE | RE2JS.DOTALL, source, field);
  const groups = regex.groupCount();
  if (groups !== 1) {
    const message = `${field} ${shown} has ${groups} groups; exactly one must mark the identifier, such as new (\\w+)\\(.`;
    const hint = "Write other groups as (?:...), and literal parentheses as \\( and \\).";
    throw new UserError("invalid_arguments", message, { errors: [{ pointer: `/${field}`, message }], hint });
  }
  const matches = matchesOf(regex, text, span);
  if (matches.length === 0) {
    throw new UserError("not_found", `${field} ${shown} matches nothing ${where}.`, {
      hint: "`.` matches line ends, too, and ^ and $ match at lines; search_for_pattern tries an expression.",
    });
  }
  if (matches.length > 1) {
    const starts = lineStarts(text);
    const lines = [...new Set(matches.map(({ whole }) => lineAt(starts, whole.start)))];
    const more = lines.length > LISTED ? ` and ${lines.length - LISTED} more` : "";
    const count = matches.length < MOST_MATCHES ? matches.length : `${MOST_MATCHES} or more`;
    throw new UserError(
      "ambiguous",
      `${field} ${shown} matches ${count} times ${where}: on lines ${lines.slice(0, LISTED).join(", ")}${more}.`,
      { hint: "Write more of the text around the identifier, or give the symbol that it stands in with within." },
    );
  }
  const { marked } = matches[0]!;
  const spaces = marked ? /^\s*/.exec(text.slice(marked.start, marked.end))![0].length : 0;
  if (!marked || marked.start + spaces >= marked.end) {
    const message = `The group of ${field} ${shown} marks nothing; it must hold the identifier.`;
    throw new UserError("invalid_arguments", message, { errors: [{ pointer: `/${field}`, message }] });
  }
  return { start: marked.start + spaces, end: marked.end };
}

/** With where each group stands, if it took part. */
function matchesOf(regex: ReturnType<typeof compiled>, text: string, span: Match) {
  const { searched, original } = withPlainLineEnds(text.slice(span.start, span.end));
  const matcher = regex.matcher(searched);
  const inText = (start: number, end: number) => ({
    start: span.start + original(start),
    end: span.start + original(end),
  });
  const found: { whole: Match; marked: Match | undefined }[] = [];
  for (let at = 0; at <= searched.length && found.length < MOST_MATCHES && matcher.find(at); ) {
    const [start, end] = [matcher.start(), matcher.end()];
    const group = matcher.start(1);
    found.push({ whole: inText(start, end), marked: group < 0 ? undefined : inText(group, matcher.end(1)) });
    at = end > start ? end : end + 1;
  }
  return found;
}

/** The text with `\n` for each line end, which is what `$` matches before; `original` turns its offsets back. */
function withPlainLineEnds(text: string): { searched: string; original(offset: number): number } {
  if (!text.includes("\r")) return { searched: text, original: (offset) => offset };
  const removed = Array.from(text.matchAll(/\r\n/g), ({ index }, count) => index - count);
  const original = (offset: number) => {
    const after = removed.findIndex((at) => at >= offset);
    return offset + (after === -1 ? removed.length : after);
  };
  return { searched: text.replace(/\r\n?/g, "\n"), original };
}

function lineAt(starts: readonly number[], offset: number): number {
  return starts.findLastIndex((start) => start <= offset) + 1;
}

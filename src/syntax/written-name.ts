/** From a name as it stands in a text to the bare name of a symbol and the types that it names as its owners. */
import type { Span } from "./file-syntax.ts";
import { isSpace } from "./space.ts";

export interface WrittenName {
  name: string;
  /** Where the bare name stands. */
  span: Span;
  /** Outermost first. */
  owner: string[];
}

/**
 * @param span of the node that a query calls the name.
 * @param properties what the query sets: `trim`, `split`, `name` and `strip`, as `capture.ts` tells.
 * @param textOfCapture text of another capture of the match.
 */
export function nameOf(
  span: Span,
  text: string,
  properties: Readonly<Record<string, string | null>>,
  textOfCapture: (capture: string) => string,
): WrittenName {
  const { trim, split, name: template, strip } = properties;
  let { start, end } = span;
  if (trim) {
    while (start < end && trim.includes(text[start]!)) start++;
    while (start < end && trim.includes(text[end - 1]!)) end--;
  }
  if (/^`.+`$/s.test(text.slice(start, end))) [start, end] = [start + 1, end - 1];
  const owner: string[] = [];
  if (split) {
    const at = lastPartAt(text.slice(start, end), split);
    owner.push(...ownerParts(text.slice(start, start + at), split));
    start += at;
    const last = text.slice(start, end);
    if (!/^operator\b/.test(last)) end = start + last.replace(/\s*<.*$/s, "").length;
  }
  let name = text.slice(start, end);
  if (template) name = template.replace(/\{([a-z._]+)\}/g, (_, capture: string) => textOfCapture(capture));
  if (strip) {
    const bare = name.replace(new RegExp(strip, "gu"), "");
    const at = name.indexOf(bare);
    if (at !== -1) [start, end] = [start + at, start + at + bare.length];
    name = bare;
  }
  return { name: shortened(name), span: { start, end }, owner };
}

const NAME_CHARS = 160;

/** A name on one line. */
function shortened(name: string): string {
  const line = name.replace(/\s+/g, " ").trim();
  return line.length <= NAME_CHARS ? line : `${line.slice(0, NAME_CHARS - 1)}…`;
}

/** Offset at which the last part of `A::B<x::y>::c` begins; what stands in brackets does not count. */
function lastPartAt(name: string, separators: string): number {
  const operator = /(^|[^\w])operator\b/.exec(name); // its own characters look like brackets
  const limit = operator ? operator.index + operator[1]!.length : name.length;
  let depth = 0;
  let last = 0;
  for (let at = 0; at < limit; at++) {
    const char = name[at]!;
    if ("<[(".includes(char)) depth++;
    else if (">])".includes(char)) depth--;
    else if (depth === 0 && separators.includes(char)) last = at + 1;
  }
  while (isSpace(name.charCodeAt(last))) last++;
  return last;
}

/** The names of `*pkg.Box[T]` or `A::B<x>`, outermost first. */
export function ownerParts(text: string, separators: string): string[] {
  let plain = "";
  let depth = 0;
  for (const char of text) {
    if ("<[(".includes(char)) depth++;
    else if (">])".includes(char)) depth--;
    else if (depth === 0) plain += separators.includes(char) ? "\n" : char;
  }
  return plain
    .split("\n")
    .map((part) => part.replace(/[*&\s]+/g, ""))
    .filter((part) => part !== "" && part !== "prototype");
}

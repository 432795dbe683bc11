/** Line ends of what is written into a file: those of the place where it goes. */
import type { TextEdit } from "./text-edit.ts";

export type LineEnd = "\n" | "\r\n" | "\r";

const LINE_END = /\r\n|\n|\r/g;

/**
 * The edits with texts whose line ends are those of their places. `\n` and `\r\n` become the end that is used there:
 * - the end that the replaced lines use, when they use one only;
 * - in the place of lines with several kinds, a text that holds any `\r` has chosen its ends; another gets the most used;
 * - where no line end is replaced, the one before the place, or else the one after it.
 * A lone `\r` stays. So what was read and is written back is what it was, whatever ends a file has.
 */
export function withLineEnds(original: string, edits: readonly TextEdit[]): TextEdit[] {
  const kinds = lineEndKinds(original);
  return edits.map((edit) => {
    if (kinds.length === 0 || !/[\r\n]/.test(edit.text)) return edit;
    const end = kinds.length === 1 ? kinds[0] : endFor(original, edit);
    return end === undefined ? edit : { ...edit, text: edit.text.replace(/\r\n|\n/g, end) };
  });
}

/** The kinds of line ends that a text has. */
export function lineEndKinds(text: string): LineEnd[] {
  if (!text.includes("\r")) return text.includes("\n") ? ["\n"] : [];
  const has = { "\n": /(?<!\r)\n/.test(text), "\r\n": text.includes("\r\n"), "\r": /\r(?!\n)/.test(text) };
  return (["\n", "\r\n", "\r"] as const).filter((end) => has[end]);
}

/** Undefined when the text keeps its own. */
function endFor(original: string, { start, end, text }: TextEdit): LineEnd | undefined {
  const counts = new Map<LineEnd, number>(); // in the order of their first use
  const ends = original.slice(start, end).matchAll(LINE_END) as Iterable<[LineEnd]>;
  for (const [kind] of ends) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) return endBefore(original, start) ?? endAfter(original, end);
  if (counts.size > 1 && text.includes("\r")) return undefined;
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

function endBefore(text: string, offset: number): LineEnd | undefined {
  let at = offset - 1;
  while (at >= 0 && text[at] !== "\n" && text[at] !== "\r") at--;
  if (at < 0) return undefined;
  if (text[at] === "\r") return "\r";
  return text[at - 1] === "\r" ? "\r\n" : "\n";
}

function endAfter(text: string, offset: number): LineEnd | undefined {
  let at = offset;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  if (at === text.length) return undefined;
  if (text[at] === "\n") return "\n";
  return text[at + 1] === "\n" ? "\r\n" : "\r";
}

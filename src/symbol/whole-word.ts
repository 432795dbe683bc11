/** A name in texts, where it is no part of another name. */
import type { TextEdit } from "../change/text-edit.ts";
import type { Span } from "../syntax/file-syntax.ts";

/**
 * In the order of the text.
 * @param identifier expression for a name in the language, where names hold more than letters and digits: `total` is no part of `total-area`.
 */
export function wordSpans(text: string, word: string, identifier?: string): Span[] {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const whole = new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])`, "gu");
  const spans = Array.from(text.matchAll(whole), ({ index }) => ({ start: index, end: index + word.length }));
  return identifier === undefined ? spans : spans.filter((span) => !goesOn(text, span, identifier));
}

/** Whether a name goes on behind a mark that names of the language may hold: a hyphen, and then a letter. */
function goesOn(text: string, { start, end }: Span, identifier: string): boolean {
  const isName = new RegExp(`^(?:${identifier})$`, "u");
  const word = text.slice(start, end);
  const [first = ""] = /^[\p{ID_Continue}]+/u.exec(word) ?? [];
  const [last = ""] = /[\p{ID_Continue}]+$/u.exec(word) ?? [];
  const [before = ""] = /[\p{ID_Continue}][^\s\p{ID_Continue}]$/u.exec(text.slice(Math.max(0, start - 3), start)) ?? [];
  const [after = ""] = /^[^\s\p{ID_Continue}][\p{ID_Continue}]/u.exec(text.slice(end, end + 3)) ?? [];
  return (before !== "" && isName.test(before + first)) || (after !== "" && isName.test(last + after));
}

/** Those within any of some others. */
export function within(spans: readonly Span[], around: readonly Span[]): Span[] {
  const sorted = around.toSorted((a, b) => a.start - b.start);
  let next = 0;
  return spans.filter(({ start, end }) => {
    while (next < sorted.length && sorted[next]!.end <= start) next++;
    const one = sorted[next];
    return one !== undefined && one.start <= start && end <= one.end;
  });
}

export function replacing(spans: readonly Span[], text: string): TextEdit[] {
  return spans.map(({ start, end }) => ({ start, end, text }));
}

/** A name in texts, where it is no part of another name. */
import type { TextEdit } from "../change/text-edit.ts";
import type { Span } from "../syntax/file-syntax.ts";

/** In the order of the text. */
export function wordSpans(text: string, word: string): Span[] {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const whole = new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])`, "gu");
  return Array.from(text.matchAll(whole), ({ index }) => ({ start: index, end: index + word.length }));
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

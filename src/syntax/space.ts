/** White space at the ends of spans. */
import type { Span } from "./file-syntax.ts";

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

export function trimmed({ start, end }: Span, text: string): Span {
  let [first, last] = [start, end];
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  while (first < last && isSpace(text.charCodeAt(first))) first++;
  return { start: first, end: last };
}

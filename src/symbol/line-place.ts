/** Lines around a place in a text. A line ends with `\n`, `\r\n` or a lone `\r`. */

export function isLineEnd(char: string | undefined): boolean {
  return char === "\n" || char === "\r";
}

/** Offset at which the line of an offset starts. */
export function lineStartAt(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineEnd(text[at - 1])) at--;
  return at;
}

/** Offset of the line end of an offset's line, or of the end of the text. */
export function lineEndAt(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isLineEnd(text[at])) at++;
  return at;
}

/** Offset behind the line end that stands at an offset. */
export function behindLineEnd(text: string, offset: number): number {
  if (offset >= text.length) return offset;
  return offset + (text.startsWith("\r\n", offset) ? 2 : 1);
}

/** White space with which the line of an offset begins. */
export function indentationAt(text: string, offset: number): string {
  const start = lineStartAt(text, offset);
  return /^[^\S\r\n]*/.exec(text.slice(start, lineEndAt(text, start)))![0];
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Lines without text above the line that starts at an offset: how many, and where the first of them starts. */
export function blanksAbove(text: string, lineStart: number): { count: number; start: number } {
  let [count, start] = [0, lineStart];
  while (start > 0) {
    const previous = lineStartAt(text, text.startsWith("\r\n", start - 2) ? start - 2 : start - 1);
    if (!isBlank(text.slice(previous, start))) break;
    start = previous;
    count++;
  }
  return { count, start };
}

/** Lines without text below the line whose end is at an offset: how many, and where the last of them ends, line end included. */
export function blanksBelow(text: string, lineEnd: number): { count: number; end: number } {
  let [count, end] = [0, behindLineEnd(text, lineEnd)];
  while (end < text.length) {
    const last = lineEndAt(text, end);
    if (!isBlank(text.slice(end, last))) break;
    end = behindLineEnd(text, last);
    count++;
  }
  return { count, end };
}

/** Offset of the spaces before an offset. */
export function behindText(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  return at;
}

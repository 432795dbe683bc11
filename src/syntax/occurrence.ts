/** Which identifiers a file uses, and on which lines; comments and strings do not count. */
import { lineStarts } from "../base/text.ts";
import type { Occurrences, Span } from "./file-syntax.ts";

const IDENTIFIER = "[\\p{ID_Start}_$][\\p{ID_Continue}$\\u200c\\u200d]*";

/** Longer words are data. */
const WORD_CHARS = 200;

/**
 * @param opaque spans without identifiers, in any order.
 * @param identifier regular expression for languages whose names hold other characters.
 */
export function occurrencesIn(text: string, opaque: readonly Span[], identifier = IDENTIFIER): Occurrences {
  const starts = lineStarts(text);
  const skipped = [...opaque].sort((a, b) => a.start - b.start);
  const found = new Map<string, number[]>();
  const pattern = new RegExp(identifier, "gu");
  let line = 0;
  let next = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { index, 0: word } = match;
    while (next < skipped.length && skipped[next]!.end <= index) next++;
    const around = skipped[next];
    if (around && around.start <= index) {
      pattern.lastIndex = around.end;
      continue;
    }
    while (line + 1 < starts.length && starts[line + 1]! <= index) line++;
    if (word.length > WORD_CHARS) continue;
    const lines = found.get(word);
    if (!lines) found.set(word, [line + 1]);
    else if (lines.at(-1) !== line + 1) lines.push(line + 1);
  }
  return { names: [...found.keys()], lines: [...found.values()].map((lines) => Uint32Array.from(lines)) };
}

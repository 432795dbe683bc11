/** Which identifiers a file uses, and on which lines; comments and strings do not count. */
import { lineStarts } from "../base/text.ts";
import type { Occurrences, Span } from "./file-syntax.ts";

/** Of most languages. */
export const IDENTIFIER = "[\\p{ID_Start}_$][\\p{ID_Continue}$\\u200c\\u200d]*";

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
  return occurrencesOf(found);
}

/** @param found lines of each name, rising. */
export function occurrencesOf(found: ReadonlyMap<string, readonly number[]>): Occurrences {
  const counts = Uint32Array.from(found.values(), ({ length }) => length);
  const lines = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const own of found.values()) {
    lines.set(own, at);
    at += own.length;
  }
  return { names: [...found.keys()], counts, lines };
}

/** The lines of one name; empty when it does not occur. */
export function occurrenceLines({ names, counts, lines }: Occurrences, name: string): Uint32Array {
  const place = names.indexOf(name);
  if (place === -1) return new Uint32Array();
  const start = counts.subarray(0, place).reduce((sum, count) => sum + count, 0);
  return lines.subarray(start, start + counts[place]!);
}

/** What differs between a text before and after a change: line ranges, counts, and a unified diff. */
import { lineStarts, linesText } from "../base/text.ts";
import { type Block, changedBlocks } from "./changed-blocks.ts";
import type { ChangedFile, LineRange } from "./changes.ts";
import { CONTEXT, unifiedDiff } from "./unified-diff.ts";

export type LineChanges = Pick<ChangedFile, "ranges" | "added" | "removed" | "diff">;

/**
 * A line whose end alone differs counts as changed. An absent file is an empty text.
 * @returns ranges of the text after: what was added or replaced; where lines only went, the line before them, or the first
 * one. The diff, if it is wanted, is hunks without a file header, empty when nothing differs.
 */
export function lineDiff(before: string, after: string, wantsDiff: boolean): LineChanges {
  const { start, endBefore, endAfter } = differingPart(before, after);
  const head = lineStarts(before.slice(0, start)).length;
  const lines = { before: linesOf(before.slice(start, endBefore)), after: linesOf(after.slice(start, endAfter)) };
  const blocks = changedBlocks(lines.before, lines.after);
  const sum = (count: (block: Block) => number) => blocks.reduce((total, block) => total + count(block), 0);
  return {
    ranges: after === "" ? [] : blocks.map(({ after: { start, end } }) => rangeOf(head + start, head + end)),
    added: sum(({ after: { start, end } }) => end - start),
    removed: sum(({ before: { start, end } }) => end - start),
    ...(wantsDiff && { diff: unifiedDiff(blocks, lines, head) }),
  };
}

/** @param start 0-based; @param end exclusive. */
function rangeOf(start: number, end: number): LineRange {
  return end > start ? { start: start + 1, end } : { start: Math.max(1, start), end: Math.max(1, start) };
}

function linesOf(text: string): string[] {
  const starts = lineStarts(text);
  return starts.map((_, index) => linesText(text, starts, index + 1, index + 1));
}

/** The lines in which the texts differ, with those of the context: all before and behind it is equal. */
function differingPart(before: string, after: string): { start: number; endBefore: number; endAfter: number } {
  const shorter = Math.min(before.length, after.length);
  let start = commonStart(before, after, shorter);
  let tail = commonEnd(before, after, shorter - start);
  while (!(startsLine(before, start) && startsLine(after, start))) start--;
  while (tail > 0 && !(startsLine(before, before.length - tail) && startsLine(after, after.length - tail))) tail--;
  let end = before.length - tail;
  for (let line = 0; line < CONTEXT; line++) {
    if (start > 0) while (!startsLine(before, --start));
    if (end < before.length) while (++end < before.length && !startsLine(before, end));
  }
  return { start, endBefore: end, endAfter: end + after.length - before.length };
}

function startsLine(text: string, offset: number): boolean {
  if (offset === 0 || text[offset - 1] === "\n") return true;
  return text[offset - 1] === "\r" && text[offset] !== "\n";
}

/** Characters that are compared at once. */
const STRIDE = 4096;

function commonStart(one: string, other: string, most: number): number {
  let at = 0;
  while (at + STRIDE <= most && one.slice(at, at + STRIDE) === other.slice(at, at + STRIDE)) at += STRIDE;
  while (at < most && one[at] === other[at]) at++;
  return at;
}

function commonEnd(one: string, other: string, most: number): number {
  const piece = (text: string, tail: number) => text.slice(text.length - tail - STRIDE, text.length - tail);
  let tail = 0;
  while (tail + STRIDE <= most && piece(one, tail) === piece(other, tail)) tail += STRIDE;
  while (tail < most && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
  return tail;
}

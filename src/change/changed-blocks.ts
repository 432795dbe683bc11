/** Which runs of lines differ between two texts, found with bounded effort. */
import { diffArrays } from "diff/lib/diff/array.js";
import { commonOnce } from "./common-lines.ts";

interface Span {
  /** 0-based. */
  start: number;
  /** Exclusive. */
  end: number;
}

/** Lines of the one text and what stands in their place in the other, one of the two perhaps empty. */
export interface Block {
  before: Span;
  after: Span;
}

/** Consecutive lines that both texts have, or only one of them. */
interface Part {
  added: boolean;
  removed: boolean;
  count: number;
}

/** Of one search, whose effort grows with the square of the lines that differ: about 50 ms. */
const MOST_DIFFERENCES = 300;

/** Of all searches of one comparison together, in squares of differing lines. */
const EFFORT = 6 * MOST_DIFFERENCES ** 2;

/** Of both texts together, among which shared lines are looked for: about half a second. */
const MOST_LINES = 300_000;

/**
 * The blocks in which two lists of lines differ, in their order, an equal line at least between them: as few lines as can
 * be where few differ. Where many do, lines of the same number are compared, if that tells most of them equal; else lines
 * that each list has once part the search; where nothing helps, all is one block.
 */
export function changedBlocks(before: readonly string[], after: readonly string[]): Block[] {
  const search = new Search(before, after);
  search.look({ before: { start: 0, end: before.length }, after: { start: 0, end: after.length } });
  return search.blocks;
}

class Search {
  readonly blocks: Block[] = [];
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  #effort = EFFORT;

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
  }

  look(whole: Block): void {
    const rest = this.#trimmed(whole);
    const before = this.#before.slice(rest.before.start, rest.before.end);
    const after = this.#after.slice(rest.after.start, rest.after.end);
    if (before.length === 0 && after.length === 0) return;
    const most = Math.min(MOST_DIFFERENCES, Math.floor(Math.sqrt(this.#effort)));
    const isAll = before.length === 0 || after.length === 0 || before.length * after.length === 1;
    if (isAll || most === 0) {
      this.blocks.push(rest);
      return;
    }
    const parts = diffArrays(before, after, { maxEditLength: most });
    if (parts) {
      this.#effort -= parts.reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0) ** 2;
      this.#take(parts, rest);
      return;
    }
    this.#effort -= most ** 2;
    if (!this.#lookLineByLine(before, after, rest)) this.#lookBetweenShared(before, after, rest);
  }

  /** @returns false when it would tell less than half of the lines equal. */
  #lookLineByLine(before: readonly string[], after: readonly string[], within: Block): boolean {
    if (before.length !== after.length) return false;
    const equal = before.filter((line, index) => line === after[index]).length;
    if (equal < before.length / 2) return false;
    const parts: Part[] = [];
    for (let at = 0, from = 0; at < before.length; from = at) {
      const isEqual = before[at] === after[at];
      while (at < before.length && (before[at] === after[at]) === isEqual) at++;
      const count = at - from;
      if (isEqual) parts.push({ added: false, removed: false, count });
      else parts.push({ added: false, removed: true, count }, { added: true, removed: false, count });
    }
    this.#take(parts, within);
    return true;
  }

  #lookBetweenShared(before: readonly string[], after: readonly string[], within: Block): void {
    const shared = before.length + after.length > MOST_LINES ? [] : commonOnce(before, after);
    if (shared.length === 0) {
      this.blocks.push(within);
      return;
    }
    let from = { before: within.before.start, after: within.after.start };
    for (const line of [...shared, { before: before.length, after: after.length }]) {
      const to = { before: within.before.start + line.before, after: within.after.start + line.after };
      this.look({ before: { start: from.before, end: to.before }, after: { start: from.after, end: to.after } });
      from = { before: to.before + 1, after: to.after + 1 };
    }
  }

  #trimmed({ before, after }: Block): Block {
    let [start, end] = [0, 0];
    const most = Math.min(before.end - before.start, after.end - after.start);
    while (start < most && this.#before[before.start + start] === this.#after[after.start + start]) start++;
    while (end < most - start && this.#before[before.end - 1 - end] === this.#after[after.end - 1 - end]) end++;
    return {
      before: { start: before.start + start, end: before.end - end },
      after: { start: after.start + start, end: after.end - end },
    };
  }

  #take(parts: readonly Part[], within: Block): void {
    let [before, after] = [within.before.start, within.after.start];
    let open: Block | undefined;
    for (const { added, removed, count } of parts) {
      if (!added && !removed) {
        open = undefined;
        before += count;
        after += count;
        continue;
      }
      if (!open) {
        open = { before: { start: before, end: before }, after: { start: after, end: after } };
        this.blocks.push(open);
      }
      if (removed) {
        before += count;
        open.before.end = before;
      } else {
        after += count;
        open.after.end = after;
      }
    }
  }
}

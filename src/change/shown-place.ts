/** A place and what comes there, as the lines that would go and those that would come, in the manner of a diff. */
import { around } from "../project/search.ts";
import type { Occurrence } from "./replacement.ts";
import type { TextLines } from "./text-lines.ts";

export interface ShownPlace {
  /** Lines that would go, without their line ends. */
  before: string[];
  /** Lines that would come. */
  after: string[];
}

/** Lines of one side that are shown. */
const ROWS = 6;

/** Whole lines, but those that stay the same at both ends; long lines and long runs of them with a `…`. */
export function shownPlace(place: Occurrence, lines: TextLines): ShownPlace {
  const { text } = lines;
  const [first, last] = lines.of(place);
  let until = lines.start(last + 1);
  let after = text.slice(lines.start(first), place.start) + place.text + text.slice(place.end, until);
  if (after !== "" && !/[\r\n]$/.test(after) && /[\r\n]$/.test(text.slice(0, until))) {
    const joined = lines.start(last + 2); // the line end goes, so that the next line is joined
    after += text.slice(until, joined);
    until = joined;
  }
  return trimmed(rowsOf(text.slice(lines.start(first), until)), rowsOf(after));
}

function rowsOf(text: string): string[] {
  return text === "" ? [] : text.replace(/(\r\n|\n|\r)$/, "").split(/\r\n|\n|\r/);
}

function trimmed(before: string[], after: string[]): ShownPlace {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (head + tail === before.length && head + tail === after.length) [head, tail] = [0, 0]; // it stays as it is
  const [old, fresh] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const offset = commonStart(old[0] ?? "", fresh[0] ?? "");
  return { before: cut(old, offset), after: cut(fresh, offset) };
}

function cut(rows: readonly string[], offset: number): string[] {
  const kept = rows.length > ROWS ? rows.slice(0, ROWS - 1) : rows;
  const shown = kept.map((row, index) => around(row, index === 0 ? offset : 0));
  return kept.length < rows.length ? [...shown, `… ${rows.length - kept.length} more lines`] : shown;
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

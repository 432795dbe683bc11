/**
 * Lays our outline of a file beside a language server's. Symbols of the same name on the same line are the same symbol; of the
 * others, those whose names stand at the same place are one symbol that both call differently.
 */
import type { Span } from "../../src/syntax/file-syntax.ts";
import { ancestors, type OutlineRow } from "./outline-row.ts";

/** What they disagree about: that there is such a symbol, or one thing of a symbol that both have. */
export const SIDES = ["ours", "theirs", "name", "kind", "parent", "range"] as const;

export type Side = (typeof SIDES)[number];

export interface Difference {
  side: Side;
  ours: OutlineRow | undefined;
  theirs: OutlineRow | undefined;
  /** What the classes of differences ask for, by name; see `outline-classes.yaml`. */
  facts: Readonly<Record<string, string>>;
}

export interface Comparison {
  ours: number;
  theirs: number;
  both: number;
  /** Of `both`: with the same name, kind, parent and lines. */
  same: number;
  differences: Difference[];
}

/** One file as both see it. */
export interface Outlined {
  path: string;
  /** Of the file. */
  lines: readonly string[];
  ours: readonly OutlineRow[];
  theirs: readonly OutlineRow[];
  /** Lines that our grammar cannot follow. */
  broken: ReadonlySet<number>;
  /** Lines within `#if`; guards of a whole header aside. */
  branches: ReadonlySet<number>;
}

/** The lines that a C compiler may skip. */
export function branchLines(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  /** Whether each `#if` that is open is more than a guard. */
  const open: boolean[] = [];
  for (const [at, line] of lines.entries()) {
    if (/^\s*#\s*if/.test(line)) open.push(!/^\s*#\s*ifn?def\s+\w*_(h|hpp|hh|H|HPP|HH)_*\s*$|__cplusplus/.test(line));
    else if (/^\s*#\s*endif/.test(line)) open.pop();
    else if (open.includes(true)) found.add(at + 1);
  }
  return found;
}

export function compareOutlines(file: Outlined): Comparison {
  const { ours, theirs } = file;
  const pairs = paired(ours, theirs);
  const taken = new Set(pairs.values());
  const differences: Difference[] = [];
  const differ = (side: Side, own: OutlineRow | undefined, other: OutlineRow | undefined, more = {}): void => {
    const facts = { ...factsOf((own ?? other)!, file), ...more };
    differences.push({ side, ours: own, theirs: other, facts });
  };
  for (const row of ours) if (!pairs.has(row)) differ("ours", row, undefined, aloneFacts(row, theirs, ours));
  for (const row of theirs) if (!taken.has(row)) differ("theirs", undefined, row, aloneFacts(row, ours, ours));
  let same = 0;
  for (const [own, other] of pairs) {
    const before = differences.length;
    if (own.name !== other.name) differ("name", own, other, { ours: own.name, theirs: other.name });
    if (own.kind !== other.kind) differ("kind", own, other, { kinds: `${own.kind} > ${other.kind}` });
    const [around, theirAround] = [nearest(own, (row) => pairs.has(row)), nearest(other, (row) => taken.has(row))];
    if ((around && pairs.get(around)) !== theirAround) differ("parent", own, other, parentFacts(around, theirAround));
    if (own.start !== other.start || own.end !== other.end) differ("range", own, other, rangeFacts(own, other));
    if (differences.length === before) same++;
  }
  return { ours: ours.length, theirs: theirs.length, both: pairs.size, same, differences };
}

/** Ours -> theirs. */
function paired(ours: readonly OutlineRow[], theirs: readonly OutlineRow[]): Map<OutlineRow, OutlineRow> {
  const pairs = new Map<OutlineRow, OutlineRow>();
  const open = new Set(theirs);
  const pair = (isOne: (own: OutlineRow, other: OutlineRow) => boolean) => {
    const byLine = Map.groupBy(open, ({ line }) => line);
    for (const own of ours) {
      if (pairs.has(own)) continue;
      const other = byLine.get(own.line)?.find((one) => open.has(one) && isOne(own, one));
      if (!other) continue;
      pairs.set(own, other);
      open.delete(other);
    }
  };
  pair((own, other) => own.name === other.name && own.nameSpan.start === other.nameSpan.start);
  pair((own, other) => own.name === other.name);
  pair((own, other) => meet(own.nameSpan, other.nameSpan));
  return pairs;
}

/** Whether two names share text, or begin at the same place. */
function meet(a: Span, b: Span): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

function nearest(row: OutlineRow, isWanted: (row: OutlineRow) => boolean): OutlineRow | undefined {
  return ancestors(row).find(isWanted);
}

function factsOf(row: OutlineRow, { path, lines, broken, branches }: Outlined): Record<string, string> {
  return {
    path,
    name: row.name,
    kind: row.kind,
    line: lines[row.line - 1] ?? "",
    above: lines.slice(0, row.start - 1).findLast((line) => line.trim() !== "") ?? "",
    text: row.text,
    around: kindsAround(row),
    broken: brokenAt(row, broken),
    branch: branches.has(row.line) ? "yes" : "no",
  };
}

function brokenAt({ start, end }: OutlineRow, broken: ReadonlySet<number>): string {
  const lines = [...broken];
  if (lines.some((line) => start <= line && line <= end)) return "yes";
  return lines.some((line) => line < start) ? "above" : "no";
}

/** Kinds from the top: `class/method`. */
function kindsAround(row: OutlineRow): string {
  return [...ancestors(row)]
    .reverse()
    .map(({ kind }) => kind)
    .join("/");
}

/**
 * @param others the outline that does not have the row.
 * @param ours our outline, for what we see around the place.
 */
function aloneFacts(
  row: OutlineRow,
  others: readonly OutlineRow[],
  ours: readonly OutlineRow[],
): Record<string, string> {
  const within = ours.filter((one) => one !== row && one.start <= row.line && row.line <= one.end && holds(one, row));
  const lines = others.filter(({ name }) => name === row.name).map(({ line }) => line - row.line);
  const twin = lines.sort((a, b) => Math.abs(a) - Math.abs(b))[0];
  const beside = others.filter(({ line }) => row.start <= line && line <= row.line);
  return {
    within: within.map(({ kind }) => kind).join("/"),
    twin: twin === undefined ? "none" : String(twin),
    beside: beside.map(({ kind, name }) => `${kind} ${name}`).join(", "),
  };
}

/** By lines and, where both share one, by the place of the names. */
function holds(outer: OutlineRow, { line, nameSpan }: OutlineRow): boolean {
  return outer.line < line || outer.nameSpan.start < nameSpan.start;
}

function parentFacts(ours: OutlineRow | undefined, theirs: OutlineRow | undefined): Record<string, string> {
  const said = (row: OutlineRow | undefined) => (row ? `${row.kind} ${row.name}` : "none");
  return { ours: said(ours), theirs: said(theirs) };
}

/** Where theirs begins and ends as seen from ours. */
function rangeFacts(own: OutlineRow, other: OutlineRow): Record<string, string> {
  const seen = (their: number, our: number) => (their === our ? "same" : their < our ? "earlier" : "later");
  const start = other.start < own.start && other.start === own.docLine ? "doc" : seen(other.start, own.start);
  return { start, end: seen(other.end, own.end), theirs: other.text };
}

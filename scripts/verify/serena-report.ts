/** The tables and the lists of differences of a comparison. */
import { basename } from "node:path";
import type { Difference, Verdict } from "./serena-judge.ts";
import type { Compared } from "./serena-session.ts";
import type { SideName, Subject } from "./serena-side.ts";
import type { Finding } from "./serena-tools.ts";

/** What was measured of one project. */
export interface ProjectReport {
  subject: Subject;
  compared: Compared[];
  /** Milliseconds from the start of the process to the first outline, a number for each round. */
  starts: Record<SideName, number[]>;
  /** Megabytes. */
  peak: Record<SideName, number>;
  /** Tools that are in the list but not on both sides. */
  passedOver: string[];
}

const AT_FAULT: ReadonlySet<Verdict> = new Set(["ours wrong", "unexplained"]);

export function differenceText(project: string, { tool, definition }: Compared, difference: Difference): string {
  const { ours, theirs, verdict, why } = difference;
  const { path, line, name, known } = definition;
  return [
    `${project} ${tool} ${known.ours ?? known.theirs ?? name} (${path}:${line})  ${verdict.toUpperCase()}: ${why}`,
    `  ours    ${findingText(ours)}`,
    `  theirs  ${findingText(theirs)}`,
  ].join("\n");
}

function findingText(finding: Finding | undefined): string {
  if (!finding) return "-";
  const { path, line, kind, namePath } = finding;
  return `${path}:${line} ${kind} ${namePath}`;
}

/** How many answers of a tool are equal, differ with an explanation, are worse or have none. */
export function agreementRows({ subject, compared }: ProjectReport): string[][] {
  return [...Map.groupBy(compared, ({ tool }) => tool)].map(([tool, rows]) => {
    const count = (is: (differences: readonly Difference[]) => boolean) =>
      String(rows.filter((row) => is(row.differences)).length);
    const has = (verdict: Verdict) => (all: readonly Difference[]) => all.some((one) => one.verdict === verdict);
    return [
      basename(subject.root),
      tool,
      String(rows.length),
      count((all) => all.length === 0),
      count((all) => all.length > 0 && !all.some(({ verdict }) => AT_FAULT.has(verdict))),
      count(has("theirs wrong")),
      count(has("ours wrong")),
      count(has("unexplained")),
      `${sum(rows.map(({ found }) => found.ours))}/${sum(rows.map(({ found }) => found.theirs))}`,
    ];
  });
}

export const AGREEMENT_HEAD = [
  "project",
  "tool",
  "asked",
  "equal",
  "explained",
  "theirs wrong",
  "ours wrong",
  "unexplained",
  "found ours/theirs",
];

export function costRows({ subject, compared }: ProjectReport): string[][] {
  return [...Map.groupBy(compared, ({ tool }) => tool)].map(([tool, rows]) => {
    const times = (when: "cold" | "warm", part: number) => {
      const at = (side: SideName) =>
        quantile(
          rows.map((row) => row[when][side]),
          part,
        );
      return `${ms(at("ours"))}/${ms(at("theirs"))} ${ratio(at("theirs"), at("ours"))}`;
    };
    const chars = (side: SideName) => sum(rows.map((row) => row.chars[side]));
    return [
      basename(subject.root),
      tool,
      times("cold", 0.5),
      times("cold", 0.95),
      times("warm", 0.5),
      times("warm", 0.95),
      `${chars("ours")}/${chars("theirs")} ${(chars("ours") / chars("theirs")).toFixed(2)}`,
      String(rows.filter(({ isShortened }) => isShortened).length),
    ];
  });
}

export const COST_HEAD = ["project", "tool", "cold p50", "cold p95", "warm p50", "warm p95", "characters", "shortened"];

export function startRow({ subject, starts, peak, passedOver }: ProjectReport): string[] {
  const [ours, theirs] = [quantile(starts.ours, 0.5), quantile(starts.theirs, 0.5)];
  return [
    basename(subject.root),
    `${ms(ours)}/${ms(theirs)} ${ratio(theirs, ours)}`,
    `${Math.round(peak.ours)}/${Math.round(peak.theirs)} MB`,
    passedOver.join(", ") || "-",
  ];
}

export const START_HEAD = ["project", "start to first outline", "peak memory", "not on both sides"];

export function verdictCounts(compared: readonly Compared[]): string[][] {
  const all = compared.flatMap(({ tool, differences }) =>
    differences.map(({ verdict, why }) => ({ tool, verdict, why })),
  );
  const groups = Map.groupBy(
    all,
    ({ tool, verdict, why }) =>
      `${tool}\0${verdict}\0${why.replace(/(kind|line) \d+/g, "$1 N").replace(/; .*|: .*/, "")}`,
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { length }]) => [...key.split("\0"), String(length)]);
}

export const VERDICT_HEAD = ["tool", "verdict", "why", "differences"];

export function table(head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const ratio = (theirs: number, ours: number) => `x${(theirs / ours).toFixed(theirs / ours < 10 ? 1 : 0)}`;

/** Answers of tools that find code by what it is about: places with their text, and their shorter forms. */
import { z } from "zod";
import { fenced, visibleName } from "../base/visible.ts";
import { FEATURES } from "../intent/features.ts";
import type { IntentHit, IntentResult } from "../intent/intent.ts";
import type { MakeStage, Stage } from "./define.ts";
import { WORDS_LIMIT } from "./evidence.ts";

export const foundPlace = z.object({
  path: z.string(),
  start_line: z.int().describe("1-based."),
  end_line: z.int(),
  symbols: z.array(z.string()).describe("Names that are defined there."),
});

export const foundText = foundPlace.extend({
  text: z.string(),
  score: z.number().describe("Comparable within one answer only."),
  more_in_file: z.int().describe("Other parts of the file that fit half as well or better."),
  why: z
    .array(z.object({ part: z.enum(FEATURES), value: z.number(), points: z.number() }))
    .optional()
    .describe("What speaks for its file, and how much it counts."),
});
type FoundText = z.output<typeof foundText>;

/** Symbols that are named at a place. */
const SYMBOLS_NAMED = 8;

/** Lines of a text that say what it is. */
const HEAD_LINES = 6;
const HEAD_CHARS = 400;

export function foundRow(
  { path, startLine, endLine, symbols, text, others, score, reasons }: IntentHit,
  explain: boolean,
) {
  return {
    path,
    start_line: startLine,
    end_line: endLine,
    symbols: [...new Set(symbols)],
    text,
    score: rounded(score),
    more_in_file: others,
    ...(explain && {
      why: (reasons ?? []).map(({ part, value, points }) => ({ part, value: rounded(value), points: rounded(points) })),
    }),
  };
}

/** What the envelope of an answer says of a search. */
export function foundEvidence({ generation, pending, reason }: IntentResult) {
  return {
    source: "index" as const,
    generation,
    ...(pending !== undefined && pending > 0 && { pending_files: pending }),
    ...(reason !== undefined && { complete: false as const, reason: reason.slice(0, WORDS_LIMIT) }),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

export function placeLine({ path, start_line, end_line, symbols }: z.output<typeof foundPlace>): string {
  const named = symbols.slice(0, SYMBOLS_NAMED).map(visibleName).join(", ");
  const more = symbols.length > SYMBOLS_NAMED ? `, and ${symbols.length - SYMBOLS_NAMED} more` : "";
  return `${visibleName(path)}:${start_line}-${end_line}${named && `  defines ${named}${more}`}`;
}

export function textBlock({ text, why, ...place }: FoundText): string {
  const reasons = why?.map(({ part, points }) => `${part} ${points}`).join(", ");
  return `${placeLine(place)}${reasons === undefined ? "" : `\n  ${reasons}`}\n${fenced(text)}`;
}

/** The first lines of a text, each whole. */
export function headOf(text: string): string {
  const lines = text
    .replace(/^\s*\n/, "")
    .split("\n")
    .slice(0, HEAD_LINES);
  while (lines.length > 1 && lines.join("\n").length > HEAD_CHARS) lines.pop();
  const head = lines.join("\n");
  return head.length > HEAD_CHARS ? "" : head;
}

/** The shorter forms of an answer with such `results`. */
export function foundStages(stage: MakeStage<{ results: FoundText[] }>): readonly [Stage, ...Stage[]] {
  return [
    stage(
      "heads",
      z.object({ results: z.array(foundPlace.extend({ text: z.string().describe("Its first lines.") })) }),
      ({ results }) => ({
        results: results.map(({ path, start_line, end_line, symbols, text }) => ({
          path,
          start_line,
          end_line,
          symbols: symbols.slice(0, SYMBOLS_NAMED),
          text: headOf(text),
        })),
      }),
      ({ results }) => results.map((row) => textBlock({ ...row, score: 0, more_in_file: 0 })).join("\n\n"),
    ),
    stage(
      "places",
      z.object({ results: z.array(foundPlace.omit({ symbols: true })) }),
      ({ results }) => ({ results: results.map(({ path, start_line, end_line }) => ({ path, start_line, end_line })) }),
      ({ results }) => results.map((row) => placeLine({ ...row, symbols: [] })).join("\n"),
    ),
    stage("count", z.object({ results: z.int() }), ({ results }) => ({ results: results.length })),
  ];
}

/** The envelope that every answer travels in, and the ladder: the first stage that fits the budget. */
import { z } from "zod";
import type { Answered, Tool } from "./define.ts";

/** The budget of an answer, in characters of its compact JSON. */
export const ANSWER_CHARS = { min: 500, default: 20_000, max: 400_000 } as const;

const SOURCES = ["server", "syntax", "index", "disk", "git"] as const;

/** Reasons and hints are our own words without names from a repository, so that the last stage always fits. */
const WORDS_LIMIT = 160;

/** What is known about an answer. */
export const evidenceSchema = z.object({
  source: z.enum(SOURCES).optional().describe("Where the answer comes from."),
  complete: z.boolean().optional().describe("False when something may be missing; the reason is then given."),
  reason: z.string().max(WORDS_LIMIT).optional().describe("Why the answer may be incomplete."),
  generation: z.int().min(0).optional().describe("State of the index that the answer was computed from."),
  pending_files: z.int().min(0).optional().describe("Changed files that the answer does not know yet."),
  total: z.int().min(0).optional().describe("How many there are in all, shown or not."),
  is_truncated: z.boolean().optional().describe("True when there are more than were returned."),
  hint: z
    .string()
    .max(2 * WORDS_LIMIT)
    .optional()
    .describe("How to go on."),
});

type Completeness = { complete?: true; reason?: never } | { complete: false; reason: string };

/** What a handler says of its answer; an incomplete answer cannot come without its reason. */
export type Evidence = Omit<z.input<typeof evidenceSchema>, "complete" | "reason"> & Completeness;

/** An answer as it goes out: `detail` is `full` or the name of the stage whose shape `answer` has. */
export interface Envelope extends z.output<typeof evidenceSchema> {
  detail: string;
  answer: Record<string, unknown>;
}

/** Characters of the compact JSON. The same measure on every surface, so that all give the same stage. */
export function sizeOf(envelope: Envelope): number {
  return JSON.stringify(envelope).length;
}

/**
 * Parses what a handler returned and takes the fullest stage that fits `budget` characters.
 * @throws ZodError when the handler broke its own output schema, which is our bug.
 */
export function fitted(tool: Tool, given: Answered<unknown>, budget: number): Envelope {
  const evidence = evidenceSchema.parse(given);
  const fullAnswer = tool.output.parse(given.answer);
  const full: Envelope = { detail: "full", answer: fullAnswer, ...evidence };
  const size = sizeOf(full);
  if (size <= budget) return full;

  const hint = `Shortened from ${size} to ${budget} characters: raise max_answer_chars or narrow the call. ${tool.narrower}`;
  let coarsest = full;
  for (const stage of tool.stages) {
    coarsest = { detail: stage.name, answer: stage.schema.parse(stage.make(fullAnswer)), ...evidence, hint };
    if (sizeOf(coarsest) <= budget) return coarsest;
  }
  const { hint: _, ...withoutHint } = coarsest;
  return withoutHint;
}

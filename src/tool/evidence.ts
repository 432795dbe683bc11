/** What is known about an answer, and the envelope that both travel in. */
import { z } from "zod";

const SOURCES = ["server", "syntax", "index", "disk", "git"] as const;

/** Reasons and hints are our own words without names from a repository, so that the last stage always fits. */
export const WORDS_LIMIT = 160;

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

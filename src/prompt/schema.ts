/** One context, one mode: the same schema for built-in files and a user's own. */
import { z } from "zod";

const id = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

/** Tools by marker or by name. */
const selection = z.strictObject({
  only: z.array(z.string()).optional().describe("The set to start from; without it, all tools but the optional ones."),
  with: z.array(z.string()).default([]).describe("Added to the set."),
  without: z.array(z.string()).default([]).describe("Taken out; wins over everything else."),
});

const nothingSelected = { with: [], without: [] };

/** Where we run: which client. */
export const contextSchema = z.strictObject({
  id,
  description: z.string().min(1),
  tools: selection.default(nothingSelected),
  max_answer_chars: z.int().min(500).optional().describe("Budget of an answer for this client."),
});

/** How we work. */
export const modeSchema = z.strictObject({
  id,
  description: z.string().min(1),
  tools: selection.omit({ only: true }).default(nothingSelected),
});

export type Context = z.output<typeof contextSchema>;
export type Mode = z.output<typeof modeSchema>;
export type Selection = z.output<typeof selection>;

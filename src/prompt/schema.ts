/** Contexts, modes and the prompts for people: the same schema for built-in files and a user's own. */
import { z } from "zod";

const id = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

/** Tools by marker or by name. */
const selection = z.strictObject({
  only: z.array(z.string()).optional().describe("The set to start from; without it, all tools but the optional ones."),
  with: z.array(z.string()).default([]).describe("Added to the set."),
  without: z.array(z.string()).default([]).describe("Taken out; wins over everything else."),
});

const nothingSelected = { with: [], without: [] };

/** Every model that connects pays for it. */
const prompt = z
  .string()
  .max(4_000)
  .optional()
  .describe("What a model is told here, after the base manual: an Eta template over the scene.");

/** Where we run: which client. */
export const contextSchema = z.strictObject({
  id,
  description: z.string().min(1),
  tools: selection.default(nothingSelected),
  max_answer_chars: z.int().min(500).optional().describe("Budget of an answer for this client."),
  prompt,
});

/** How we work. */
export const modeSchema = z.strictObject({
  id,
  description: z.string().min(1),
  tools: selection.omit({ only: true }).default(nothingSelected),
  prompt,
});

/** A prompt that a person picks in a client; its text is the template of the same name. */
export const offerSchema = z.strictObject({
  id,
  title: z.string().min(1),
  description: z.string().min(1),
  needs: z.array(z.string()).default([]).describe("Tools without which it is not offered."),
  arguments: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
        description: z.string().min(1),
        required: z.boolean().default(false),
        suggestions: z
          .union([z.literal("paths"), z.array(z.string())])
          .default([])
          .describe("Values to complete to: fixed ones, or the paths of the project."),
      }),
    )
    .default([]),
});

export type Context = z.output<typeof contextSchema>;
export type Mode = z.output<typeof modeSchema>;
export type Offer = z.output<typeof offerSchema>;
export type Selection = z.output<typeof selection>;

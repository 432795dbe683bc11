/** Contexts, modes and the prompts for people: the same schema for built-in files and a user's own. */
import { z } from "zod";
import { SCHEMA_PROFILES, type SchemaProfile } from "../tool/scene.ts";

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
  most_tools: z
    .int()
    .min(1)
    .optional()
    .describe("The most tools that the client takes; optional ones are left out first, then the last by name."),
  single_project: z
    .boolean()
    .default(false)
    .describe("The client works on one project: an endpoint that is bound has no tools that tell of others."),
  descriptions: z
    .record(z.string(), z.string().min(1).max(1_000))
    .default({})
    .describe("Texts of tools in place of their own, by the tool's name."),
  result: z
    .enum(["text", "structured"])
    .optional()
    .describe("The form of every answer over MCP and function calls; without it, each tool's own."),
  schemas: z
    .enum(Object.keys(SCHEMA_PROFILES) as [SchemaProfile, ...SchemaProfile[]])
    .default("usual")
    .describe("How definitions are published."),
  own_tools: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe(
      "The client's own tools that ours come before, in words: a table of tasks and answers to excuses name them.",
    ),
  max_answer_chars: z.int().min(500).optional().describe("Budget of an answer for this client, in characters."),
  timeout_s: z.int().min(1).optional().describe("How long this client waits for an answer, in seconds."),
  prompt,
});

/** How we work. */
export const modeSchema = z.strictObject({
  id,
  description: z.string().min(1),
  tools: selection.omit({ only: true }).default(nothingSelected),
  replaces: z.array(z.string()).default([]).describe("Modes that have no say beside it."),
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

/** The ladder: the first stage of an answer that fits the budget. */
import type { Answered, Tool } from "./define.ts";
import { type Envelope, evidenceSchema } from "./evidence.ts";

/** The budget of an answer, in characters of its compact JSON. */
export const ANSWER_CHARS = { min: 500, default: 20_000, max: 400_000 } as const;

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

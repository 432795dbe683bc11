/** The contexts and modes there are. */
import { type Context, contextSchema, type Mode, modeSchema } from "./schema.ts";

export interface Prompts {
  contexts: ReadonlyMap<string, Context>;
  modes: ReadonlyMap<string, Mode>;
}

/** Parses raw files, keyed by their file name without suffix; a file must be named after its id. */
export function loadPrompts(raw: { contexts: Record<string, unknown>; modes: Record<string, unknown> }): Prompts {
  return {
    contexts: parsedById(raw.contexts, (value) => contextSchema.parse(value)),
    modes: parsedById(raw.modes, (value) => modeSchema.parse(value)),
  };
}

function parsedById<T extends { id: string }>(files: Record<string, unknown>, parse: (value: unknown) => T) {
  const byId = new Map<string, T>();
  for (const [name, value] of Object.entries(files)) {
    const parsed = parse(value);
    if (parsed.id !== name) throw new Error(`File "${name}" has the id "${parsed.id}"; both must be the same.`);
    byId.set(name, parsed);
  }
  return byId;
}

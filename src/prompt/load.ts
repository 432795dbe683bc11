/** The contexts, modes and prompts there are. */
import { type Context, contextSchema, type Mode, modeSchema, type Offer, offerSchema } from "./schema.ts";

export interface Prompts {
  contexts: ReadonlyMap<string, Context>;
  modes: ReadonlyMap<string, Mode>;
}

/** Raw files, keyed by their file name without suffix; a file must be named after its id. */
type Files = Readonly<Record<string, unknown>>;

export function loadPrompts(raw: { contexts: Files; modes: Files }): Prompts {
  return {
    contexts: parsedById(raw.contexts, (value) => contextSchema.parse(value)),
    modes: parsedById(raw.modes, (value) => modeSchema.parse(value)),
  };
}

export function loadOffers(raw: Files): ReadonlyMap<string, Offer> {
  return parsedById(raw, (value) => offerSchema.parse(value));
}

function parsedById<T extends { id: string }>(files: Files, parse: (value: unknown) => T) {
  const byId = new Map<string, T>();
  for (const [name, value] of Object.entries(files)) {
    const parsed = parse(value);
    if (parsed.id !== name) throw new Error(`File "${name}" has the id "${parsed.id}"; both must be the same.`);
    byId.set(name, parsed);
  }
  return byId;
}

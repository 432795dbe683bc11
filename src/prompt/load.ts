/** The contexts, modes and prompts there are. */
import type { Kind } from "./own-file.ts";
import type { OwnPart } from "./own-files.ts";
import { type Context, contextSchema, type Mode, modeSchema, type Offer, offerSchema } from "./schema.ts";

export interface Prompts {
  contexts: ReadonlyMap<string, Context>;
  modes: ReadonlyMap<string, Mode>;
  /** Why a file of the user's own counts for nothing, by its kind and id (`contexts/mine`). */
  broken?: ReadonlyMap<string, string>;
}

/** Raw files, keyed by their file name without suffix; a file must be named after its id. */
type Files = Readonly<Record<string, unknown>>;

export function loadPrompts(raw: { contexts: Files; modes: Files }): Prompts {
  return {
    contexts: parsedById(raw.contexts, (value) => contextSchema.parse(value)),
    modes: parsedById(raw.modes, (value) => modeSchema.parse(value)),
  };
}

/** The same with the user's own, which take the place of ours where they have the same id. */
export function withOwn(prompts: Prompts, own: readonly OwnPart[]): Prompts {
  const whole = <T>(kind: Kind) =>
    own.flatMap((part) => (part.kind === kind && part.value ? [[part.id, part.value as T] as const] : []));
  return {
    contexts: new Map([...prompts.contexts, ...whole<Context>("contexts")]),
    modes: new Map([...prompts.modes, ...whole<Mode>("modes")]),
    broken: new Map(
      own.flatMap(({ kind, id, faults }) => (faults.length > 0 ? [[`${kind}/${id}`, faults.join(" ")]] : [])),
    ),
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

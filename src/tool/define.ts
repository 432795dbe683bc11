/** `defineTool`: one tool as one value, whose types hold its handler to its schemas. */
import type { z } from "zod";
import type { Evidence } from "./evidence.ts";
import type { Marker } from "./marker.ts";
import { closedUnderImplies } from "./marker.ts";
import type { CallContext, ServiceName, Services } from "./service.ts";

export const CATEGORIES = ["files", "search", "symbols", "edits", "memory", "project", "languages"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Strict objects only: an unknown key must be an error. Types cannot tell them apart, so `scripts/gen.ts` checks it. */
export type StrictObject = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>;

/** What a handler returns: the full answer and what is known about it. */
export type Answered<Full> = Evidence & { answer: Full };

/** A coarser form of the answer; `make` is a pure function of the full answer. */
export interface Stage {
  readonly name: string;
  readonly schema: z.ZodObject;
  make(full: unknown): unknown;
  text(answer: unknown): string;
}

export type MakeStage<Full> = <Shape extends z.ZodObject>(
  name: string,
  schema: Shape,
  make: (full: Full) => z.input<NoInfer<Shape>>,
  text?: (answer: z.output<NoInfer<Shape>>) => string,
) => Stage;

export interface Example<Input> {
  title: string;
  input: Input;
}

interface ToolSpec<In extends StrictObject, Out extends z.ZodObject, Need extends ServiceName> {
  /** Equal to the file's name: `^[a-z][a-z0-9_]{2,39}$`. */
  name: string;
  title: string;
  category: Category;
  /** First sentence: when to use it. First paragraph <= 300 characters, whole < 1,024. */
  description: string;
  markers: readonly Marker[];
  needs: readonly Need[];
  input: In;
  output: Out;
  /** Names that models and users of other products write for a field: `relative_path` -> `path`. Accepted, not published. */
  aliases?: Readonly<Record<string, keyof z.input<NoInfer<In>> & string>>;
  examples: readonly [Example<z.input<NoInfer<In>>>, ...Example<z.input<NoInfer<In>>>[]];
  /** How to ask for less, said when an answer had to be shortened: one sentence, at most 120 characters. */
  narrower: string;
  /** For tools whose answer a model reads best as text (source, diffs, outlines); without it the answer is structured. */
  text?(answer: z.output<NoInfer<Out>>): string;
  run(
    input: z.output<NoInfer<In>>,
    use: Pick<Services, NoInfer<Need>> & CallContext,
  ): Promise<Answered<z.input<NoInfer<Out>>>>;
  /** Shorter forms, from finest to coarsest. The last one always fits 500 characters. */
  ladder(stage: MakeStage<z.output<NoInfer<Out>>>): readonly [Stage, ...Stage[]];
}

/** A tool with its type parameters erased: what the registry and the run path handle. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly category: Category;
  readonly description: string;
  readonly markers: readonly Marker[];
  readonly needs: readonly ServiceName[];
  readonly input: StrictObject;
  readonly output: z.ZodObject;
  readonly aliases: Readonly<Record<string, string>>;
  readonly examples: readonly Example<Record<string, unknown>>[];
  readonly narrower: string;
  readonly result: "text" | "structured";
  readonly stages: readonly Stage[];
  text(detail: string, answer: unknown): string;
  run(input: unknown, use: Partial<Services> & CallContext): Promise<Answered<unknown>>;
}

/**
 * Checks a definition against its own schemas at compile time and erases the types.
 * The rest of the contract (names, lengths, bounds) is checked by `scripts/gen.ts` before the tool can be listed.
 */
export function defineTool<In extends StrictObject, Out extends z.ZodObject, const Need extends ServiceName = never>(
  spec: ToolSpec<In, Out, Need>,
): Tool {
  const stages = spec.ladder((name, schema, make, text) => ({
    name,
    schema,
    make: (full) => make(full as z.output<Out>),
    text: (answer) => (text ? text(answer as z.output<typeof schema>) : asLines(answer)),
  }));
  const textOfFull = spec.text;
  return {
    name: spec.name,
    title: spec.title,
    category: spec.category,
    description: spec.description,
    markers: closedUnderImplies(spec.markers),
    needs: spec.needs,
    input: spec.input,
    output: spec.output,
    aliases: (spec.aliases ?? {}) as Record<string, string>,
    examples: spec.examples as unknown as readonly Example<Record<string, unknown>>[],
    narrower: spec.narrower,
    result: textOfFull ? "text" : "structured",
    stages,
    text(detail, answer) {
      const stage = stages.find(({ name }) => name === detail);
      if (stage) return stage.text(answer);
      return textOfFull ? textOfFull(answer as z.output<Out>) : asLines(answer);
    },
    run: (input, use) =>
      spec.run(input as z.output<In>, use as Pick<Services, Need> & CallContext) as Promise<Answered<unknown>>,
  };
}

/** The plain text of an answer that brings no text form of its own: a line a field. */
function asLines(answer: unknown): string {
  return Object.entries(answer as Record<string, unknown>)
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

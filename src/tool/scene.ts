/** A scene: project + context + modes + settings, computed once per endpoint; here only its type and what follows from it. */
import type { ToolEntry } from "./entry.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";

export interface Scene {
  /** Root of the project that the endpoint is bound to; an unbound endpoint's tools take a `project` field. */
  readonly project: string | undefined;
  readonly context: string;
  readonly modes: readonly string[];
  /** Names of the tools that are on. */
  readonly tools: ReadonlySet<string>;
  /** Budget of an answer when the call names none, in characters. */
  readonly maxAnswerChars: number;
  readonly timeoutSeconds: number;
}

/** Input fields that tools take without defining them. */
export interface CommonFields {
  project: JsonSchema;
  max_answer_chars: JsonSchema;
}

/** Whether a call of this tool may name its project. */
export function takesProject(entry: ToolEntry, scene: Scene): boolean {
  return scene.project === undefined && entry.needs.includes("project") && !("project" in entry.input.properties);
}

/** The input schema that a scene publishes for a tool: its own fields, then the common ones. */
export function publishedInput(entry: ToolEntry, scene: Scene, common: CommonFields): ObjectSchema {
  return {
    ...entry.input,
    properties: {
      ...entry.input.properties,
      ...(takesProject(entry, scene) && { project: common.project }),
      max_answer_chars: common.max_answer_chars,
    },
  };
}

/** The input of a tool as an endpoint publishes it: its own fields and those that every tool takes. */
import type { ToolEntry } from "./entry.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";
import type { Scene } from "./scene.ts";

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
  return scene.schemas === "bare" ? entry.input : acceptedInput(entry, scene, common);
}

/** All that a call of the tool may say. */
export function acceptedInput(entry: ToolEntry, scene: Scene, common: CommonFields): ObjectSchema {
  return {
    ...entry.input,
    properties: {
      ...entry.input.properties,
      ...(takesProject(entry, scene) && { project: common.project }),
      max_answer_chars: common.max_answer_chars,
    },
  };
}

/** The registry as function-call definitions of the model vendors, plain and strict. */

import { briefInput } from "../tool/brief.ts";
import type { ToolEntry } from "../tool/entry.ts";
import type { JsonSchema, ObjectSchema } from "../tool/json-schema.ts";
import { publishedInput } from "../tool/published.ts";
import type { Scene } from "../tool/scene.ts";
import type { App } from "./app.ts";

export const FUNCTION_FORMATS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
export type FunctionFormat = (typeof FUNCTION_FORMATS)[number];

/**
 * The value of the request's `tools` field in the vendor's format. Gemini has no strict form: both are the same there.
 * Strict callers send null for a field they leave out; the run path takes it so.
 */
export function functionDefinitions(app: App, scene: Scene, format: FunctionFormat, strict: boolean): unknown[] {
  const entries = app.registry.list(scene);
  const input = (entry: ToolEntry) => {
    const whole = publishedInput(entry, scene, app.registry.common);
    return strict && format !== "gemini" ? whole : briefInput(whole);
  };
  switch (format) {
    case "openai-chat":
      return entries.map((entry) => ({ type: "function", function: openAiFunction(entry, input(entry), strict) }));
    case "openai-responses":
      return entries.map((entry) => ({ type: "function", ...openAiFunction(entry, input(entry), strict) }));
    case "anthropic":
      return entries.map((entry) => ({
        name: entry.name,
        description: entry.description,
        input_schema: strict ? strictForAnthropic(withoutBudget(input(entry))) : input(entry),
        ...(strict && { strict: true }),
      }));
    case "gemini":
      return [
        {
          functionDeclarations: entries.map((entry) => ({
            name: entry.name,
            description: entry.description,
            parametersJsonSchema: input(entry),
          })),
        },
      ];
  }
}

function openAiFunction({ name, description }: ToolEntry, input: ObjectSchema, strict: boolean) {
  return { name, description, parameters: strict ? strictForOpenAi(input) : input, strict };
}

/** Every field required, optional ones nullable; a default cannot be said and moves into the description. */
export function strictForOpenAi(schema: JsonSchema): JsonSchema {
  const { default: fallback, properties, items, ...rest } = schema;
  const made: JsonSchema = { ...rest, ...(items && { items: strictForOpenAi(items) }) };
  if (fallback !== undefined)
    made.description = `${made.description ?? ""} Default: ${JSON.stringify(fallback)}.`.trim();
  if (properties) {
    made.properties = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const strict = strictForOpenAi(field);
        return [name, schema.required?.includes(name) ? strict : nullable(strict)];
      }),
    );
    made.required = Object.keys(properties);
    made.additionalProperties = false;
  }
  return made;
}

function nullable(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: [...[schema.type ?? []].flat(), "null"],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

/** Anthropic counts optional fields over all strict tools, and refuses the request above some two dozen. */
function withoutBudget(schema: ObjectSchema): ObjectSchema {
  const { max_answer_chars: _, ...properties } = schema.properties;
  return { ...schema, properties };
}

const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"] as const;

/** No bounds: they move into the description. Optional fields stay optional. */
export function strictForAnthropic(schema: JsonSchema): JsonSchema {
  const { properties, items, ...rest } = schema;
  const made: JsonSchema = { ...rest, ...(items && { items: strictForAnthropic(items) }) };
  const said = BOUNDS.filter((bound) => made[bound] !== undefined).map((bound) => `${bound} ${made[bound]}`);
  for (const bound of BOUNDS) delete made[bound];
  if (said.length > 0) made.description = `${made.description ?? ""} (${said.join(", ")})`.trim();
  if (properties) {
    made.properties = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, strictForAnthropic(field)]),
    );
    made.additionalProperties = false;
  }
  return made;
}

/** A tool's input schema as a model reads it before each of its turns. */
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";

/** A list of values longer than this is told by the field's description and, in full, by the error for another value. */
const ENUM_LIMIT = 12;

/** What its name tells, in every tool alike. */
const BUDGET: JsonSchema = { type: "integer" };

/**
 * The schema without what a model need not read each time: lengths of texts and lists, long lists of values, that a count is
 * not negative, that a switch is off, what is said of the answer's budget, and that there are no other fields. Calls are checked against the whole schema all the same.
 */
export function briefInput({ additionalProperties, properties, ...schema }: ObjectSchema): ObjectSchema {
  const brief = briefFields(properties);
  if (brief.max_answer_chars) brief.max_answer_chars = BUDGET;
  return { ...schema, properties: brief };
}

function briefFields(fields: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, briefField(field)]));
}

function briefField({
  minLength,
  maxLength,
  maxItems,
  minimum,
  default: fallback,
  enum: values,
  items,
  properties,
  ...field
}: JsonSchema): JsonSchema {
  return {
    ...field,
    ...(fallback !== undefined && fallback !== false && { default: fallback }),
    ...(minimum !== undefined && minimum > 1 && { minimum }),
    ...(values && values.length <= ENUM_LIMIT && { enum: values }),
    ...(items && { items: briefField(items) }),
    ...(properties && { properties: briefFields(properties) }),
  };
}

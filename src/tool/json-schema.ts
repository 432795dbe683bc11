export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** The part of JSON Schema 2020-12 that tools publish. */
export type JsonSchema = {
  type?: string | string[];
  description?: string;
  default?: JsonValue;
  enum?: JsonValue[];
  const?: JsonValue;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
};

/** An object schema: what every tool's input and output is. */
export type ObjectSchema = JsonSchema & { type: "object"; properties: Record<string, JsonSchema> };

/** Whether a value of this JSON type is allowed; a schema without a type allows all. */
export function allowsType(schema: JsonSchema, type: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((branch) => allowsType(branch, type));
  if (schema.type === undefined) return true;
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;
}

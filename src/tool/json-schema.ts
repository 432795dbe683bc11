/** The part of JSON Schema 2020-12 that tools publish. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
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
}

/** An object schema: what every tool's input and output is. */
export interface ObjectSchema extends JsonSchema {
  type: "object";
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/** Whether a value of this JSON type is allowed; a schema without a type allows all. */
export function allowsType(schema: JsonSchema, type: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((branch) => allowsType(branch, type));
  if (schema.type === undefined) return true;
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;
}

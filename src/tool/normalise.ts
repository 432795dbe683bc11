/**
 * Takes the forms that callers really send and gives the form that the schema wants: other products' field names, null
 * for "left out", and numbers, booleans and lists written as strings. What it does not understand it leaves for
 * validation to refuse. Reads JSON Schemas, so it needs no tool loaded.
 */
import { allowsType, type JsonSchema, type ObjectSchema } from "./json-schema.ts";

type Fields = Record<string, unknown>;

/**
 * The input with aliases renamed and each field in the form of its schema. An alias never goes over a field that is
 * given, by its own name or by another alias: it stays, and validation names it as a field that there is not.
 */
export function normaliseForm(input: Fields, schema: ObjectSchema, aliases: Readonly<Record<string, string>>): Fields {
  const renamed: Fields = {};
  for (const [key, value] of Object.entries(input)) {
    const target = Object.hasOwn(aliases, key) ? aliases[key]! : key;
    const isTaken = isGiven(renamed, target) || (target !== key && isGiven(input, target));
    if (!isTaken) setOwn(renamed, target, value);
    else if (value !== null) setOwn(renamed, key, value);
  }
  return objectForm(renamed, schema);
}

function isGiven(fields: Fields, key: string): boolean {
  return Object.hasOwn(fields, key) && fields[key] !== null;
}

function objectForm(input: Fields, schema: JsonSchema): Fields {
  const result: Fields = {};
  for (const [key, value] of Object.entries(input)) {
    const field = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (!field) setOwn(result, key, value);
    else if (value !== null || allowsType(field, "null")) setOwn(result, key, valueForm(value, field));
  }
  return result;
}

function valueForm(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === "string" && !allowsType(schema, "string")) return fromString(value, schema);
  if (Array.isArray(value) && schema.items) return value.map((item) => valueForm(item, schema.items!));
  if (isFields(value) && schema.properties) return objectForm(value, schema);
  return value;
}

function fromString(value: string, schema: JsonSchema): unknown {
  const text = value.trim();
  if (allowsType(schema, "integer") || allowsType(schema, "number")) {
    if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  }
  if (allowsType(schema, "boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (allowsType(schema, "array")) {
    const list = parsedAs(text, "[", Array.isArray);
    if (list) return valueForm(list, schema);
    if (schema.items && allowsType(schema.items, "string")) return [value];
  }
  if (allowsType(schema, "object")) return valueForm(parsedAs(text, "{", isFields) ?? value, schema);
  return value;
}

function parsedAs<T>(text: string, opening: string, is: (value: unknown) => value is T): T | undefined {
  if (!text.startsWith(opening)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return is(value) ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a key as a plain property even if it is `__proto__`, so that validation sees it and refuses it. */
function setOwn(target: Fields, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

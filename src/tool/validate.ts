/** Turns zod's findings into errors that name the field, the value received, the limit and what would work. */
import type { z } from "zod";
import { type FieldFault, UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";

/** More levels than any field has. To write out a value of some ten thousand would hold up everybody for seconds. */
const DEPTH_LIMIT = 32;

/** More values than any call has, those in lists counted. */
const VALUES_LIMIT = 20_000;

/** Faults that are told; of more, the number. */
const FAULTS_SHOWN = 10;

/**
 * The input, parsed.
 * @throws UserError `invalid_arguments` with the first faults and how many there are.
 */
export function validated<T>(tool: string, parser: z.ZodType<T>, input: unknown, published: ObjectSchema): T {
  if (isDeeper(input, DEPTH_LIMIT)) throw tooDeep(tool, input as object, published);
  if (countedTo(input, VALUES_LIMIT) >= VALUES_LIMIT) {
    const message = `The arguments hold more than ${VALUES_LIMIT} values, which no call needs.`;
    throw new UserError("invalid_arguments", `${tool}: ${message}`, {
      errors: [{ pointer: "", message }],
      hint: fieldList(published),
    });
  }
  const result = parser.safeParse(input);
  if (result.success) return result.data;
  const found = result.error.issues.slice(0, FAULTS_SHOWN).flatMap((issue) => faultsOf(issue, input, published));
  const distinct = [...new Map(found.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values()];
  const faults = distinct.slice(0, FAULTS_SHOWN);
  const total = distinct.length + Math.max(0, result.error.issues.length - FAULTS_SHOWN);
  const told = total > faults.length ? `; these are the first ${faults.length}` : "";
  const [first] = faults;
  const detail =
    total === 1 ? `${tool}: ${first!.message}` : `${tool}: ${total} arguments do not fit the schema${told}.`;
  throw new UserError("invalid_arguments", detail, { errors: faults, hint: fieldList(published) });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** How many values there are inside, counted no further than `limit`. */
function countedTo(value: unknown, limit: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += countedTo(inner, limit - count);
    if (count >= limit) break;
  }
  return count;
}

function tooDeep(tool: string, input: object, published: ObjectSchema): UserError {
  const [name] = Object.entries(input).find(([, value]) => isDeeper(value, DEPTH_LIMIT - 1))!;
  const message = `Field ${quoted(name)} is nested more than ${DEPTH_LIMIT} levels deep, which no field takes.`;
  return new UserError("invalid_arguments", `${tool}: ${message}`, {
    errors: [{ pointer: pointerTo([name]), message }],
    hint: fieldList(published),
  });
}

/** `Fields: path (string), start_line* (integer, -10 to 10). * = optional` */
export function fieldList(schema: ObjectSchema): string {
  const names = Object.entries(schema.properties).map(
    ([name, field]) => `${name}${schema.required?.includes(name) ? "" : "*"} (${kindOf(field)})`,
  );
  return names.length === 0 ? "It takes no fields." : `Fields: ${names.join(", ")}. * = optional.`;
}

function faultsOf(issue: z.core.$ZodIssue, input: unknown, published: ObjectSchema): FieldFault[] {
  const path = issue.path.map(String);
  const pointer = pointerTo(path);
  if (issue.code === "unrecognized_keys") {
    const holder = at(published, path);
    return issue.keys.slice(0, FAULTS_SHOWN + 1).map((key) => {
      const near = didYouMean(key, Object.keys(holder?.properties ?? {}));
      return { pointer: pointerTo([...path, key]), message: `Unknown field ${quoted(key)}${near ? `; ${near}` : "."}` };
    });
  }
  const name = quoted(path.join("."));
  const field = at(published, path);
  const wanted = field ? `it must be ${wordsFor(field)}` : issue.message;
  const value = path.reduce<unknown>((holder, part) => (holder as Record<string, unknown> | undefined)?.[part], input);
  if (path.length === 0)
    return [{ pointer, message: `The arguments must be an object, but ${quoted(input)} was given.` }];
  if (value === undefined) return [{ pointer, message: `Field ${name} is missing; ${wanted}.` }];
  if (issue.code === "custom") return [{ pointer, message: `Field ${name} is ${quoted(value)}: ${issue.message}` }];
  const near = typeof value === "string" && field?.enum ? didYouMean(value, field.enum.map(String)) : "";
  return [{ pointer, message: `Field ${name} is ${quoted(value)}, but ${wanted}${near ? `; ${near}` : "."}` }];
}

/** As RFC 6901 wants it. */
function pointerTo(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The schema of a nested field; list indices lead to the list's items. */
function at(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  let here: JsonSchema | undefined = schema;
  for (const part of path) here = here?.items && /^\d+$/.test(part) ? here.items : here?.properties?.[part];
  return here;
}

function wordsFor(field: JsonSchema): string {
  if (field.enum) return `one of ${field.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  const pattern = field.pattern ? ` that matches ${field.pattern}` : "";
  return `${/^[aeio]/.test(kindOf(field)) ? "an" : "a"} ${kindOf(field)}${pattern}`;
}

/** `integer, 1 to 200`: the type and its bounds. */
function kindOf(field: JsonSchema): string {
  if (field.enum) return field.enum.map(String).join(" | ");
  if (field.type === "array")
    return `list of ${field.items ? kindOf(field.items) : "values"}${bounds(field.minItems, field.maxItems, " items")}`;
  if (field.type === "string") return `string${bounds(field.minLength, field.maxLength, " characters")}`;
  if (field.type === "integer" || field.type === "number")
    return `${field.type}${bounds(field.minimum, field.maximum, "")}`;
  return String(field.type ?? "value");
}

function bounds(low: number | undefined, high: number | undefined, unit: string): string {
  if (low !== undefined && high !== undefined) return `, ${low} to ${high}${unit}`;
  if (low !== undefined) return `, at least ${low}${unit}`;
  return high === undefined ? "" : `, at most ${high}${unit}`;
}

/** A value as JSON, long ones by their size alone. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 100 ? text : `a ${Array.isArray(value) ? "list" : typeof value} of ${text.length} characters`;
}

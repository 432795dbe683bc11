/** Says whether a reply keeps what the OpenAPI document promises for the request, by reading the request anew. */
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { BODY_LIMITS } from "../../src/surface/body.ts";
import { ANSWER_CHARS } from "../../src/tool/answer.ts";
import { allowsType, type JsonSchema, type JsonValue } from "../../src/tool/json-schema.ts";
import {
  type Fields,
  type OpenApiDocument,
  type Operation,
  operationsOf,
} from "../../test/fixture/openapi-document.ts";

export interface Shot {
  /** How it was made; for the counts only. */
  kind: string;
  method: string;
  /** As in a URL, without a query. */
  path: string;
  contentType: string | undefined;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** Other products' field names by operation: accepted, but not published, so the document does not tell them. */
export type Aliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `run`: the body fits, or fits once its lenient forms are understood. `refuse`: it does not, whatever one allows. */
type Expectation = { status: 400 | 404 | 405 | 413 | 415 } | { refuse: true } | { run: true; budget: number };

interface ProblemBody {
  status: number;
  code: string;
  type: string;
  hint?: string;
  errors?: { pointer: string; message: string }[];
}

interface Checked extends Operation {
  fits: ValidateFunction;
  fitsAnswer: ValidateFunction;
}

export class Judge {
  readonly #operations: ReadonlyMap<string, Checked>;
  readonly #aliases: Aliases;
  readonly #isProblem: ValidateFunction<ProblemBody>;

  constructor(document: OpenApiDocument, aliases: Aliases) {
    const ajv = addFormats(new Ajv2020({ strict: true }));
    this.#operations = new Map(
      operationsOf(document).map((operation) => [
        operation.path,
        { ...operation, fits: ajv.compile(operation.input), fitsAnswer: ajv.compile(operation.answer) },
      ]),
    );
    this.#aliases = aliases;
    this.#isProblem = ajv.compile<ProblemBody>(document.components.schemas.Problem!);
  }

  /** What is wrong with the reply; undefined when nothing is. */
  fault(shot: Shot, reply: Reply): string | undefined {
    const expected = this.#expectation(shot);
    const operation = this.#operations.get(shot.path);
    const { status } = reply;
    if (status === 200) {
      if (!("run" in expected)) return `200, but it should be ${wordsFor(expected)}`;
      return this.#answerFault(operation!, expected.budget, reply);
    }
    const problem = this.#problem(reply);
    if (typeof problem === "string") return problem;
    if ("status" in expected) {
      if (status !== expected.status) return `${status}, but it should be ${wordsFor(expected)}`;
      return status === 405 && !/\bPOST\b/.test(reply.headers.get("allow") ?? "") ? "405 without Allow" : undefined;
    }
    if (!operation!.problems.has(status)) return `${status}, which the operation does not declare`;
    if ("refuse" in expected) {
      return status === 422 && isFromSchema(problem) ? undefined : `${status}, but it should be ${wordsFor(expected)}`;
    }
    return runFault(operation!, problem, reply);
  }

  #expectation({ method, path, contentType, body = "" }: Shot): Expectation {
    if (Buffer.byteLength(body) > BODY_LIMITS.bytes) return { status: 413 };
    const operation = this.#operations.get(path);
    if (!operation) return { status: 404 };
    if (method !== "POST") return { status: 405 };
    if (!isJsonType(contentType ?? "")) return { status: 415 };
    let value: JsonValue;
    try {
      value = JSON.parse(new TextDecoder().decode(Buffer.from(body))); // as bytes, for a byte order mark counts for nothing
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { status: 400 };
    }
    // A body of null says the same as {}: nothing.
    const given = value ?? {};
    if (typeof given !== "object" || Array.isArray(given)) return { refuse: true };
    const meant = asMeant(given, operation.input, this.#aliases[operation.id] ?? {});
    if (!operation.fits(given) && !operation.fits(meant)) return { refuse: true };
    return { run: true, budget: Number(meant.max_answer_chars ?? ANSWER_CHARS.default) };
  }

  #answerFault({ fitsAnswer }: Checked, budget: number, { headers, text }: Reply): string | undefined {
    if (!isJsonType(headers.get("content-type") ?? "")) return `200 as ${headers.get("content-type")}`;
    if (!fitsAnswer(parsed(text))) return `the answer does not fit its schema: ${detailsOf(fitsAnswer)}`;
    return text.length > budget ? `an answer of ${text.length} characters for a budget of ${budget}` : undefined;
  }

  /** The body of an error reply, or what is wrong with it. */
  #problem({ status, headers, text }: Reply): ProblemBody | string {
    const type = headers.get("content-type");
    if (type !== "application/problem+json") return `${status} as ${type}`;
    const problem: unknown = parsed(text);
    if (!this.#isProblem(problem)) return `the ${status} does not fit Problem: ${detailsOf(this.#isProblem)}`;
    if (problem.status !== status) return `a ${status} whose body says ${problem.status}`;
    return problem.type === `urn:waymark:${problem.code}` ? problem : `type ${problem.type} with code ${problem.code}`;
  }
}

/**
 * A body that fits may still be refused for what a schema cannot express (a range beyond the file's end, a path that no
 * system can have): then the problem must name the field, and it comes from the tool, not from the check of the schema,
 * which would mean that the published schema is not the one in force. 503 is the honest reply of a tool whose language
 * server is not there, if it says when to come back; no other 5xx has an excuse.
 */
function runFault({ input }: Operation, problem: ProblemBody, { status, headers }: Reply): string | undefined {
  if (status === 400 || status === 401 || status === 415) return `${status} for a request that is well formed`;
  if (status >= 500) return status === 503 && headers.has("retry-after") ? undefined : `${status}`;
  if (status !== 422) return undefined;
  if (isFromSchema(problem)) return "422 from the schema for a body that fits it";
  const fields = (problem.errors ?? []).map(({ pointer }) => pointer.split("/")[1] ?? "");
  const isNamed = fields.length > 0 && fields.every((field) => Object.hasOwn(input.properties, field));
  return isNamed ? undefined : "422 that names no field of the operation";
}

/** The check of the schema ends its problems with the list of fields. */
function isFromSchema({ hint = "" }: ProblemBody): boolean {
  return /^(Fields: |It takes no fields)/.test(hint);
}

function isJsonType(contentType: string): boolean {
  const essence = contentType.split(";")[0]!.trim().toLowerCase();
  return essence === "application/json" || /^application\/[^/ ]+\+json$/.test(essence);
}

/**
 * The body after the documented lenient forms, written without a look at the product's own normaliser: another
 * product's name for a field that is not given, null for what is left out, and numbers, booleans and lists as strings.
 */
function asMeant(given: Fields, input: JsonSchema, aliases: Readonly<Record<string, string>>): Fields {
  const isAlias = (key: string) => Object.hasOwn(aliases, key);
  const entries = Object.entries(given).filter(([key, value]) => !(isAlias(key) && value === null));
  const names = new Map(entries.filter(([key, value]) => !isAlias(key) && value !== null));
  const renamed = entries.map(([key, value]): [string, JsonValue] => {
    if (!isAlias(key) || names.has(aliases[key]!)) return [key, value];
    names.set(aliases[key]!, value);
    return [aliases[key]!, value];
  });
  const isReplaced = ([key, value]: [string, JsonValue]) => value === null && names.has(key);
  return meantFields(
    renamed.filter((entry) => !isReplaced(entry)),
    input,
  );
}

function meantFields(entries: [string, JsonValue][], schema: JsonSchema): Fields {
  const fields = new Map(Object.entries(schema.properties ?? {}));
  return Object.fromEntries(
    entries
      .filter(([key, value]) => value !== null || !fields.has(key) || allowsType(fields.get(key)!, "null"))
      .map(([key, value]) => [key, fields.has(key) ? meantValue(value, fields.get(key)!) : value]),
  );
}

function meantValue(value: JsonValue, schema: JsonSchema): JsonValue {
  if (typeof value === "string" && !allowsType(schema, "string")) {
    const text = value.trim();
    const isNumeric = allowsType(schema, "integer") || allowsType(schema, "number");
    if (isNumeric && /^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
    if (allowsType(schema, "boolean") && /^(true|false)$/i.test(text)) return /^true$/i.test(text);
    const inner = parsed(text);
    if (Array.isArray(inner) && allowsType(schema, "array")) return meantValue(inner, schema);
    if (schema.items && allowsType(schema.items, "string")) return [value];
    if (isFields(inner) && allowsType(schema, "object")) return meantValue(inner, schema);
    return value;
  }
  if (Array.isArray(value) && schema.items) return value.map((item) => meantValue(item, schema.items!));
  return isFields(value) && schema.properties ? meantFields(Object.entries(value), schema) : value;
}

function isFields(value: JsonValue | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function detailsOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join(", ");
}

function wordsFor(expected: Expectation): string {
  if ("status" in expected) return String(expected.status);
  return "run" in expected ? "an answer" : "422 with the list of fields";
}

/** Makes values for the fuzzer: such as fit a schema, such as just do not, and any. */
import fc from "fast-check";
import { allowsType, type JsonSchema, type JsonValue } from "../../src/tool/json-schema.ts";

/** Texts that have meant something to some program. */
const HOSTILE = [
  ...".. ../../x / /etc/passwd ~ C:\\x -rf %2e%2e%2fx con a//b .git/config .env".split(" "),
  ..."[ (a+)+$ *a*a*a*a*a*a*a*a*b {a,b}{c,d}{e,f} !(*) **/**/** \\ ^ $& &lt;&amp; {{x}} <%=x%>".split(" "),
  ..."__proto__ constructor null true 0 -1 1e9 [] {} 'OR/**/1=1--".split(" "),
  ...["a\0b", "\0", "\u202e", "\ud800", "\ufeff"],
];

/** @param samples values worth trying, whatever their type. */
export function fittingValue(schema: JsonSchema, samples: readonly JsonValue[] = []): fc.Arbitrary<JsonValue> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => fittingValue(branch)));
  const types = [schema.type ?? "string"].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema, samples)));
}

function valueOfType(type: string, schema: JsonSchema, samples: readonly JsonValue[]): fc.Arbitrary<JsonValue> {
  switch (type) {
    case "integer":
    case "number":
      return numberOf(
        schema,
        samples.filter((value) => typeof value === "number"),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fittingValue(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, Math.max(5, schema.minItems ?? 0)),
      });
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, fittingValue(field)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    default:
      return textOf(
        schema,
        samples.filter((value) => typeof value === "string"),
      );
  }
}

function numberOf(
  { type, minimum = -1e6, maximum = 1e6 }: JsonSchema,
  samples: readonly number[],
): fc.Arbitrary<number> {
  const small = fc.integer({
    min: Math.max(minimum, Math.min(1, maximum)),
    max: Math.max(minimum, Math.min(60, maximum)),
  });
  const any = allowsType({ type: type ?? "number" }, "number")
    ? fc.double({ min: minimum, max: maximum, noNaN: true })
    : fc.integer({ min: minimum, max: maximum });
  return fc.oneof({ weight: 3, arbitrary: small }, any, fc.constantFrom(minimum, maximum, ...samples));
}

function textOf(
  { minLength = 0, maxLength = 10_000, pattern }: JsonSchema,
  samples: readonly string[],
): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const isInBounds = (text: string) => text.length >= minLength && text.length <= maxLength;
  const short = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 20)) };
  const most = Math.min(maxLength, 10_000);
  const chosen = [...HOSTILE, "x".repeat(most), "é".repeat(minLength), "../".repeat(most / 3)].filter(isInBounds);
  return fc.oneof(
    { weight: samples.length > 0 ? 6 : 0, arbitrary: fc.constantFrom(...samples, "x") },
    { weight: 2, arbitrary: fc.constantFrom(...chosen) },
    fc.string({ ...short, unit: "grapheme-ascii" }),
    fc
      .string({ ...short, unit: "binary" }) // its letters may be of two units each
      .map((text) => text.slice(0, maxLength).toWellFormed().padEnd(minLength, "x")),
  );
}

/** Values just outside a schema's bounds, or of a form that its type does not have. */
export function beyond(schema: JsonSchema): JsonValue[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items } = schema;
  const values: JsonValue[] = ["", 1.5, 2 ** 53, 1e308, -1e308, [], {}, [null], "NaN", "Infinity", "0x10", "1e3"];
  if (minimum !== undefined) values.push(minimum - 1, String(minimum - 1), minimum - 0.5);
  if (maximum !== undefined) values.push(maximum + 1, String(maximum + 1), maximum + 0.5);
  if (minLength !== undefined && minLength > 0) values.push("x".repeat(minLength - 1));
  if (maxLength !== undefined && maxLength <= 1_000_000) values.push("x".repeat(maxLength + 1), "🚀".repeat(maxLength));
  if (minItems !== undefined && minItems > 0) values.push(new Array<JsonValue>(minItems - 1).fill("x"));
  if (maxItems !== undefined && maxItems <= 10_000) values.push(new Array<JsonValue>(maxItems + 1).fill("x"));
  if (items) values.push("x", "[", '["x"]', '[1,"x"]', "{}");
  return values;
}

/** Any JSON, some of it thousands of levels deep. */
export function anyJson(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }) as fc.Arbitrary<JsonValue> },
    { weight: 1, arbitrary: fc.constantFrom<JsonValue[]>(...HOSTILE, -0, 1e21, 1e-7) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }).map(nested) },
  );
}

function nested(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

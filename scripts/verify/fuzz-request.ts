/** Makes requests for the fuzzer: bodies that fit an operation, bodies that nearly fit, and junk of every kind. */
import fc from "fast-check";
import { BODY_LIMITS } from "../../src/surface/body.ts";
import type { JsonValue } from "../../src/tool/json-schema.ts";
import type { Operation } from "../../test/fixture/openapi-document.ts";
import { anyJson, beyond, fittingValue } from "./fuzz-value.ts";
import type { Aliases, Shot } from "./fuzz-verdict.ts";

/** A body in the order in which it is sent; the same key may stand in it twice, and `__proto__` is a key as any other. */
type Entries = readonly (readonly [string, JsonValue])[];

const KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "project",
  "",
  "arguments",
  "Path",
  "path ",
  "$ref",
];
const JSON_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON",
  "application/vnd.x+json",
];
const OTHER_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
];
const ODD_TYPES = ["application/jsonx", "json", "application/", "application/json, text/plain", "text/json", "*/*"];
const OTHER_PATHS = [
  "/tools",
  "/tools/",
  "/tools//",
  "/tools/%E0%A4%A",
  "/tools/%00",
  "/tools/__proto__",
  "/tool",
  "/%2e%2e/nowhere",
];

/**
 * Requests over all operations.
 * @param samples values worth trying, by field name.
 */
export function requests(
  operations: readonly Operation[],
  aliases: Aliases,
  samples: ReadonlyMap<string, readonly JsonValue[]>,
): fc.Arbitrary<Shot> {
  const paths = new Set(operations.map(({ path }) => path));
  const operation = fc.constantFrom(...operations);
  const bodyOf = (text: (operation: Operation) => fc.Arbitrary<string>) =>
    operation.chain((chosen) => text(chosen).map((body) => ({ path: chosen.path, body })));
  const fitting = bodyOf((chosen) => fittingEntries(chosen, samples).map(objectText));
  const shot = (
    kind: string,
    content: fc.Arbitrary<Partial<Shot> & { path: string }>,
    contentType: fc.Arbitrary<string | undefined> = fc.constant("application/json"),
  ): fc.Arbitrary<Shot> =>
    fc
      .record({ content, contentType })
      .map((parts) => ({ kind, method: "POST", body: undefined, contentType: parts.contentType, ...parts.content }));

  return fc.oneof(
    { weight: 32, arbitrary: shot("fitting", fitting, fc.constantFrom(...JSON_TYPES)) },
    {
      weight: 40,
      arbitrary: shot(
        "nearly fitting",
        bodyOf((chosen) => nearlyFitting(chosen, aliases[chosen.id] ?? {}, samples)),
      ),
    },
    { weight: 12, arbitrary: shot("other JSON", bodyOf(otherJson)) },
    {
      weight: 5,
      arbitrary: shot(
        "no JSON",
        fitting.chain(({ path, body }) => brokenText(body).map((broken) => ({ path, body: broken }))),
      ),
    },
    {
      weight: 4,
      arbitrary: shot(
        "other type",
        fitting,
        fc.option(fc.constantFrom(...OTHER_TYPES, ...ODD_TYPES), { nil: undefined }),
      ),
    },
    {
      weight: 3,
      arbitrary: shot(
        "other method",
        operation.chain(({ path }) =>
          fc.constantFrom("GET", "PUT", "PATCH", "DELETE", "OPTIONS").map((method) => ({
            path,
            method,
            body: method === "GET" ? undefined : "{}",
          })),
        ),
      ),
    },
    {
      weight: 3,
      arbitrary: shot(
        "other path",
        fc
          .oneof(
            fc.constantFrom(...OTHER_PATHS),
            fc
              .string({ unit: "grapheme", minLength: 1, maxLength: 80 })
              .map((name) => `/tools/${encodeURIComponent(name)}`),
            operation.chain(({ path }) => fc.constantFrom(`${path}/`, `${path}x`, path.toUpperCase())),
          )
          // With dots a path can lead to the page of "/", which is there.
          .filter((path) => !paths.has(path) && new URL(path, "http://localhost").pathname !== "/")
          .map((path) => ({ path, body: "{}" })),
      ),
    },
    {
      weight: 1,
      arbitrary: shot(
        "large",
        fc
          .tuple(fitting, fc.constantFrom(-1, 0, 1, BODY_LIMITS.bytes))
          .map(([{ path, body }, beyond]) => ({ path, body: padded(body, BODY_LIMITS.bytes + beyond) })),
      ),
    },
  );
}

/** Values by field name that make calls meet something: those of all examples, and for paths the project's own. */
export function samplesOf(operations: readonly Operation[], paths: readonly string[]): Map<string, JsonValue[]> {
  const samples = new Map<string, JsonValue[]>();
  for (const { input, examples } of operations) {
    for (const name of Object.keys(input.properties)) {
      const values = [...(samples.get(name) ?? []), ...examples.flatMap((example) => example[name] ?? [])];
      samples.set(name, name.endsWith("path") ? [...values, ...paths] : values);
    }
  }
  return samples;
}

/** The fields of a body that fits: the required ones, and of the others some. */
function fittingEntries(
  { input }: Operation,
  samples: ReadonlyMap<string, readonly JsonValue[]>,
): fc.Arbitrary<Entries> {
  const entries = Object.entries(input.properties).map(([name, field]) => {
    const entry = fittingValue(field, samples.get(name) ?? []).map((value) => [name, value] as const);
    return input.required?.includes(name) ? entry : fc.option(entry, { nil: undefined });
  });
  return fc.tuple(...entries).map((made) => made.filter((entry) => entry !== undefined));
}

/** One change to a body that fits. By chance it may still fit; the verdict reads the body, not how it was made. */
function nearlyFitting(
  operation: Operation,
  aliases: Readonly<Record<string, string>>,
  samples: ReadonlyMap<string, readonly JsonValue[]>,
): fc.Arbitrary<string> {
  const { input } = operation;
  const field = fc.constantFrom(...Object.entries(input.properties));
  const changed = (made: fc.Arbitrary<{ name: string; value: JsonValue }>) =>
    fc
      .tuple(fittingEntries(operation, samples), made, fc.nat())
      .map(([entries, { name, value }, place]) => put(entries, name, value, place));
  const missing = fc
    .tuple(fittingEntries(operation, samples), fc.constantFrom("none", ...(input.required ?? [])))
    .map(([entries, name]) => entries.filter(([key]) => key !== name));
  const extra = changed(
    fc.record({ name: fc.oneof(fc.constantFrom(...KEYS), fc.string({ unit: "binary" })), value: anyJson() }),
  );
  const wrongType = changed(field.chain(([name]) => anyJson().map((value) => ({ name, value }))));
  const outOfBounds = changed(
    field.chain(([name, schema]) => fc.constantFrom(...beyond(schema)).map((value) => ({ name, value }))),
  );
  const empty = changed(field.map(([name]) => ({ name, value: null })));
  const stringified = changed(
    field.chain(([name, schema]) =>
      fc
        .tuple(fittingValue(schema, samples.get(name)), fc.constantFrom(" ", "", "+", "0"))
        .map(([value, before]) => ({ name, value: before + JSON.stringify(value) })),
    ),
  );
  const twice = fc
    .tuple(fittingEntries(operation, samples), fittingEntries(operation, samples))
    .map(([entries, others]) => [...entries, ...others]);
  const changes = [missing, extra, twice, wrongType, outOfBounds, empty, stringified];
  const names = Object.keys(aliases);
  if (names.length > 0) {
    changes.push(
      fc.constantFrom(...names).chain((alias) => {
        const name = aliases[alias]!;
        const value = fittingValue(input.properties[name]!, samples.get(name));
        return fc
          .tuple(fittingEntries(operation, samples), value, beside(name, names), fc.nat())
          .map(([entries, made, others, place]) => {
            const without = entries.filter(([key]) => key !== name);
            return put([...without, ...others.filter(([key]) => key !== alias)], alias, made, place);
          });
      }),
    );
  }
  return fc.oneof(...changes).map(objectText);
}

/** What may stand beside an alias: nothing, the field itself as null or with a value, or any other alias. */
function beside(field: string, aliases: readonly string[]): fc.Arbitrary<Entries> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<Entries>([]) },
    fc.constantFrom<JsonValue[]>(null, "x", 1).map((value) => [[field, value]] as const),
    fc.tuple(fc.constantFrom(...aliases), fc.constantFrom<JsonValue[]>(null, "x", 1)).map((entry) => [entry]),
  );
}

/** JSON that was not made for the operation, though it may use its field names. */
function otherJson({ input }: Operation): fc.Arbitrary<string> {
  const name = fc.constantFrom(...Object.keys(input.properties), ...KEYS);
  return fc.oneof(
    { weight: 4, arbitrary: fc.json({ stringUnit: "binary" }) },
    { weight: 6, arbitrary: fc.array(fc.tuple(name, anyJson()), { maxLength: 6 }).map(objectText) },
    // As text, because the depth is more than a writer of JSON takes.
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('{"a":', "["), fc.integer({ min: 1_000, max: 200_000 }), name)
        .map(
          ([open, depth, key]) =>
            `{${JSON.stringify(key)}:${open.repeat(depth)}1${(open === "[" ? "]" : "}").repeat(depth)}}`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(name, fc.nat(300_000)).map(([key, size]) => objectText([[key, "é".repeat(size)]])),
    },
  );
}

function brokenText(body: string): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  return fc.oneof(
    fc.nat(Math.max(0, body.length - 1)).map((end) => body.slice(0, end)),
    fc
      .tuple(fc.nat(body.length), fc.constantFrom(",", "}", "'", "//", "NaN", "\u0000", "\ufeff", "\n\n"))
      .map(([place, piece]) => body.slice(0, place) + piece + body.slice(place)),
    fc.constantFrom("", " ", "undefined", "{'a':1}", "{a:1}", "query=x", "<x/>", "01", "[1,]", '{"a":1}{"b":2}'),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => new Uint8Array(bytes)),
  );
}

function put(entries: Entries, name: string, value: JsonValue, place: number): Entries {
  const others = entries.filter(([key]) => key !== name);
  return others.toSpliced(place % (others.length + 1), 0, [name, value]);
}

function objectText(entries: Entries): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}

/** The JSON text, with white space behind it up to a size in bytes. */
function padded(text: string, bytes: number): string {
  return text + " ".repeat(Math.max(0, bytes - Buffer.byteLength(text)));
}

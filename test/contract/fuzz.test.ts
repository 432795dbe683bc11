/** The fuzzer over a real server, and proof that its verdict finds what it is there to find. */
import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { fuzz } from "../../scripts/verify/fuzz.ts";
import { requests } from "../../scripts/verify/fuzz-request.ts";
import { Judge, type Shot } from "../../scripts/verify/fuzz-verdict.ts";
import { PROBLEM_SCHEMA } from "../../src/surface/problem.ts";
import type { JsonSchema } from "../../src/tool/json-schema.ts";
import { type OpenApiDocument, operationsOf } from "../fixture/openapi-document.ts";

const FUZZ_LIMIT_MS = 300_000;

test(
  "a thousand random requests get no reply that the OpenAPI document does not promise",
  async () => {
    const report = await fuzz(1_000, 20_261_129);
    expect(report.failure).toBeUndefined();
    expect(report.requests).toBe(1_000);
    expect(Object.keys(report.statuses)).toEqual(
      expect.arrayContaining(["200", "400", "404", "405", "413", "415", "422"]),
    );
  },
  FUZZ_LIMIT_MS,
);

test("a body that is made to fit does fit, whatever kinds of fields the operation has", () => {
  const [operation] = operationsOf(document());
  const fits = new Ajv2020({ strict: true }).compile(operation!.input);
  const shots = fc.sample(requests([operation!], {}, new Map()), { seed: 1, numRuns: 2_000 });
  const bodies = shots.filter(({ kind }) => kind === "fitting").map(({ body }) => JSON.parse(String(body)));
  expect(bodies.length).toBeGreaterThan(300);
  expect(bodies.filter((body) => !fits(body))).toEqual([]);
  for (const name of Object.keys(operation!.input.properties)) expect(bodies.some((body) => name in body)).toBe(true);
});

describe("The verdict", () => {
  const judge = new Judge(document(), { count: { number: "limit" } });
  const fits = { limit: 3, max_answer_chars: 500 };
  const fieldList = { hint: "Fields: limit (integer, 1 to 9)." };
  const aboutLimit = { errors: [{ pointer: "/limit", message: "It is 3, but the file has 2 lines." }] };

  test("has nothing against the replies that are due", () => {
    expect(judge.fault(post(fits), answer({ count: 1 }))).toBeUndefined();
    for (const lenient of [
      '{"limit":" 3 "}',
      '{"number":3}',
      '{"limit":null,"number":"3"}',
      '{"limit":3,"names":"[\\"a\\"]"}',
    ])
      expect(judge.fault(post(lenient), answer({ count: 1 })), lenient).toBeUndefined();
    for (const wrong of [{}, { limit: 10 }, { limit: 3, other: 1 }, { limit: 3, number: 3 }, { limit: 3.5 }, [], "7"])
      expect(judge.fault(post(wrong), problem(422, fieldList)), JSON.stringify(wrong)).toBeUndefined();
    expect(judge.fault(post(fits), problem(422, aboutLimit))).toBeUndefined();
    expect(judge.fault(post("{"), problem(400))).toBeUndefined();
    expect(judge.fault({ ...post(fits), path: "/tools/none" }, problem(404))).toBeUndefined();
    expect(judge.fault({ ...post(fits), contentType: "text/plain" }, problem(415))).toBeUndefined();
    expect(judge.fault(post(" ".repeat(5_000_000)), problem(413))).toBeUndefined();
  });

  test("finds an answer of another shape, type or size", () => {
    expect(judge.fault(post(fits), answer({ count: "1" }))).toContain("does not fit its schema");
    expect(judge.fault(post(fits), { ...answer({ count: 1 }), headers: typed("text/plain") })).toBe(
      "200 as text/plain",
    );
    expect(judge.fault(post(fits), answer({ count: 1, name: "x".repeat(500) }))).toContain("for a budget of 500");
  });

  test("finds an error that is undeclared, untyped or ours", () => {
    expect(judge.fault(post(fits), problem(418))).toContain("does not declare");
    expect(judge.fault(post(fits), problem(500))).toBe("500");
    expect(judge.fault(post(fits), problem(503))).toBe("503");
    expect(judge.fault(post(fits), { ...problem(404), headers: typed("application/json") })).toContain("404 as");
    expect(judge.fault(post(fits), { ...problem(404), text: '{"error":"x"}' })).toContain("does not fit Problem");
    expect(judge.fault(post(fits), problem(404, { status: 409 }))).toContain("whose body says 409");
    expect(judge.fault({ ...post(fits), method: "PUT" }, problem(405))).toBe("405 without Allow");
  });

  test("finds a body that fits refused, and one that does not fit taken", () => {
    expect(judge.fault(post(fits), problem(422, fieldList))).toContain("for a body that fits");
    expect(judge.fault(post(fits), problem(422))).toContain("names no field");
    expect(judge.fault(post({ limit: 10 }), answer({ count: 1 }))).toContain("should be 422");
    expect(judge.fault(post({ limit: 3, number: 4 }), answer({ count: 1 }))).toContain("should be 422");
    expect(judge.fault(post({ limit: 10 }), problem(404))).toContain("should be 422");
    expect(judge.fault(post("{"), answer({ count: 1 }))).toContain("should be 400");
  });
});

/** One operation, `count`. */
function document(): OpenApiDocument {
  const answerSchema: JsonSchema = {
    type: "object",
    required: ["count"],
    properties: { count: { type: "integer" }, name: { type: "string" } },
  };
  const declared = [400, 404, 413, 415, 422, 500, 503].map((status) => [String(status), problemContent] as const);
  const input = {
    type: "object" as const,
    required: ["limit"],
    additionalProperties: false,
    properties: {
      limit: { type: "integer", minimum: 1, maximum: 9 },
      names: { type: "array", items: { type: "string" } },
      mode: { type: "string", enum: ["a", "b"] },
      ratio: { type: "number", minimum: 0, maximum: 1 },
      exact: { type: "boolean" },
      title: { type: ["string", "null"], maxLength: 5 },
      edits: {
        type: "array",
        minItems: 1,
        maxItems: 3,
        items: {
          type: "object",
          required: ["text"],
          additionalProperties: false,
          properties: {
            text: { type: "string", minLength: 1, maxLength: 9 },
            line: { type: "integer", minimum: 1, maximum: 9 },
          },
        },
      },
      max_answer_chars: { type: "integer" },
    },
  };
  return {
    openapi: "3.1.0",
    paths: {
      "/tools/count": {
        post: {
          operationId: "count",
          summary: "Count",
          "x-openai-isConsequential": false,
          requestBody: { content: { "application/json": { schema: input, examples: {} } } },
          responses: {
            200: { content: { "application/json": { schema: answerSchema } } },
            ...Object.fromEntries(declared),
          },
        },
      },
    },
    components: { schemas: { Problem: PROBLEM_SCHEMA } },
  };
}

const problemContent = { content: { "application/problem+json": { schema: PROBLEM_SCHEMA } } };

function post(body: unknown): Shot {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { kind: "test", method: "POST", path: "/tools/count", contentType: "application/json", body: text };
}

function answer(body: unknown) {
  return { status: 200, headers: typed("application/json"), text: JSON.stringify(body) };
}

function problem(status: number, more: object = {}) {
  const body = {
    type: "urn:waymark:some",
    title: "Some",
    status,
    detail: "It is so.",
    instance: "/",
    code: "some",
    ...more,
  };
  return { status, headers: typed("application/problem+json"), text: JSON.stringify(body) };
}

function typed(type: string): Headers {
  return new Headers({ "content-type": type });
}

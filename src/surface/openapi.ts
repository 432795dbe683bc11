/** The registry as an OpenAPI document, 3.1 or 3.0, from the same schemas that every other surface publishes. */
import { ERROR_CODES } from "../base/error.ts";
import type { ToolEntry } from "../tool/entry.ts";
import type { JsonSchema, ObjectSchema } from "../tool/json-schema.ts";
import { publishedInput } from "../tool/published.ts";
import type { Scene } from "../tool/scene.ts";
import type { App } from "./app.ts";
import { PROBLEM_SCHEMA } from "./problem.ts";

export type OpenApiVersion = "3.1.0" | "3.0.3";

/** The version that the scene's client takes, whichever was asked for. */
export function openApiVersion({ schemas }: Scene, asked: OpenApiVersion): OpenApiVersion {
  return schemas === "actions" ? "3.0.3" : asked;
}

/** @param serverUrl where the document's paths start, such as `http://127.0.0.1:8765`. */
export function openApiDocument(app: App, scene: Scene, openapi: OpenApiVersion, serverUrl: string, hasToken: boolean) {
  const schemaOf = openapi === "3.1.0" ? (schema: JsonSchema) => schema : asOpenApi30;
  const entries = app.registry.list(scene);
  const problems = [...new Set(Object.values(ERROR_CODES).map(({ status }) => status))].filter(
    (status) => status !== 405,
  );
  const errors = Object.fromEntries(
    problems.map((status) => [String(status), { $ref: "#/components/responses/Problem" }]),
  );
  const operation = (entry: ToolEntry) => ({
    operationId: entry.name,
    summary: entry.title,
    description: entry.description,
    tags: [entry.category],
    "x-openai-isConsequential": entry.markers.includes("writes"),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: schemaOf(publishedInput(entry, scene, app.registry.common)),
          examples: Object.fromEntries(
            entry.examples.map(({ title, input }, index) => [`example${index + 1}`, { summary: title, value: input }]),
          ),
        },
      },
    },
    responses: {
      "200": {
        description: "The answer, in the fullest form that fits the budget.",
        content: {
          "application/json": { schema: schemaOf(envelopeSchema(entry, app.envelope)) },
          "text/event-stream": {
            schema: {
              type: "string",
              description: "With `Accept: text/event-stream`: events `progress`, then `result` or `problem`.",
            },
          },
        },
      },
      ...errors,
    },
  });
  return {
    openapi,
    info: {
      title: "Waymark",
      version: app.version,
      description: "What a senior engineer knows of a project, as tools for AI agents.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: serverUrl }],
    security: hasToken ? [{ bearer: [] }] : [],
    tags: [...new Set(entries.map(({ category }) => category))].map((name) => ({
      name,
      description: `Tools for ${name}.`,
    })),
    paths: Object.fromEntries(entries.map((entry) => [`/tools/${entry.name}`, { post: operation(entry) }])),
    components: {
      responses: {
        Problem: {
          description: "What went wrong and what to do next.",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      schemas: { Problem: schemaOf(PROBLEM_SCHEMA) },
      ...(hasToken && { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } }),
    },
  };
}

/** The envelope of one tool: `answer` has the shape of the stage that `detail` names. */
export function envelopeSchema(entry: ToolEntry, envelope: ObjectSchema): ObjectSchema {
  return {
    type: "object",
    required: ["detail", "answer"],
    properties: {
      detail: {
        type: "string",
        enum: entry.stages.map(({ name }) => name),
        description: "`full`, or the shorter form that fitted.",
      },
      answer: anyOf(entry.stages.map(({ schema }) => schema)),
      ...envelope.properties,
    },
  };
}

/** Stages that only have fewer rows have one shape. */
function anyOf(schemas: readonly ObjectSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 1 ? different[0]! : { anyOf: different };
}

/** OpenAPI 3.0 has no type lists and no `const`: null becomes `nullable`, a constant an enum of one. */
function asOpenApi30(schema: JsonSchema): JsonSchema {
  const { type, const: constant, properties, items, anyOf, ...rest } = schema;
  const types = [type ?? []].flat();
  const branches = anyOf?.filter((branch) => branch.type !== "null").map(asOpenApi30);
  const isNullable = types.includes("null") || branches?.length !== anyOf?.length;
  const [only] = types.filter((name) => name !== "null");
  return {
    ...(branches?.length === 1 ? branches[0] : branches && { anyOf: branches }),
    ...rest,
    ...(only !== undefined && { type: only }),
    ...(constant !== undefined && { enum: [constant] }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, asOpenApi30(field)])),
    }),
    ...(items && { items: asOpenApi30(items) }),
    ...(isNullable && { nullable: true }),
  };
}

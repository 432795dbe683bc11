/** zod -> JSON Schema: the one place where it happens. */
import { z } from "zod";
import { ANSWER_CHARS } from "../tool/answer.ts";
import type { Tool } from "../tool/define.ts";
import type { ToolEntry } from "../tool/entry.ts";
import { evidenceSchema } from "../tool/evidence.ts";
import { type FieldRole, fieldRoles } from "../tool/field.ts";
import type { JsonSchema, ObjectSchema } from "../tool/json-schema.ts";
import type { CommonFields } from "../tool/published.ts";

/** The fields that scenes add to tools. */
export const COMMON_FIELDS: CommonFields = {
  project: jsonSchema(
    z.string().min(1).max(4096).describe("Project, by name or absolute path; needed when several are open."),
    "input",
  ),
  max_answer_chars: jsonSchema(
    z.int().min(ANSWER_CHARS.min).max(ANSWER_CHARS.max).describe("Budget of the answer, in characters."),
    "input",
  ),
};

/** A tool's definition as data. `load` gives the tool itself. */
export function describeTool(tool: Tool, load: () => Promise<Tool>): ToolEntry {
  const roles: Record<string, FieldRole> = {};
  for (const [name, field] of Object.entries(tool.input.shape)) {
    const role = roleOf(field as z.ZodType);
    if (role) roles[name] = role;
  }
  return {
    name: tool.name,
    title: tool.title,
    category: tool.category,
    description: tool.description,
    markers: tool.markers,
    needs: tool.needs,
    aliases: tool.aliases,
    result: tool.result,
    examples: tool.examples,
    input: objectSchema(tool.input, "input"),
    roles,
    stages: [{ name: "full", schema: objectSchema(tool.output, "output") }].concat(
      tool.stages.map(({ name, schema }) => ({ name, schema: objectSchema(schema, "output") })),
    ),
    load,
  };
}

/** The envelope around an answer, without the two fields that depend on the tool. */
export const ENVELOPE: ObjectSchema = objectSchema(evidenceSchema, "output");

/** The role of a field, through the wrappers that zod puts around it. */
function roleOf(field: z.ZodType): FieldRole | undefined {
  const own = fieldRoles.get(field)?.role;
  if (own) return own;
  const inner = (field as { def?: { innerType?: z.ZodType } }).def?.innerType;
  return inner ? roleOf(inner) : undefined;
}

function objectSchema(schema: z.ZodObject, io: "input" | "output"): ObjectSchema {
  const made = jsonSchema(schema, io);
  return { ...made, type: "object", properties: made.properties ?? {} };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "throw",
    reused: "inline",
  });
  return withoutSafeBounds(made as JsonSchema);
}

/** zod bounds every integer by what a double holds exactly; without a limit of ours that is noise for a model. */
function withoutSafeBounds(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, properties, items, anyOf, ...rest } = schema;
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, withoutSafeBounds(field)]),
      ),
    }),
    ...(items && { items: withoutSafeBounds(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutSafeBounds) }),
  };
}

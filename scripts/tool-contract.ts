/** What every tool must keep besides its types: names, lengths, bounds and shapes that the tightest client accepts. */
import type { Tool } from "../src/tool/define.ts";
import type { ToolEntry } from "../src/tool/entry.ts";
import type { JsonSchema, ObjectSchema } from "../src/tool/json-schema.ts";

const TOOL_NAME = /^[a-z][a-z0-9_]{2,39}$/;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const FORBIDDEN_WORDS = [
  "$ref",
  "$defs",
  "definitions",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "const",
  "prefixItems",
  "patternProperties",
  "propertyNames",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];
/** What is left of 500 characters for the answer of the last stage, beside the fullest envelope. */
const LAST_STAGE_CHARS = 140;

/** Every way in which a tool breaks the contract; empty when it keeps it. */
export function contractFaults(tool: Tool, entry: ToolEntry, fileName: string): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, fault: string) => {
    if (!holds) faults.push(`${tool.name}: ${fault}`);
  };
  const [firstParagraph = ""] = tool.description.split("\n\n");
  must(TOOL_NAME.test(tool.name), `the name must match ${TOOL_NAME}`);
  must(tool.name === fileName, `the file must be named after the tool, but it is ${fileName}.ts`);
  must(!tool.name.includes("waymark"), "the name must not repeat the server's");
  must(tool.title.length > 0 && tool.title.length <= 60, "the title must have 1 to 60 characters");
  must(firstParagraph.length <= 300, `the first paragraph has ${firstParagraph.length} characters; at most 300`);
  must(Buffer.byteLength(tool.description) < 1024, "the description must stay below 1 KB");
  must(/^[^.]{10,}[.:]/.test(tool.description), "the description must open with a sentence");
  must(tool.narrower.length > 0 && tool.narrower.length <= 120, "`narrower` must have 1 to 120 characters");

  const fields = Object.entries(entry.input.properties);
  must(fields.length <= 10, `it has ${fields.length} fields; at most 10`);
  must(entry.input.additionalProperties === false, "the input must be a strict object");
  for (const [name, field] of fields)
    faults.push(...fieldFaults(name, field, 1).map((fault) => `${tool.name}: ${fault}`));
  for (const [alias, target] of Object.entries(tool.aliases)) {
    must(!(alias in entry.input.properties), `alias "${alias}" is a field`);
    must(target in entry.input.properties, `alias "${alias}" leads to no field`);
  }
  for (const example of tool.examples) {
    const parsed = tool.input.safeParse(example.input);
    must(parsed.success, `example "${example.title}" does not fit the input: ${parsed.error?.message}`);
  }
  const stageNames = entry.stages.map(({ name }) => name);
  must(new Set(stageNames).size === stageNames.length, "stage names must differ, and `full` is taken");
  const longest = worstSize(entry.stages.at(-1)!.schema);
  must(
    longest <= LAST_STAGE_CHARS,
    `the last stage can have ${longest} characters; at most ${LAST_STAGE_CHARS}, so bound its fields`,
  );
  return faults;
}

function fieldFaults(name: string, field: JsonSchema, depth: number): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, fault: string) => {
    if (!holds) faults.push(`field "${name}" ${fault}`);
  };
  must(FIELD_NAME.test(name), `must match ${FIELD_NAME}`);
  must(depth > 2 || (field.description ?? "").length > 0, "has no description");
  must((field.description ?? "").length <= 300, "has a description above 300 characters");
  must(typeof field.type === "string", "must have exactly one type");
  must(depth <= 3, "is nested too deep");
  for (const word of FORBIDDEN_WORDS) must(!(word in field), `uses "${word}", which some client refuses`);
  must((field.enum?.length ?? 0) <= 50, "has more than 50 choices");
  must(!field.pattern?.includes("(?"), "has a pattern that some engine refuses");
  if (field.type === "integer" || field.type === "number") {
    must(field.minimum !== undefined && field.maximum !== undefined, "must have a minimum and a maximum");
  }
  if (field.type === "string" && !field.enum) must(field.maxLength !== undefined, "must have a largest length");
  if (field.type === "array") {
    must(field.maxItems !== undefined, "must have a largest number of items");
    if (field.items) faults.push(...fieldFaults(name, { description: "item", ...field.items }, depth + 1));
  }
  for (const [inner, schema] of Object.entries(field.properties ?? {}))
    faults.push(...fieldFaults(`${name}.${inner}`.split(".").at(-1)!, schema, depth + 1));
  return faults;
}

/** The most characters that a value of this schema can have as JSON. Strings are counted as fully escaped. */
export function worstSize(schema: JsonSchema): number {
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length));
  switch (schema.type) {
    case "integer":
      return 16;
    case "boolean":
      return 5;
    case "string":
      return 2 + 6 * (schema.maxLength ?? Number.POSITIVE_INFINITY);
    case "array":
      return 2 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (1 + worstSize(schema.items ?? {}));
    case "object":
      return Object.entries((schema as ObjectSchema).properties ?? {}).reduce(
        (sum, [name, field]) => sum + name.length + 4 + worstSize(field),
        1 + 1,
      );
    default:
      return Number.POSITIVE_INFINITY;
  }
}

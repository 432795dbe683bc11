/**
 * Writes the generated files: the list of tools with their JSON Schemas, the imports of embedded resources, and the JSON
 * Schemas of the settings files.
 * `--check` writes nothing and fails when a file on disk differs. A tool that breaks the contract stops it.
 */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { projectFileSchema, userFileSchema } from "../src/settings/schema.ts";
import { COMMON_FIELDS, describeTool, ENVELOPE } from "../src/surface/schema.ts";
import type { Tool } from "../src/tool/define.ts";
import { contractFaults } from "./tool-contract.ts";

const root = join(import.meta.dir, "..");
const HEADER = "// Written by scripts/gen.ts; do not edit.\n";

/** Every generated file, by its path in the repository. */
export async function generatedFiles(): Promise<Record<string, string>> {
  return {
    "src/tools/_all.gen.ts": await toolList(),
    "src/prompt/_builtin.gen.ts": sceneImports(),
    "src/prompt/_prompts.gen.ts": promptImports(),
    "src/language/_builtin.gen.ts": languageImports(),
    "src/store/_migrations.gen.ts": migrationImports(),
    "resources/schemas/settings.schema.json": settingsSchema("Waymark settings: the user's file", userFileSchema),
    "resources/schemas/project.schema.json": settingsSchema(
      "Waymark settings: a repository's .waymark/project.yaml and .waymark/local.yaml",
      projectFileSchema,
    ),
  };
}

/** What editors check a settings file against. */
function settingsSchema(title: string, schema: z.ZodType): string {
  const published = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  const { $schema, ...rest } = published;
  return `${JSON.stringify({ $schema, title, $comment: "Written by scripts/gen.ts; do not edit.", ...rest }, null, 2)}\n`;
}

async function toolList(): Promise<string> {
  const names = filesIn("src/tools", ".ts").filter((name) => !name.startsWith("_"));
  const faults: string[] = [];
  const entries: string[] = [];
  for (const name of names) {
    const { default: tool } = (await import(`../src/tools/${name}.ts`)) as { default: Tool };
    const { load: _, ...entry } = describeTool(tool, async () => tool);
    faults.push(...contractFaults(tool, { ...entry, load: async () => tool }, name));
    entries.push(`  { ...${JSON.stringify(entry)}, load: async () => (await import("./${name}.ts")).default }`);
  }
  if (faults.length > 0) throw new Error(`Tools break the contract:\n${faults.join("\n")}`);
  return `${HEADER}import type { ToolEntry } from "../tool/entry.ts";
import type { ObjectSchema } from "../tool/json-schema.ts";
import type { CommonFields } from "../tool/published.ts";

export const COMMON_FIELDS: CommonFields = ${JSON.stringify(COMMON_FIELDS)};

export const ENVELOPE: ObjectSchema = ${JSON.stringify(ENVELOPE)};

export const TOOLS: readonly ToolEntry[] = [
${entries.join(",\n")},
];
`;
}

function sceneImports(): string {
  const kinds = ["contexts", "modes"].map((kind) => ({ kind, ids: filesIn(`resources/${kind}`, ".yaml") }));
  const variable = (kind: string, id: string) => `${kind}_${id.replaceAll("-", "_")}`;
  const imports = kinds.flatMap(({ kind, ids }) =>
    ids.map((id) => `import ${variable(kind, id)} from "#resources/${kind}/${id}.yaml";`),
  );
  const tables = kinds.map(
    ({ kind, ids }) =>
      `  ${kind}: {\n${ids.map((id) => `    ${JSON.stringify(id)}: ${variable(kind, id)},`).join("\n")}\n  },`,
  );
  return `${HEADER}${imports.join("\n")}\n\nexport const BUILTIN = {\n${tables.join("\n")}\n} as const;\n`;
}

function promptImports(): string {
  const [offers, templates] = [filesIn("resources/prompts", ".yaml"), filesIn("resources/prompts", ".eta")];
  const bare = offers.find((id) => !templates.includes(id));
  if (bare) throw new Error(`resources/prompts/${bare}.yaml has no template ${bare}.eta beside it.`);
  const variable = (kind: string, id: string) => `${kind}_${id.replaceAll("-", "_")}`;
  const imports = [
    ...offers.map((id) => `import ${variable("offer", id)} from "#resources/prompts/${id}.yaml";`),
    ...templates.map(
      (id) => `import ${variable("template", id)} from "#resources/prompts/${id}.eta" with { type: "text" };`,
    ),
  ].join("\n");
  const rows = (kind: string, ids: readonly string[]) =>
    ids.map((id) => `  ${JSON.stringify(id)}: ${variable(kind, id)},`).join("\n");
  return `${HEADER}${imports}

export const OFFERS: Record<string, unknown> = {\n${rows("offer", offers)}\n};

export const TEMPLATES: Record<string, string> = {\n${rows("template", templates)}\n};
`;
}

function languageImports(): string {
  const ids = filesIn("resources/languages", ".yaml");
  const variable = (id: string) => `language_${id.replaceAll("-", "_")}`;
  const imports = ids.map((id) => `import ${variable(id)} from "#resources/languages/${id}.yaml";`).join("\n");
  const rows = ids.map((id) => `  ${JSON.stringify(id)}: ${variable(id)},`).join("\n");
  return `${HEADER}${imports}\n\nexport const LANGUAGES: Record<string, unknown> = {\n${rows}\n};\n`;
}

function migrationImports(): string {
  const databases = readdirSync(join(root, "resources/migrations")).sort();
  const lines: string[] = [];
  const tables: string[] = [];
  for (const database of databases) {
    const files = filesIn(`resources/migrations/${database}`, ".sql");
    for (const [index, file] of files.entries()) {
      if (Number(file.slice(0, 4)) !== index + 1) throw new Error(`Migration ${database}/${file} leaves a gap.`);
      lines.push(
        `import ${database}_${file.slice(0, 4)} from "#resources/migrations/${database}/${file}.sql" with { type: "text" };`,
      );
    }
    const rows = files.map((file) => `{ number: ${Number(file.slice(0, 4))}, sql: ${database}_${file.slice(0, 4)} }`);
    tables.push(`  ${database}: [${rows.join(", ")}],`);
  }
  return `${HEADER}import type { Migration } from "./open.ts";\n${lines.join("\n")}\n
export const MIGRATIONS: Record<${databases.map((name) => JSON.stringify(name)).join(" | ")}, readonly Migration[]> = {\n${tables.join("\n")}\n};\n`;
}

/** Names without suffix, in a fixed order. */
function filesIn(folder: string, suffix: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(suffix) && !name.endsWith(".gen.ts"))
    .map((name) => basename(name, suffix))
    .sort();
}

if (import.meta.main) {
  const isCheck = process.argv.includes("--check");
  const stale: string[] = [];
  for (const [path, text] of Object.entries(await generatedFiles())) {
    const file = Bun.file(join(root, path));
    if ((await file.exists()) && (await file.text()) === text) continue;
    stale.push(path);
    if (!isCheck) await Bun.write(file, text);
  }
  if (stale.length > 0) console.log(`${isCheck ? "Out of date (run `bun run gen`)" : "Written"}: ${stale.join(", ")}`);
  if (isCheck && stale.length > 0) process.exit(1);
}

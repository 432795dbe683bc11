/**
 * Writes the generated files: the list of tools with their JSON Schemas, the imports of embedded resources, and the JSON
 * Schemas of the settings files.
 * `--check` writes nothing and fails when a file on disk differs. A tool that breaks the contract stops it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import wabt from "wabt";
import { Query } from "web-tree-sitter";
import { z } from "zod";
import { serverSchema } from "../src/language/server-spec.ts";
import { languageSchema } from "../src/language/spec.ts";
import { projectFileSchema, userFileSchema } from "../src/settings/schema.ts";
import { COMMON_FIELDS, describeTool, ENVELOPE } from "../src/surface/schema.ts";
import { grammarNamed } from "../src/syntax/grammar.ts";
import type { Tool } from "../src/tool/define.ts";
import type { ToolEntry } from "../src/tool/entry.ts";
import { referenceDocs } from "./reference-docs.ts";
import { sceneDocs } from "./scene-docs.ts";
import { contractFaults } from "./tool-contract.ts";

const root = join(import.meta.dir, "..");
const HEADER = "// Written by scripts/gen.ts; do not edit.\n";

/** Every generated file, by its path in the repository. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const tools = await allTools();
  return {
    "src/tools/_all.gen.ts": toolList(tools),
    ...sceneDocs(tools),
    ...referenceDocs(tools),
    "src/prompt/_builtin.gen.ts": sceneImports(),
    "src/prompt/_prompts.gen.ts": promptImports(),
    "src/language/_builtin.gen.ts": await languageTables(),
    "src/syntax/_names.gen.ts": await syntaxNames(),
    "src/client/_clients.gen.ts": clientImports(),
    "src/surface/dashboard/_templates.gen.ts": templateImports(),
    "src/store/_migrations.gen.ts": migrationImports(),
    "src/index/_kernel.gen.ts": await compiledWat("resources/vector/kernel.wat", "KERNEL"),
    "src/embed/_sum.gen.ts": await compiledWat("resources/embedding/sum.wat", "SUM"),
    "src/syntax/_grammars.gen.ts": await grammarImports(),
    "src/syntax/_queries.gen.ts": await queryImports(),
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

async function allTools(): Promise<ToolEntry[]> {
  const names = filesIn("src/tools", ".ts").filter((name) => !name.startsWith("_"));
  const faults: string[] = [];
  const entries: ToolEntry[] = [];
  for (const name of names) {
    const { default: tool } = (await import(`../src/tools/${name}.ts`)) as { default: Tool };
    const entry = describeTool(tool, async () => tool);
    faults.push(...contractFaults(tool, entry, name));
    entries.push(entry);
  }
  if (faults.length > 0) throw new Error(`Tools break the contract:\n${faults.join("\n")}`);
  return entries;
}

function toolList(tools: readonly ToolEntry[]): string {
  const entries = tools.map(({ load: _, ...entry }) => {
    const load = `async () => (await import("./${entry.name}.ts")).default`;
    return `  { ...${JSON.stringify(entry)}, load: ${load} }`;
  });
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

function clientImports(): string {
  const ids = filesIn("resources/clients", ".yaml");
  const variable = (id: string) => id.replaceAll("-", "_");
  const imports = ids.map((id) => `import ${variable(id)} from "#resources/clients/${id}.yaml";`);
  const rows = ids.map((id) => `  ${JSON.stringify(id)}: ${variable(id)},`);
  return `${HEADER}${imports.join("\n")}\n\nexport const CLIENTS: Record<string, unknown> = {\n${rows.join("\n")}\n};\n`;
}

/** Pages of the dashboard and their parts. */
function templateImports(): string {
  const ids = filesIn("resources/dashboard", ".eta");
  const variable = (id: string) => `template_${id.replaceAll("-", "_")}`;
  const imports = ids.map(
    (id) => `import ${variable(id)} from "#resources/dashboard/${id}.eta" with { type: "text" };`,
  );
  const rows = ids.map((id) => `  ${JSON.stringify(id)}: ${variable(id)},`);
  return `${HEADER}${imports.join("\n")}\n\nexport const TEMPLATES: Readonly<Record<string, string>> = {\n${rows.join("\n")}\n};\n`;
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

/** As objects that were checked and have their defaults, one a line: so each process and worker has them at once. */
async function languageTables(): Promise<string> {
  const rows = async (folder: string, schema: typeof languageSchema | typeof serverSchema) => {
    const ids = filesIn(`resources/${folder}`, ".yaml");
    const entries = ids.map(async (id) => {
      const path = `resources/${folder}/${id}.yaml`;
      const parsed = schema.safeParse(Bun.YAML.parse(await Bun.file(join(root, path)).text()));
      if (!parsed.success) throw new Error(`${path} does not fit: ${z.prettifyError(parsed.error)}`);
      if (parsed.data.id !== id) throw new Error(`${path} has the id "${parsed.data.id}"; both must be the same.`);
      return `  ${JSON.stringify(id)}: ${JSON.stringify(parsed.data)},`;
    });
    return (await Promise.all(entries)).join("\n");
  };
  return `${HEADER}import type { ServerSpec } from "./server-spec.ts";
import type { Language } from "./spec.ts";

export const LANGUAGES: Readonly<Record<string, Language>> = {\n${await rows("languages", languageSchema)}\n};

export const SERVERS: Readonly<Record<string, ServerSpec>> = {\n${await rows("servers", serverSchema)}\n};\n`;
}

/** By themselves: what they name takes a while to load. */
async function syntaxNames(): Promise<string> {
  const grammars = Object.keys(Bun.YAML.parse(await Bun.file(join(root, "resources/grammars.yaml")).text()) as object);
  return `${HEADER}export const GRAMMAR_NAMES: readonly string[] = ${JSON.stringify(grammars.sort())};

export const QUERY_NAMES: readonly string[] = ${JSON.stringify(filesIn("resources/queries", ".scm"))};\n`;
}

async function grammarImports(): Promise<string> {
  const packages = Bun.YAML.parse(await Bun.file(join(root, "resources/grammars.yaml")).text()) as Record<
    string,
    string
  >;
  const names = Object.keys(packages).sort();
  const imports = names.map(
    (name) => `import grammar_${name} from ${JSON.stringify(packages[name])} with { type: "file" };`,
  );
  const rows = names.map((name) => `  ${JSON.stringify(name)}: grammar_${name},`).join("\n");
  return `${HEADER}import runtime from "web-tree-sitter/web-tree-sitter.wasm" with { type: "file" };\n${imports.join("\n")}

/** Path of the parser's runtime. */
export const RUNTIME: string = runtime;

/** Grammar -> path of its WebAssembly file. */
export const GRAMMARS: Readonly<Record<string, string>> = {\n${rows}\n};\n`;
}

/** A query may begin with lines `; inherits: other`, whose patterns then come behind its own. */
async function queryImports(): Promise<string> {
  const folder = join(root, "resources/queries");
  const names = filesIn("resources/queries", ".scm");
  const inherited = new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, `${name}.scm`), "utf8");
      return [name, [...text.matchAll(/^; inherits: (\S+)$/gm)].map(([, other]) => other!)] as const;
    }),
  );
  const parts = (name: string): string[] => {
    const others = inherited.get(name);
    if (!others) throw new Error(`A query inherits from "${name}", but there is no resources/queries/${name}.scm.`);
    return [name, ...others.flatMap(parts)];
  };
  await assertQueriesFit((name) =>
    parts(name)
      .map((part) => readFileSync(join(folder, `${part}.scm`), "utf8"))
      .join("\n"),
  );
  const variable = (name: string) => `query_${name.replaceAll("-", "_")}`;
  const imports = names.map(
    (name) => `import ${variable(name)} from "#resources/queries/${name}.scm" with { type: "text" };`,
  );
  const rows = names.map((name) => `  ${JSON.stringify(name)}: [${parts(name).map(variable).join(", ")}].join("\\n"),`);
  return `${HEADER}${imports.join("\n")}

/** Query -> its text, with what it inherits. */
export const QUERIES: Readonly<Record<string, string>> = {\n${rows.join("\n")}\n};\n`;
}

/** Every query must be one of the grammars that it is used with. */
async function assertQueriesFit(textOf: (query: string) => string): Promise<void> {
  for (const id of filesIn("resources/languages", ".yaml")) {
    const raw: unknown = Bun.YAML.parse(await Bun.file(join(root, `resources/languages/${id}.yaml`)).text());
    const { syntax } = languageSchema.parse(raw);
    if (!syntax) continue;
    const { grammar: usual, grammars = {}, query: usualQuery = id, queries = {} } = syntax;
    for (const suffix of ["", ...Object.keys({ ...grammars, ...queries })]) {
      const grammar = grammars[suffix] ?? usual;
      const query = queries[suffix] ?? usualQuery;
      try {
        new Query(await grammarNamed(grammar), textOf(query)).delete();
      } catch (error) {
        throw new Error(`resources/queries/${query}.scm does not fit the grammar ${grammar}: ${error}`, {
          cause: error,
        });
      }
    }
  }
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

/** WebAssembly for inner loops: a kilobyte or so, so it lies in the code itself. */
async function compiledWat(name: string, constant: string): Promise<string> {
  const text = await Bun.file(join(root, name)).text();
  const parsed = (await wabt()).parseWat(name, text, { simd: true });
  try {
    parsed.validate();
    const bytes = new Uint8Array(parsed.toBinary({}).buffer);
    return `${HEADER}
/** ${name}, compiled, in base64. */
export const ${constant} = ${JSON.stringify(bytes.toBase64())};\n`;
  } finally {
    parsed.destroy();
  }
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

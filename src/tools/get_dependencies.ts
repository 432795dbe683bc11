/** The tool `get_dependencies`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { type KnownDependencies, knownDependencies } from "../symbol/dependencies.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** Most edges of each direction in one answer; the others are counted. */
const EDGES_SHOWN = 1_000;
const NAMES_SHOWN = 30;
const FOLDERS_SHOWN = 8;

const edge = z.object({
  from: z.string().describe("The importing file."),
  to: z.string().describe("The imported file; a package's folder ends with a slash."),
  lines: z.array(z.int()).describe("Lines of the imports, 1-based."),
  names: z.array(z.string()).describe("What is taken from it, where that is written out."),
  ambiguous: z.boolean().optional().describe("One of several files is meant; which one, the import does not say."),
});

const counts = z.object({
  imports: z.int(),
  importers: z.int(),
  outside: z.int(),
  unknown: z.int(),
});

const folders = z.array(z.object({ folder: z.string(), files: z.int() }));

export default defineTool({
  name: "get_dependencies",
  title: "See imports and importers",
  category: "search",
  description:
    "Shows which files a file or folder imports, which import it, and which outside packages it uses, each with the names taken. Use it before you move, split or change a module's interface. For a folder: only what crosses its border.",
  markers: [],
  needs: ["project", "symbols", "index"],
  input: z.strictObject({
    path: pathField("File or folder, relative to the project root."),
    direction: z
      .enum(["both", "imports", "importers"])
      .default("both")
      .describe("imports: what it uses; importers: who uses it."),
  }),
  output: z.object({
    path: z.string(),
    imports: z.array(edge),
    importers: z.array(edge),
    outside: z.array(z.object({ module: z.string(), files: z.int().describe("Files there that import it.") })),
    unknown: z
      .array(z.object({ from: z.string(), source: z.string(), line: z.int() }))
      .describe("Imports whose file was not found."),
    counts,
  }),
  aliases: { relative_path: "path", file_path: "path", file: "path" },
  examples: [
    { title: "both ways", input: { path: "src/cart.ts" } },
    { title: "who uses a folder", input: { path: "src", direction: "importers" } },
  ],
  narrower: "Give one direction, or a file in place of a folder.",

  async run({ path, direction }, use) {
    const want = { imports: direction !== "importers", importers: direction !== "imports" };
    const known = await knownDependencies(path, want, use);
    const { imports, importers, outside, unknown, source, generation, pending, reason } = known;
    return {
      source,
      ...(generation !== undefined && { generation }),
      ...(pending !== undefined && pending > 0 && { pending_files: pending }),
      total: imports.length + importers.length,
      is_truncated: [imports, importers, outside, unknown].some(({ length }) => length > EDGES_SHOWN),
      ...(reason !== undefined && { complete: false as const, reason }),
      ...hintFor(known, path, use),
      answer: {
        path,
        imports: shownEdges(imports),
        importers: shownEdges(importers),
        outside: outside.slice(0, EDGES_SHOWN),
        unknown: unknown.slice(0, EDGES_SHOWN),
        counts: {
          imports: imports.length,
          importers: importers.length,
          outside: outside.length,
          unknown: unknown.length,
        },
      },
    };
  },

  text: ({ path, imports, importers, outside, unknown, counts }) => {
    const edges = (list: readonly Edge[], end: "to" | "from") => list.map((one) => `  ${edgeText(one, end, path)}`);
    return (
      [
        ...section(`${visibleName(path)} imports`, counts.imports, edges(imports, "to")),
        ...section(
          "outside",
          counts.outside,
          outside.length > 0
            ? [
                `  ${outside.map(({ module, files }) => visibleName(module) + (files > 1 ? ` (${files})` : "")).join(", ")}`,
              ]
            : [],
        ),
        ...section(
          "not found",
          counts.unknown,
          unknown.map(({ from, source, line }) => `  ${visibleName(source)} (${placeText(from, [line], path)})`),
        ),
        ...section("imported by", counts.importers, edges(importers, "from")),
      ].join("\n") || "No imports."
    );
  },

  ladder: (stage) => [
    stage(
      "files",
      z.object({
        imports: z.array(z.string()),
        importers: z.array(z.string()),
        outside: z.array(z.string()),
        counts,
      }),
      ({ imports, importers, outside, counts }) => ({
        imports: unique(imports.map(({ to }) => to)),
        importers: unique(importers.map(({ from }) => from)),
        outside: outside.map(({ module }) => module),
        counts,
      }),
      ({ imports, importers, outside, counts }) =>
        [
          ...section("imports", counts.imports, imports.map(visibleName)),
          ...section("outside", counts.outside, outside.map(visibleName)),
          ...section("imported by", counts.importers, importers.map(visibleName)),
        ].join("\n"),
    ),
    stage(
      "folders",
      z.object({ imports: folders, importers: folders, counts }).describe("Those with most files."),
      ({ imports, importers, counts }) => ({
        imports: byFolder(imports.map(({ to }) => to)),
        importers: byFolder(importers.map(({ from }) => from)),
        counts,
      }),
      ({ imports, importers, counts }) =>
        [
          ...section("imports", counts.imports, imports.map(folderText)),
          ...section("imported by", counts.importers, importers.map(folderText)),
        ].join("\n"),
    ),
    stage("count", counts, ({ counts }) => counts),
  ],
});

type Edge = z.output<typeof edge>;

function shownEdges(edges: KnownDependencies["imports"]): z.input<typeof edge>[] {
  return edges.slice(0, EDGES_SHOWN).map(({ isAmbiguous, names, ...rest }) => ({
    ...rest,
    names: names.slice(0, NAMES_SHOWN),
    ...(isAmbiguous && { ambiguous: true }),
  }));
}

/** The other end of an edge; the near end only where it is not what was asked about. */
function edgeText({ from, to, lines, names, ambiguous }: Edge, end: "to" | "from", path: string): string {
  const other = end === "to" ? to : from;
  const near = end === "from" && to !== path ? ` -> ${visibleName(to)}` : "";
  const taken = names.length > 0 ? `: ${names.map(visibleName).join(", ")}` : "";
  const place = end === "to" ? placeText(from, lines, path) : `line ${lines.join(", ")}`;
  return `${visibleName(other)}${near} (${place})${taken}${ambiguous ? " [one of several]" : ""}`;
}

function placeText(from: string, lines: readonly number[], path: string): string {
  const where = `line ${lines.join(", ")}`;
  return from === path ? where : `${visibleName(from)} ${where}`;
}

function section(title: string, count: number, lines: readonly string[]): string[] {
  return count > 0 ? [`${title} ${count}:`, ...lines] : [];
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

function byFolder(paths: readonly string[]): z.output<typeof folders> {
  return [...Map.groupBy(unique(paths), (path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) || ".")]
    .map(([folder, { length }]) => ({ folder, files: length }))
    .sort((a, b) => b.files - a.files)
    .slice(0, FOLDERS_SHOWN);
}

function folderText({ folder, files }: { folder: string; files: number }): string {
  return `${visibleName(folder)}/ ${files}`;
}

function hintFor(
  { imports, importers, outside, unknown }: KnownDependencies,
  path: string,
  { project, symbols }: Parameters<typeof knownDependencies>[2],
): { hint?: string } {
  if (imports.length + importers.length + outside.length + unknown.length > 0) return {};
  if (path === ".") return {};
  const language = project.catalog.of(path);
  if (language && !symbols.has(project, path)) return { hint: "Imports of files in this language are not read." };
  return { hint: "No import crosses there; find_references finds uses that need none, search_for_pattern finds text." };
}

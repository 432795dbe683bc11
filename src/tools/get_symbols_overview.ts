/** The tool `get_symbols_overview`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { kindSchema, outlineText, rowsBelow, type SymbolRow, symbolRow } from "../symbol/outline.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

const ROWS_SHOWN = 2_000;

const kindCounts = z
  .array(z.object({ kind: kindSchema, count: z.int() }))
  .describe("How many of each kind, shown or not; most frequent first.");

const bareRow = symbolRow.omit({ signature: true });

export default defineTool({
  name: "get_symbols_overview",
  title: "Outline a file",
  category: "symbols",
  description:
    "Shows the symbols of a source file: classes, methods, functions, with their lines and signatures, without bodies. Use it before you read a file; then read the symbols you need with find_symbol.",
  markers: ["core", "symbolic"],
  needs: ["project", "symbols"],
  input: z.strictObject({
    path: pathField("Source file."),
    depth: z.int().min(0).max(20).default(1).describe("Levels below the top ones: 0 shows those alone."),
    kinds: z.array(kindSchema).max(40).optional().describe("Only these, such as class, method."),
  }),
  output: z.object({
    path: z.string(),
    language: z.string(),
    total_lines: z.int(),
    hash: z.string().describe("Content hash of the file."),
    symbols: z.array(symbolRow).describe("In the order of the file, each before those below it."),
    kinds: kindCounts,
  }),
  aliases: { relative_path: "path", file_path: "path", file: "path", max_depth: "depth" },
  examples: [
    { title: "a file", input: { path: "src/cart.ts" } },
    { title: "a file of many kinds", input: { path: "src/register.ts" } },
    {
      title: "its classes and functions alone",
      input: { path: "src/cart.ts", depth: 0, kinds: ["class", "function"] },
    },
  ],
  narrower: "Give a smaller depth or some kinds.",

  async run({ path, depth, kinds }, { project, symbols, signal }) {
    const { tree, syntax, language, hash, source } = await symbols.ofFile(project, path, signal);
    const rows = rowsBelow(tree, tree.roots, depth).filter(({ kind }) => kinds?.includes(kind) ?? true);
    const { count, spans } = syntax.errors;
    return {
      source,
      total: rows.length,
      is_truncated: rows.length > ROWS_SHOWN,
      ...(count > 0 && {
        complete: false as const,
        reason: `the parser cannot follow the file at ${count} places, first in line ${tree.position(spans[0]!.start).line}`,
      }),
      ...(rows.length === 0 && {
        hint:
          tree.all.length === 0
            ? "The file defines no symbols."
            : "None fits the kinds and depth; the file has others.",
      }),
      answer: {
        path,
        language,
        total_lines: tree.lineCount,
        hash,
        symbols: rows.slice(0, ROWS_SHOWN),
        kinds: counted(rows),
      },
    };
  },

  text: ({ path, language, total_lines, hash, symbols }) =>
    [`${visibleName(path)} ${language}, ${total_lines} lines, hash ${hash}`, outlineText(symbols)].join("\n"),

  ladder: (stage) => [
    stage(
      "without_signatures",
      z.object({ symbols: z.array(bareRow) }),
      ({ symbols }) => ({ symbols: bare(symbols) }),
      ({ symbols }) => bareText(symbols),
    ),
    stage(
      "depth_0",
      z.object({ symbols: z.array(bareRow).describe("The top ones alone.") }),
      ({ symbols }) => ({ symbols: bare(symbols.filter(({ name_path }) => !name_path.includes("/"))) }),
      ({ symbols }) => bareText(symbols),
    ),
    stage(
      "counts",
      z.object({ kinds: kindCounts }),
      ({ kinds }) => ({ kinds }),
      ({ kinds }) => kinds.map(({ kind, count }) => `${count} ${kind}`).join(", "),
    ),
    stage("count", z.object({ symbols: z.int() }), ({ kinds }) => ({
      symbols: kinds.reduce((sum, { count }) => sum + count, 0),
    })),
  ],
});

function bare(rows: readonly SymbolRow[]): z.input<typeof bareRow>[] {
  return rows.map(({ signature: _, ...row }) => row);
}

function bareText(rows: readonly z.output<typeof bareRow>[]): string {
  return outlineText(rows.map((row) => ({ ...row, signature: "" })));
}

function counted(rows: readonly SymbolRow[]): z.input<typeof kindCounts> {
  return [...Map.groupBy(rows, ({ kind }) => kind)]
    .map(([kind, { length }]) => ({ kind, count: length }))
    .sort((a, b) => b.count - a.count);
}

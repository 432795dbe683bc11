/** The tool `find_implementations`. */
import { z } from "zod";
import { fenced, visibleName } from "../base/visible.ts";
import { declaredSchema, declaredText } from "../symbol/declared.ts";
import { findImplementations, type Implementations } from "../symbol/implementations.ts";
import { kindSchema } from "../symbol/outline.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";

const FILES_SHOWN = 20;

const infoSchema = z.string().optional().describe("What the language server says of it.");

export default defineTool({
  name: "find_implementations",
  title: "Find what implements a symbol",
  category: "symbols",
  description:
    "Lists what implements an interface, trait, abstract class or one of its methods, by its meaning: a language server must be there for the language.",
  markers: ["core", "symbolic"],
  needs: ["project", "symbols", "index", "servers"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("The type or its member, such as `Shape/area`."),
    path: pathField("The file that defines it."),
    kinds: z.array(kindSchema).min(1).max(40).optional().describe("Only these, such as class, method."),
    include_info: z.boolean().default(false).describe("Also give what the server says of each: types, comments."),
    limit: z.int().min(1).max(500).default(100).describe("Most; all are counted."),
  }),
  output: z.object({
    symbol: z.string().describe("Name path of the symbol that was meant."),
    implementations: z.array(declaredSchema.extend({ info: infoSchema })),
    files_with_implementations: z.int(),
    outside: z
      .array(z.object({ file: z.string(), line: z.int() }))
      .optional()
      .describe("Outside of the project."),
    server: z.string().describe("The language server that answered."),
  }),
  aliases: {
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    relative_path: "path",
    file: "path",
    include_kinds: "kinds",
    max_results: "limit",
  },
  examples: [
    { title: "of an interface", input: { name_path: "Shape", path: "src/shape.ts" } },
    {
      title: "of a method, with types",
      input: { name_path: "Shape/area", path: "src/shape.ts", include_info: true, limit: 5 },
    },
  ],
  narrower: "Leave include_info out, give kinds or a lower limit.",

  async run({ name_path, path, kinds, include_info, limit }, use) {
    const result = await findImplementations({ namePath: name_path, path, kinds, withInfo: include_info, limit }, use);
    const { symbol, found, total, files, outside, server, reason } = result;
    return {
      source: "server",
      total,
      is_truncated: found.length < total,
      ...(reason === undefined ? { complete: true } : { complete: false, reason: reason.slice(0, WORDS_LIMIT) }),
      ...hintFor(result),
      answer: {
        symbol,
        implementations: found.map(({ row, info }) => ({ ...row, ...(info !== undefined && { info }) })),
        files_with_implementations: files,
        ...(outside.length > 0 && { outside: outside.slice(0, limit).map(({ file, line }) => ({ file, line })) }),
        server,
      },
    };
  },

  text({ symbol, implementations, outside = [] }) {
    const inside = declaredText(implementations, ({ info }) => (info === undefined ? [] : [fenced(info)]));
    const beyond = outside.map(({ file, line }) => `${visibleName(file)}:${line} (outside of the project)`);
    return [inside, beyond.join("\n")].filter(Boolean).join("\n\n") || `Nothing implements ${visibleName(symbol)}.`;
  },

  ladder: (stage) => [
    stage(
      "places",
      z.object({
        implementations: z.array(declaredSchema.omit({ signature: true, within: true })),
        outside: z.int(),
      }),
      ({ implementations, outside = [] }) => ({ implementations, outside: outside.length }),
      ({ implementations, outside }) =>
        [
          declaredText(
            implementations.map((row) => ({ ...row, signature: "" })),
            () => [],
          ),
          ...(outside > 0 ? [`${outside} outside of the project`] : []),
        ].join("\n\n"),
    ),
    stage(
      "files",
      z.object({
        files: z.array(z.object({ path: z.string(), implementations: z.int() })).describe("Those with most."),
        files_with_implementations: z.int(),
      }),
      ({ implementations, files_with_implementations }) => ({
        files_with_implementations,
        files: [...Map.groupBy(implementations, ({ path }) => path)]
          .map(([path, { length }]) => ({ path, implementations: length }))
          .sort((a, b) => b.implementations - a.implementations)
          .slice(0, FILES_SHOWN),
      }),
      ({ files }) => files.map(({ path, implementations }) => `${visibleName(path)}: ${implementations}`).join("\n"),
    ),
    stage("count", z.object({ files_with_implementations: z.int() }), ({ files_with_implementations }) => ({
      files_with_implementations,
    })),
  ],
});

function hintFor({ total, outside }: Implementations): { hint?: string } {
  if (total > 0 || outside.length > 0) return {};
  return { hint: "find_referencing_symbols lists all uses; only what can be implemented has implementations." };
}

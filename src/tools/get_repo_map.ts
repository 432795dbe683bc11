/** The tool `get_repo_map`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { knownMap } from "../symbol/map.ts";
import { kindSchema, outlineText, symbolRow } from "../symbol/outline.ts";
import { defineTool } from "../tool/define.ts";

const FILES_SHOWN = 200;
const SYMBOLS_SHOWN = 8;

const file = z.object({
  path: z.string(),
  users: z.int().describe("Files that use what it defines."),
  symbols: z.array(symbolRow).describe("Those that others use most, in the order of the file."),
});

const withoutSignatures = z.object({
  path: z.string(),
  users: z.int(),
  symbols: z.array(z.string()).describe("Name paths."),
});

const others = z.int().describe("Files that would come next.");

export default defineTool({
  name: "get_repo_map",
  title: "Map the project",
  category: "search",
  description:
    "Shows the central files of a project, most depended on first, each with the symbols that others use most. Use it to find your way in code that you do not know; with focus, to see what belongs to a file, a folder or a name.",
  markers: [],
  needs: ["project", "index"],
  input: z.strictObject({
    focus: z
      .array(z.string().min(1).max(1_000))
      .max(20)
      .default([])
      .describe("Files, folders or names of symbols: what they use, and who uses them, comes first."),
  }),
  output: z.object({ files: z.array(file), other_files: others }),
  aliases: { path: "focus", paths: "focus", query: "focus" },
  examples: [
    { title: "the project", input: {} },
    { title: "around a file and a class", input: { focus: ["src/cart.ts", "Order"] } },
  ],
  narrower: "Give a focus.",

  async run({ focus }, use) {
    const limit = { files: FILES_SHOWN, symbols: SYMBOLS_SHOWN };
    const { files, looked, strange, generation, pending, reason } = await knownMap(focus, limit, use);
    return {
      source: "index",
      generation,
      ...(pending !== undefined && pending > 0 && { pending_files: pending }),
      total: looked,
      is_truncated: files.length < looked,
      ...(reason !== undefined && { complete: false as const, reason }),
      ...(strange.length > 0 && {
        hint: `${strange.length} of ${focus.length} words of the focus are no file, folder or symbol here; find_symbol finds near names.`,
      }),
      ...(looked === 0 && reason === undefined && { hint: "The project holds no code in a language with symbols." }),
      answer: {
        files: files.map(({ path, users, symbols }) => ({
          path,
          users,
          symbols: symbols.map(({ namePath, kind, startLine, endLine, signature }) => ({
            name_path: namePath,
            kind: kindSchema.parse(kind),
            start_line: startLine,
            end_line: endLine,
            signature,
          })),
        })),
        other_files: looked - files.length,
      },
    };
  },

  text: mapText,

  ladder: (stage) => {
    /** The first files, with the same or fewer symbols each. */
    const best = (count: number, symbols: number) =>
      stage(
        `best_${count}`,
        z.object({ files: z.array(file), other_files: others }),
        (full) => ({
          files: full.files.slice(0, count).map((one) => ({ ...one, symbols: one.symbols.slice(0, symbols) })),
          other_files: full.other_files + Math.max(0, full.files.length - count),
        }),
        mapText,
      );
    const names = (count: number, symbols: number) =>
      stage(
        `names_${count}`,
        z.object({ files: z.array(withoutSignatures), other_files: others }),
        (full) => ({
          files: full.files.slice(0, count).map(({ path, users, symbols: all }) => ({
            path,
            users,
            symbols: all.slice(0, symbols).map(({ name_path }) => name_path),
          })),
          other_files: full.other_files + Math.max(0, full.files.length - count),
        }),
        ({ files, other_files }) =>
          [
            ...files.map(({ path, users, symbols }) =>
              [headText(path, users), ...symbols.map(visibleName)].join("\n  "),
            ),
            ...moreText(other_files),
          ].join("\n"),
      );
    return [
      best(100, 6),
      best(60, 6),
      best(40, 6),
      best(30, 5),
      best(20, 5),
      best(12, 5),
      names(20, 4),
      names(10, 4),
      names(5, 3),
      stage("count", z.object({ files: z.int() }), (full) => ({ files: full.files.length + full.other_files })),
    ];
  },
});

function mapText({ files, other_files }: { files: z.output<typeof file>[]; other_files: number }): string {
  const texts = files.map(({ path, users, symbols }) => {
    const below = symbols.length > 0 ? [indented(outlineText(symbols))] : [];
    return [headText(path, users), ...below].join("\n");
  });
  return texts.length === 0 ? "No files." : [...texts, ...moreText(other_files)].join("\n");
}

function headText(path: string, users: number): string {
  return `${visibleName(path)}${users > 0 ? ` (used by ${users})` : ""}`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

function moreText(others: number): string[] {
  return others > 0 ? [`${others} more files`] : [];
}

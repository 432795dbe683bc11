/** The tool `get_repo_map`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import type { RankedFile } from "../index/repo-map.ts";
import { knownMap } from "../symbol/map.ts";
import { kindSchema, outlineText, symbolRow } from "../symbol/outline.ts";
import { defineTool } from "../tool/define.ts";

const FILES_SHOWN = 200;
const SYMBOLS_SHOWN = 6;
const FILES_LEAST = 25;
const FILES_NAMED = 20;
const NAMES_SHOWN = 4;

/** Room for what is said about an answer. */
const ENVELOPE_CHARS = 700;

const file = z.object({
  path: z.string(),
  users: z.int().describe("Files that use what it defines."),
  symbols: z.array(symbolRow).describe("Those that others use most, in the order of the file."),
});

const withoutSignatures = z.object({
  path: z.string(),
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
    const shown = fitting(files.map(shownFile), use.budget);
    return {
      source: "index",
      generation,
      ...(pending !== undefined && pending > 0 && { pending_files: pending }),
      total: looked,
      is_truncated: shown.length < looked,
      ...(reason !== undefined && { complete: false as const, reason }),
      ...(strange.length > 0 && {
        hint: `${strange.length} of ${focus.length} words of the focus are no file, folder or symbol here; find_symbol finds near names.`,
      }),
      ...(looked === 0 && reason === undefined && { hint: "The project holds no code in a language with symbols." }),
      answer: { files: shown, other_files: looked - shown.length },
    };
  },

  text: mapText,

  ladder: (stage) => [
    stage(
      "names",
      z.object({ files: z.array(withoutSignatures), other_files: others }),
      ({ files, other_files }) => ({
        files: files.slice(0, FILES_NAMED).map(({ path, symbols }) => ({
          path,
          symbols: symbols.slice(0, NAMES_SHOWN).map(({ name_path }) => name_path),
        })),
        other_files: other_files + Math.max(0, files.length - FILES_NAMED),
      }),
      ({ files, other_files }) =>
        [
          ...files.map(({ path, symbols }) => [path, ...symbols].map(visibleName).join("\n  ")),
          ...moreText(other_files),
        ].join("\n"),
    ),
    stage("count", z.object({ files: z.int() }), ({ files, other_files }) => ({ files: files.length + other_files })),
  ],
});

type MapFile = z.output<typeof file>;

function shownFile({ path, users, symbols }: RankedFile): MapFile {
  const rows = symbols.map(({ namePath, kind, startLine, endLine, signature }) => ({
    name_path: namePath,
    kind: kindSchema.parse(kind),
    start_line: startLine,
    end_line: endLine,
    signature,
  }));
  return { path, users, symbols: rows };
}

/** The first files that fit a budget, at least a few: with less room than those need a coarser stage says more. */
function fitting(files: readonly MapFile[], budget: number): MapFile[] {
  let left = budget - ENVELOPE_CHARS;
  const over = files.findIndex((one, at) => {
    left -= JSON.stringify(one).length + 1;
    return left < 0 && at >= FILES_LEAST;
  });
  return over === -1 ? [...files] : files.slice(0, over);
}

function mapText({ files, other_files }: { files: MapFile[]; other_files: number }): string {
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

/** The tool `search_for_pattern`. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import { languageFilter } from "../language/filter.ts";
import { Pattern } from "../project/pattern.ts";
import { filesInScope, nothingFound } from "../project/scope.ts";
import { COUNT_LIMIT, type Skipped, searchFiles } from "../project/search.ts";
import { defineTool } from "../tool/define.ts";
import { codeField, pathField } from "../tool/field.ts";

const FILES_SHOWN = 100;

const globs = z.array(z.string().min(1).max(500)).max(20).optional();

const place = z.object({
  line: z.int().describe("1-based."),
  end_line: z.int().describe("Last line of the match."),
  column: z.int().describe("1-based, UTF-16 units."),
  text: z.string().describe("The matched lines; a … stands where a long one was left out."),
});

export default defineTool({
  name: "search_for_pattern",
  title: "Search text",
  category: "search",
  description:
    "Searches the text of files for a regular expression or a literal. Use it for strings, comments and configuration, and where you do not know the symbol's name. Passes over ignored and binary files.",
  markers: ["core"],
  needs: ["project"],
  input: z.strictObject({
    pattern: codeField(
      "RE2 expression (no look-around or back-references; ^ and $ match at lines, `.` stays in a line, (?s) lets it cross) or literal.",
      10_000,
    ).min(1),
    mode: z.enum(["regex", "literal"]).default("regex").describe("How `pattern` is read."),
    path: pathField("File or folder.").default("."),
    include_glob: globs.describe("Only files that match one of these, such as *.ts or src/**."),
    exclude_glob: globs.describe("No files that match one of these."),
    languages: z.array(z.string().min(1).max(40)).max(20).optional().describe("Only these, such as python."),
    ignore_case: z.boolean().default(false).describe("Letters match in either case."),
    whole_word: z.boolean().default(false).describe("Only whole words."),
    context_lines: z.int().min(0).max(20).default(0).describe("Lines to show around each match."),
    limit: z.int().min(1).max(1_000).default(100).describe("Most matches; all are counted."),
  }),
  output: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        matches: z.array(place.extend({ before: z.array(z.string()), after: z.array(z.string()) })),
        total: z.int().describe("Matches in this file, shown or not."),
      }),
    ),
    files_with_matches: z.int(),
  }),
  aliases: {
    query: "pattern",
    substring_pattern: "pattern",
    regex: "pattern",
    relative_path: "path",
    paths_include_glob: "include_glob",
    paths_exclude_glob: "exclude_glob",
    max_results: "limit",
  },
  examples: [
    { title: "an expression with context", input: { pattern: "rule\\d+\\(", path: "src", context_lines: 2 } },
    { title: "a literal", input: { pattern: "Math.round", mode: "literal" } },
    { title: "in some files", input: { pattern: "article", include_glob: ["src/**/*.ts"], limit: 1_000 } },
  ],
  narrower: "Give a path, a glob, a longer pattern or a lower limit.",

  async run(input, { project, signal, progress }) {
    const {
      pattern: source,
      mode,
      path,
      include_glob,
      exclude_glob,
      languages,
      ignore_case,
      whole_word,
      context_lines,
      limit,
    } = input;
    const pattern = new Pattern(source, { mode, ignoreCase: ignore_case, wholeWord: whole_word });
    const isLanguage = languageFilter(project.catalog, languages);
    const { files } = project;
    const scope = await filesInScope(files, { path, include: include_glob, exclude: exclude_glob }, signal, isLanguage);
    const found = await searchFiles(files, scope.paths, pattern, {
      limit,
      contextLines: context_lines,
      signal,
      narrower: project.narrower,
      progress,
    });
    const shown = found.files.reduce((sum, { places }) => sum + places.length, 0);
    const incomplete = found.isCountCut ? `counting stopped at ${COUNT_LIMIT} matches` : notSearched(found.skipped);
    return {
      source: "disk",
      total: found.total,
      is_truncated: shown < found.total,
      ...(incomplete ? { complete: false, reason: incomplete } : {}),
      ...(found.total === 0 && { hint: nothingFound(scope, path) }),
      answer: {
        files_with_matches: found.files.length,
        files: found.files
          .filter(({ places }) => places.length > 0)
          .map(({ path, places, count }) => ({
            path,
            total: count,
            matches: places.map(({ line, endLine, column, text, before, after }) => ({
              line,
              end_line: endLine,
              column,
              text,
              before,
              after,
            })),
          })),
      },
    };
  },

  text: ({ files }) => (files.length === 0 ? "No match." : files.map(fileText).join("\n\n")),

  ladder: (stage) => [
    stage(
      "lines",
      z.object({
        files: z.array(z.object({ path: z.string(), matches: z.array(place), total: z.int() })),
        files_with_matches: z.int(),
      }),
      ({ files, files_with_matches }) => ({
        files_with_matches,
        files: files.map(({ path, matches, total }) => ({
          path,
          total,
          matches: matches.map(({ line, end_line, column, text }) => ({ line, end_line, column, text })),
        })),
      }),
      ({ files }) =>
        files
          .map((file) =>
            fileText({ ...file, matches: file.matches.map((match) => ({ ...match, before: [], after: [] })) }),
          )
          .join("\n\n"),
    ),
    stage(
      "places",
      z.object({
        files: z.array(z.object({ path: z.string(), lines: z.array(z.int()), total: z.int() })),
        files_with_matches: z.int(),
      }),
      ({ files, files_with_matches }) => ({
        files_with_matches,
        files: files.map(({ path, matches, total }) => ({ path, total, lines: matches.map(({ line }) => line) })),
      }),
      ({ files }) => files.map(({ path, lines }) => `${visibleName(path)}: ${lines.join(", ")}`).join("\n"),
    ),
    stage(
      "files",
      z.object({
        files: z.array(z.object({ path: z.string(), total: z.int() })).describe("Those with most matches."),
        files_with_matches: z.int(),
      }),
      ({ files, files_with_matches }) => ({
        files_with_matches,
        files: files
          .map(({ path, total }) => ({ path, total }))
          .sort((a, b) => b.total - a.total)
          .slice(0, FILES_SHOWN),
      }),
      ({ files }) => files.map(({ path, total }) => `${visibleName(path)}: ${total}`).join("\n"),
    ),
    stage("count", z.object({ files_with_matches: z.int() }), ({ files_with_matches }) => ({ files_with_matches })),
  ],
});

type Shown = { line: number; end_line: number; text: string; before: string[]; after: string[] };

/** A path, then `12:` before each matched line and `11-` before each line around it. */
function fileText({ path, matches, total }: { path: string; matches: readonly Shown[]; total: number }): string {
  const rows = new Map<number, string>();
  for (const { line, before, after, end_line } of matches) {
    for (const [index, row] of before.entries()) addRow(rows, line - before.length + index, "-", row);
    for (const [index, row] of after.entries()) addRow(rows, end_line + 1 + index, "-", row);
  }
  for (const { line, text } of matches) {
    for (const [index, row] of text.split("\n").entries()) rows.set(line + index, `${line + index}: ${visible(row)}`);
  }
  const sorted = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  const more = total > matches.length ? [`(${total - matches.length} more in this file)`] : [];
  return [visibleName(path), ...sorted, ...more].join("\n");
}

function addRow(rows: Map<number, string>, line: number, sign: string, row: string): void {
  if (!rows.has(line)) rows.set(line, `${line}${sign} ${visible(row)}`);
}

function notSearched({ secret, tooLarge, unreadable, inPieces }: Skipped): string | undefined {
  const parts = [
    ...(secret > 0 ? [`${secret} that hold secrets by name`] : []),
    ...(tooLarge > 0 ? [`${tooLarge} too large`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  const notes = [
    ...(parts.length > 0 ? [`files not searched: ${parts.join(", ")}`] : []),
    ...(inPieces > 0 ? [`in ${inPieces} large files a match of more than 16 KB may be missed`] : []),
  ];
  return notes.length > 0 ? notes.join("; ") : undefined;
}

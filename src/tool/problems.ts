/** Answers of tools that list what is wrong in files: by file and owning symbol. */
import { z } from "zod";
import type { Diagnosis } from "../symbol/diagnosis.ts";
import { type Diagnostic, SEVERITIES } from "../symbol/diagnostic.ts";
import { reasonsOf, reasonText } from "../symbol/lack.ts";
import { WORDS_LIMIT } from "./evidence.ts";

export const severityField = z.enum(SEVERITIES).default("hint").describe("The least bad to give.");

export const problem = z.object({
  severity: z.enum(SEVERITIES),
  line: z.int().describe("1-based."),
  column: z.int(),
  end_line: z.int().optional().describe("Where it is another."),
  message: z.string(),
  code: z.string().optional(),
  source: z.string().optional().describe("Who says it; `syntax` where no server was asked."),
  related: z
    .array(z.object({ path: z.string().optional(), line: z.int(), message: z.string() }))
    .optional()
    .describe("Other places that have to do with it."),
});
export type Problem = z.output<typeof problem>;

export const group = z.object({
  within: z.string().optional().describe("Name path of the symbol around them; left out at the file's level."),
  kind: z.string().optional().describe("Kind of that symbol."),
  problems: z.array(problem),
});

export const counts = z.object(
  Object.fromEntries(SEVERITIES.map((severity) => [severity, z.int()])) as Record<Diagnostic["severity"], z.ZodInt>,
);

export const problemsSchema = z.object({
  files: z.array(z.object({ path: z.string(), symbols: z.array(group) })).describe("Those with problems."),
  counts: counts.describe("Of all problems, shown or not."),
  files_with_problems: z.int(),
  files_checked: z.int(),
  servers: z.array(z.string()).describe("The language servers that spoke."),
  not_checked: z
    .object({ files: z.int(), paths: z.array(z.string()).describe("The first ones.") })
    .optional()
    .describe("Files that were not looked at."),
  without_server: z
    .array(z.object({ language: z.string(), files: z.int() }))
    .optional()
    .describe("Languages without a server: of their files only the syntax is known, or nothing."),
  server_problems: z.array(z.string()).optional().describe("What is wrong with servers, and what would help."),
});
export type Problems = z.output<typeof problemsSchema>;

/** Problems that are given; all are counted. */
const PROBLEMS_SHOWN = 1_000;
const MESSAGE_CHARS = 2_000;
const RELATED_SHOWN = 5;
const PATHS_SHOWN = 20;
const FAULTS_SHOWN = 5;

/** The envelope of an answer about `diagnosis`. */
export function problemsAnswer({ files, withoutServer, notLookedAt, lacks }: Diagnosis) {
  const all = files.flatMap(({ found }) => found);
  const servers = [...new Set(files.flatMap((file) => file.servers))].sort();
  const faults = [...new Set(lacks.flatMap((lack) => lack.problem ?? []))].slice(0, FAULTS_SHOWN);
  const reason = reasonText(reasonsOf(lacks), WORDS_LIMIT);
  let left = PROBLEMS_SHOWN;
  const shown = files.flatMap(({ path, found }) => {
    const rows = found.slice(0, left);
    left -= rows.length;
    return rows.length === 0 ? [] : [{ path, symbols: grouped(rows) }];
  });
  const bad = files.filter(({ found }) => found.length > 0).length;
  const answer: Problems = {
    files: shown,
    counts: countsOf(all),
    files_with_problems: bad,
    files_checked: files.filter(({ servers, found }) => servers.length > 0 || found.length > 0).length,
    servers,
    ...(notLookedAt.length > 0 && {
      not_checked: { files: notLookedAt.length, paths: notLookedAt.slice(0, PATHS_SHOWN) },
    }),
    ...(withoutServer.length > 0 && { without_server: withoutServer }),
    ...(faults.length > 0 && { server_problems: faults }),
  };
  const isBySyntax = servers.length === 0 && (all.length > 0 || withoutServer.length > 0 || faults.length > 0);
  return {
    source: isBySyntax ? ("syntax" as const) : ("server" as const),
    total: all.length,
    is_truncated: all.length > PROBLEMS_SHOWN,
    ...(reason === undefined ? { complete: true as const } : { complete: false as const, reason }),
    ...(faults.length > 0 && {
      hint: "get_language_servers tells which server is missing or at fault, and what would help.",
    }),
    answer,
  };
}

export function countsOf(found: readonly { severity: Diagnostic["severity"] }[]): Problems["counts"] {
  const count = (severity: Diagnostic["severity"]) => found.filter((one) => one.severity === severity).length;
  return { error: count("error"), warning: count("warning"), information: count("information"), hint: count("hint") };
}

/** By owning symbol, in the order of the first of each. */
function grouped(found: readonly Diagnostic[]): z.output<typeof group>[] {
  return [...Map.groupBy(found, ({ within }) => within?.namePath)].map(([name, rows]) => {
    const { within } = rows[0]!;
    return { ...(name !== undefined && { within: name, kind: within!.kind }), problems: rows.map(problemOf) };
  });
}

function problemOf({ severity, range: { start, end }, message, code, source, related }: Diagnostic): Problem {
  return {
    severity,
    line: start.line,
    column: start.column,
    ...(end.line !== start.line && { end_line: end.line }),
    message: cut(message, MESSAGE_CHARS),
    ...(code !== undefined && { code }),
    ...(source !== undefined && { source }),
    ...(related.length > 0 && {
      related: related.slice(0, RELATED_SHOWN).map(({ path, line, message }) => ({
        ...(path !== undefined && { path }),
        line,
        message: cut(message, MESSAGE_CHARS),
      })),
    }),
  };
}

/** Shortened at its end, and marked so. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Answers of tools that show a hierarchy: a tree as rows, each with its level, and its shorter forms. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import type { Branch } from "../symbol/branch.ts";
import type { HierarchyTree } from "../symbol/hierarchy.ts";
import { kindSchema } from "../symbol/outline.ts";
import type { MakeStage, Stage } from "./define.ts";
import { WORDS_LIMIT } from "./evidence.ts";

const FAULT_CHARS = 600;

export const branchSchema = z.object({
  level: z.int().describe("0 is the symbol itself; what is below a row follows it, one level deeper."),
  path: z.string().describe("In the project; for a library the file as the language server names it."),
  line: z.int().describe("Line of the name, 1-based."),
  kind: kindSchema,
  name_path: z.string().optional().describe("What tools take to mean it."),
  name: z.string().optional().describe("What the server calls what has no name path here."),
  within: z.string().optional().describe("For what has no name path: the symbol around it."),
  is_library: z.literal(true).optional().describe("Not the project's own; read-only."),
  mark: z
    .enum(["cycle", "shown_elsewhere", "failed"])
    .optional()
    .describe("Why nothing follows below it: it stands above itself, is in full elsewhere here, or the server failed."),
});
type BranchRow = z.output<typeof branchSchema> & { call_lines?: number[] | undefined };

export const treeSchema = {
  symbol: z.string().describe("Name path of the symbol that was meant."),
  server: z.string().optional().describe("The language server that answered."),
  server_problem: z.string().optional().describe("Why it did not tell all."),
};

/** What a tree is as an answer. */
export function treeAnswer(tree: HierarchyTree) {
  const { symbol, branches, total, server, reason, fault } = tree;
  return {
    source: "server" as const,
    total,
    is_truncated: branches.length < total,
    ...(reason === undefined
      ? { complete: true as const }
      : { complete: false as const, reason: reason.slice(0, WORDS_LIMIT) }),
    answer: {
      symbol,
      rows: branches.map(rowOf),
      ...(server !== undefined && { server }),
      ...(fault && { server_problem: fault.message.slice(0, FAULT_CHARS) }),
    },
  };
}

function rowOf({ level, file, line, kind, namePath, name, within, isLibrary, callLines, mark }: Branch) {
  return {
    level,
    path: file,
    line,
    kind,
    ...(namePath === undefined ? { name, ...(within !== undefined && { within }) } : { name_path: namePath }),
    ...(isLibrary && { is_library: true as const }),
    ...(callLines.length > 0 && { call_lines: callLines }),
    ...(mark && { mark }),
  };
}

const MARKS = { cycle: "cycle", shown_elsewhere: "shown elsewhere", failed: "the server failed" } as const;

/** A line for each row, indented by its level; a row in the file of the line above it has its line alone. */
export function treeText(rows: readonly BranchRow[], none: string): string {
  if (rows.length === 0) return none;
  return rows
    .map((row, at) => {
      const { level, path, line, kind, name_path, name = "", within, is_library, call_lines, mark } = row;
      const place = `${rows[at - 1]?.path === path ? "" : visibleName(path)}:${line}`;
      const what = name_path === undefined ? visible(name) : visibleName(name_path);
      const notes = [
        ...(within === undefined ? [] : [`in ${visibleName(within)}`]),
        ...(call_lines ? [`calls at ${call_lines.join(", ")}`] : []),
        ...(is_library ? ["library"] : []),
        ...(mark ? [MARKS[mark]] : []),
      ];
      return `${"  ".repeat(level)}${place} ${kind} ${what}${notes.length > 0 ? `  (${notes.join("; ")})` : ""}`;
    })
    .join("\n");
}

/** From names over counts for each level. */
export function treeStages<Full extends { rows: readonly BranchRow[] }>(
  stage: MakeStage<Full>,
): readonly [Stage, ...Stage[]] {
  return [
    stage(
      "names",
      z.object({ rows: z.array(z.object({ level: z.int(), name: z.string() })) }),
      ({ rows }) => ({ rows: rows.map(({ level, name_path, name = "" }) => ({ level, name: name_path ?? name })) }),
      ({ rows }) => rows.map(({ level, name }) => `${"  ".repeat(level)}${visibleName(name)}`).join("\n"),
    ),
    stage(
      "counts",
      z.object({
        levels: z.array(z.int()).max(6).describe("How many there are on each level, the symbol's own first."),
      }),
      ({ rows }) => {
        const levels: number[] = [];
        for (const { level } of rows) levels[level] = (levels[level] ?? 0) + 1;
        return { levels };
      },
      ({ levels }) => levels.map((count, level) => `level ${level}: ${count}`).join("\n"),
    ),
  ];
}

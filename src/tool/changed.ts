/** The answer of the tools that change files: the evidence of what was done, and its shorter forms. */
import { z } from "zod";
import { visible, visibleName } from "../base/visible.ts";
import type { Change } from "../change/changes.ts";
import type { CheckedChange } from "../symbol/checked-change.ts";
import { reasonsOf, reasonText } from "../symbol/lack.ts";
import type { MakeStage } from "./define.ts";
import { WORDS_LIMIT } from "./evidence.ts";
import { cut, problem } from "./problems.ts";

/** The option of tools that edit to look at the files before and after. */
export const checkField = z
  .boolean()
  .default(false)
  .describe("Also gives the diff, and the problems that language servers find new.");

const lines = z.object({ start_line: z.int(), end_line: z.int() });

const changedFile = z.object({
  path: z.string(),
  kind: z.enum(["created", "edited", "deleted", "moved"]),
  from: z.string().optional().describe("Where a moved file was."),
  ranges: z.array(lines).describe("What was added or replaced, in lines of the file as it is now."),
  added: z.int().describe("Lines."),
  removed: z.int().describe("Lines."),
  hash: z.string().optional().describe("Content hash of the file as it is now."),
  syntax: z.enum(["valid", "errors", "unchecked"]).describe("Whether the file follows its grammar now."),
  diff: z.string().optional(),
});

/** Problems that are given; all are counted. */
const PROBLEMS_SHOWN = 50;
const MESSAGE_CHARS = 500;

const newProblem = problem
  .pick({ severity: true, line: true, column: true, message: true, code: true, source: true })
  .extend({ path: z.string() });

export const changeSchema = z.object({
  change_id: z.string().optional().describe("For undo_change; none when nothing was written."),
  applied: z.boolean(),
  files: z.array(changedFile),
  new_problems: z.array(newProblem).optional().describe("Those that were not there before; only with check."),
});

export type ChangeAnswer = z.output<typeof changeSchema>;

export function changeAnswer({ id, isApplied, files }: Change): z.input<typeof changeSchema> {
  return {
    ...(id !== undefined && { change_id: id }),
    applied: isApplied,
    files: files.map(({ ranges, hash, diff, from, ...file }) => ({
      ...file,
      ...(from !== undefined && { from }),
      ranges: ranges.map(({ start, end }) => ({ start_line: start, end_line: end })),
      ...(hash !== undefined && { hash }),
      ...(diff !== undefined && { diff }),
    })),
  };
}

/** The envelope of an answer about a change that servers looked at. */
export function checkedAnswer({ change, problems, lacks }: CheckedChange) {
  const reason = reasonText(reasonsOf(lacks), WORDS_LIMIT);
  return {
    source: "disk" as const,
    total: problems.length,
    is_truncated: problems.length > PROBLEMS_SHOWN,
    ...(reason === undefined ? { complete: true as const } : { complete: false as const, reason }),
    answer: {
      ...changeAnswer(change),
      new_problems: problems.slice(0, PROBLEMS_SHOWN).map(({ path, severity, range, message, code, source }) => ({
        path,
        severity,
        line: range.start.line,
        column: range.start.column,
        message: cut(message, MESSAGE_CHARS),
        ...(code !== undefined && { code }),
        ...(source !== undefined && { source }),
      })),
    },
  };
}

/** `c12: src/cart.ts 3-4`: which lines are new now, of each file on a line of its own; a dry run has the diff of each. */
export function changeText(change: ChangeAnswer): string {
  return textOf(change, (file) => [visibleName(file.path), ...factsOf(file)]);
}

/** `c12: 3-4`, for tools whose call names the one file that they edit. */
export function ownFileText(change: ChangeAnswer): string {
  const [file] = change.files;
  return change.files.length === 1 && file!.kind === "edited" ? textOf(change, factsOf) : changeText(change);
}

type ShownFile = ChangeAnswer["files"][number];

function textOf(
  { change_id, applied, files, new_problems }: ChangeAnswer,
  words: (file: ShownFile) => string[],
): string {
  if (files.length === 0) return "Nothing to change: the files are so already.";
  const head = applied ? `${change_id}:` : "Not applied:";
  const lines = files.map((file) => {
    const doubt = file.syntax === "errors" ? "; its syntax has errors, as before" : "";
    return `${words(file).join(" ")}${doubt}${file.diff === undefined ? "" : `\n${visible(file.diff)}`}`;
  });
  const told = lines.length === 1 ? [`${head} ${lines[0]}`] : [head, ...lines];
  return [...told, ...(new_problems ? problemLines(new_problems) : [])].join("\n");
}

/** What became of a file, an edit left unsaid, and which of its lines are new. */
function factsOf({ kind, from, ranges }: ShownFile): string[] {
  const lines = ranges.map(({ start_line: start, end_line: end }) => (start === end ? `${start}` : `${start}-${end}`));
  if (kind === "edited") return [lines.join(", ") || "lines removed"];
  const what = from === undefined ? kind : `${kind} from ${visibleName(from)}`;
  return lines.length === 0 ? [what] : [what, lines.join(", ")];
}

function problemLines(problems: NonNullable<ChangeAnswer["new_problems"]>): string[] {
  if (problems.length === 0) return ["No new problems."];
  const lines = problems.map(({ path, line, column, severity, code, message }) => {
    const kind = code === undefined ? severity : `${severity} ${visibleName(code)}`;
    return `  ${visibleName(path)} ${line}:${column} ${kind}: ${visible(message)}`;
  });
  return ["New problems:", ...lines];
}

/** How many problems are new, the envelope says. */
const counts = z.object({ change_id: z.string().max(12).optional(), applied: z.boolean(), changed_files: z.int() });

/** Without diffs; then paths and hashes alone; then counts. */
export const changeStages = (stage: MakeStage<ChangeAnswer>) =>
  [
    stage(
      "without_diff",
      changeSchema,
      ({ files, ...rest }) => ({ ...rest, files: files.map(({ diff: _, ...file }) => file) }),
      changeText,
    ),
    stage(
      "files",
      z.object({
        change_id: z.string().optional(),
        applied: z.boolean(),
        files: z.array(z.object({ path: z.string(), hash: z.string().optional() })),
        new_problems: z.int().optional(),
      }),
      ({ files, new_problems, ...rest }) => ({
        ...rest,
        ...(new_problems && { new_problems: new_problems.length }),
        files: files.map(({ path, hash }) => ({ path, ...(hash !== undefined && { hash }) })),
      }),
    ),
    stage("counts", counts, ({ change_id, applied, files }) => ({
      ...(change_id !== undefined && { change_id }),
      applied,
      changed_files: files.length,
    })),
  ] as const;

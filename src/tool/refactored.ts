/** The answer of refactorings: the evidence of what was changed, and what was left as it is. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { changeSchema, changeText } from "./changed.ts";
import type { MakeStage } from "./define.ts";

const FILES_SHOWN = 100;
const WARNINGS_SHOWN = 5;

const leftFile = z.object({ path: z.string(), lines: z.array(z.int()) });

export const refactorSchema = changeSchema.omit({ new_problems: true }).extend({
  server: z.string().optional().describe("The language server that said what to change."),
  server_problem: z.string().optional().describe("Why none did."),
  left: z.array(leftFile).optional().describe("Places that may have to change, and were not."),
  left_files: z.int().optional().describe("Files with such places, those that are not given among them."),
  warnings: z.array(z.string()).optional(),
});

export type RefactorAnswer = z.output<typeof refactorSchema>;

/** What is said beside the change itself. */
export interface Beside {
  server: string | undefined;
  /** The error that stands for the lack of one. */
  fault: Error | undefined;
  left: { files: readonly { path: string; lines: readonly number[] }[]; total: number };
  warnings: readonly string[];
}

export function besideOf({ server, fault, left, warnings }: Beside) {
  return {
    ...(server !== undefined && { server }),
    ...(fault && { server_problem: fault.message }),
    ...(left.total > 0 && {
      left: left.files.slice(0, FILES_SHOWN).map(({ path, lines }) => ({ path, lines: [...lines] })),
      left_files: left.total,
    }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

export function refactorText({ server_problem, left = [], left_files = 0, warnings = [], ...change }: RefactorAnswer) {
  const places = left.map(({ path, lines }) => `  ${visibleName(path)}: ${lines.join(", ")}`);
  const more = left_files > left.length ? [`  and ${left_files - left.length} more files`] : [];
  return [
    changeText(change),
    ...(server_problem === undefined ? [] : [`No language server: ${visibleName(server_problem)}`]),
    ...(left_files > 0 ? ["Not changed, look at them (lines as they were):", ...places, ...more] : []),
    ...warnings.map((one) => `Warning: ${visibleName(one)}`),
  ].join("\n");
}

const withoutDiff = refactorSchema;
const path = z.object({ path: z.string(), hash: z.string().optional() });
const files = z.object({
  change_id: z.string().optional(),
  applied: z.boolean(),
  files: z.array(path),
  left: z.array(z.string()).optional(),
  left_files: z.int().optional(),
  warnings: z.array(z.string()).max(WARNINGS_SHOWN).optional(),
});
const counts = z.object({
  change_id: z.string().max(12).optional(),
  applied: z.boolean(),
  changed_files: z.int(),
});

/** Without diffs; then paths and hashes alone; then counts. */
export const refactorStages = (stage: MakeStage<RefactorAnswer>) =>
  [
    stage(
      "without_diff",
      withoutDiff,
      ({ files, ...rest }) => ({ ...rest, files: files.map(({ diff: _, ...file }) => file) }),
      refactorText,
    ),
    stage("files", files, ({ change_id, applied, files, left, left_files, warnings }) => ({
      ...(change_id !== undefined && { change_id }),
      applied,
      files: files.map(({ path, hash }) => ({ path, ...(hash !== undefined && { hash }) })),
      ...(left && { left: left.map(({ path }) => path), left_files }),
      ...(warnings && { warnings: warnings.slice(0, WARNINGS_SHOWN) }),
    })),
    stage("counts", counts, ({ change_id, applied, files }) => ({
      ...(change_id !== undefined && { change_id }),
      applied,
      changed_files: files.length,
    })),
  ] as const;

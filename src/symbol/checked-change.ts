/** A change with the word of the language servers on it: which problems its files have that they did not have before. */
import type { Change } from "../change/changes.ts";
import { type Diagnosis, diagnoseFiles } from "./diagnosis.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Lack } from "./lack.ts";
import type { ServerServices } from "./server-question.ts";

export interface NewProblem extends Diagnostic {
  path: string;
}

export interface CheckedChange {
  change: Change;
  /** In the order of the files. */
  problems: NewProblem[];
  /** Why some may be missing, or may have been there before. */
  lacks: Lack[];
}

/** Of the time that servers may take for a call, what is for looking before the change; the rest is for after it. */
const SHARE_BEFORE = 0.5;

/**
 * Looks at files, changes them and looks again. That servers do not speak does not keep the change from being made.
 * @param paths of the files that will change.
 * @throws as `carryOut` does.
 */
export async function checkedChange(
  paths: readonly string[],
  carryOut: () => Promise<Change>,
  use: ServerServices,
): Promise<CheckedChange> {
  const until = performance.now() + use.servers.patience;
  const before = await diagnoseFiles(paths, use.servers.patience * SHARE_BEFORE, use);
  const change = await carryOut();
  if (!change.isApplied) return { change, problems: [], lacks: [] };
  const changed = change.files.filter(({ kind }) => kind !== "deleted").map(({ path }) => path);
  const after = await diagnoseFiles(changed, Math.max(1_000, until - performance.now()), use);
  return { change, problems: newProblems(before, after), lacks: [...before.lacks, ...after.lacks] };
}

/** What is wrong more often than before, wherever it stands, because lines move; hints are not given. */
export function newProblems(before: Pick<Diagnosis, "files">, after: Pick<Diagnosis, "files">): NewProblem[] {
  const known = new Map<string, number>();
  for (const { path, found } of before.files) {
    for (const one of found) known.set(keyOf(path, one), (known.get(keyOf(path, one)) ?? 0) + 1);
  }
  const problems: NewProblem[] = [];
  for (const { path, found } of after.files) {
    for (const one of found) {
      if (one.severity === "hint") continue; // what an editor would grey out
      const left = known.get(keyOf(path, one)) ?? 0;
      if (left > 0) known.set(keyOf(path, one), left - 1);
      else problems.push({ ...one, path });
    }
  }
  return problems;
}

function keyOf(path: string, { severity, source, code, message }: Diagnostic): string {
  return JSON.stringify([path, severity, source, code, message]);
}

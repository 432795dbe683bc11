/** The files that may hold a word, and their parse, some of them ahead. */
import { availableParallelism } from "node:os";
import { Turn } from "../base/turn.ts";
import { kindByPath } from "../project/kind.ts";
import { narrowed } from "../project/narrow.ts";
import { Pattern } from "../project/pattern.ts";
import type { Project } from "../project/project.ts";
import { Failed } from "./doubt.ts";
import type { Symbols } from "./symbols.ts";

/** Files that are parsed for one call. */
export const FILES_PARSED = 4_000;

/** Files with symbols whose text holds a word, sources first; all of them for an empty word. */
export async function candidatePaths(
  project: Project,
  symbols: Symbols,
  folder: string,
  word: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const turn = new Turn(signal);
  const sources: string[] = [];
  const generated: string[] = [];
  for (const path of await project.files.paths(folder, { signal })) {
    if (turn.isOver) await turn.pause();
    if (!symbols.has(project, path) || project.files.holdsSecrets(path)) continue;
    (kindByPath(path) === "source" ? sources : generated).push(path);
  }
  return holding(word, [...sources, ...generated], project, signal);
}

/** Those of some files whose text holds a word; all of them for an empty word. */
export async function holding(
  word: string,
  paths: readonly string[],
  { files, narrower }: Project,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (word === "" || paths.length === 0) return paths;
  const pattern = new Pattern(word, { mode: "literal", ignoreCase: false, wholeWord: false });
  return narrowed(files, paths, pattern, narrower, signal);
}

/** What reading files comes to, in their order; one that cannot be had does not hide the others. */
export async function* inOrder<T>(
  paths: readonly string[],
  read: (path: string) => Promise<T>,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): AsyncGenerator<T | Failed> {
  const ahead = 2 * Math.max(1, availableParallelism());
  const running: Promise<T | Failed>[] = [];
  const start = (path: string) => running.push(read(path).catch((error: unknown) => new Failed(error)));
  for (const path of paths.slice(0, ahead)) start(path);
  for (const at of paths.keys()) {
    signal.throwIfAborted();
    const one = await running.shift()!;
    signal.throwIfAborted(); // what was cancelled failed for that alone
    yield one;
    if (at % 16 === 0) progress(at, paths.length);
    const next = paths[at + ahead];
    if (next !== undefined) start(next);
  }
}

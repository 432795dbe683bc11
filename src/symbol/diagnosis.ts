/** What is wrong in several files: in bounded time, and with a word on each file that was not looked at. */
import { UserError } from "../base/error.ts";
import { inParallel } from "../base/parallel.ts";
import type { NoServer } from "../lsp/no-origin.ts";
import { diagnoseFile, diagnoseSyntax, type FileDiagnosis } from "./file-diagnosis.ts";
import type { Lack } from "./lack.ts";
import type { ServerServices } from "./server-question.ts";

export interface Diagnosis {
  /** Those that were looked at, in the order in which they were named. */
  files: FileDiagnosis[];
  /** Languages without a server, and how many of the files are in each. */
  withoutServer: { language: string; files: number }[];
  /** For lack of time, because there are too many, or because they cannot be read. */
  notLookedAt: string[];
  /** Why something may be missing. */
  lacks: Lack[];
}

/** So many files are shown to servers, and so many more are parsed where there is no server. */
const MOST_SHOWN = 200;
const MOST_PARSED = 500;

/** At once; no more than a server takes, so that no file waits for its turn in time that is its own. */
const PARALLEL = 6;

/** What a file may take beyond the wait once its server is at work, in milliseconds. */
const FILE_MS = 10_000;

/**
 * One file of each language goes first, and starts the servers; the others follow, each within a bound of its own.
 * @param paths relative to the root; those in no language that is known are passed over.
 * @param mostMs for all of them.
 */
export async function diagnoseFiles(paths: readonly string[], mostMs: number, use: ServerServices): Promise<Diagnosis> {
  const until = performance.now() + mostMs;
  const waitMs = Math.min(use.project.settings.values.diagnostics_wait_s * 1_000, mostMs);
  const languageOf = (path: string) => use.project.catalog.of(path)?.name ?? "";
  const byLanguage = Map.groupBy(
    paths.filter((path) => languageOf(path) !== ""),
    languageOf,
  );
  const known = [...byLanguage.values()].flat();
  const diagnoses = new Map<string, FileDiagnosis>();
  const without = new Map<string, NoServer>();
  const gone = new Set<string>();
  const over = AbortSignal.timeout(Math.max(0, mostMs));
  const first = { ...use, progress: reporter(known.length, () => diagnoses.size, use) };
  // A server is not to blame for a file that was begun when the time of all was nearly over.
  const later = { ...first, signal: AbortSignal.any([use.signal, over]) };

  const look = async (path: string, ownMs: number, inner: ServerServices) => {
    const noServer = without.get(languageOf(path));
    const bounds = { waitMs, mostMs: ownMs };
    if (performance.now() >= until) return;
    try {
      const diagnosis = await (noServer ? diagnoseSyntax(path, noServer, inner) : diagnoseFile(path, bounds, inner));
      diagnoses.set(path, diagnosis);
      if (diagnosis.noServer) without.set(languageOf(path), diagnosis.noServer);
    } catch (error) {
      use.signal.throwIfAborted();
      if (inner === later && over.aborted) return;
      if (!(error instanceof UserError)) throw error;
      if (error.code === "not_found") gone.add(path);
    }
    first.progress(0);
  };

  const firsts = [...byLanguage.values()].map(([first]) => first!);
  await inParallel(firsts, PARALLEL, (path) => look(path, until - performance.now(), first));
  const others = known.filter((path) => !firsts.includes(path));
  const parsed = others.filter((path) => without.has(languageOf(path)));
  const shown = others.filter((path) => !without.has(languageOf(path)));
  const ownMs = Math.min(waitMs + FILE_MS, mostMs / 2);
  const looked = shown.slice(0, MOST_SHOWN);
  const limits = looked.flatMap((path) => use.servers.of(use.project.catalog.of(path)!));
  const most = Math.min(PARALLEL, ...limits.map(({ concurrency = PARALLEL }) => concurrency));
  await inParallel(looked, most, (path) => look(path, ownMs, later));
  await inParallel(parsed.slice(0, MOST_PARSED), PARALLEL, (path) => look(path, ownMs, later));

  const files = paths.flatMap((path) => diagnoses.get(path) ?? []);
  const notLookedAt = paths.filter((path) => languageOf(path) !== "" && !diagnoses.has(path) && !gone.has(path));
  return {
    files,
    withoutServer: [...byLanguage]
      .filter(([language]) => without.has(language))
      .map(([language, { length }]) => ({ language, files: length })),
    notLookedAt,
    lacks: [
      ...(notLookedAt.length > 0 ? [{ reason: `${notLookedAt.length} files were not looked at` }] : []),
      ...files.filter((file) => !isUnreadProse(file, use)).flatMap(({ lacks }) => lacks),
    ],
  };
}

/** Text for people, of which nobody misses that something is wrong when no server is there that would say so. */
function isUnreadProse({ path, noServer }: FileDiagnosis, { project }: ServerServices): boolean {
  return noServer !== undefined && project.catalog.of(path)?.syntax?.is_prose === true;
}

/** Tells how many files are done; what a server tells of its loading stands between two of them. */
function reporter(total: number, done: () => number, { progress }: ServerServices): ServerServices["progress"] {
  let ticks = 0;
  return (_done, _total, message) => {
    ticks = message === undefined ? 0 : ticks + 1;
    progress(done() + Math.min(ticks / 1_000, 0.9), total, message ?? `${done()} of ${total} files`);
  };
}

/** `waymark index [path]`: indexes a project, with a bar on a terminal, and says what came of it. */
import { Unavailable, UserError } from "../../base/error.ts";
import type { ProjectIndex } from "../../index/project-index.ts";
import { type IndexStatus, indexStatus } from "../../index/status.ts";
import { DEFAULT_CONTEXT } from "../rest.ts";
import type { GlobalFlags, World } from "./command.ts";

const LOOK_MS = 100;

export async function indexProject(
  world: World,
  path: string | undefined,
  flags: GlobalFlags & { json?: true },
): Promise<void> {
  const { app } = await world.open({ ...flags, ...(path !== undefined && { project: path }) }, "always");
  await using _ = app;
  const { project: root } = await app.scene({}, DEFAULT_CONTEXT);
  const project = await app.projects.at(root!);
  const index = app.indexOf(project);
  const startedAt = performance.now();
  const stopBar = await showProgress(world, index);
  try {
    await index.whole(world.stopped);
  } catch (error) {
    if (!world.stopped.aborted) throw error;
    throw new UserError("cancelled", `Indexing ${project.root} was stopped.`, {
      hint: "What was read is kept; the next run goes on from there.",
    });
  } finally {
    stopBar();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const status = await indexStatus(index, project, ".", world.stopped);
  // After its first moment an index can fall behind again; only a fault is one here.
  if (status.fault) throw new Unavailable("unavailable", `The index failed: ${status.fault.message}`);
  const read = index.state.filesRead;
  if (flags.json) world.out(`${JSON.stringify(asJson(project.root, status, read, seconds))}\n`);
  else world.out(`${asLine(project.name, status, read, seconds)}\n`);
}

function asJson(root: string, { counts, bytes, isWriter }: IndexStatus, read: number, seconds: number): object {
  return {
    root,
    files: counts.files,
    symbols: counts.symbols,
    skipped: Object.fromEntries(counts.skipped.map(({ reason, files }) => [reason, files])),
    languages: Object.fromEntries(counts.languages.map(({ language, files }) => [language, files])),
    files_read: read,
    seconds: Math.round(seconds * 1_000) / 1_000,
    database_bytes: bytes,
    is_writer: isWriter,
  };
}

function asLine(name: string, { counts, bytes, isWriter }: IndexStatus, read: number, seconds: number): string {
  const { files, symbols, skipped } = counts;
  const reasons = skipped.map(({ reason, files }) => `${files} ${reason}`).join(", ");
  return [
    `${name}: ${files} files, ${symbols} symbols`,
    ...(reasons ? [`skipped ${reasons}`] : []),
    isWriter
      ? `${read} read in ${seconds.toFixed(1)} s (${Math.round(read / Math.max(seconds, 0.001))} files/s)`
      : `another process writes it, ${seconds.toFixed(1)} s`,
    `database ${(bytes / 1_000_000).toFixed(1)} MB`,
  ].join("; ");
}

/** A bar on a terminal, nothing elsewhere. @returns what takes it away. */
async function showProgress(world: World, index: ProjectIndex): Promise<() => void> {
  const stream = world.terminal();
  if (!stream) return () => undefined;
  const { default: progress } = await import("cli-progress");
  const bar = new progress.SingleBar(
    {
      format: "{phase} {bar} {value}/{total} files, {rate}/s, {eta_formatted} to go",
      stream,
      hideCursor: true,
      clearOnComplete: true,
      barsize: 30,
    },
    progress.Presets.shades_classic,
  );
  bar.start(1, 0, { phase: "listing", rate: 0 });
  const timer = setInterval(() => {
    const { progress, filesPerSecond = 0 } = index.state;
    bar.setTotal(Math.max(1, progress.total));
    bar.update(progress.done, { phase: progress.phase, rate: filesPerSecond });
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    bar.stop();
  };
}

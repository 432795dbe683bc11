/** `waymark index [path]`: indexes a project, with a bar on a terminal, and says what came of it. */
import { Unavailable, UserError } from "../../base/error.ts";
import type { EmbeddingStatus } from "../../index/embedding-status.ts";
import { embedded } from "../../index/embedding-wait.ts";
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
  await indexWhole(world, index);
  const seconds = (performance.now() - startedAt) / 1_000;
  const status = await indexStatus(index, project, ".", world.stopped);
  // After its first moment an index can fall behind again; only a fault is one here.
  if (status.fault) throw new Unavailable("unavailable", `The index failed: ${status.fault.message}`);
  const read = index.state.filesRead;
  if (flags.json) world.out(`${JSON.stringify(asJson(project.root, status, read, seconds))}\n`);
  else world.out(`${asLine(project.name, status, read, seconds)}\n`);
}

/** Waits until a project is indexed with its vectors; shows how far that is. */
export async function indexWhole(world: World, index: ProjectIndex): Promise<void> {
  const stopBar = await showProgress(world, index);
  try {
    await index.whole(world.stopped);
    await embedded(index, world.stopped);
  } catch (error) {
    if (!world.stopped.aborted) throw error;
    throw new UserError("cancelled", "Indexing the project was stopped.", {
      hint: "What was read is kept; the next run goes on from there.",
    });
  } finally {
    stopBar();
  }
}

function asJson(
  root: string,
  { counts, bytes, isWriter, embedding }: IndexStatus,
  read: number,
  seconds: number,
): object {
  return {
    root,
    files: counts.files,
    symbols: counts.symbols,
    skipped: Object.fromEntries(counts.skipped.map(({ reason, files }) => [reason, files])),
    languages: Object.fromEntries(counts.languages.map(({ language, files }) => [language, files])),
    files_read: read,
    seconds: Math.round(seconds * 1_000) / 1_000,
    parts: embedding.total,
    parts_embedded: embedding.done - embedding.refused,
    ...(embedding.fault && { embedding_fault: embedding.fault.message }),
    database_bytes: bytes,
    is_writer: isWriter,
  };
}

function asLine(
  name: string,
  { counts, bytes, isWriter, embedding }: IndexStatus,
  read: number,
  seconds: number,
): string {
  const { files, symbols, skipped } = counts;
  const reasons = skipped.map(({ reason, files }) => `${files} ${reason}`).join(", ");
  return [
    `${name}: ${files} files, ${symbols} symbols`,
    ...(reasons ? [`skipped ${reasons}`] : []),
    isWriter
      ? `${read} read in ${seconds.toFixed(1)} s (${Math.round(read / Math.max(seconds, 0.001))} files/s)`
      : `another process writes it, ${seconds.toFixed(1)} s`,
    ...vectorsLine(embedding),
    `database ${(bytes / 1_000_000).toFixed(1)} MB`,
  ].join("; ");
}

function vectorsLine({ state, done, refused, total, fault }: EmbeddingStatus): string[] {
  if (state === "off") return [];
  return [`vectors of ${done - refused} of ${total} parts${fault ? ` (${fault.message})` : ""}`];
}

/** A bar on a terminal, nothing elsewhere. @returns what takes it away. */
async function showProgress(world: World, index: ProjectIndex): Promise<() => void> {
  const stream = world.terminal();
  if (!stream) return () => undefined;
  const { default: progress } = await import("cli-progress");
  const bar = new progress.SingleBar(
    {
      format: "{phase} {bar} {value}/{total} {what}, {rate}/s, {eta_formatted} to go",
      stream,
      hideCursor: true,
      clearOnComplete: true,
      barsize: 30,
    },
    progress.Presets.shades_classic,
  );
  bar.start(1, 0, { phase: "listing", rate: 0, what: "files" });
  const timer = setInterval(() => {
    const { progress, filesPerSecond = 0, embedding } = index.state;
    const isEmbedding = progress.phase === "idle" && embedding.state === "embedding";
    const { done, total } = isEmbedding ? embedding : progress;
    bar.setTotal(Math.max(1, total));
    bar.update(done, {
      phase: isEmbedding ? "embedding" : progress.phase,
      rate: (isEmbedding ? embedding.perSecond : filesPerSecond) ?? 0,
      what: isEmbedding ? "parts" : "files",
    });
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    bar.stop();
  };
}

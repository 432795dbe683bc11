/** What is told of a language server. */
import type { ServerSpec } from "../language/server-spec.ts";
import type { OriginSource } from "./origin.ts";
import type { RunningServer } from "./running.ts";
import type { ServerSlot } from "./slot.ts";

export interface ServerStatus {
  /** Id of its spec. */
  server: string;
  languages: readonly string[];
  /** Relative to the project's root; `.` for that itself. */
  root: string;
  /** The roots of projects of its languages that it serves. */
  folders: readonly string[];
  /** Where its program comes from, and the absolute path of it. */
  from: OriginSource | undefined;
  program: string | undefined;
  state: "stopped" | "starting" | "indexing" | "ready" | "failed";
  /** What it is loading, or why it does not run. */
  reason: string | undefined;
  pid: number | undefined;
  /** Memory of it and all that it started, where that can be told, in megabytes. */
  megabytes: number | undefined;
  /** ISO 8601, UTC. */
  since: string;
  /** How often it was started. */
  starts: number;
  openFiles: number;
  /** As it calls itself. */
  version: string | undefined;
  /** The end of what it wrote to stderr. */
  stderr: string;
}

export function statusOf(spec: ServerSpec, folder: string, slot: ServerSlot<RunningServer>): ServerStatus {
  const { running, state, reason, since, starts } = slot;
  const ready = running?.client.readiness;
  return {
    server: spec.id,
    languages: spec.languages,
    root: folder || ".",
    folders: (running?.folders ?? [folder]).map((one) => one || "."),
    from: running?.origin.source,
    program: running?.origin.program,
    state: ready ? (ready.state === "starting" ? "indexing" : ready.state) : state === "running" ? "ready" : state,
    reason: ready ? (ready.state === "ready" ? undefined : ready.message) : reason,
    pid: running?.pid,
    megabytes: running?.residentBytes === undefined ? undefined : Math.round(running.residentBytes / 2 ** 20),
    since: new Date(since).toISOString(),
    starts,
    openFiles: running?.client.documents.paths.length ?? 0,
    version: running?.client.serverInfo?.version ?? running?.origin.version,
    stderr: running?.client.stderrTail() ?? "",
  };
}

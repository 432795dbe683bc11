/** Ends processes with all that they started. */
import { readFileSync } from "node:fs";
import { belowIn, processIds, processLine } from "./process-table.ts";

/** Marks a program and all its descendants in their environment, so that those which left its group are found. */
export const RUN_MARK = "WAYMARK_RUN";

/** True when there is a process with this number, which need not be the one that had it before. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ends a process at once; one that is gone already is fine. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Ends a process and all that it started, at once; what is gone already is fine.
 *
 * That is its group, its descendants as they stand and, on Linux, whatever carries its mark. One that left the group, whose
 * parent has ended, and whose environment does not show the mark is not found. On Windows, a program of the system does it.
 * @param pid of the leader of a group of its own.
 * @param mark what it was given as `RUN_MARK`.
 */
export function killTree(pid: number, mark: string): void {
  if (process.platform === "win32") {
    Bun.spawnSync(["taskkill", "/T", "/F", "/PID", String(pid)], { stdio: ["ignore", "ignore", "ignore"] });
    return;
  }
  const others = descendants(pid);
  killGroup(pid);
  for (const other of others) killOne(other);
  killMarked(mark);
}

/** Ends a group by its leader's number, which names all that the leader started and that did not leave. */
export function killGroup(pid: number, leader?: { kill(signal: NodeJS.Signals): void }): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ESRCH" || code === "EPERM") return;
    leader?.kill("SIGKILL"); // no process groups here
  }
}

/**
 * Ends those descendants that made themselves leaders of groups of their own, where the system shows the environment of
 * processes. Looks again until none is left, since one may have started another meanwhile.
 */
export function killMarked(mark: string): void {
  if (process.platform !== "linux") return;
  for (let round = 0; round < 5; round++) {
    const found = markedBy(mark);
    for (const pid of found) killOne(pid);
    if (found.length === 0) return;
  }
}

/** Processes that carry a mark in their environment; only Linux shows that. */
export function markedBy(mark: string): number[] {
  return processIds().filter((pid) => isMarked(pid, mark));
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${RUN_MARK}=${mark}`);
  } catch {
    return false; // it has ended, or is somebody else's
  }
}

function descendants(root: number): number[] {
  return belowIn(process.platform === "linux" ? linuxParents() : psParents(), root);
}

function linuxParents(): [number, number][] {
  return processIds().flatMap((pid) => {
    const line = processLine(pid);
    return line ? [[pid, line.number(4)]] : [];
  });
}

function psParents(): [number, number][] {
  const { stdout } = Bun.spawnSync(["ps", "-axo", "pid=,ppid="], { stdio: ["ignore", "pipe", "ignore"] });
  const lines = stdout.toString().trim().split("\n");
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

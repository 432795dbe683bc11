/** Ends processes with all that they started. */
import { readdirSync, readFileSync } from "node:fs";

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
 * Linux: its group, and whatever carries its mark. macOS: its group, and its descendants as they stand; one that left the
 * group and whose parent has ended is not found. Windows: its descendants, by the system's own program.
 * @param pid of the leader of a group of its own.
 * @param mark what it was given as `RUN_MARK`.
 */
export function killTree(pid: number, mark: string): void {
  if (process.platform === "win32") {
    Bun.spawnSync(["taskkill", "/T", "/F", "/PID", String(pid)], { stdio: ["ignore", "ignore", "ignore"] });
    return;
  }
  const others = process.platform === "linux" ? [] : descendants(pid);
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
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isMarked(name, mark))
    .map(Number);
}

function isMarked(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${RUN_MARK}=${mark}`);
  } catch {
    return false; // it has ended, or is somebody else's
  }
}

function descendants(root: number): number[] {
  const { stdout } = Bun.spawnSync(["ps", "-axo", "pid=,ppid="], { stdio: ["ignore", "pipe", "ignore"] });
  const rows = stdout
    .toString()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return belowIn(rows, root);
}

/**
 * Numbers of the processes below one.
 * @param rows number of a process and of its parent.
 */
export function belowIn(rows: readonly (readonly number[])[], root: number): number[] {
  const children = Map.groupBy(rows, ([, parent]) => parent);
  const found = new Set<number>();
  const look = (pid: number) => {
    for (const [child] of children.get(pid) ?? []) {
      if (child === undefined || child === root || found.has(child)) continue;
      found.add(child);
      look(child);
    }
  };
  look(root);
  return [...found];
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** The processes of this machine, as Linux shows them in `/proc`. */
import { readdirSync, readFileSync } from "node:fs";

/** Numbers of all processes. */
export function processIds(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** A process as one line of `/proc/<pid>/stat` tells it; numbers by their place in the system's manual, from 1. */
export interface ProcessLine {
  /** `Z` for one that has ended and that nobody has waited for. */
  state: string;
  number(place: number): number;
}

/** Undefined when it has ended. */
export function processLine(pid: number): ProcessLine | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" "); // the name in brackets may hold anything
  return { state: fields[0]!, number: (place) => Number(fields[place - 3]) };
}

/**
 * Numbers of the processes below one.
 * @param rows number of a process and of its parent.
 */
export function belowIn(rows: readonly (readonly [pid: number, parent: number])[], root: number): number[] {
  const children = Map.groupBy(rows, ([, parent]) => parent);
  const found = new Set<number>();
  const look = (pid: number) => {
    for (const [child] of children.get(pid) ?? []) {
      if (child === root || found.has(child)) continue;
      found.add(child);
      look(child);
    }
  };
  look(root);
  return [...found];
}

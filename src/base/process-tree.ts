/** What a process and all that it started take of the machine. */
import { readFileSync } from "node:fs";
import { markedBy } from "./kill.ts";
import { belowIn, processIds, processLine } from "./process-table.ts";

/** What a tree of processes takes together. */
export interface TreeUse {
  processes: number;
  /** Memory that is resident; pages that processes share are counted in each. */
  residentBytes: number;
  /** Time on processors since each one's start. */
  cpuSeconds: number;
}

interface Row extends Omit<TreeUse, "processes"> {
  pid: number;
  parent: number;
}

/** The kernel counts in these, whatever its own clock. */
const TICKS_PER_SECOND = 100;

/**
 * What a process takes with all below it, and, on Linux, with those that left it but carry its mark.
 * Linux: read from `/proc`. macOS and others: from `ps`. Windows: cannot be told without a slow program of the system.
 * @returns undefined where it cannot be told, or when there is no such process.
 */
export function treeUse(pid: number, mark?: string): TreeUse | undefined {
  if (process.platform === "win32") return undefined;
  const rows = process.platform === "linux" ? linuxRows() : psRows();
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const marked = mark !== undefined && process.platform === "linux" ? markedBy(mark) : [];
  const pids = new Set(
    [pid, ...marked].flatMap((root) => [
      root,
      ...belowIn(
        rows.map((row) => [row.pid, row.parent]),
        root,
      ),
    ]),
  );
  const found = [...pids].flatMap((one) => byPid.get(one) ?? []);
  if (found.length === 0) return undefined;
  return {
    processes: found.length,
    residentBytes: found.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    cpuSeconds: found.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

function linuxRows(): Row[] {
  return processIds().flatMap((pid) => {
    const line = processLine(pid);
    if (!line || line.state === "Z") return [];
    return [
      {
        pid,
        parent: line.number(4),
        residentBytes: line.number(24) * pageBytes(),
        cpuSeconds: (line.number(14) + line.number(15)) / TICKS_PER_SECOND,
      },
    ];
  });
}

let page: number | undefined;

/** Bytes of a memory page, from what the system says of this very process in pages and in kilobytes. */
function pageBytes(): number {
  page ??= readPageBytes();
  return page;
}

function readPageBytes(): number {
  const pages = Number(readFileSync("/proc/self/statm", "utf8").split(" ")[0]);
  const kilobytes = Number(/^VmSize:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  const bytes = (kilobytes * 1_024) / pages;
  return 2 ** Math.round(Math.log2(bytes)); // the two were not read at the same moment
}

function psRows(): Row[] {
  const { stdout } = Bun.spawnSync(["ps", "-axo", "pid=,ppid=,rss=,time="], { stdio: ["ignore", "pipe", "ignore"] });
  return psTable(stdout.toString());
}

/** Rows of `ps -o pid=,ppid=,rss=,time=`: memory in kilobytes, time as `[days-][hours:]minutes:seconds`. */
export function psTable(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [pid, parent, kilobytes, time] = line.trim().split(/\s+/);
    if (time === undefined) return [];
    const [clock, days = "0"] = time.split("-").reverse();
    const seconds = clock!.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        residentBytes: Number(kilobytes) * 1_024,
        cpuSeconds: Number(days) * 86_400 + seconds,
      },
    ];
  });
}

/** Keeps servers within what they may take: stops those that nobody used for a while, and those that take too much memory. */
import { treeUse } from "../base/process-tree.ts";
import type { RunningServer, Taken } from "./running.ts";
import type { ServerSlot } from "./slot.ts";

export interface KeepLimits {
  /** Seconds without use after which one is stopped. */
  idleSeconds: number;
  /** Memory of all together, in megabytes. */
  totalMegabytes: number;
}

const MEGABYTE = 2 ** 20;

/**
 * Looks at all servers once.
 * @param measure what a server's tree takes; undefined where that cannot be told.
 */
export async function keepWithin(
  slots: readonly ServerSlot<RunningServer>[],
  { idleSeconds, totalMegabytes }: KeepLimits,
  measure: (server: RunningServer) => Taken | undefined = takenBy,
): Promise<void> {
  const kept: { slot: ServerSlot<RunningServer>; megabytes: number }[] = [];
  for (const slot of slots) {
    const { running } = slot;
    if (!running) continue;
    running.taking(measure(running));
    const megabytes = Math.round((running.residentBytes ?? 0) / MEGABYTE);
    const own = running.spec.memory_mb;
    if (!slot.isInUse && Date.now() - slot.usedAt > idleSeconds * 1_000) {
      await slot.stop(`nobody asked it anything for ${idleSeconds} s`);
    } else if (own !== undefined && megabytes > own) {
      await slot.stop(`it took ${megabytes} MB of memory; ${own} MB is its limit`, true);
    } else kept.push({ slot, megabytes });
  }
  let total = kept.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const oldestFirst = kept.sort((a, b) => a.slot.usedAt - b.slot.usedAt || b.megabytes - a.megabytes);
  for (const { slot, megabytes } of oldestFirst) {
    if (total <= totalMegabytes) return;
    const limit = `all language servers together took ${total} MB of memory; server_memory_mb is ${totalMegabytes}`;
    await slot.stop(limit, slot.isInUse);
    total -= megabytes;
  }
}

function takenBy({ pid, process }: RunningServer): Taken | undefined {
  return treeUse(pid, process.mark);
}

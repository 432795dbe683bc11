/** Takes back what a process that died had begun. */
import type { Disk } from "../project/disk.ts";
import { sweepSwap, undoSwap } from "../project/swap-record.ts";
import type { ChangeTable } from "../store/change-table.ts";

export interface Recovered {
  /** Ids of the changes that were taken back. */
  changes: number[];
  /** Files of theirs in which somebody else wrote since; they stay as they are. */
  left: string[];
}

/**
 * Only for whoever holds the lock of the journal: then no pending change has an owner.
 * @param root real path of the project.
 * @throws the system's error; what is not taken back stays pending.
 */
export function recover(root: string, journal: ChangeTable, disk: Disk): Recovered {
  const recovered: Recovered = { changes: [], left: [] };
  for (const id of journal.pending) {
    for (const file of journal.files(id).reverse()) {
      const { before, afterHash, ...record } = file;
      const trace = { ...record, before: before ?? undefined, afterHash: afterHash ?? undefined };
      if (!undoSwap(root, trace, disk)) recovered.left.push(file.path);
    }
    journal.drop(id);
    recovered.changes.push(id);
  }
  return recovered;
}

/** Tidies up after a process that died between the last step of a change and its end. */
export function sweep(root: string, journal: ChangeTable, disk: Disk): void {
  for (const { id } of journal.latest(1)) for (const file of journal.outline(id)) sweepSwap(root, file, disk);
}

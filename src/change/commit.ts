/** Puts a change in place: all of its files or none. From the first step to the last nothing else runs in this process. */

import { shortHash } from "../base/hash.ts";
import type { Disk } from "../project/disk.ts";
import type { Files } from "../project/files.ts";
import { FileSwap } from "../project/swap.ts";
import type { ChangeTable, JournalFile, NewChange } from "../store/change-table.ts";
import type { FileChange } from "./file-change.ts";
import { systemRefusal } from "./system-refusal.ts";

/** A file with what the journal says of it. */
export interface Counted extends FileChange {
  /** Lines. */
  added: number;
  removed: number;
}

/**
 * Finds each file's place, in order of their paths. Nothing is touched.
 * @throws UserError as `FileSwap.at`.
 */
export async function placed(files: Files, changes: readonly Counted[], disk: Disk): Promise<FileSwap[]> {
  const swaps: FileSwap[] = [];
  for (const change of changes) {
    try {
      swaps.push(await FileSwap.at(files, change, disk));
    } catch (error) {
      throw systemRefusal(error, change.path) ?? error;
    }
  }
  return swaps;
}

export interface Committed {
  id: number;
  /** Whether nothing is left beside the files. */
  isTidy: boolean;
}

/**
 * @param swaps in the order of `changes`; disposed of here.
 * @throws UserError or Unavailable, with every file as it was, or an error of ours.
 */
export function commit(
  journal: ChangeTable,
  change: NewChange,
  changes: readonly Counted[],
  swaps: readonly FileSwap[],
): Committed {
  const rows = changes.map((file, index) => rowOf(file, swaps[index]!));
  const id = journal.begin(change, rows);
  const begun: FileSwap[] = [];
  let path = "";
  try {
    for (const swap of swaps) {
      path = swap.plan.path;
      swap.stage();
    }
    for (const swap of swaps) {
      path = swap.plan.path;
      begun.push(swap);
      swap.swap(() => journal.writeInPlace(id, swap.record.real));
    }
    for (const swap of swaps) swap.settle();
    journal.finish(id);
  } catch (error) {
    const faults = allOf(begun.toReversed(), (swap) => swap.revert());
    // What cannot be taken back now is taken back later, from the journal.
    if (faults.length === 0 && tidied(swaps).length === 0) journal.drop(id);
    throw systemRefusal(error, path) ?? error;
  }
  return { id, isTidy: tidied(swaps).length === 0 };
}

/** Folders that were made for several files go with the first that made them, so the last goes first. */
function tidied(swaps: readonly FileSwap[]): unknown[] {
  return allOf(swaps.toReversed(), (swap) => swap[Symbol.dispose]());
}

/** Does something to all, however many fail. @returns the faults. */
function allOf(swaps: readonly FileSwap[], act: (swap: FileSwap) => void): unknown[] {
  const faults: unknown[] = [];
  for (const swap of swaps) {
    try {
      act(swap);
    } catch (error) {
      faults.push(error);
    }
  }
  return faults;
}

function rowOf({ path, before, after, added, removed }: Counted, swap: FileSwap): JournalFile {
  return {
    ...swap.record,
    path,
    before: before ?? null,
    beforeHash: before ? shortHash(before) : null,
    afterHash: after ? shortHash(after) : null,
    added,
    removed,
  };
}

/** Puts a change in place: all of its files or none. From the first step to the last nothing else runs in this process. */
import type { Disk } from "../project/disk.ts";
import { FileSwap } from "../project/swap.ts";
import { shortHash } from "../base/hash.ts";
import type { Files } from "../project/files.ts";
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
  for (const change of changes) swaps.push(await FileSwap.at(files, change, disk));
  return swaps;
}

/**
 * @param swaps in the order of `changes`; disposed of here.
 * @returns the id of the change.
 * @throws UserError or Unavailable, with every file as it was, or an error of ours.
 */
export function commit(
  journal: ChangeTable,
  change: NewChange,
  changes: readonly Counted[],
  swaps: readonly FileSwap[],
): number {
  using stack = new DisposableStack();
  for (const swap of swaps) stack.use(swap);
  const id = journal.begin(change, changes.map((file, index) => rowOf(file, swaps[index]!)));
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
    takeBack(begun, error);
    journal.drop(id);
    throw systemRefusal(error, path) ?? error;
  }
  return id;
}

/** @throws AggregateError when not all could be taken back: the journal has the change still, and the next one tries again. */
function takeBack(begun: readonly FileSwap[], cause: unknown): void {
  const faults: unknown[] = [];
  for (const swap of begun.toReversed()) {
    try {
      swap.revert();
    } catch (error) {
      swap.leave();
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError([cause, ...faults], "A change failed, and so did taking it back.");
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

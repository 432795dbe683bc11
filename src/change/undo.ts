/** Taking back a change that was applied: possible as long as its files are as it left them. */
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { shownPath } from "../project/file-error.ts";
import type { Files } from "../project/files.ts";
import type { ChangeTable, JournalChange, JournalFile } from "../store/change-table.ts";
import { changeId } from "./change-id.ts";
import type { FileChange } from "./file-change.ts";
import { changeNamed, noChange } from "./past-change.ts";

/** How many files an error names. */
const NAMED = 5;

/**
 * The change that is meant.
 * @param id undefined for the caller's latest.
 * @throws UserError `not_found` with the ids there are; `refused` for one that is undone already.
 */
export function changeToUndo(journal: ChangeTable, id: string | undefined, caller: string): JournalChange {
  const found = id === undefined ? journal.latestOf(caller) : changeNamed(journal, id);
  if (!found) throw noChange(journal, "You have made no change that could be undone.");
  if (found.state === "undone") {
    throw new UserError("refused", `Change ${changeId(found.id)} is undone already.`, {
      hint: "list_changes shows what is in force; undo the undoing change to have it back.",
    });
  }
  return found;
}

/**
 * What brings the files of a change back.
 * @throws UserError `stale` when any of them is no longer as the change left it.
 */
export async function undoing(files: Files, id: number, of: readonly JournalFile[]): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  const touched: string[] = [];
  for (const { real, before, afterHash, mode, made } of of) {
    const now = await bytesAt(files, real);
    if ((now ? shortHash(now) : null) !== afterHash) touched.push(shownPath(real));
    else
      changes.push({
        path: real,
        before: now,
        after: before ?? undefined,
        folders: made,
        ...(mode !== null && { mode }),
      });
  }
  if (touched.length === 0) return changes;
  const names = touched.slice(0, NAMED).map((path) => `"${path}"`);
  const more = touched.length > NAMED ? ` and ${touched.length - NAMED} more` : "";
  throw new UserError(
    "stale",
    `Change ${changeId(id)} cannot be undone: ${names.join(", ")}${more} changed since. Nothing was written.`,
    { hint: "Undo the later changes first (list_changes), or edit what is there now." },
  );
}

async function bytesAt(files: Files, path: string): Promise<Uint8Array | undefined> {
  try {
    using file = await files.open(path);
    return file.read(0, file.size);
  } catch (error) {
    if (error instanceof UserError && error.code === "not_found") return undefined;
    throw error;
  }
}

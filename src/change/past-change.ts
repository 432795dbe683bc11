/** A change as the journal tells of it. */
import { UserError } from "../base/error.ts";
import type { ChangeTable, JournalChange, JournalFile } from "../store/change-table.ts";
import { changeId, changeNumber } from "./change-id.ts";

/** How many changes an error names. */
const NAMED = 5;

export interface PastChange {
  id: string;
  tool: string;
  caller: string;
  /** ISO 8601, UTC. */
  at: string;
  state: "applied" | "undone";
  /** The change that it took back. */
  undoes: string | undefined;
  files: PastFile[];
}

export interface PastFile {
  path: string;
  kind: "created" | "edited" | "deleted";
  /** Lines. */
  added: number;
  removed: number;
}

/** The last ones first. */
export function pastChanges(journal: ChangeTable, limit: number): PastChange[] {
  return journal.latest(limit).map((change) => pastChange(journal, change));
}

/** @param id such as `c12`. @throws UserError `not_found` with the latest ids. */
export function changeNamed(journal: ChangeTable, id: string): JournalChange {
  const number = changeNumber(id);
  const found = number === undefined ? undefined : journal.find(number);
  if (found && found.state !== "pending") return found;
  throw noChange(journal, `There is no change ${JSON.stringify(id)}.`);
}

/** A `not_found` that names the latest changes. */
export function noChange(journal: ChangeTable, what: string): UserError {
  const known = journal.latest(NAMED).map(({ id, tool }) => `${changeId(id)} (${tool})`);
  return new UserError("not_found", what, {
    hint:
      known.length > 0 ? `Latest changes: ${known.join(", ")}; list_changes has all.` : "Nothing was changed here yet.",
  });
}

export function pastChange(journal: ChangeTable, { id, tool, caller, at, state, undoes }: JournalChange): PastChange {
  return {
    id: changeId(id),
    tool,
    caller,
    at,
    state: state === "undone" ? "undone" : "applied",
    undoes: undoes === null ? undefined : changeId(undoes),
    files: journal.outline(id).map(pastFile),
  };
}

export function pastFile({ path, beforeHash, afterHash, added, removed }: Omit<JournalFile, "before">): PastFile {
  const kind = beforeHash === null ? "created" : afterHash === null ? "deleted" : "edited";
  return { path, kind, added, removed };
}

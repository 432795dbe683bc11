/** A change as the journal tells of it. */
import type { ChangeTable, JournalFile } from "../store/change-table.ts";
import { changeId } from "./change-id.ts";

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
  return journal.latest(limit).map(({ id, tool, caller, at, state, undoes }) => ({
    id: changeId(id),
    tool,
    caller,
    at,
    state: state === "undone" ? "undone" : "applied",
    undoes: undoes === null ? undefined : changeId(undoes),
    files: journal.outline(id).map(pastFile),
  }));
}

function pastFile({ path, beforeHash, afterHash, added, removed }: Omit<JournalFile, "before">): PastFile {
  const kind = beforeHash === null ? "created" : afterHash === null ? "deleted" : "edited";
  return { path, kind, added, removed };
}

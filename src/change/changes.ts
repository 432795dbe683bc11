/** Every write of project files by a tool goes through here: verified, all or nothing, journalled, undone on request. */
import type { FileChange } from "./file-change.ts";

export interface ChangeOptions {
  /** Verifies and describes, and writes nothing. */
  isDry?: boolean;
  /** Each file's `diff` is given. */
  wantsDiff?: boolean;
  signal: AbortSignal;
}

/** Lines of the file as it is after the change, 1-based and inclusive. */
export interface LineRange {
  start: number;
  end: number;
}

export interface ChangedFile {
  path: string;
  kind: "created" | "edited" | "deleted";
  /** Where something was added or replaced; where lines only went, the line before them. */
  ranges: LineRange[];
  /** Lines. */
  added: number;
  removed: number;
  /** Content hash of the new bytes; undefined when the file went. */
  hash: string | undefined;
  /** How the file reads after the change. `errors`: it did not follow its grammar before either. */
  syntax: "valid" | "errors" | "unchecked";
  /** Unified diff without a header. */
  diff?: string;
}

export interface Change {
  /** Undefined for what was not applied. */
  id: string | undefined;
  isApplied: boolean;
  files: ChangedFile[];
}

/** Changes of one project by one caller. */
export interface Changes {
  /**
   * Carries out what `plan` makes of the files as they are. When a file changed before it was written, it is planned anew.
   * A plan that changes nothing is no change: it has no id and no files.
   * @throws UserError `refused` when a file would follow its grammar no more, `forbidden`, `stale`, `exists`; Unavailable when
   * there is no room. Nothing is written then.
   */
  carryOut(plan: () => Promise<FileChange[]>, options: ChangeOptions): Promise<Change>;
}

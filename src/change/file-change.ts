/** What becomes of one file: its bytes as they must be now, and as they shall be. A change is a list of these, all or none. */
import type { FileContent } from "../project/files.ts";
import type { TextEdit } from "./text-edit.ts";

export interface FileChange {
  /** Relative to the root, as `Files.relative` gives it. */
  path: string;
  /** Undefined where nothing may stand yet. */
  before: Uint8Array | undefined;
  /** Undefined where nothing shall be left. */
  after: Uint8Array | undefined;
  /** Permission bits of a new file, where it takes the place of another. */
  mode?: number;
}

/**
 * A file of which pieces change; all else stays as it is, byte by byte.
 * @throws UserError `invalid_arguments` for edits that overlap or lie outside of the text; `refused` for characters that the
 * file's encoding does not have.
 */
export function editedFile(path: string, before: FileContent, edits: readonly TextEdit[]): FileChange {
  throw new Error(`not yet: ${path} ${before.encoding} ${edits.length}`);
}

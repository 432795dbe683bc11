/** What becomes of one file: its bytes as they must be now, and as they shall be. A change is a list of these, all or none. */
import { UserError } from "../base/error.ts";
import { speltOnly } from "../base/visible.ts";
import { byteOffsets } from "../project/byte-offsets.ts";
import { assertHoldable, assertReadAs, encodePiece, encodeText, isMultiByte } from "../project/encode.ts";
import { shownPath } from "../project/file-error.ts";
import type { FileContent } from "../project/files.ts";
import { lineEndKinds, withLineEnds } from "./line-ends.ts";
import { applyEdits, orderedEdits, type TextEdit } from "./text-edit.ts";

export interface FileChange {
  /** Relative to the root, as `Files.relative` gives it. */
  path: string;
  /** Undefined where nothing may stand yet. */
  before: Uint8Array | undefined;
  /** Undefined where nothing shall be left. */
  after: Uint8Array | undefined;
  /** Permission bits of a new file, where it takes the place of another. */
  mode?: number;
  /** How many folders above a file that goes, go with it when nothing else is in them. */
  folders?: number;
}

/**
 * A file of which pieces change; all else stays as it is, byte by byte.
 * @throws UserError `invalid_arguments` for edits that overlap or lie outside of the text; `refused` for characters that the
 * file's encoding does not have.
 */
export function editedFile(path: string, before: FileContent, edits: readonly TextEdit[]): FileChange {
  const unmarked = before.hasByteOrderMark ? edits.map((edit) => withoutMark(before.text, edit)) : edits;
  const fitted = withLineEnds(before.text, orderedEdits(before.text, unmarked));
  const text = applyEdits(before.text, fitted);
  const after = before.encoding.startsWith("utf-")
    ? encodeText(text, before, path)
    : splicedBytes(path, before, fitted, text);
  return { path, before: before.bytes, after };
}

/**
 * A file whose text is replaced whole: it keeps its encoding and byte order mark, and a text with `\n` alone takes on its
 * line ends when it has one kind of them.
 * @throws UserError `invalid_arguments`, `refused` for characters that it cannot hold, and as `assertUnspelt` does.
 */
export function rewrittenFile(path: string, before: FileContent, text: string): FileChange {
  assertUnspelt(path, before.text, text);
  const [end, ...more] = lineEndKinds(before.text);
  const lined = end === undefined || more.length > 0 || text.includes("\r") ? text : text.replaceAll("\n", end);
  const unmarked = before.hasByteOrderMark && lined.startsWith("\ufeff") ? lined.slice(1) : lined;
  return { path, before: before.bytes, after: encodeText(unmarked, before, path) };
}

/**
 * A new file, in UTF-8, its text as it is given.
 * @throws UserError `invalid_arguments`, `refused` for characters that no text file holds.
 */
export function createdFile(path: string, text: string): FileChange {
  return {
    path,
    before: undefined,
    after: encodeText(text, { encoding: "utf-8", hasByteOrderMark: false }, path),
  };
}

/**
 * Guards text that takes the place of what an answer showed: whoever took it from there must not destroy a character.
 * @param before the text that goes.
 * @throws UserError `refused` when `after` spells a hidden character where `before` holds the character itself.
 */
export function assertUnspelt(path: string, before: string, after: string): void {
  const spelling = speltOnly(before, after);
  if (spelling === undefined) return;
  const message = `The content spells ${spelling} where file "${shownPath(path)}" holds the character itself, as answers show it.`;
  throw new UserError("refused", message, {
    hint: "Write the character, or leave that part of the file alone with an edit of another part.",
  });
}

/** The file has its mark already, and it is no part of its text: one that comes along with new text is not a second one. */
function withoutMark(original: string, edit: TextEdit): TextEdit {
  const brings = edit.start === 0 && edit.text.startsWith("\ufeff") && !original.startsWith("\ufeff");
  return brings ? { ...edit, text: edit.text.slice(1) } : edit;
}

/**
 * The bytes outside of the edits are taken over, since encodings other than UTF have several spellings for some characters.
 * @param edits ordered.
 * @param text after the edits.
 */
function splicedBytes(path: string, before: FileContent, edits: readonly TextEdit[], text: string): Uint8Array {
  assertHoldable(text, path);
  const { bytes, encoding } = before;
  const places = edits.flatMap(({ start, end }) => [start, end]);
  const offsets = isMultiByte(encoding) ? byteOffsets(bytes, before.text, encoding, places) : places;
  if (!offsets) {
    const message = `File "${shownPath(path)}" is in ${encoding}, where two characters at the edit are written as one.`;
    throw new UserError("refused", message, { hint: "Take both characters into the edit, or neither." });
  }
  const parts: Uint8Array[] = [];
  let at = 0;
  edits.forEach((edit, index) => {
    parts.push(bytes.subarray(at, offsets[index * 2]), encodePiece(edit.text, encoding, path));
    at = offsets[index * 2 + 1]!;
  });
  const after = new Uint8Array(Buffer.concat([...parts, bytes.subarray(at)]));
  assertReadAs(after, text, encoding, path);
  return after;
}

/** Edits of several files, in the order in which they are to be made. */
import { comparePositions, type Positions, type Range } from "./position.ts";
import { isRange, ShapeError } from "./result.ts";
import { toPath } from "./uri.ts";

export interface TextChange {
  range: Range;
  text: string;
}

export type FileChange =
  /** `changes` are all meant from the text before them, and stand in its order. */
  | { kind: "edit"; path: string; version?: number; changes: TextChange[] }
  | { kind: "create"; path: string; overwrite: boolean; ignoreIfExists: boolean }
  | { kind: "rename"; path: string; to: string; overwrite: boolean; ignoreIfExists: boolean }
  | { kind: "delete"; path: string; recursive: boolean; ignoreIfMissing: boolean };

/**
 * @param raw with `documentChanges`, else `changes`: one server sends the same edits in both.
 * @returns what is to be done in this order; nothing for null.
 * @throws ShapeError for what is no edit of files here, as no part of an edit may be left out.
 */
export async function fileChangesOf(raw: unknown, positions: Positions): Promise<FileChange[]> {
  if (raw === null || raw === undefined) return [];
  const { documentChanges, changes } = raw as { documentChanges?: unknown; changes?: unknown };
  if (Array.isArray(documentChanges)) {
    /** Where the text of a renamed file stands now. */
    const origins = new Map<string, string>();
    const found: FileChange[] = [];
    for (const one of documentChanges as RawChange[]) found.push(await changeOf(one, positions, origins));
    return found;
  }
  if (typeof changes !== "object" || changes === null) return [];
  const found: FileChange[] = [];
  for (const [uri, edits] of Object.entries(changes)) {
    const path = pathOf(uri, raw);
    const list = await textChanges(path, edits, positions);
    if (list.length > 0) found.push({ kind: "edit", path, changes: list });
  }
  return found;
}

interface RawChange {
  kind?: string;
  uri?: unknown;
  oldUri?: unknown;
  newUri?: unknown;
  options?: { overwrite?: boolean; ignoreIfExists?: boolean; recursive?: boolean; ignoreIfNotExists?: boolean } | null;
  textDocument?: { uri?: unknown; version?: number | null };
  edits?: unknown;
}

async function changeOf(raw: RawChange, positions: Positions, origins: Map<string, string>): Promise<FileChange> {
  const { overwrite = false, ignoreIfExists = false, recursive = false, ignoreIfNotExists = false } = raw.options ?? {};
  switch (raw.kind) {
    case "create":
      return { kind: "create", path: pathOf(raw.uri, raw), overwrite, ignoreIfExists };
    case "rename": {
      const [path, to] = [pathOf(raw.oldUri, raw), pathOf(raw.newUri, raw)];
      origins.set(to, origins.get(path) ?? path);
      return { kind: "rename", path, to, overwrite, ignoreIfExists };
    }
    case "delete":
      return { kind: "delete", path: pathOf(raw.uri, raw), recursive, ignoreIfMissing: ignoreIfNotExists };
    case undefined: {
      const path = pathOf(raw.textDocument?.uri, raw);
      const version = raw.textDocument?.version;
      const changes = await textChanges(origins.get(path) ?? path, raw.edits, positions);
      return { kind: "edit", path, ...(typeof version === "number" && { version }), changes };
    }
    default:
      throw new ShapeError("a change of files was expected", raw);
  }
}

/** @param raw a list of edits of one file. @throws ShapeError. */
export async function textChanges(path: string, raw: unknown, positions: Positions): Promise<TextChange[]> {
  if (!Array.isArray(raw)) throw new ShapeError("a list of edits was expected", raw);
  const found: TextChange[] = [];
  for (const one of raw as { range?: unknown; newText?: unknown; snippet?: unknown }[]) {
    if (!isRange(one?.range) || typeof one.newText !== "string") throw new ShapeError("an edit was expected", one);
    if (positions.encoding !== "utf-16" && !(await positions.lines(path))) {
      throw new ShapeError(`an edit of a file that can be read was expected (${path})`, one);
    }
    found.push({ range: await positions.rangeFromServer(path, one.range), text: one.newText });
  }
  // Of insertions at one place, the first stands first; sorting keeps their order.
  return found.sort((a, b) => comparePositions(a.range.start, b.range.start));
}

function pathOf(uri: unknown, raw: unknown): string {
  const path = typeof uri === "string" ? toPath(uri) : undefined;
  if (path === undefined) throw new ShapeError("the address of a file was expected", raw);
  return path;
}

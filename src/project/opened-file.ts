/** Opens a file at a real path that was checked, and makes sure that it is still what was checked. */
import { closeSync, fstatSync, type Stats } from "node:fs";
import { UserError } from "../base/error.ts";
import { isAt, openUnlinked, readBytes } from "../base/held.ts";
import { replaced, shownPath } from "./file-error.ts";

/** A file that is open for reading, known to lie inside the root. */
export interface OpenedFile extends Disposable {
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /**
   * Bytes from `start` up to `end`, or to the end of the file.
   * @param into takes them, for callers who read again and again; the result is a part of it.
   */
  read(start: number, end: number, into?: Uint8Array): Uint8Array;
}

/** Opens a real path that was checked, and makes sure that it is still what was checked. */
export function openAt(path: string, real: string): OpenedFile {
  const handle = openedOrStale(path, real);
  try {
    const found = fstatSync(handle);
    if (found.isDirectory()) {
      throw new UserError("not_found", `"${shownPath(path)}" is a folder, not a file.`, {
        hint: "Give one of its files.",
      });
    }
    if (!found.isFile()) throw new UserError("refused", `"${shownPath(path)}" is not a regular file.`);
    if (!isAt(handle, real)) throw replaced(path);
    return opened(handle, found);
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Opens a path that may be a real one; undefined when it is not, or leads to no file that can be read. */
export function openIfAt(path: string): OpenedFile | undefined {
  let handle: number;
  try {
    handle = openUnlinked(path);
  } catch {
    return undefined; // `openAt` says why
  }
  try {
    const found = fstatSync(handle);
    if (found.isFile() && isAt(handle, path)) return opened(handle, found);
  } catch (error) {
    closeSync(handle);
    throw error;
  }
  closeSync(handle);
  return undefined;
}

function opened(handle: number, { size, mode }: Stats): OpenedFile {
  return {
    size,
    mode: mode & 0o7777,
    read: (start, end, into) => readBytes(handle, start, Math.min(end, size), into),
    [Symbol.dispose]: () => closeSync(handle),
  };
}

function openedOrStale(path: string, real: string): number {
  try {
    return openUnlinked(real);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM")
      throw new UserError("forbidden", `File "${shownPath(path)}" may not be read: the system refuses it.`);
    if (code === "ENXIO") throw new UserError("refused", `"${shownPath(path)}" is not a regular file.`); // a socket
    if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR") throw replaced(path);
    throw error;
  }
}

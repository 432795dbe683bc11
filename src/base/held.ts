/**
 * Files and folders held open at a real path that was checked before. What is open is compared with what was meant, so a
 * link that somebody slips in between the check and the opening leads nowhere.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

const NO_LINK = constants.O_NOFOLLOW ?? 0;
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/**
 * Opens what stands at a path for reading: neither through a link at its end, nor waiting for the other end of a pipe.
 * @throws the system's error.
 */
export function openUnlinked(path: string): number {
  return openSync(path, constants.O_RDONLY | NO_LINK | NO_WAIT);
}

/** Whether an open handle is the file or folder at a real path, reached without a link on the way. */
export function isAt(handle: number, real: string): boolean {
  const told = toldPath(handle);
  if (told !== undefined) return told === real;
  try {
    const [opened, named] = [fstatSync(handle), statSync(real)];
    return realpathSync.native(real) === real && named.ino === opened.ino && named.dev === opened.dev;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Where the system says that an open handle is; undefined where it does not tell. */
function toldPath(handle: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readlinkSync(handlePath(handle));
  } catch (error) {
    if (isGone(error)) return undefined; // no /proc here
    throw error;
  }
}

/** A path that leads to what is open; programs that we start can use it too, so it does not say `self`. */
function handlePath(handle: number): string {
  return `/proc/${process.pid}/fd/${handle}`;
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** A folder held open: what is done through its `path` happens in it, whatever is put in its place meanwhile. */
export class HeldFolder implements Disposable {
  /** Its real path when it was opened. */
  readonly real: string;
  /** Leads to the folder itself on Linux; elsewhere it is the real path, which others can still replace. */
  readonly path: string;
  #handle: number | undefined;

  private constructor(real: string, handle: number | undefined) {
    this.real = real;
    this.#handle = handle;
    this.path = handle !== undefined && toldPath(handle) !== undefined ? handlePath(handle) : real;
  }

  /**
   * The folder at a real path; undefined when none stands there, or a link on the way leads elsewhere.
   * @throws the system's error when it may not be opened.
   */
  static at(real: string): HeldFolder | undefined {
    if (process.platform === "win32") {
      // Folders cannot be opened here.
      return realpathSync.native(real) === real ? new HeldFolder(real, undefined) : undefined;
    }
    let handle: number;
    try {
      handle = openSync(real, constants.O_RDONLY | constants.O_DIRECTORY | NO_LINK);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
    if (isAt(handle, real)) return new HeldFolder(real, handle);
    closeSync(handle);
    return undefined;
  }

  /** The path of an entry. */
  entry(name: string): string {
    return join(this.path, name);
  }

  /** Waits until its entries are on the medium, where the system lets one wait for that. */
  sync(): void {
    try {
      if (this.#handle !== undefined) fsyncSync(this.#handle);
    } catch (error) {
      if (!["EINVAL", "ENOTSUP", "EBADF"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }

  [Symbol.dispose](): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined; // its number may soon name another file
  }
}

/**
 * The bytes of an open file from `start` up to `end`, fewer when it became shorter.
 * @param into memory to read into, at least as long.
 */
export function readBytes(handle: number, start: number, end: number, into?: Uint8Array): Uint8Array {
  const length = Math.max(0, end - start);
  const bytes = into?.subarray(0, length) ?? new Uint8Array(length);
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(handle, bytes, filled, bytes.length - filled, start + filled);
    if (count === 0) return bytes.subarray(0, filled);
    filled += count;
  }
  return bytes;
}

/**
 * The bytes of a small regular file at a real path.
 * @returns why it is not read, when something stands there that is no such file; undefined when nothing does.
 * @throws the system's error when it may not be read.
 */
export function readSmallFile(real: string, limit: number): Uint8Array | { fault: string } | undefined {
  let handle: number;
  try {
    handle = openUnlinked(real);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") return { fault: "it is a link" };
    if (code === "ENXIO") return { fault: "it is no regular file" };
    if (isGone(error)) return undefined;
    throw error;
  }
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) return { fault: "it is no regular file" };
    if (!isAt(handle, real)) return { fault: "a link leads to it" };
    if (found.size > limit) return { fault: `it has ${found.size} bytes, and at most ${limit} are read` };
    return readBytes(handle, 0, found.size);
  } finally {
    closeSync(handle);
  }
}

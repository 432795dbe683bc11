/** Writes a project file whole: all of the new content or all of the old, never a part. */

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { lineStarts } from "../base/text.ts";
import { type Files, shownPath } from "./files.ts";

export interface Written {
  isNew: boolean;
  lines: number;
  /** Content hash of the bytes on disk. */
  hash: string;
}

/**
 * Writes a text file. An existing one keeps its mode, its byte order mark and the links that lead to it; text with `\n`
 * alone takes on its line ends.
 * @throws UserError `exists` unless `overwrite`; `refused` for an existing file that is not UTF-8; as `Files.target` does.
 */
export async function writeTextFile(files: Files, path: string, text: string, overwrite: boolean): Promise<Written> {
  const { real, isNew } = await files.target(path);
  if (!isNew && !overwrite) {
    throw new UserError("exists", `File "${path}" exists already.`, {
      hint: "Set overwrite to replace all of it, or edit a part of it.",
    });
  }
  const content = isNew ? text : await adapted(files, path, text);
  const bytes = new TextEncoder().encode(content);
  const fresh = join(dirname(real), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    if (isNew) mkdirSync(dirname(real), { recursive: true });
    writeSynced(fresh, bytes);
    if (isNew) claim(fresh, real, path);
    else {
      chmodSync(fresh, statSync(real).mode & 0o7777);
      renameSync(fresh, real);
    }
  } catch (error) {
    throw refusal(error, path) ?? error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return { isNew, lines: lineStarts(content).length, hash: shortHash(bytes) };
}

/** What the file system said, in words; undefined for what is no answer of a file system. */
function refusal(error: unknown, path: string): UserError | Unavailable | undefined {
  const name = `"${shownPath(path)}"`;
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENAMETOOLONG": {
      const message = `Path ${name} cannot be written: a part of it is longer than the file system takes.`;
      return new UserError("invalid_arguments", message, { errors: [{ pointer: "/path", message }], cause: error });
    }
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new UserError("forbidden", `File ${name} cannot be written: the system refuses it.`, { cause: error });
    case "ENOTDIR":
    case "EEXIST":
    case "ENOENT":
      return new UserError("stale", `Something changed on the way to ${name} while it was written; call again.`, {
        cause: error,
      });
    case "ENOSPC":
    case "EDQUOT":
      return new Unavailable("unavailable", `File ${name} was not written: there is no room on the disk.`, {
        cause: error,
      });
    default:
      return undefined;
  }
}

/** The text in the form of the file that it replaces. */
async function adapted(files: Files, path: string, text: string): Promise<string> {
  const { encoding, hasByteOrderMark, text: before } = await files.read(path);
  if (encoding !== "utf-8") {
    throw new UserError(
      "refused",
      `File "${path}" is in ${encoding}, and replacing it whole would turn it into UTF-8.`,
      {
        hint: "Leave it as it is, or convert it outside first.",
      },
    );
  }
  const usesReturns = before.includes("\r\n") && !/(^|[^\r])\n/.test(before);
  const lined = usesReturns && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
  return hasByteOrderMark && !lined.startsWith("\ufeff") ? `\ufeff${lined}` : lined;
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const handle = openSync(path, "wx", 0o644);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Gives the new file its name, which fails when somebody else was first. */
function claim(fresh: string, real: string, path: string): void {
  try {
    linkSync(fresh, real);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new UserError("exists", `File "${path}" came into being meanwhile.`, {
      hint: "Read it before you replace it.",
    });
  }
}

/**
 * Deletes a regular file.
 * @param expectedHash content hash that the file must still have.
 * @returns the hash it had.
 * @throws UserError `stale` when it changed; `refused` for a link; as `Files.open` does.
 */
export async function deleteTextFile(files: Files, path: string, expectedHash: string | undefined): Promise<string> {
  if (lstatSync(join(files.root, path), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new UserError("refused", `"${shownPath(path)}" is a link.`, { hint: "Name the file that it leads to." });
  }
  using file = await files.open(path);
  const hash = shortHash(file.read(0, file.size));
  if (expectedHash !== undefined && expectedHash !== hash) {
    throw new UserError(
      "stale",
      `File "${shownPath(path)}" has the hash ${hash} now, not ${expectedHash}, so it was not deleted.`,
      {
        hint: "Read it again.",
      },
    );
  }
  const { real } = await files.target(path);
  rmSync(real);
  return hash;
}

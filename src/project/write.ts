/** Writes a project file whole: all of the new content or all of the old, never a part. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { HeldFolder } from "../base/held.ts";
import { lineStarts } from "../base/text.ts";
import { speltOnly } from "../base/visible.ts";
import { shownPath } from "./file-error.ts";
import type { Files } from "./files.ts";

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
  if (!text.isWellFormed()) {
    const message = "The content holds half of a surrogate pair, which no file in UTF-8 can hold.";
    throw new UserError("invalid_arguments", message, { errors: [{ pointer: "/content", message }] });
  }
  const target = await files.target(path);
  const { isNew } = target;
  if (!isNew && !overwrite) {
    throw new UserError("exists", `File "${shownPath(path)}" exists already.`, {
      hint: "Set overwrite to replace all of it, or edit a part of it.",
    });
  }
  const content = isNew ? text : await adapted(files, path, text);
  const bytes = new TextEncoder().encode(content);
  try {
    using way = new Way(target.folder);
    for (const name of target.missing) way.enter(name);
    if (isNew) create(way.folder, target.name, bytes, path);
    else replace(way.folder, target.name, bytes);
    way.keep();
  } catch (error) {
    throw refusal(error, path) ?? error;
  }
  return { isNew, lines: lineStarts(content).length, hash: shortHash(bytes) };
}

/** The way down to a new file, its last folder held open. Folders that were made for it go away unless they are kept. */
class Way implements Disposable {
  readonly #made = new DisposableStack();
  folder: HeldFolder;

  constructor(real: string) {
    this.folder = held(real);
  }

  enter(name: string): void {
    using outer = this.folder;
    try {
      mkdirSync(outer.entry(name));
      this.#made.defer(() => removeIfEmpty(outer.real, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    this.folder = held(join(outer.real, name));
  }

  keep(): void {
    this.#made.move();
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
    this.#made.dispose();
  }
}

function held(real: string): HeldFolder {
  const folder = HeldFolder.at(real);
  if (!folder) throw Object.assign(new Error(`${real} was replaced`), { code: "ENOENT" });
  return folder;
}

function removeIfEmpty(real: string, name: string): void {
  try {
    using folder = HeldFolder.at(real);
    if (folder) rmdirSync(folder.entry(name));
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** Gives a new file its name only when it is complete, which fails when somebody else was first. */
function create(folder: HeldFolder, name: string, bytes: Uint8Array, path: string): void {
  const fresh = folder.entry(freshName());
  try {
    writeSynced(fresh, bytes);
    linkSync(fresh, folder.entry(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new UserError("exists", `File "${shownPath(path)}" came into being meanwhile.`, {
      hint: "Read it before you replace it.",
      cause: error,
    });
  } finally {
    rmSync(fresh, { force: true });
  }
}

function replace(folder: HeldFolder, name: string, bytes: Uint8Array): void {
  const fresh = folder.entry(freshName());
  try {
    const before = lstatSync(folder.entry(name));
    if (!before.isFile()) throw Object.assign(new Error(`${name} was replaced`), { code: "ENOENT" });
    writeSynced(fresh, bytes, before);
    renameSync(fresh, folder.entry(name));
  } finally {
    rmSync(fresh, { force: true });
  }
}

function freshName(): string {
  return `.${randomBytes(6).toString("hex")}.tmp`;
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
    case "EISDIR":
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
      `File "${shownPath(path)}" is in ${encoding}, and replacing it whole would turn it into UTF-8.`,
      {
        hint: "Leave it as it is, or convert it outside first.",
      },
    );
  }
  const spelling = speltOnly(before, text);
  if (spelling !== undefined) {
    throw new UserError(
      "refused",
      `The content spells ${spelling} where file "${shownPath(path)}" holds the character itself, as answers show it.`,
      {
        hint: "Write the character, or leave that part of the file alone with an edit of another part.",
      },
    );
  }
  const usesReturns = before.includes("\r\n") && !/(^|[^\r])\n/.test(before);
  const lined = usesReturns && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
  return hasByteOrderMark && !lined.startsWith("\ufeff") ? `\ufeff${lined}` : lined;
}

/** @param like the file whose owner and mode it takes over; nobody else can read it before it has them. */
function writeSynced(path: string, bytes: Uint8Array, like?: Stats): void {
  const handle = openSync(path, "wx", like ? 0o600 : 0o666);
  try {
    if (like) {
      takeOwner(handle, like);
      fchmodSync(handle, like.mode & 0o7777);
    }
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Only the superuser may give a file away; others own what they write. */
function takeOwner(handle: number, { uid, gid }: Stats): void {
  try {
    fchownSync(handle, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
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
  const target = await files.target(path);
  try {
    using place = held(target.folder);
    rmSync(place.entry(target.name));
  } catch (error) {
    throw refusal(error, path) ?? error;
  }
  return hash;
}

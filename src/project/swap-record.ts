/** What is written down of a swap before it begins, and how whoever finds it half done takes it back. */
import { basename, dirname, join } from "node:path";
import { shortHash } from "../base/hash.ts";
import type { HeldFolder } from "../base/held.ts";
import type { Disk } from "./disk.ts";
import { removeEmptyFolders, Way } from "./way.ts";

export interface SwapRecord {
  /** Where the file lies, relative to the root, links followed. */
  real: string;
  /** Name beside it of the new content before it is in place. */
  fresh: string;
  /** Name beside it of the old file once the new content is in place. */
  kept: string;
  /** How many folders were missing on the way to it. */
  made: number;
  /** Permission bits of the old file; null where there was none. */
  mode: number | null;
  /** It is written over instead of being replaced. */
  isInPlace: boolean;
}

export interface SwapTrace extends SwapRecord {
  /** Undefined where there was no file. */
  before: Uint8Array | undefined;
  /** Undefined where none shall be left. */
  afterHash: string | undefined;
}

/**
 * Brings a file back to what it held before a swap, however far that came. What somebody else wrote since stays.
 * @returns false when somebody else's content stands there now.
 * @throws the system's error; it can be tried again.
 */
export function undoSwap(root: string, trace: SwapTrace, disk: Disk): boolean {
  const isBack = broughtBack(root, trace, disk);
  removeEmptyFolders(join(root, dirname(trace.real)), trace.made, disk);
  return isBack;
}

function broughtBack(root: string, trace: SwapTrace, disk: Disk): boolean {
  let way: Way;
  try {
    way = new Way(join(root, dirname(trace.real)), disk);
  } catch (error) {
    // The folders for a new file were not made; or somebody else took the folder away, and that stays so.
    if (isGone(error)) return trace.before === undefined;
    throw error;
  }
  using _ = way;
  const isBack = bringBack(way.folder, trace, disk);
  for (const name of [trace.fresh, trace.kept]) disk.remove(way.folder.entry(name));
  return isBack;
}

/** Takes away what a swap that came to its end may have left beside the file. */
export function sweepSwap(root: string, { real, fresh, kept }: SwapRecord, disk: Disk): void {
  try {
    using way = new Way(join(root, dirname(real)), disk);
    for (const name of [fresh, kept]) disk.remove(way.folder.entry(name));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function bringBack(folder: HeldFolder, trace: SwapTrace, disk: Disk): boolean {
  const { before, afterHash } = trace;
  const place = folder.entry(basename(trace.real));
  if (disk.look(place)?.isFile() === false) return false; // a link or a folder, which is not ours
  const now = disk.read(place);
  if (isSame(now, before)) return true;
  const isNew = (now && shortHash(now)) === afterHash;
  if (before === undefined) {
    if (isNew) disk.remove(place);
    return isNew;
  }
  if (trace.isInPlace) return now !== undefined && writeBack(folder, trace, now, before, disk);
  if (!isNew) return false;
  const kept = folder.entry(trace.kept);
  if (disk.look(kept)) disk.move(kept, place);
  else writeAnew(folder, trace, before, disk);
  folder.sync();
  return true;
}

/** @returns false for a content that is neither the new one nor a part of it over the old one. */
function writeBack(folder: HeldFolder, trace: SwapTrace, now: Uint8Array, before: Uint8Array, disk: Disk): boolean {
  const after = disk.read(folder.entry(trace.fresh));
  if (shortHash(now) !== trace.afterHash && !(after && isPartly(now, before, after))) return false;
  const handle = disk.open(folder.entry(basename(trace.real)));
  try {
    disk.write(handle, before);
    disk.cut(handle, before.length);
    disk.sync(handle);
  } finally {
    disk.close(handle);
  }
  return true;
}

/** Whether a content begins as one and goes on as another. */
function isPartly(now: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  let at = 0;
  while (at < now.length && now[at] === after[at]) at++;
  return isSame(now.subarray(at), before.subarray(at));
}

function writeAnew(folder: HeldFolder, { real, fresh, mode }: SwapTrace, before: Uint8Array, disk: Disk): void {
  const path = folder.entry(fresh);
  disk.remove(path);
  const handle = disk.create(path, 0o600);
  try {
    disk.write(handle, before);
    if (mode !== null) disk.setMode(handle, mode);
    disk.sync(handle);
  } finally {
    disk.close(handle);
  }
  disk.move(path, folder.entry(basename(real)));
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other) return one === other;
  return Buffer.compare(one, other) === 0;
}

/**
 * The steps by which project files are written, one system call each. Whoever writes gets them handed in, so that each can be
 * made to fail.
 */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
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
import { openUnlinked, readBytes } from "../base/held.ts";
import { orMissingNow } from "../base/missing.ts";

/** Every step throws the system's error. */
export interface Disk {
  /** Undefined when nothing stands there; a link is not followed. */
  look(path: string): Stats | undefined;
  /** The bytes of what is no link; undefined when nothing stands there. */
  read(path: string): Uint8Array | undefined;
  /** Opens a file that is not there yet. */
  create(path: string, mode: number): number;
  /** Opens a file that is there for writing over it. */
  open(path: string): number;
  /** All of them, from the start. */
  write(handle: number, bytes: Uint8Array): void;
  cut(handle: number, length: number): void;
  setMode(handle: number, mode: number): void;
  setOwner(handle: number, uid: number, gid: number): void;
  /** Waits until it is on the medium. */
  sync(handle: number): void;
  close(handle: number): void;
  /** Replaces what has the new name. */
  move(from: string, to: string): void;
  /** A second name for a file; fails when there is something of that name. */
  link(from: string, to: string): void;
  /** No error when nothing stands there. */
  remove(path: string): void;
  makeFolder(path: string): void;
  /** Only when it is empty. */
  removeFolder(path: string): void;
}

export const DISK: Disk = {
  look: (path) => orMissingNow(() => lstatSync(path)),
  read(path) {
    let handle: number;
    try {
      handle = openUnlinked(path);
    } catch (error) {
      if (["ENOENT", "ENAMETOOLONG"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
      throw error;
    }
    try {
      return readBytes(handle, 0, fstatSync(handle).size);
    } finally {
      closeSync(handle);
    }
  },
  create: (path, mode) => openSync(path, "wx", mode),
  open: (path) => openSync(path, "r+"),
  write(handle, bytes) {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, at);
  },
  cut: ftruncateSync,
  setMode: fchmodSync,
  setOwner: fchownSync,
  sync: fsyncSync,
  close: closeSync,
  move: renameSync,
  link: linkSync,
  remove: (path) => rmSync(path, { force: true }),
  makeFolder: (path) => mkdirSync(path),
  removeFolder: rmdirSync,
};

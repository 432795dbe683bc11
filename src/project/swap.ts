/**
 * One file's way from what it holds to what it shall hold, in steps that can each fail and be taken back: stage, swap, settle,
 * and revert at any time. Nobody sees a part of the new content, except where a single file is mounted: that can only be written
 * over. A file that has other names is replaced, too, so that nothing is written through a name to what lies elsewhere.
 */
import { randomBytes } from "node:crypto";
import { accessSync, constants, type Stats } from "node:fs";
import { join, relative, sep } from "node:path";
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { DISK, type Disk } from "./disk.ts";
import { existsAlready, shownPath } from "./file-error.ts";
import type { Files, Target } from "./files.ts";
import { type SwapRecord, undoSwap } from "./swap-record.ts";
import { removeEmptyFolders, Way } from "./way.ts";

export interface SwapPlan {
  /** Relative to the root, as `Files.relative` gives it. */
  path: string;
  /** What it must hold until then; undefined where nothing may stand. */
  before: Uint8Array | undefined;
  /** Undefined when it goes. */
  after: Uint8Array | undefined;
  /** Permission bits of a file that comes. */
  mode?: number | undefined;
  /** How many folders above a file that goes, go with it when nothing else is in them. */
  folders?: number | undefined;
}

/** Somebody else changed the file before it was written. */
export class ChangedMeanwhile extends UserError {
  constructor(path: string) {
    super("stale", `File "${shownPath(path)}" changed while the change of it was prepared, so nothing was written.`, {
      hint: "Read it again.",
    });
  }
}

/** What a mount of a single file answers: it cannot be replaced, but it can be written over. */
const NOT_REPLACEABLE = ["EBUSY", "EXDEV"];

export class FileSwap implements Disposable {
  readonly plan: SwapPlan;
  readonly #files: Files;
  readonly #target: Target;
  readonly #disk: Disk;
  readonly #fresh = freshName();
  readonly #kept = freshName();
  readonly #old: Stats | undefined;
  #way: Way | undefined;
  #isSettled = false;
  #isInPlace = false;

  private constructor(files: Files, plan: SwapPlan, target: Target, old: Stats | undefined, disk: Disk) {
    this.#files = files;
    this.plan = plan;
    this.#target = target;
    this.#old = old;
    this.#disk = disk;
  }

  /**
   * Finds the file's place and whether it may be written; touches nothing.
   * @throws UserError as `Files.target` does; `exists`, `forbidden`, `ChangedMeanwhile`.
   */
  static async at(files: Files, plan: SwapPlan, disk: Disk = DISK): Promise<FileSwap> {
    const target = await files.target(plan.path);
    if (target.isNew) {
      if (plan.before !== undefined) throw new ChangedMeanwhile(plan.path);
      return new FileSwap(files, plan, target, undefined, disk);
    }
    if (plan.before === undefined) throw existsAlready(plan.path);
    const place = join(target.folder, target.name);
    const old = disk.look(place);
    if (!old?.isFile()) throw new ChangedMeanwhile(plan.path);
    assertWritable(place, plan.path);
    return new FileSwap(files, plan, target, old, disk);
  }

  /** What somebody who finds only a part of this done has to know. */
  get record(): SwapRecord {
    const { folder, missing, name } = this.#target;
    const inside = relative(this.#files.root, join(folder, ...missing, name));
    return {
      real: sep === "/" ? inside : inside.replaceAll(sep, "/"),
      fresh: this.#fresh,
      kept: this.#kept,
      made: missing.length,
      mode: this.#old ? this.#old.mode & 0o7777 : null,
      isInPlace: this.#isInPlace,
    };
  }

  /** Writes the new content beside the file, so that all that needs room is done before the first file changes. */
  stage(): void {
    const { folder, missing } = this.#target;
    this.#way = new Way(folder, this.#disk);
    for (const name of missing) this.#way.enter(name);
    if (this.plan.after !== undefined) this.#writeFresh(this.plan.after);
  }

  /**
   * Puts the new content in the place of the old.
   * @param onInPlace is told before the file is written over although that was not the plan.
   * @throws ChangedMeanwhile when the old is not what it must be.
   */
  swap(onInPlace: () => void): void {
    if (this.plan.before === undefined) this.#bringIn();
    else if (this.plan.after === undefined) this.#takeAway();
    else this.#replace(this.plan.after, onInPlace);
  }

  /** Takes back what `swap` did, or what it did of it before it failed. */
  revert(): void {
    const { before, after } = this.plan;
    undoSwap(this.#files.root, { ...this.record, before, afterHash: after && shortHash(after) }, this.#disk);
  }

  /** Waits until it will be so after a loss of power, too; `revert` still works. */
  settle(): void {
    this.#way!.folder.sync();
    this.#way!.keep();
    this.#isSettled = true;
  }

  /** Leaves nothing beside the file; what was made for nothing goes. */
  [Symbol.dispose](): void {
    if (!this.#way) return;
    {
      using way = this.#way;
      for (const name of [this.#fresh, this.#kept]) this.#disk.remove(way.folder.entry(name));
      this.#way = undefined;
    }
    if (this.#isSettled && this.plan.after === undefined)
      removeEmptyFolders(this.#target.folder, this.plan.folders ?? 0, this.#disk);
  }

  #entry(name = this.#target.name): string {
    return this.#way!.folder.entry(name);
  }

  #bringIn(): void {
    try {
      // A name is given only to what is complete, and not where somebody was first.
      this.#disk.link(this.#entry(this.#fresh), this.#entry());
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") throw existsAlready(this.plan.path, error);
      if (!isLinkless(code)) throw error;
      if (this.#disk.look(this.#entry())) throw existsAlready(this.plan.path, error);
      this.#disk.move(this.#entry(this.#fresh), this.#entry());
    }
  }

  #takeAway(): void {
    this.#assertUnchanged(this.#entry());
    this.#disk.move(this.#entry(), this.#entry(this.#kept));
    // What somebody wrote between the look and the step comes back.
    this.#assertUnchanged(this.#entry(this.#kept));
  }

  #replace(after: Uint8Array, onInPlace: () => void): void {
    const isKept = this.#keepOld();
    this.#assertUnchanged(this.#entry());
    try {
      this.#disk.move(this.#entry(this.#fresh), this.#entry());
    } catch (error) {
      if (!NOT_REPLACEABLE.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      this.#disk.remove(this.#entry(this.#kept));
      this.#isInPlace = true;
      onInPlace();
      this.#writeOver(after);
      return;
    }
    if (isKept) this.#assertUnchanged(this.#entry(this.#kept));
  }

  /** A second name for the old file, so that bringing it back needs no room. @returns false where there are no such names. */
  #keepOld(): boolean {
    try {
      this.#disk.link(this.#entry(), this.#entry(this.#kept));
      return true;
    } catch (error) {
      if (isLinkless((error as NodeJS.ErrnoException).code)) return false;
      throw error;
    }
  }

  #writeOver(after: Uint8Array): void {
    this.#assertUnchanged(this.#entry());
    const handle = this.#disk.open(this.#entry());
    try {
      this.#disk.write(handle, after);
      this.#disk.cut(handle, after.length);
      this.#disk.sync(handle);
    } finally {
      this.#disk.close(handle);
    }
  }

  #writeFresh(bytes: Uint8Array): void {
    const path = this.#entry(this.#fresh);
    // Nobody else can read it before it has its owner and mode.
    const handle = this.#disk.create(path, this.#old ? 0o600 : (this.plan.mode ?? 0o666));
    try {
      if (this.#old) {
        this.#takeOwner(handle, this.#old);
        this.#disk.setMode(handle, this.#old.mode & 0o7777);
      } else if (this.plan.mode !== undefined) this.#disk.setMode(handle, this.plan.mode);
      this.#disk.write(handle, bytes);
      this.#disk.sync(handle);
    } finally {
      this.#disk.close(handle);
    }
  }

  /** Only the superuser may give a file away; others own what they write. */
  #takeOwner(handle: number, { uid, gid }: Stats): void {
    try {
      this.#disk.setOwner(handle, uid, gid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
    }
  }

  #assertUnchanged(path: string): void {
    const now = this.#disk.read(path);
    if (!now || !Buffer.from(now.buffer, now.byteOffset, now.length).equals(this.plan.before!))
      throw new ChangedMeanwhile(this.plan.path);
  }
}

/** Whether a file system gives a file no second name. */
function isLinkless(code: string | undefined): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code ?? "");
}

/** A file that its owner made read-only is meant to stay as it is, although its folder would let it be replaced. */
function assertWritable(place: string, path: string): void {
  try {
    accessSync(place, constants.W_OK);
  } catch (cause) {
    throw new UserError("forbidden", `File "${shownPath(path)}" cannot be written: it is read-only.`, { cause });
  }
}

function freshName(): string {
  return `.${randomBytes(6).toString("hex")}.tmp`;
}

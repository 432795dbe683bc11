/**
 * The jail: the only way to a project's files. Every path is relative to the root; what resolves outside it, through
 * `..` or through links, is refused before anything is opened.
 */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { UserError } from "../base/error.ts";
import { HeldFolder } from "../base/held.ts";
import { orMissing, orMissingNow } from "../base/missing.ts";
import { nearNames } from "../base/near.ts";
import { type DecodedText, decodeText } from "./encoding.ts";
import {
  gitsOwn,
  leadsOutside,
  notText,
  outside,
  ownState,
  refusedPath,
  replaced,
  secretFile,
  shownPath,
} from "./file-error.ts";
import { type Listing, type ListOptions, namesIn } from "./listing.ts";
import { type OpenedFile, openAt, openIfAt } from "./opened-file.ts";
import { isGitData, isSecretName } from "./secret.ts";

/** The largest file that is read whole, in bytes. */
export const READ_LIMIT_BYTES = 32 * 1024 * 1024;

export interface FileContent extends DecodedText {
  bytes: Uint8Array;
}

/** Where a file may be written. */
export interface Target {
  /** Real path of the folder that stands already. */
  folder: string;
  /** Folders to make below it, from the outer to the inner. */
  missing: string[];
  /** The file's name in the innermost folder. */
  name: string;
  isNew: boolean;
}

export class Files {
  /** Real absolute path of the root. */
  readonly root: string;
  readonly #spelling: string;
  readonly #listing: Listing;
  readonly #encoding: string | undefined;
  readonly #readsSecrets: boolean;
  readonly #ownState: string | undefined;

  /**
   * @param spelling the root as the user spelt it, which may go through links.
   * @param reading the encoding that files without a mark which are not UTF-8 are tried in first; whether files that
   * hold secrets by their names are read.
   */
  constructor(
    root: string,
    spelling: string,
    listing: Listing,
    reading: { encoding?: string | undefined; readsSecrets?: boolean; ownState?: string | undefined } = {},
  ) {
    this.root = root;
    this.#spelling = spelling;
    this.#listing = listing;
    this.#encoding = reading.encoding;
    this.#readsSecrets = reading.readsSecrets ?? false;
    this.#ownState = reading.ownState;
  }

  /**
   * The relative spelling, with `/`, of any spelling of a path inside the root; `.` for the root itself.
   * @throws UserError `outside_project`, or `invalid_arguments` for what can mean no path here.
   */
  async relative(path: string): Promise<string> {
    if (path.includes("\0")) throw refusedPath(path, "it holds a NUL character");
    if (isAbsolute(path)) {
      for (const root of [this.root, this.#spelling]) {
        const inside = relative(root, path);
        if (!leavesRoot(inside)) return spelled(inside);
      }
      throw outside(path);
    }
    if (sep === "/" && /^[A-Za-z]:/.test(path) && !this.#exists(path))
      throw refusedPath(path, "it is a Windows path and this is not Windows");
    const isBackslashed = path.includes("\\") && !this.#exists(path);
    if (sep === "\\" && path.includes(":")) throw refusedPath(path, "a colon names a stream of a file here");
    const inside = relative(this.root, join(this.root, isBackslashed ? path.replaceAll("\\", "/") : path));
    if (leavesRoot(inside)) throw outside(path);
    return spelled(inside);
  }

  /**
   * Opens a regular file.
   * @param path relative to the root, as `relative` gives it.
   * @throws UserError `not_found` with near paths, `outside_project`, `forbidden`, `refused` for what is no regular file.
   */
  async open(path: string): Promise<OpenedFile> {
    const secret = () => secretFile(path, "read");
    if (this.holdsSecrets(path)) throw secret();
    const real = await this.#resolve(path);
    if (this.holdsSecrets(this.#inside(real))) throw secret(); // a link with a harmless name
    return openAt(path, real);
  }

  /**
   * The file's bytes and text.
   * @throws UserError as `open` does; `too_large`; `refused` for binary files.
   */
  async read(path: string): Promise<FileContent> {
    using file = await this.open(path);
    if (file.size > READ_LIMIT_BYTES) throw tooLarge(path, file.size);
    const bytes = file.read(0, file.size);
    const decoded = decodeText(bytes, this.#encoding);
    if (!decoded) throw notText(path, file.size);
    return { bytes, ...decoded };
  }

  /**
   * The bytes of any regular file that is named by its own path, text or not.
   * @throws UserError as `open` does; `refused` for a link; `too_large`.
   */
  async unlinkedBytes(path: string): Promise<Uint8Array> {
    if (orMissingNow(() => lstatSync(join(this.root, path)))?.isSymbolicLink()) {
      throw new UserError("refused", `"${shownPath(path)}" is a link.`, { hint: "Name the file that it leads to." });
    }
    using file = await this.open(path);
    if (file.size > READ_LIMIT_BYTES) throw tooLarge(path, file.size);
    return file.read(0, file.size);
  }

  /** The file's text, or undefined when there is no readable text file at this path. */
  async textIfFile(path: string): Promise<string | undefined> {
    try {
      return (await this.read(path)).text;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  /**
   * A listed file for a search over many: undefined when it is gone, or what is there, perhaps behind a link, is no file.
   * @param path as `paths` gave it.
   * @throws UserError when it may not be read: `outside_project` or `forbidden`; `stale` when it changed just now.
   */
  openListed(path: string): OpenedFile | undefined {
    try {
      const spelt = join(this.root, path);
      // Hardly any path leads through a link, and the system tells where what is open lies.
      const plain = this.#refusal(path, spelt) === undefined ? openIfAt(spelt) : undefined;
      if (plain) return plain;
      const real = realpathSync.native(spelt);
      const refusal = this.#refusal(path, real);
      if (refusal) throw refusal;
      return openAt(path, real);
    } catch (error) {
      const code = error instanceof UserError ? error.code : (error as NodeJS.ErrnoException).code;
      if (code === "EACCES" || code === "EPERM")
        throw new UserError("forbidden", `"${shownPath(path)}" may not be read.`);
      if (["ENOENT", "ENOTDIR", "ELOOP", "not_found", "refused"].includes(code ?? "")) return undefined;
      throw error;
    }
  }

  /** Why what lies at a real path is not read by a search; undefined when it is. */
  #refusal(path: string, real: string): UserError | undefined {
    const inside = this.#inside(real);
    if (leavesRoot(inside)) return outside(path);
    if (isGitData(inside)) return gitsOwn(path, "read");
    if (this.#isOwnState(real)) return ownState(path);
    return this.holdsSecrets(inside) ? secretFile(path, "read") : undefined;
  }

  /** Whether a listed path is a regular file and no link, without opening it. */
  isRegular(path: string): boolean {
    return lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  /** Whether a file is listed but not read. */
  holdsSecrets(path: string): boolean {
    return !this.#readsSecrets && isSecretName(path);
  }

  /** Text of bytes in the project's encodings; undefined for what is not text. */
  decode(bytes: Uint8Array): DecodedText | undefined {
    return decodeText(bytes, this.#encoding);
  }

  /**
   * Paths of files below a folder, in the order of their names, spelt as the folder is.
   * @throws UserError `not_found` when there is no such folder.
   */
  async paths(folder: string, options: ListOptions): Promise<string[]> {
    const real = await this.#resolve(folder);
    if (!(await isDirectory(real))) throw new UserError("not_found", `"${shownPath(folder)}" is a file, not a folder.`);
    const named = this.#inside(real);
    const paths = await this.#listing.paths(named, options);
    if (named === folder) return paths;
    const prefix = folder === "." ? "" : `${folder}/`;
    return paths.map((path) => prefix + (named === "." ? path : path.slice(named.length + 1)));
  }

  /**
   * Where a file may be written: over the existing one that the path leads to, or as a new one.
   * @throws UserError `outside_project`, `forbidden`, `not_found` when a part of the path is a file.
   */
  async target(path: string): Promise<Target> {
    const secret = () => secretFile(path, "written");
    if (this.holdsSecrets(path)) throw secret();
    if (isGitData(path)) throw gitsOwn(path, "written");
    if (this.#exists(path)) {
      const real = await this.#resolve(path);
      if (this.holdsSecrets(this.#inside(real))) throw secret();
      return { folder: dirname(real), missing: [], name: basename(real), isNew: false };
    }
    await this.#assertNoDeadLink(path);
    let parent = dirname(path);
    while (parent !== "." && !this.#exists(parent)) {
      await this.#assertNoDeadLink(parent);
      parent = dirname(parent);
    }
    const folder = await this.#resolve(parent);
    if (!(await isDirectory(folder)))
      throw new UserError("not_found", `"${shownPath(parent)}" is a file, so nothing can stand below it.`);
    const missing = relative(parent, dirname(path)).split(sep).filter(Boolean);
    const real = this.#inside(join(folder, ...missing, basename(path)));
    if (this.holdsSecrets(real)) throw secret();
    return { folder, missing, name: basename(path), isNew: true };
  }

  /**
   * A path with its links followed, for readers that follow none; what is gone stays as it is spelt.
   * @throws UserError `outside_project`, `forbidden`.
   */
  async linkless(path: string): Promise<string> {
    try {
      return this.#inside(await this.#resolve(path));
    } catch (error) {
      if (error instanceof UserError && error.code === "not_found") return path;
      throw error;
    }
  }

  /** Why a path is passed over by listings, or undefined when it is not. */
  async ignoredReason(path: string, signal: AbortSignal): Promise<string | undefined> {
    await this.#resolve(path);
    return this.#listing.reason(path, signal);
  }

  /**
   * Those of the project's files that are at or below some paths, as `paths(".")` would list them.
   * @param paths of files and folders that are there, no link on the way to them.
   */
  among(paths: readonly string[], signal: AbortSignal): Promise<string[]> {
    return this.#listing.among(paths, signal);
  }

  /** Whether a file has a part in what listings pass over: when it comes, changes or goes, other paths may come and go. */
  decidesListing(path: string): boolean {
    return this.#listing.isDecidedBy(path);
  }

  /**
   * Whether a path leads to a folder.
   * @throws UserError `not_found` when it leads to nothing.
   */
  async isFolder(path: string): Promise<boolean> {
    return isDirectory(await this.#resolve(path));
  }

  /**
   * A folder, held open so that a program can be started in it.
   * @throws UserError `not_found`, `outside_project`, `forbidden`, `stale`.
   */
  async holdFolder(path: string): Promise<HeldFolder> {
    const real = await this.#resolve(path);
    if (!(await isDirectory(real))) throw new UserError("not_found", `"${shownPath(path)}" is a file, not a folder.`);
    const held = HeldFolder.at(real);
    if (!held) throw replaced(path);
    return held;
  }

  /** @throws UserError `refused` for a link of which `#exists` said that nothing is there. */
  async #assertNoDeadLink(path: string): Promise<void> {
    if (!(await orMissing(lstat(join(this.root, path))))?.isSymbolicLink()) return;
    throw new UserError("refused", `"${shownPath(path)}" is a link to nothing, so it is not written through.`);
  }

  /** Our own token, databases and logs are no project's files, wherever a project begins. */
  #isOwnState(real: string): boolean {
    return this.#ownState !== undefined && !leavesRoot(relative(this.#ownState, real));
  }

  /** A real path as one relative to the root. */
  #inside(real: string): string {
    return spelled(relative(this.root, real));
  }

  #exists(path: string): boolean {
    return orMissingNow(() => statSync(join(this.root, path))) !== undefined;
  }

  /** The real path, known to be inside the root. */
  async #resolve(path: string): Promise<string> {
    const real = orMissingNow(() => realpathSync.native(join(this.root, path)));
    if (real === undefined) throw await this.#notFound(path);
    const inside = this.#inside(real);
    if (leavesRoot(inside)) throw leadsOutside(path);
    if (isGitData(inside) || isGitData(path)) throw gitsOwn(path, "read");
    if (this.#isOwnState(real)) throw ownState(path);
    return real;
  }

  /** Says which part of the path is missing and offers the nearest names there, unless they are not for reading. */
  async #notFound(path: string): Promise<UserError> {
    let folder = dirname(path);
    let missing = path;
    while (folder !== "." && !this.#exists(folder)) {
      missing = folder;
      folder = dirname(folder);
    }
    const real = await orMissing(realpath(join(this.root, folder)));
    const inside = real === undefined ? folder : this.#inside(real);
    if (leavesRoot(inside)) return leadsOutside(path); // nor does it tell what is there
    if (isGitData(inside) || isGitData(path)) return gitsOwn(path, "read");
    const names = real === undefined ? [] : await namesIn(real);
    const near = nearNames(basename(missing), names).map((name) => `"${folder === "." ? name : `${folder}/${name}`}"`);
    const where = missing === path ? "" : `; there is no folder "${shownPath(missing)}"`;
    return new UserError("not_found", `There is no "${shownPath(path)}" in the project${where}.`, {
      hint: near.length > 0 ? `Near names: ${near.join(", ")}.` : "Look for it by name with find_file.",
    });
  }
}

function tooLarge(path: string, size: number): UserError {
  return new UserError(
    "too_large",
    `File "${shownPath(path)}" has ${size} bytes; at most ${READ_LIMIT_BYTES} are read at once.`,
    { hint: "Give start_line and end_line." },
  );
}

/** False when it went away meanwhile. */
async function isDirectory(real: string): Promise<boolean> {
  return (await orMissing(stat(real)))?.isDirectory() ?? false;
}

/** Compares by path components: `/repo-other` is not inside `/repo`. */
function leavesRoot(inside: string): boolean {
  return inside === ".." || inside.startsWith(`..${sep}`) || inside.startsWith("../") || isAbsolute(inside);
}

function spelled(inside: string): string {
  return inside === "" ? "." : inside.replaceAll(sep, "/");
}

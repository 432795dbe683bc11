/**
 * The jail: the only way to a project's files. Every path is relative to the root; what resolves outside it, through
 * `..` or through links, is refused before anything is opened.
 */
import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { UserError } from "../base/error.ts";
import { nearNames } from "../base/near.ts";
import { decodeText } from "./encoding.ts";
import { isSecretName } from "./secret.ts";
import { namesIn, type WalkedFile, walk } from "./walk.ts";

/** The largest file that is read whole, in bytes. */
export const READ_LIMIT_BYTES = 32 * 1024 * 1024;

export interface FileContent {
  bytes: Uint8Array;
  /** The text without a byte order mark; line ends as they are. */
  text: string;
}

export interface Files {
  /** Real absolute path of the root. */
  readonly root: string;
  /**
   * The relative spelling, with `/`, of any spelling of a path inside the root; `.` for the root itself.
   * @throws UserError `outside_project`, or `invalid_arguments` for what can mean no path here.
   */
  relative(path: string): Promise<string>;
  /**
   * The file's bytes and text.
   * @param path relative to the root, as `relative` gives it.
   * @throws UserError `not_found` with near paths, `outside_project`, `forbidden`, `too_large`, `refused` for binary files.
   */
  read(path: string): Promise<FileContent>;
  /** The file's text, or undefined when there is no readable text file at this path. */
  textIfFile(path: string): Promise<string | undefined>;
  /** Every file below the root or a folder of it, in a fixed order. */
  walk(path: string, signal: AbortSignal): AsyncGenerator<WalkedFile>;
}

/** Opens the jail over a folder; undefined when there is no such folder. */
export async function openFiles(folder: string): Promise<Files | undefined> {
  const root = await orUndefined(realpath(folder));
  if (!root || !(await stat(root)).isDirectory()) return undefined;
  return new JailedFiles(root, folder);
}

class JailedFiles implements Files {
  constructor(
    readonly root: string,
    /** The root as the user spelt it, which may go through links. */
    readonly spelling: string,
  ) {}

  async relative(path: string): Promise<string> {
    if (path.includes("\0")) throw refusedPath(path, "it holds a NUL character");
    if (isAbsolute(path)) {
      for (const root of [this.root, this.spelling]) {
        const inside = relative(root, path);
        if (!leavesRoot(inside)) return spelled(inside);
      }
      throw outside(path);
    }
    if (sep === "/" && /^[A-Za-z]:/.test(path)) throw refusedPath(path, "it is a Windows path and this is not Windows");
    const isBackslashed = path.includes("\\") && !(await this.#exists(path));
    const inside = relative(this.root, join(this.root, isBackslashed ? path.replaceAll("\\", "/") : path));
    if (leavesRoot(inside)) throw outside(path);
    return spelled(inside);
  }

  async read(path: string): Promise<FileContent> {
    if (isSecretName(path)) {
      throw new UserError("forbidden", `File "${path}" holds secrets by its name and is not read.`, {
        hint: "The user's own settings can allow it.",
      });
    }
    const bytes = await this.#bytes(path);
    const text = decodeText(bytes);
    if (text === undefined) {
      throw new UserError("refused", `File "${path}" is not text (${bytes.length} bytes).`, {
        hint: "Binary files are listed but not read.",
      });
    }
    return { bytes, text };
  }

  async textIfFile(path: string): Promise<string | undefined> {
    try {
      return (await this.read(path)).text;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  async *walk(path: string, signal: AbortSignal): AsyncGenerator<WalkedFile> {
    const real = await this.#resolve(path);
    if (!(await stat(real)).isDirectory()) throw notAFolder(path);
    yield* walk(this.root, path === "." ? "" : path, signal);
  }

  async #exists(path: string): Promise<boolean> {
    return (await orUndefined(stat(join(this.root, path)))) !== undefined;
  }

  /** The real path, known to be inside the root. */
  async #resolve(path: string): Promise<string> {
    const real = await orUndefined(realpath(join(this.root, path)));
    if (real === undefined) throw await this.#notFound(path);
    const inside = relative(this.root, real);
    if (leavesRoot(inside)) {
      throw new UserError("outside_project", `Path "${path}" resolves to a place outside the project.`);
    }
    if (inside.split(sep).includes(".git") || path.split("/").includes(".git")) {
      throw new UserError("forbidden", `Path "${path}" belongs to git's own data, which is not read.`);
    }
    return real;
  }

  async #bytes(path: string): Promise<Uint8Array> {
    const real = await this.#resolve(path);
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      if (found.isDirectory()) {
        throw new UserError("not_found", `"${path}" is a folder, not a file.`, {
          hint: "List it with find_file or give one of its files.",
        });
      }
      if (!found.isFile()) throw new UserError("refused", `"${path}" is not a regular file.`);
      await this.#assertStillInside(path, real, handle);
      if (found.size > READ_LIMIT_BYTES) {
        throw new UserError(
          "too_large",
          `File "${path}" has ${found.size} bytes; at most ${READ_LIMIT_BYTES} are read.`,
        );
      }
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /** Someone may have put a link into the path between the check and the opening. */
  async #assertStillInside(path: string, real: string, handle: FileHandle): Promise<void> {
    const again = await orUndefined(realpath(real));
    const [opened, named] = [await handle.stat(), again === real ? await stat(real) : undefined];
    if (named?.ino === opened.ino && named.dev === opened.dev) return;
    throw new UserError("stale", `File "${path}" was replaced while it was opened; call again.`);
  }

  /** Says which part of the path is missing and offers the nearest names there. */
  async #notFound(path: string): Promise<UserError> {
    let folder = dirname(path);
    let missing = path;
    while (folder !== "." && !(await this.#exists(folder))) {
      missing = folder;
      folder = dirname(folder);
    }
    const names = await namesIn(join(this.root, folder));
    const near = nearNames(basename(missing), names).map((name) => `"${folder === "." ? name : `${folder}/${name}`}"`);
    const where = missing === path ? "" : `; there is no folder "${missing}"`;
    return new UserError("not_found", `There is no "${path}" in the project${where}.`, {
      hint: near.length > 0 ? `Near names: ${near.join(", ")}.` : "Look for it by name with find_file.",
    });
  }
}

/** Compares by path components: `/repo-other` is not inside `/repo`. */
function leavesRoot(inside: string): boolean {
  return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
}

function spelled(inside: string): string {
  return inside === "" ? "." : inside.replaceAll(sep, "/");
}

function outside(path: string): UserError {
  return new UserError("outside_project", `Path ${JSON.stringify(path)} is outside the project.`, {
    hint: "Give a path relative to the project's root.",
  });
}

function refusedPath(path: string, why: string): UserError {
  return new UserError("invalid_arguments", `Path ${JSON.stringify(path)} cannot be used: ${why}.`, {
    hint: "Give a path relative to the project's root, with / between the parts.",
  });
}

function notAFolder(path: string): UserError {
  return new UserError("not_found", `"${path}" is a file, not a folder.`);
}

/** What a path operation gives, or undefined when nothing is there. */
async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"].includes(code)) return undefined;
    throw error;
  }
}

/** The files of a project's memories: `.waymark/memories/<name>.md`. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../base/error.ts";
import { DISK } from "../project/disk.ts";
import type { Project } from "../project/project.ts";
import { FileSwap, type SwapPlan } from "../project/swap.ts";
import { foldedName, textHash, utf8 } from "../store/memory-table.ts";
import { isGlobal, memoryNameIfAny } from "./memory-name.ts";

export const MIRROR_FOLDER = ".waymark/memories";

/** What a page may have, in UTF-16 units; more is no page. */
export const MOST_MEMORY_CHARS = 2_000_000;

export interface MirrorFile {
  bytes: Uint8Array;
  text: string;
  hash: string;
}

/** A file there that is not taken in. */
export interface RefusedFile {
  path: string;
  reason: string;
}

export interface MirrorFound {
  /** By the names of their pages. */
  files: Map<string, MirrorFile>;
  refused: RefusedFile[];
  /** Paths of files that a process left which died while it wrote. */
  litter: string[];
}

export function mirrorPath(name: string): string {
  return `${MIRROR_FOLDER}/${name}.md`;
}

/** All that is there. One file that cannot be read is told of, and does not keep the others from being read. */
export async function mirrorFiles(project: Project, folder: string, signal: AbortSignal): Promise<MirrorFound> {
  const found: MirrorFound = { files: new Map(), refused: [], litter: [] };
  const folds = new Set<string>();
  const paths = await pathsIn(project, folder, signal, found.refused);
  found.litter.push(...paths.filter((path) => LITTER.test(path)));
  for (const path of paths.filter((path) => path.endsWith(".md"))) {
    const reason = (why: string) => found.refused.push({ path, reason: why });
    const written = path.slice(folder.length + 1);
    const name = memoryNameIfAny(written);
    if (name === undefined || `${name}.md` !== written.normalize("NFC")) reason("its path is no name of a memory");
    else if (isGlobal(name)) reason("global memories have no files");
    else if (folds.has(foldedName(name))) reason("another file there has this name, case aside");
    else {
      folds.add(foldedName(name));
      const file = (await isLinked(project, folder, path)) ? IS_LINK : await readMirror(project, path);
      if (typeof file === "string") reason(file);
      else if (file) found.files.set(name, file);
    }
  }
  return found;
}

/** As files are called beside those in whose place they come. */
const LITTER = /\/\.[0-9a-f]{12}\.tmp$/;

const IS_LINK = "it is a link to another file, or stands below one";

/** Whether a path, or a folder between it and the folder of the pages, leads elsewhere: what is behind it is no page. */
async function isLinked({ root }: Project, folder: string, path: string): Promise<boolean> {
  let at = join(root, folder);
  for (const part of path.slice(folder.length + 1).split("/")) {
    at = join(at, part);
    const there = await lstat(at).catch(() => undefined); // nothing is there, or opening it will say what is wrong
    if (there === undefined) return false;
    if (there.isSymbolicLink()) return true;
  }
  return false;
}

async function pathsIn(
  project: Project,
  folder: string,
  signal: AbortSignal,
  refused: RefusedFile[],
): Promise<string[]> {
  try {
    return (await project.files.paths(folder, { includeIgnored: true, signal })).sort();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.code !== "not_found") refused.push({ path: folder, reason: error.message });
    return [];
  }
}

/** @returns why it cannot be a page; undefined when it went meanwhile. */
async function readMirror(project: Project, path: string): Promise<MirrorFile | string | undefined> {
  try {
    using file = await project.files.open(path);
    if (file.size > MOST_MEMORY_CHARS * 3) return `it has more than ${MOST_MEMORY_CHARS} characters`;
    const bytes = file.read(0, file.size);
    const text = utf8(bytes);
    if (text === undefined) return "it is not UTF-8";
    if (text.length > MOST_MEMORY_CHARS) return `it has more than ${MOST_MEMORY_CHARS} characters`;
    return { bytes, text, hash: textHash(bytes) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.code === "not_found" ? undefined : error.message;
  }
}

/** Removes what a process left that died, if what is in it is known. @param isKnown told the hash of it. */
export function removeLitter({ root }: Project, path: string, isKnown: (hash: string) => boolean): void {
  const real = join(root, path);
  try {
    const there = DISK.look(real);
    if (!there?.isFile() || there.size > MOST_MEMORY_CHARS * 3) return;
    const bytes = DISK.read(real);
    if (bytes && isKnown(textHash(bytes))) DISK.remove(real);
  } catch {
    // it harms nobody
  }
}

/**
 * Writes or removes one file, or leaves it as it was.
 * @throws UserError where the project's files may not be written so; the system's error.
 */
export async function swapFile(project: Project, plan: SwapPlan): Promise<void> {
  if (await isLinked(project, MIRROR_FOLDER, plan.path)) {
    throw new UserError("refused", `"${plan.path}" was not written: ${IS_LINK}.`);
  }
  using swap = await FileSwap.at(project.files, plan);
  swap.stage();
  try {
    swap.swap(() => undefined);
    swap.settle(new Set());
  } catch (error) {
    swap.revert();
    throw error;
  }
}

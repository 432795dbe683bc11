/** One folder being worked on. */
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import { orMissing } from "../base/missing.ts";
import type { ProgramEnvironment } from "../base/process.ts";
import type { Catalog } from "../language/catalog.ts";
import type { Settings } from "../settings/resolve.ts";
import { Files } from "./files.ts";
import { Git, repositoryRoot } from "./git.ts";
import { type IgnoredFolders, IgnoreRules } from "./ignore.ts";
import { Listing } from "./listing.ts";
import type { Narrower } from "./narrow.ts";

export interface Project {
  /** Real absolute path of the root. */
  readonly root: string;
  readonly name: string;
  /** In force here: the user's, narrowed by the repository's. */
  readonly settings: Settings;
  readonly files: Files;
  readonly catalog: Catalog;
  /** What programs that run for this project get to see. */
  readonly env: ProgramEnvironment;
  /** Helps text search to leave files out. */
  readonly narrower: Narrower;
  /** Where the root lies in a git repository whose rules count here. */
  readonly git: Git | undefined;
  /** Folder of the git repository around the root when it was opened; a project whose repository came or went is opened anew. */
  readonly repository: string | undefined;
  /** Why something does not work as one would expect of this folder. */
  readonly warnings: readonly string[];
}

/** What opening a project takes from outside. */
export interface ProjectOptions {
  /** In force for this project. */
  settings: Settings;
  env: ProgramEnvironment;
  folders: IgnoredFolders;
  catalog: Catalog;
  /** Path of the ripgrep program, where there is one. */
  ripgrep: string | undefined;
  /** Folder of Waymark's own state, which no tool reads or writes. */
  ownState?: string;
}

/**
 * Opens a folder as a project.
 * @param folder an absolute path.
 * @throws UserError `not_found` when there is no such folder.
 */
export async function openProject(
  folder: string,
  optionsFor: (root: string) => Promise<ProjectOptions>,
): Promise<Project> {
  const root = await orMissing(realpath(folder));
  if (!root || !(await stat(root)).isDirectory()) {
    throw new UserError("not_found", `There is no folder ${JSON.stringify(folder)} to open as a project.`);
  }
  const { settings, env, folders, catalog, ripgrep, ownState } = await optionsFor(root);
  const { use_gitignore, ignored_paths, encoding, read_secret_files } = settings.values;
  const warnings = [...settings.warnings];
  const repository = repositoryRoot(root);
  const git = repository === undefined ? undefined : await usableGit(root, repository, env, warnings);
  const rules = new IgnoreRules(folders, ignored_paths);
  const listing = new Listing(root, git, rules, use_gitignore);
  const files = new Files(root, folder, listing, { encoding, readsSecrets: read_secret_files, ownState });
  const narrower = { program: ripgrep, root, env };
  return { root, name: basename(root) || root, settings, files, git, catalog, env, narrower, repository, warnings };
}

/** Git over the folder, unless it is not there, refuses, or ignores the very folder that is the root. */
async function usableGit(
  root: string,
  repository: string,
  env: ProgramEnvironment,
  warnings: string[],
): Promise<Git | undefined> {
  const git = new Git(root, env);
  try {
    const signal = AbortSignal.timeout(10_000);
    return repository !== root && (await git.ignoresFolder(signal)) ? undefined : await git.probed(signal);
  } catch (error) {
    const isTimeUp = error instanceof DOMException && error.name === "TimeoutError";
    if (!isTimeUp && !(error instanceof Unavailable)) throw error;
    warnings.push(`Git cannot be used here, so files are walked: ${(error as Error).message}`);
    return undefined;
  }
}

/** The project that a folder belongs to: the nearest one at or above it with `.waymark`, or with `.git` as file or folder. */
export async function projectRoot(folder: string): Promise<string> {
  for (let here = folder; ; here = dirname(here)) {
    for (const marker of [".waymark", ".git"]) if (await orMissing(stat(join(here, marker)))) return here;
    if (dirname(here) === here) return folder;
  }
}

/** The files of a project: git's list where there is git, a walk with git's rules elsewhere; always as the disk is now. */
import { type Dirent, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { HeldFolder, readSmallFile } from "../base/held.ts";
import { orMissing } from "../base/missing.ts";
import type { Git } from "./git.ts";
import type { IgnoreRules } from "./ignore.ts";

/** The largest ignore file that is read. */
const IGNORE_FILE_BYTES = 1024 * 1024;

export interface ListOptions {
  /** Lists what ignore rules pass over, too; only `.git` stays out. */
  includeIgnored?: boolean;
  signal: AbortSignal;
}

export class Listing {
  readonly #root: string;
  readonly #git: Git | undefined;
  readonly #rules: IgnoreRules;
  readonly #usesGitignore: boolean;

  /** @param usesGitignore false lists what ignore files pass over, too. */
  constructor(root: string, git: Git | undefined, rules: IgnoreRules, usesGitignore: boolean) {
    this.#usesGitignore = usesGitignore;
    this.#root = root;
    this.#git = git;
    this.#rules = rules;
  }

  /**
   * Paths of files below a folder, relative to the root, in the order of their names. A folder that is itself ignored is
   * listed whole: who names it wants to see it.
   * @param folder relative to the root; `.` for all.
   */
  async paths(folder: string, options: ListOptions): Promise<string[]> {
    if (options.includeIgnored || (folder !== "." && (await this.reason(folder, options.signal)) !== undefined)) {
      return sorted(await Array.fromAsync(this.#walkAll(folder, options.signal)));
    }
    const found =
      this.#git && this.#usesGitignore
        ? await this.#fromGit(this.#git, folder, options.signal)
        : await this.#walkedPaths(folder, options.signal);
    return sorted(found.filter((path) => this.#rules.saidRule(path) === undefined));
  }

  /** Why a path is passed over, or undefined when it is not. */
  async reason(path: string, signal: AbortSignal): Promise<string | undefined> {
    const said = this.#rules.saidRule(path);
    if (said) return `ignored_paths in the settings: ${said}`;
    const isTracked = this.#git && (await this.#git.files(path, signal)).some((file) => file.isTracked);
    if (isTracked) return undefined;
    const parts = path.split("/");
    for (const [index, name] of parts.entries()) {
      const parent = join(this.#root, ...parts.slice(0, index));
      const has = {
        beside: (file: string) => existsSync(join(parent, file)),
        inside: (file: string) => existsSync(join(parent, name, file)),
      };
      const reason = this.#rules.folderReason(name, has);
      if (reason && (index < parts.length - 1 || existsSync(join(parent, name, ".")))) return reason;
    }
    if (!this.#usesGitignore) return undefined;
    if (this.#git) return (await this.#git.ignoredBy([path], signal)).get(path);
    return this.#ignoredByFiles(parts);
  }

  async #fromGit(git: Git, folder: string, signal: AbortSignal): Promise<string[]> {
    const files = await git.files(folder, signal, [...this.#rules.alwaysNames]);
    const all = new Set(files.map(({ path }) => path));
    const verdicts = new Map<string, boolean>();
    const isPassedOver = (directory: string): boolean => {
      if (directory === "" || folder === directory || folder.startsWith(`${directory}/`)) return false;
      const known = verdicts.get(directory);
      if (known !== undefined) return known;
      const slash = directory.lastIndexOf("/");
      const parent = slash === -1 ? "" : directory.slice(0, slash);
      const beside = (file: string) => all.has(parent === "" ? file : `${parent}/${file}`);
      const inside = (file: string) => all.has(`${directory}/${file}`);
      const verdict =
        isPassedOver(parent) || this.#rules.folderReason(directory.slice(slash + 1), { beside, inside }) !== undefined;
      verdicts.set(directory, verdict);
      return verdict;
    };
    const kept = files.filter(({ path, isTracked }) => isTracked || !isPassedOver(folderOf(path)));
    const standing = await this.#standing(kept.filter(({ isTracked }) => !isTracked).map(({ path }) => path));
    return kept.filter(({ path, isTracked }) => isTracked || standing.has(path)).map(({ path }) => path);
  }

  /**
   * Those of the paths that stand in the folders they name. Git's own walk enters a link that is put in the place of a
   * folder meanwhile, and so names files from elsewhere.
   */
  async #standing(paths: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const [folder, inside] of Map.groupBy(paths, folderOf)) {
      const names = new Set((await entriesOf(join(this.#root, folder))).map(({ name }) => name));
      for (const path of inside) if (names.has(path.slice(path.lastIndexOf("/") + 1))) found.add(path);
    }
    return found;
  }

  /** A walk that reads ignore files as it goes down, and enters nothing that they pass over. */
  async #walkedPaths(folder: string, signal: AbortSignal): Promise<string[]> {
    const found: string[] = [];
    const parts = folder === "." ? [] : folder.split("/");
    const above = await this.#ignoreFilesOnTheWay(parts);
    const visit = async (path: string, inherited: readonly Scoped[]): Promise<void> => {
      signal.throwIfAborted();
      const entries = await entriesOf(join(this.#root, path));
      const names = new Set(entries.map(({ name }) => name));
      if (names.has(".git") && path !== "" && path !== folder) return; // a repository of its own
      const rules =
        this.#usesGitignore && names.has(".gitignore") ? [...inherited, await scoped(this.#root, path)] : inherited;
      for (const entry of entries) {
        const inner = path === "" ? entry.name : `${path}/${entry.name}`;
        if (entry.name === ".git" || isIgnored(inner, entry.isDirectory(), rules)) continue;
        if (!entry.isDirectory()) {
          if (entry.isFile() || entry.isSymbolicLink()) found.push(inner);
          continue;
        }
        const inside = (file: string) => existsSync(join(this.#root, inner, file));
        if (this.#rules.folderReason(entry.name, { beside: (file) => names.has(file), inside }) === undefined)
          await visit(inner, rules);
      }
    };
    await visit(parts.join("/"), above);
    return found;
  }

  async #ignoreFilesOnTheWay(parts: readonly string[]): Promise<Scoped[]> {
    const rules: Scoped[] = [];
    for (let depth = 0; depth < parts.length; depth++) {
      const path = parts.slice(0, depth).join("/");
      if (existsSync(join(this.#root, path, ".gitignore"))) rules.push(await scoped(this.#root, path));
    }
    return rules;
  }

  async #ignoredByFiles(parts: readonly string[]): Promise<string | undefined> {
    const rules = await this.#ignoreFilesOnTheWay(parts);
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = parts.slice(0, depth).join("/");
      const isFolder = depth < parts.length || existsSync(join(this.#root, path, "."));
      if (isIgnored(path, isFolder, rules)) return `a .gitignore file passes over "${path}"`;
    }
    return undefined;
  }

  async *#walkAll(folder: string, signal: AbortSignal): AsyncGenerator<string> {
    const pending = [folder === "." ? "" : folder];
    for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
      signal.throwIfAborted();
      for (const entry of await entriesOf(join(this.#root, here))) {
        const path = here === "" ? entry.name : `${here}/${entry.name}`;
        if (entry.name === ".git") continue;
        if (entry.isDirectory()) pending.push(path);
        else if (entry.isFile() || entry.isSymbolicLink()) yield path;
      }
    }
  }
}

/** The rules of one ignore file and the folder that it speaks for. */
interface Scoped {
  folder: string;
  rules: Ignore;
}

/** Empty for a path in the root. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

async function scoped(root: string, folder: string): Promise<Scoped> {
  const path = join(root, folder, ".gitignore");
  // Git does not follow a link here either, and a pipe or device would never end.
  const bytes = await orMissing(Promise.try(() => readSmallFile(path, IGNORE_FILE_BYTES)));
  return { folder, rules: ignore().add(bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : "") };
}

/** The innermost file that says anything about a path decides, as in git. */
function isIgnored(path: string, isFolder: boolean, rules: readonly Scoped[]): boolean {
  for (const { folder, rules: own } of rules.toReversed()) {
    const relative = folder === "" ? path : path.slice(folder.length + 1);
    const { ignored, unignored } = own.test(isFolder ? `${relative}/` : relative);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** None of a folder that cannot be read, or in whose place a link was put meanwhile. @param folder a real path. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  using held = await orMissing(Promise.try(() => HeldFolder.at(folder)));
  return (held && (await orMissing(readdir(held.path, { withFileTypes: true })))) ?? [];
}

/** Names in a folder, for suggestions; none when it cannot be read. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).map(({ name }) => name).filter((name) => name !== ".git");
}

/** By code units, as git sorts: the same on every machine. */
function sorted(paths: string[]): string[] {
  return paths.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The files of a project: git's list where there is git, a walk with git's rules elsewhere; always as the disk is now. */
import { type Dirent, existsSync, lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { HeldFolder, readSmallFile } from "../base/held.ts";
import { orMissing } from "../base/missing.ts";
import { Turn } from "../base/turn.ts";
import type { Git, ListedFile } from "./git.ts";
import type { IgnoreRules } from "./ignore.ts";

/** The largest ignore file that is read. */
const IGNORE_FILE_BYTES = 1024 * 1024;
const IGNORE_FILE = ".gitignore";

/**
 * A path that git never lists. Git begins its walk where all the paths it is given have parted; with this one that is the root,
 * so that it passes over what it passes over in the whole list, such as what is left of a submodule.
 */
const FROM_ROOT = ".git";

/** More paths than these are not put into a command. */
const AMONG_PATHS = 200;

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
    return this.#unsaid(found, options.signal);
  }

  /**
   * Those files of the whole list that are at or below some paths, without a look at the rest.
   * @param paths of files and folders that are there, no link on the way to them.
   */
  async among(paths: readonly string[], signal: AbortSignal): Promise<string[]> {
    const isLink = (path: string) => lstatSync(join(this.#root, path), { throwIfNoEntry: false })?.isSymbolicLink();
    // Whether what looks like another repository is one depends on more than what lies there.
    const isElsewhere = (path: string) =>
      this.#nestedRepository(isLink(path) ? folderOf(path) || "." : path) !== undefined;
    if (!this.#git || !this.#usesGitignore || paths.length > AMONG_PATHS || paths.some(isElsewhere)) {
      const wanted = new Set(paths);
      const isWanted = (path: string): boolean => path !== "" && (wanted.has(path) || isWanted(folderOf(path)));
      return (await this.paths(".", { signal })).filter(isWanted);
    }
    const files = await this.#git.files([...paths, FROM_ROOT], signal, [...this.#rules.alwaysNames]);
    return this.#unsaid(await this.#kept(files, "."), signal);
  }

  /** Without what the settings pass over; sorted. */
  async #unsaid(found: string[], signal: AbortSignal): Promise<string[]> {
    if (!this.#rules.hasSaid) return sorted(found);
    const turn = new Turn(signal);
    const kept: string[] = [];
    for (const path of found) {
      if (turn.isOver) await turn.pause();
      if (this.#rules.saidRule(path) === undefined) kept.push(path);
    }
    return sorted(kept);
  }

  /** Whether a path's name says that other paths may come into the list or leave it with this one. */
  isDecidedBy(path: string): boolean {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return name === IGNORE_FILE || name === ".git" || this.#rules.manifests.has(name);
  }

  /** Why a path is passed over, or undefined when it is not. */
  async reason(path: string, signal: AbortSignal): Promise<string | undefined> {
    const said = this.#rules.saidRule(path);
    if (said) return `ignored_paths in the settings: ${said}`;
    if (await this.#git?.tracks(path, signal)) return undefined;
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

  /** A repository of its own, such as a submodule, is left out of the whole list, and listed when it is named. */
  async #fromGit(git: Git, folder: string, signal: AbortSignal): Promise<string[]> {
    const nested = this.#nestedRepository(folder);
    if (nested !== undefined) {
      const inside = folder === nested ? "." : folder.slice(nested.length + 1);
      const files = await git.within(nested).files([inside], signal, [...this.#rules.alwaysNames]);
      return files.map(({ path }) => `${nested}/${path}`);
    }
    const named = folder.split("/"); // who names a folder wants to see it
    const passedOver = [...this.#rules.alwaysNames].filter((name) => !named.includes(name));
    return this.#kept(await git.files([folder], signal, passedOver), folder);
  }

  /** Paths of what git lists, without untracked files in folders that are passed over. @param named a folder that is not. */
  async #kept(files: readonly ListedFile[], named: string): Promise<string[]> {
    if (files.every(({ isTracked }) => isTracked)) return files.map(({ path }) => path);
    const verdicts = new Map<string, boolean>();
    const isPassedOver = (directory: string): boolean => {
      if (directory === "" || named === directory || named.startsWith(`${directory}/`)) return false;
      const known = verdicts.get(directory);
      if (known !== undefined) return known;
      const parent = folderOf(directory);
      const beside = (file: string) => existsSync(join(this.#root, parent, file));
      const inside = (file: string) => existsSync(join(this.#root, directory, file));
      const name = directory.slice(directory.lastIndexOf("/") + 1);
      const verdict = isPassedOver(parent) || this.#rules.folderReason(name, { beside, inside }) !== undefined;
      verdicts.set(directory, verdict);
      return verdict;
    };
    const kept = files.filter(({ path, isTracked }) => isTracked || !isPassedOver(folderOf(path)));
    const standing = await this.#standing(kept.filter(({ isTracked }) => !isTracked).map(({ path }) => path));
    return kept.filter(({ path, isTracked }) => isTracked || standing.has(path)).map(({ path }) => path);
  }

  /** The innermost folder on the way to a path, below the root, that is a repository of its own. */
  #nestedRepository(folder: string): string | undefined {
    const parts = folder === "." ? [] : folder.split("/");
    for (let depth = parts.length; depth > 0; depth--) {
      const path = parts.slice(0, depth).join("/");
      if (existsSync(join(this.#root, path, ".git"))) return path;
    }
    return undefined;
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
    const turn = new Turn(signal);
    const parts = folder === "." ? [] : folder.split("/");
    const visit = async (path: string, inherited: readonly Scoped[]): Promise<void> => {
      await turn.pause();
      const entries = await entriesOf(join(this.#root, path));
      const names = new Set(entries.map(({ name }) => name));
      if (names.has(".git") && path !== "" && path !== folder) return; // a repository of its own
      const rules = names.has(IGNORE_FILE) ? await this.#withOwnRules(path, inherited) : inherited;
      for (const entry of entries) {
        const inner = path === "" ? entry.name : `${path}/${entry.name}`;
        if (entry.name === ".git" || isIgnored(inner, entry.isDirectory(), rules)) continue;
        if (!entry.isDirectory()) {
          if (entry.isFile() || entry.isSymbolicLink()) found.push(inner);
          continue;
        }
        const inside = (file: string) => existsSync(join(this.#root, inner, file));
        if (this.#rules.folderReason(entry.name, { beside: (file) => names.has(file), inside }) === undefined)
          await visit(inner, rulesInside(inner, rules));
      }
    };
    await visit(parts.join("/"), await this.#rulesAbove(parts));
    return found;
  }

  /** The rules that the folders above a path give to what lies in it. */
  async #rulesAbove(parts: readonly string[]): Promise<readonly Scoped[]> {
    let rules: readonly Scoped[] = [];
    for (let depth = 1; depth <= parts.length; depth++) {
      rules = await this.#withOwnRules(parts.slice(0, depth - 1).join("/"), rules);
      rules = rulesInside(parts.slice(0, depth).join("/"), rules);
    }
    return rules;
  }

  /** With those of the folder's own ignore file, where it has one that can be read and they count. */
  async #withOwnRules(folder: string, rules: readonly Scoped[]): Promise<readonly Scoped[]> {
    const path = join(this.#root, folder, IGNORE_FILE);
    if (!this.#usesGitignore) return rules;
    // Like git, no link is followed: it could lead out of the project, or to what never ends.
    const bytes = await orMissing(Promise.try(() => readSmallFile(path, IGNORE_FILE_BYTES)));
    if (!(bytes instanceof Uint8Array)) return rules;
    return [...rules, { folder, rules: ignore().add(new TextDecoder().decode(bytes)) }];
  }

  async #ignoredByFiles(parts: readonly string[]): Promise<string | undefined> {
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = parts.slice(0, depth).join("/");
      const above = await this.#rulesAbove(parts.slice(0, depth - 1));
      const rules = await this.#withOwnRules(parts.slice(0, depth - 1).join("/"), above);
      const isFolder = depth < parts.length || existsSync(join(this.#root, path, "."));
      if (isIgnored(path, isFolder, rules)) return `a .gitignore file passes over "${path}"`;
    }
    return undefined;
  }

  async *#walkAll(folder: string, signal: AbortSignal): AsyncGenerator<string> {
    const turn = new Turn(signal);
    const pending = [folder === "." ? "" : folder];
    for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
      await turn.pause();
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

/** The innermost file that says anything about a path decides, as in git. */
function isIgnored(path: string, isFolder: boolean, rules: readonly Scoped[]): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const { ignored, unignored } = said(rules[index]!, path, isFolder);
    if (ignored || unignored) return ignored;
  }
  return false;
}

function said({ folder, rules }: Scoped, path: string, isFolder: boolean): { ignored: boolean; unignored: boolean } {
  const relative = folder === "" ? path : path.slice(folder.length + 1);
  return rules.test(isFolder ? `${relative}/` : relative);
}

/**
 * The rules for what lies in a folder that is listed. A file further out may pass over the folder, when one further in
 * takes it back; git then asks each of them about the names inside alone, while a rule set here would go by the folder.
 */
function rulesInside(folder: string, rules: readonly Scoped[]): readonly Scoped[] {
  if (!rules.some((own) => said(own, folder, true).ignored)) return rules;
  return rules.map((own) => {
    if (!said(own, folder, true).ignored) return own;
    const relative = own.folder === "" ? folder : folder.slice(own.folder.length + 1);
    const taken = `!/${relative.replace(/[\\*?[\]!# ]/g, "\\$&")}/`;
    return { folder: own.folder, rules: ignore().add(own.rules).add(taken) };
  });
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
  return paths.every((path, index) => index === 0 || paths[index - 1]! < path) ? paths : paths.sort();
}

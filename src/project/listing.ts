/** The files of a project: git's list where there is git, a walk with git's rules elsewhere; always as the disk is now. */
import { type Dirent, existsSync, lstatSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { orMissing } from "../base/missing.ts";
import { Turn } from "../base/turn.ts";
import type { Git } from "./git.ts";
import type { IgnoreRules } from "./ignore.ts";

const IGNORE_FILE = ".gitignore";

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
    if (!this.#rules.hasSaid) return sorted(found);
    const turn = new Turn(options.signal);
    const kept: string[] = [];
    for (const path of found) {
      if (turn.isOver) await turn.pause();
      if (this.#rules.saidRule(path) === undefined) kept.push(path);
    }
    return sorted(kept);
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

  async #fromGit(git: Git, folder: string, signal: AbortSignal): Promise<string[]> {
    const named = folder.split("/"); // who names a folder wants to see it
    const passedOver = [...this.#rules.alwaysNames].filter((name) => !named.includes(name));
    const files = await git.files(folder, signal, passedOver);
    if (files.every(({ isTracked }) => isTracked)) return files.map(({ path }) => path);
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
    return files
      .filter(({ path, isTracked }) => isTracked || !isPassedOver(path.slice(0, Math.max(0, path.lastIndexOf("/")))))
      .map(({ path }) => path);
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
    // Like git, no link is followed: it could lead out of the project, or to what never ends.
    const isFile = this.#usesGitignore && lstatSync(path, { throwIfNoEntry: false })?.isFile();
    const text = isFile ? await orMissing(readFile(path, "utf8")) : undefined;
    return text === undefined ? rules : [...rules, { folder, rules: ignore().add(text) }];
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

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await orMissing(readdir(folder, { withFileTypes: true }))) ?? [];
}

/** Names in a folder, for suggestions; none when it cannot be read. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).map(({ name }) => name).filter((name) => name !== ".git");
}

/** By code units, as git sorts: the same on every machine. */
function sorted(paths: string[]): string[] {
  return paths.every((path, index) => index === 0 || paths[index - 1]! < path) ? paths : paths.sort();
}

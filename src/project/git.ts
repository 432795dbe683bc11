/**
 * Git as a reader of repositories that may be hostile: nothing that a repository's own configuration names is ever
 * started, nothing is written, nothing is asked of the user.
 */
import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import { orMissingNow } from "../base/missing.ts";
import { type ProgramEnvironment, runProgram } from "../base/process.ts";
import { Turn } from "../base/turn.ts";
import { type Commit, parsedCommits } from "./git-log.ts";

/** Settings of a repository that would run a program or change what we read. */
const NEUTRAL = [
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.sshCommand=false",
  "core.quotePath=false",
  "diff.external=",
  "log.showSignature=false",
  "gpg.program=false",
  "credential.helper=",
].flatMap((setting) => ["-c", setting]);

/**
 * A partial clone fetches what it lacks in the middle of a read, by whatever program its configuration names. Only these
 * variables stop that for good: `protocol.allow` loses against a repository's `protocol.ext.allow`.
 */
const NO_FETCH = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };

export interface ListedFile {
  /** Relative to the folder that was listed, with `/`. */
  path: string;
  isTracked: boolean;
}

export interface CommitQuery {
  path: string;
  query?: string | undefined;
  author?: string | undefined;
  since?: string | undefined;
  limit: number;
}

/**
 * The folder that holds `.git`, at `folder` or above it; `.git` is a file in worktrees and submodules. It does not wait:
 * every call asks, and a look at a folder takes microseconds, a turn through the pool of threads twenty times that.
 */
export function repositoryRoot(folder: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    if (orMissingNow(() => statSync(join(here, ".git"), { throwIfNoEntry: false }))) return here;
    if (dirname(here) === here) return undefined;
  }
}

export class Git {
  readonly #folder: string;
  readonly #env: ProgramEnvironment;

  /** @param folder inside a repository; commands run there, so paths are relative to it. */
  constructor(folder: string, env: ProgramEnvironment) {
    this.#folder = folder;
    this.#env = { ...env, ...NO_FETCH, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  }

  /** The repository that lies in a folder of this one. @param folder relative to this one's. */
  within(folder: string): Git {
    return new Git(join(this.#folder, folder), this.#env);
  }

  /**
   * Files that git tracks or would offer to add, in its order; neither what it ignores, nor files that are gone, nor
   * what lies in repositories of their own (submodules, nested clones, worktrees).
   * @param paths limit the list to files and folders; `.` for all.
   * @param passedOver names of folders that are not entered for untracked files.
   */
  async files(
    paths: readonly string[],
    signal: AbortSignal,
    passedOver: readonly string[] = [],
  ): Promise<ListedFile[]> {
    const limits = paths.map(pathspec);
    const flags = ["-z", "-t", "--stage", "--cached", "--others", "--exclude-standard"];
    const excludes = passedOver.map((name) => `--exclude=${name}/`);
    // Side by side: which files are gone takes as long as all the rest, since it looks at each. Not `diff-files`, which
    // starts the filter programs of the repository's configuration.
    const [listed, gone] = await Promise.all([
      this.#output(["ls-files", ...flags, ...excludes, "--", ...limits], signal),
      this.#output(["ls-files", "-z", "--deleted", "--", ...limits], signal),
    ]);
    const isGone = new Set(lines(gone));
    const turn = new Turn(signal);
    const files: ListedFile[] = [];
    let last: string | undefined;
    for (const line of lines(listed)) {
      if (turn.isOver) await turn.pause();
      const isTracked = line[0] !== "?";
      const path = isTracked ? line.slice(line.indexOf("\t") + 1) : line.slice(2);
      // A slash at the end names a repository of its own, and so does the mode of a submodule.
      if (isTracked ? line.startsWith("160000", 2) : path.endsWith("/")) continue;
      // "S" is what a sparse checkout leaves out, unless someone put it there.
      if (isTracked && (isGone.has(path) || (line[0] === "S" && !this.#isThere(path)))) continue;
      if (path !== last) files.push({ path, isTracked }); // a conflict has up to three entries
      last = path;
    }
    return files;
  }

  /**
   * Files that differ from the commit that is checked out, and those that git would offer to add; not what is gone, nor what
   * lies in repositories of their own.
   * @param path of a file or folder; `.` for all.
   */
  async changed(path: string, signal: AbortSignal): Promise<string[]> {
    const listed = await this.files([path], signal);
    if ((await this.head(signal)) === undefined) return listed.map(({ path }) => path).sort();
    const flags = [
      "-z",
      "--name-only",
      "--relative",
      "--diff-filter=d",
      "--no-renames",
      "--no-ext-diff",
      "--no-textconv",
    ];
    const bytes = await this.#output(
      ["diff", ...flags, "--ignore-submodules=all", "HEAD", "--", pathspec(path)],
      signal,
      { env: await this.#withoutFilters(signal) },
    );
    const untracked = listed.filter(({ isTracked }) => !isTracked).map(({ path }) => path);
    return [...lines(bytes), ...untracked].sort();
  }

  /**
   * Variables with which git starts none of the programs that the repository's configuration names for files' contents.
   * Without them a comparison may start one for each file.
   */
  async #withoutFilters(signal: AbortSignal): Promise<ProgramEnvironment> {
    const args = ["config", "-z", "--name-only", "--get-regexp", "^filter\\."];
    const names = [...lines(await this.#output(args, signal, { ok: [0, 1] }))];
    const keys = [...new Set(names.map((name) => name.slice(0, name.lastIndexOf("."))))];
    const settings = keys.flatMap((key) => [
      [`${key}.clean`, ""],
      [`${key}.process`, ""],
      [`${key}.required`, "false"],
    ]);
    const said = settings.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key!],
      [`GIT_CONFIG_VALUE_${at}`, value!],
    ]);
    return { ...Object.fromEntries(said), GIT_CONFIG_COUNT: String(settings.length) };
  }

  /** Whether git tracks a file at a path or below it. */
  async tracks(path: string, signal: AbortSignal): Promise<boolean> {
    let isTracked = false;
    const onOutput = (chunk: Uint8Array) => {
      isTracked ||= chunk.length > 0;
      return !isTracked; // one is enough
    };
    await this.#output(["ls-files", "-z", "--cached", "--", pathspec(path)], signal, { onOutput });
    return isTracked;
  }

  /**
   * This, if git works here.
   * @throws Unavailable with git's reason, such as a repository that belongs to another user, or whose files are said to
   * lie elsewhere.
   */
  async probed(signal: AbortSignal): Promise<this> {
    const isInside = await this.#output(["rev-parse", "--is-inside-work-tree"], signal);
    if (new TextDecoder().decode(isInside).trim() === "true") return this;
    throw new Unavailable("unavailable", "the repository's configuration says that its files are not here");
  }

  /** Id of the commit that is checked out; undefined before the first. */
  async head(signal: AbortSignal): Promise<string | undefined> {
    const bytes = await this.#output(["rev-parse", "--verify", "--quiet", "HEAD"], signal, { ok: [0, 1, 128] });
    return new TextDecoder().decode(bytes).trim() || undefined;
  }

  /**
   * Which commits were checked out here and when, as `commit seconds`, the latest first; at most as many as are asked for. Where one was
   * checked out again within a second, ` 1` and so on stand behind it.
   */
  async checkouts(most: number, signal: AbortSignal): Promise<string[]> {
    const head = await this.head(signal);
    if (head === undefined) return [];
    const args = [
      "log",
      "-g",
      "--format=%H %gd",
      "--date=unix",
      `--max-count=${most}`,
      "--no-show-signature",
      "HEAD",
      "--",
    ];
    const said = new TextDecoder().decode(await this.#output(args, signal));
    const logged = Array.from(said.matchAll(/^(\w+) .*@\{(\d+)\}$/gm), ([, commit, seconds]) => `${commit} ${seconds}`);
    if (logged.length === 0) return [`${head} 0`];
    const counts = new Map<string, number>();
    const numbered = logged.toReversed().map((one) => {
      const earlier = counts.get(one) ?? 0;
      counts.set(one, earlier + 1);
      return earlier === 0 ? one : `${one} ${earlier}`;
    });
    return numbered.toReversed();
  }

  /** Whether commits are all among those that led to another; false where git does not know one. */
  async areAncestors(commits: readonly string[], of: string, signal: AbortSignal): Promise<boolean> {
    const args = ["rev-list", "--max-count=1", ...commits, `^${of}`];
    const ahead = await this.#output(args, signal, { ok: [0] }).catch(() => undefined);
    signal.throwIfAborted();
    return ahead?.length === 0;
  }

  /** Whether the repository around the folder ignores the folder itself. */
  async ignoresFolder(signal: AbortSignal): Promise<boolean> {
    return (await this.#output(["check-ignore", "--", "."], signal, { ok: [0, 1] })).length > 0;
  }

  /** Which rule ignores each path, as `file:line:pattern`; paths that no rule ignores are left out. */
  async ignoredBy(paths: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
    const input = new TextEncoder().encode(paths.map((path) => `${path}\0`).join(""));
    const bytes = await this.#output(["check-ignore", "-z", "--stdin", "--verbose", "--no-index"], signal, {
      input,
      ok: [0, 1],
    });
    const fields = [...lines(bytes)];
    const found = new Map<string, string>();
    for (let index = 0; index + 3 < fields.length; index += 4) {
      const [source, line, pattern, path] = fields.slice(index, index + 4);
      if (!pattern!.startsWith("!")) found.set(path!, `${source}:${line}: ${pattern}`);
    }
    return found;
  }

  /** Commits that touch a path, newest first, at most `limit` and one more. */
  async commits({ path, query, author, since, limit }: CommitQuery, signal: AbortSignal): Promise<Commit[]> {
    if (since !== undefined) await this.#assertDate(since, signal);
    const format = "--format=%x00%x00%H%x00%an%x00%aI%x00%s%x00";
    const filters = [
      ...(query === undefined ? [] : [`--grep=${query}`, "--fixed-strings", "--regexp-ignore-case"]),
      ...(author === undefined ? [] : [`--author=${author}`, "--fixed-strings", "--regexp-ignore-case"]),
      ...(since === undefined ? [] : [`--since=${since}`]),
    ];
    const flags = [
      "-z",
      "--numstat",
      "--no-renames",
      "--no-ext-diff",
      "--no-textconv",
      "--no-show-signature",
      "--no-color",
      "--no-mailmap",
    ];
    const bytes = await this.#output(
      ["log", ...flags, format, `--max-count=${limit + 1}`, ...filters, "--", pathspec(path)],
      signal,
      {
        ok: [0, 128],
      },
    );
    return parsedCommits(new TextDecoder().decode(bytes).split("\0"));
  }

  /**
   * Git takes what it does not understand for the present moment, which would answer "no commits" to a misspelt date.
   * @throws UserError `invalid_arguments`.
   */
  async #assertDate(since: string, signal: AbortSignal): Promise<void> {
    const said = new TextDecoder().decode(await this.#output(["rev-parse", `--since=${since}`], signal));
    const seconds = Number(/=(\d+)/.exec(said)?.[1]);
    const isNow = Math.abs(seconds - Date.now() / 1000) < 5;
    if (!isNow || /^\s*(now|today|0 \w+ ago)\s*$/i.test(since)) return;
    const message = `Field "since" is ${JSON.stringify(since)}, which is no date that git understands.`;
    throw new UserError("invalid_arguments", message, {
      errors: [{ pointer: "/since", message }],
      hint: "Examples: 2026-01-31, 2 weeks ago, yesterday.",
    });
  }

  #isThere(path: string): boolean {
    return lstatSync(join(this.#folder, path), { throwIfNoEntry: false }) !== undefined;
  }

  async #output(
    args: string[],
    signal: AbortSignal,
    {
      input,
      env,
      ok = [0],
      onOutput,
    }: { input?: Uint8Array; env?: ProgramEnvironment; ok?: number[]; onOutput?(chunk: Uint8Array): boolean } = {},
  ): Promise<Uint8Array> {
    const command = ["git", "--no-optional-locks", ...NEUTRAL, ...args] as [string, ...string[]];
    const done = await runProgram(command, {
      cwd: this.#folder,
      env: { ...this.#env, ...env },
      signal,
      ...(input && { input }),
      ...(onOutput && { onOutput }),
    });
    if (done.isCut && onOutput) return done.stdout; // it was stopped because it had said enough
    if (done.code !== null && ok.includes(done.code) && !(done.code === 128 && !isEmptyHistory(done.stderr)))
      return done.stdout;
    throw new Unavailable("unavailable", `git ${args[0]} failed: ${done.stderr.trim().split("\n")[0] ?? "no message"}`);
  }
}

/** A repository without a commit has no history, which is no failure. */
function isEmptyHistory(stderr: string): boolean {
  return stderr.includes("does not have any commits yet");
}

/** A path that git takes as it is, whatever characters it holds. */
function pathspec(path: string): string {
  return `:(literal)${path}`;
}

function* lines(bytes: Uint8Array): Generator<string> {
  // Names that are not UTF-8 cannot be spelt in JSON; they come out with replacement characters and are not found again.
  const text = new TextDecoder().decode(bytes);
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\0", start);
    const line = text.slice(start, end === -1 ? text.length : end);
    if (line !== "") yield line;
    start += line.length + 1;
  }
}

/**
 * What is checked out around the files of memories, so that texts that git put there are told apart from those that somebody wrote.
 * Git replaces files first and says last what it has checked out, so an answer counts only for files that were read while it was still.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";
import { orMissingNow } from "../base/missing.ts";
import { stampOf } from "../base/stamp.ts";
import { gitFolder } from "../project/git-folder.ts";
import type { Project } from "../project/project.ts";
import type { MirrorTable } from "../store/mirror-table.ts";

export interface Checkout {
  /** As `commit seconds`; undefined without a repository, and before its first commit. */
  head: string | undefined;
  /** Whether commits were in between that did not lead to it, or this is the first look here. */
  isElsewhere: boolean;
  /** False where git was at work meanwhile: which commit the files are of is not known then. */
  isSteady: boolean;
}

/** Of those since the last look; more are not told apart from these. */
const MOST_SEEN = 100;

/** Without a repository nothing is ever checked out. */
const NO_GIT = "";

export class Checkouts {
  readonly #project: Project;
  readonly #table: () => MirrorTable;
  #noted: string | undefined;

  constructor(project: Project, table: () => MirrorTable) {
    this.#project = project;
    this.#table = table;
  }

  /** What `read` finds, and of which checkout that is. */
  async around<T>(read: () => Promise<T>, signal: AbortSignal): Promise<{ found: T; checkout: Checkout }> {
    const stamp = this.#stamp();
    const found = await read();
    const checkout = await this.#asked(signal);
    return { found, checkout: { ...checkout, isSteady: stamp !== undefined && stamp === this.#stamp() } };
  }

  /** What `read` finds; where nothing is news in it, its checkout is remembered as the last that was looked at. */
  async reading<T>(read: () => Promise<T>, isNews: (found: T) => boolean, signal: AbortSignal): Promise<T> {
    const stamp = this.#stamp();
    const found = await read();
    if (stamp === undefined || stamp === this.#noted || isNews(found)) return found;
    const before = this.#table().head;
    const { head } = await this.#asked(signal);
    if (stamp !== this.#stamp()) return found;
    this.#table().moveHead(before, head);
    this.#noted = stamp;
    return found;
  }

  async #asked(signal: AbortSignal): Promise<Omit<Checkout, "isSteady">> {
    const { git } = this.#project;
    const table = this.#table();
    const before = table.head;
    try {
      const found = (await git?.checkouts(MOST_SEEN, signal)) ?? [];
      const [head] = found;
      if (git === undefined || head === undefined) return { head: undefined, isElsewhere: false };
      if (before === undefined) return { head, isElsewhere: table.all().size === 0 };
      if (before === head) return { head, isElsewhere: false };
      const known = found.indexOf(before);
      const since = [...found.slice(0, known < 0 ? undefined : known), before].map(commitOf);
      return { head, isElsewhere: !(await git.areAncestors([...new Set(since)], commitOf(head), signal)) };
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return { head: before, isElsewhere: false }; // memories are there without git, too
    }
  }

  /** Changes with each checkout; undefined while git is at work. */
  #stamp(): string | undefined {
    const { repository, git } = this.#project;
    if (repository === undefined || git === undefined) return NO_GIT;
    try {
      const folder = gitFolder(repository);
      const of = (name: string) => {
        const found = orMissingNow(() => statSync(join(folder, name), { bigint: true, throwIfNoEntry: false }));
        return found && stampOf(found);
      };
      if (of("index.lock") !== undefined) return undefined;
      const head = orMissingNow(() => readFileSync(join(folder, "HEAD"), "utf8"));
      return `${head} ${of("logs/HEAD") ?? of("index")}`;
    } catch {
      return NO_GIT; // no repository that can be read
    }
  }
}

function commitOf(checkout: string): string {
  return checkout.slice(0, checkout.indexOf(" "));
}

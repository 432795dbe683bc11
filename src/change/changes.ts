/** Every write of project files by a tool goes through here: verified, all or nothing, journalled, undone on request. */
import type { Log } from "../base/log.ts";
import { Mutex } from "../base/mutex.ts";
import { DISK, type Disk } from "../project/disk.ts";
import type { Project } from "../project/project.ts";
import { ChangedMeanwhile } from "../project/swap.ts";
import { ChangeTable } from "../store/change-table.ts";
import type { MemoryDatabase } from "../store/memory-database.ts";
import { changeId } from "./change-id.ts";
import { type Counted, commit, placed } from "./commit.ts";
import { described } from "./describe.ts";
import type { FileChange } from "./file-change.ts";
import { changeNamed, type PastChange, pastChange, pastChanges } from "./past-change.ts";
import { type PastDiff, pastDiffs } from "./past-diff.ts";
import { recover, sweep } from "./recover.ts";
import type { ParseText, SyntaxState } from "./syntax-check.ts";
import { changeToUndo, undoing } from "./undo.ts";

export interface ChangeOptions {
  /** Verifies and describes, and writes nothing. */
  isDry?: boolean;
  /** Each file's `diff` is given. */
  wantsDiff?: boolean;
  signal: AbortSignal;
}

/** Lines of the file as it is after the change, 1-based and inclusive. */
export interface LineRange {
  start: number;
  end: number;
}

export interface ChangedFile {
  path: string;
  kind: "created" | "edited" | "deleted" | "moved";
  /** Where a moved one was; all else is said in comparison with it. */
  from?: string;
  /** Where something was added or replaced; where lines only went, the line before them. */
  ranges: LineRange[];
  /** Lines. */
  added: number;
  removed: number;
  /** Content hash of the new bytes; undefined when the file went. */
  hash: string | undefined;
  /** How the file reads after the change. `errors`: it is new, or did not follow its grammar before either. */
  syntax: SyntaxState;
  /** Unified diff without a header. */
  diff?: string;
}

export interface Change {
  /** Undefined for what was not applied. */
  id: string | undefined;
  isApplied: boolean;
  files: ChangedFile[];
}

/** Who changes something, and with which tool. */
export interface ChangeAuthor {
  tool: string;
  caller: string;
}

/** How often a change is planned anew when somebody else, who is none of ours, writes its files all the time. */
const PLANS = 4;

interface ChangesOptions {
  project: Project;
  memory: MemoryDatabase;
  parse: ParseText;
  /** Hears which paths were written. */
  onChanged(paths: readonly string[]): void;
  log: Log;
  disk?: Disk;
}

/** All that is written into one project by this process. */
export class ProjectChanges {
  readonly #options: Required<ChangesOptions>;
  readonly #turns = new Mutex();
  #isSwept = false;

  constructor(options: ChangesOptions) {
    this.#options = { disk: DISK, ...options };
  }

  /** @param author of all that is changed through what this gives. */
  by(author: ChangeAuthor): Changes {
    return new Changes(this, author);
  }

  /**
   * Takes back what a process that died left half done. Costs nothing where nothing was ever changed. When it cannot be done
   * now, files can be read all the same; the next change tries again, and is refused while it fails.
   */
  async recover(): Promise<void> {
    if (!this.#options.memory.exists) return;
    try {
      using _turn = await this.#locked();
      this.#recover();
    } catch (error) {
      this.#options.log("error", "changes that a process may not have finished cannot be taken back now", { error });
    }
  }

  get journal(): ChangeTable {
    return new ChangeTable(this.#options.memory.open, this.#options.project.root);
  }

  /** @returns the last ones first, and how many there are. */
  past(limit: number): { changes: PastChange[]; total: number } {
    if (!this.#options.memory.exists) return { changes: [], total: 0 };
    const { journal } = this;
    return { changes: pastChanges(journal, limit), total: journal.count };
  }

  /** One change with what it did to the lines of its files. @param id such as `c12`. @throws UserError `not_found`. */
  async shown(id: string): Promise<{ change: PastChange; diffs: PastDiff[] }> {
    const { journal } = this;
    const found = changeNamed(journal, id);
    return { change: pastChange(journal, found), diffs: await pastDiffs(this.#options.project, journal, found.id) };
  }

  /** As `Changes.undo`. */
  async undo(
    author: ChangeAuthor,
    id: string | undefined,
    options: ChangeOptions,
  ): Promise<Change & { undone: string }> {
    const { journal } = this;
    const { id: number } = changeToUndo(journal, id, author.caller);
    const plan = async () => {
      changeToUndo(journal, changeId(number), author.caller); // somebody may have been faster
      return await undoing(this.#options.project.files, number, journal.files(number));
    };
    return { ...(await this.carryOut(author, plan, options, number)), undone: changeId(number) };
  }

  /** As `Changes.carryOut`. @param undoes the change that it takes back. */
  async carryOut(
    author: ChangeAuthor,
    plan: () => Promise<readonly FileChange[]>,
    { isDry = false, wantsDiff = false, signal }: ChangeOptions,
    undoes?: number,
  ): Promise<Change> {
    const use = { ...this.#options, wantsDiff, isUndo: undoes !== undefined, signal };
    const prepare = async () => {
      const changes = inOrder((await plan()).filter(isReal));
      const files: ChangedFile[] = [];
      for (const change of changes) files.push(await described(change, use));
      return {
        changes: changes.map((change, index) => counted(change, files[index]!)),
        files: files.filter((_, index) => changes[index]!.to === undefined), // it is said where it comes again
      };
    };
    for (let round = 1; ; round++) {
      // Planning takes its time, so the others wait only when that went wrong before.
      using early = round > 1 ? await this.#locked() : undefined;
      const { changes, files } = await prepare();
      if (isDry || changes.length === 0) return { id: undefined, isApplied: false, files };
      using _late = early ? undefined : await this.#locked();
      try {
        const id = await this.#commit(author, changes, undoes ?? null, signal);
        return { id: changeId(id), isApplied: true, files };
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || round === PLANS) throw error;
      }
    }
  }

  async #commit(
    author: ChangeAuthor,
    changes: readonly Counted[],
    undoes: number | null,
    signal: AbortSignal,
  ): Promise<number> {
    const { project, disk, onChanged } = this.#options;
    this.#recover();
    const { journal } = this;
    const swaps = await placed(project.files, changes, disk);
    const { id, isTidy } = await commit(journal, { ...author, undoes }, changes, swaps, signal);
    this.#isSwept &&= isTidy;
    onChanged(swaps.flatMap(({ plan, record }) => [plan.path, record.real]));
    return id;
  }

  #recover(): void {
    const { project, disk, log } = this.#options;
    const { changes, left } = recover(project.root, this.journal, disk);
    if (changes.length > 0)
      log("warning", "changes that a process did not finish were taken back", { changes: changes.length, left });
    if (this.#isSwept) return;
    sweep(project.root, this.journal, disk);
    this.#isSwept = true;
  }

  async #locked(): Promise<Disposable> {
    using stack = new DisposableStack();
    stack.use(await this.#turns.take());
    stack.use(await this.#options.memory.lock());
    return stack.move();
  }
}

/** Changes of one project by one caller with one tool. */
export class Changes {
  readonly #project: ProjectChanges;
  readonly #author: ChangeAuthor;

  constructor(project: ProjectChanges, author: ChangeAuthor) {
    this.#project = project;
    this.#author = author;
  }

  /**
   * Carries out what `plan` makes of the files as they are. When a file changed before it was written, it is planned anew.
   * A plan that changes nothing is no change: it has no id and no files.
   * @throws UserError `refused` when a file would follow its grammar no more, `forbidden`, `stale`, `exists`; Unavailable when
   * there is no room. Nothing is written then.
   */
  carryOut(plan: () => Promise<readonly FileChange[]>, options: ChangeOptions): Promise<Change> {
    return this.#project.carryOut(this.#author, plan, options);
  }

  /**
   * Brings back what the files of a change were before it, as a change of its own.
   * @param id undefined for the caller's latest that is in force.
   * @returns the id of the one that was undone, too.
   * @throws UserError `not_found`, `refused` when it is undone already, `stale` when a file changed since; as `carryOut`.
   */
  undo(id: string | undefined, options: ChangeOptions): Promise<Change & { undone: string }> {
    return this.#project.undo(this.#author, id, options);
  }

  /** What was changed in this project, the last first, and how much that is in all. */
  past(limit: number): { changes: PastChange[]; total: number } {
    return this.#project.past(limit);
  }
}

/** Files in order of their paths, so that two changes of the same files go the same way. */
function inOrder(changes: readonly FileChange[]): FileChange[] {
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function isReal({ before, after }: FileChange): boolean {
  return before && after ? Buffer.compare(before, after) !== 0 : before !== after;
}

function counted(change: FileChange, { added, removed }: ChangedFile): Counted {
  return { ...change, added, removed };
}

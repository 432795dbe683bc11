/** A server at work in its slot: its client, its open files, and what it was told of changes on the disk. */
import type { ServerProcess } from "../base/server-process.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import type { Project } from "../project/project.ts";
import type { LanguageClient } from "./client.ts";
import type { EndReason } from "./connection.ts";
import { DiskDocuments } from "./disk.ts";
import type { Origin } from "./origin.ts";
import type { OutsideChange } from "./outside-changes.ts";
import type { Alive } from "./slot.ts";

/** What others changed in a project, in the order of a number that rises. */
export interface ChangeFeed {
  /**
   * @param after the number that was given last; undefined for nothing but the number of now.
   * @returns undefined for `changes` when they are no longer known one by one; a `reason` when more may have changed.
   */
  since(
    after: number | undefined,
    signal: AbortSignal,
  ): Promise<{ until: number; changes: readonly OutsideChange[] | undefined; reason?: string | undefined }>;
}

/** How long a server may take to end in its own way, in milliseconds. */
const STOP_MS = 5_000;

const QUOTED_CHARS = 300;

/** Part of one processor's time that a server at work takes even on a machine that is busy with others. */
const WORKING_SHARE = 0.02;

/** What a server with all that it started takes of the machine. */
export interface Taken {
  residentBytes: number;
  /** Time on processors since its start. */
  cpuSeconds: number;
}

export interface RunningOptions {
  spec: ServerSpec;
  client: LanguageClient;
  process: ServerProcess;
  read(path: string): Promise<string | undefined>;
  feed: ChangeFeed | undefined;
  /** The number of the feed when it was started. */
  seen: number | undefined;
  origin: Origin;
  /** Roots that it serves, relative to the project. */
  folders: readonly string[];
  /** As it was opened when the server was started: its news are those of the feed. */
  project: Project;
}

export class RunningServer implements Alive {
  readonly spec: ServerSpec;
  readonly client: LanguageClient;
  readonly process: ServerProcess;
  readonly files: DiskDocuments;
  readonly origin: Origin;
  readonly folders: readonly string[];
  readonly project: Project;
  readonly ended: Promise<string>;
  readonly #feed: ChangeFeed | undefined;
  #seen: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** What its tree took when it was last looked at, and the time before. */
  #taken: (Taken & { at: number })[] = [];
  /** How many changes it was told of. */
  told = 0;
  /** Whether it was seen to leave out files that belong to the project, until it was shown them. */
  hasLeftOut = false;
  /** Why it will not get to know some of what it was told. */
  #unseen: string | undefined;
  /** Why it may not know all that changed on the disk. */
  untold: string | undefined;

  constructor({ spec, client, process, read, feed, seen, origin, folders, project }: RunningOptions) {
    this.project = project;
    this.origin = origin;
    this.folders = folders;
    this.spec = spec;
    this.client = client;
    this.process = process;
    this.files = new DiskDocuments(client.documents, read);
    this.#feed = feed;
    this.#seen = seen;
    this.ended = Promise.all([client.ended, process.exited]).then(([reason]) => inWords(reason, client.stderrTail()));
  }

  /** Looks at what it takes of the machine; undefined where that cannot be told. */
  taking(taken: Taken | undefined): void {
    this.#taken = taken ? [...this.#taken.slice(-1), { ...taken, at: performance.now() }] : [];
  }

  /** Memory of its tree when it was last looked at, in bytes. */
  get residentBytes(): number | undefined {
    return this.#taken.at(-1)?.residentBytes;
  }

  /** Whether it was at work between the last two looks: a server that hangs takes no time of a processor. */
  get isWorking(): boolean {
    const [before, last] = this.#taken;
    if (!before || !last) return false;
    return last.cpuSeconds - before.cpuSeconds > (WORKING_SHARE * (last.at - before.at)) / 1_000;
  }

  get pid(): number {
    return this.process.pid;
  }

  /**
   * Tells it all that changed on the disk up to now: one at a time, so that no change overtakes another.
   * @returns false when so much has changed that it has to be started anew.
   */
  catchUp(signal: AbortSignal): Promise<boolean> {
    const run = this.#turn.then(() => this.#catchUp(signal));
    this.#turn = run.catch(() => undefined);
    return run;
  }

  async #catchUp(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (this.#feed) {
      const { until, changes, reason } = await this.#feed.since(this.#seen, signal);
      if (!changes) return false;
      if (changes.length > 0) this.told += await this.#tell(changes);
      this.#seen = until;
      this.untold = reason ?? this.#unseen;
    }
    this.told += await this.files.catchUp();
    return true;
  }

  /** @returns how many it did not know: of a file that is open it may have the new text already. */
  async #tell(changes: readonly OutsideChange[]): Promise<number> {
    const { documents } = this.client;
    const before = changes.map(({ path }) => documents.get(path)?.version);
    this.#unseen = await this.client.changedOutside(changes);
    const isNews = ({ path }: OutsideChange, at: number) => {
      return before[at] === undefined || documents.get(path)?.version !== before[at];
    };
    return changes.filter(isNews).length;
  }

  async stop(): Promise<void> {
    await this.client.stop(AbortSignal.timeout(STOP_MS));
  }

  kill(): void {
    this.process.kill();
  }
}

function inWords({ kind, exitCode, what }: EndReason, stderr: string): string {
  const how =
    kind === "protocol"
      ? `it broke the protocol: ${what}`
      : exitCode === null
        ? "it was ended by a signal"
        : `it ended with exit code ${exitCode}`;
  const tail = stderr.trim();
  if (tail === "") return how;
  return `${how}; its last words on stderr: ${tail.length > QUOTED_CHARS ? `…${tail.slice(-QUOTED_CHARS)}` : tail}`;
}

/**
 * What came, changed and went in a project since one looked last, from what the index knows of its files. For those who have
 * to be told of changes one by one, such as language servers.
 */
import type { Database } from "bun:sqlite";
import { IndexInfo } from "../store/index-info.ts";

export interface FeedChange {
  /** Relative to the project's root. */
  path: string;
  kind: "created" | "changed" | "deleted";
}

export interface FeedNews {
  /** Given as `after` the next time. */
  until: number;
  /** Undefined when they are no longer known one by one. */
  changes: readonly FeedChange[] | undefined;
}

/** So many changes are kept; who is further behind has to look at everything. */
const MOST_KEPT = 5_000;

/** What the clock of a file system may be behind ours. */
const CLOCK_MS = 50;

interface Row {
  path: string;
  content: number | null;
  stamp: string;
}

export class FileFeed {
  readonly #known = new Map<string, string>();
  /** The newest changes, in order; the last has the number `#until`. */
  readonly #changes: FeedChange[] = [];
  #until = 0;
  /** What was looked at last; another index, or one that was made anew, has other numbers. */
  #at: { reader: Database; generation: number } | undefined;
  #readAt = 0;
  /** When somebody began to listen, in milliseconds since 1970. */
  #beganAt: number | undefined;
  /** What was there when somebody began to listen, where no index could tell. */
  #there: ReadonlySet<string> | undefined;

  /** Whether somebody has begun to listen. */
  get hasBegun(): boolean {
    return this.#beganAt !== undefined;
  }

  /**
   * Begins while there is no index to tell what is there: else nobody would learn what goes before there is one.
   * @param paths all files of the project.
   */
  begin(paths: Iterable<string>): void {
    this.#beganAt ??= Date.now();
    this.#there ??= new Set(paths);
  }

  /**
   * @param after what `until` was before; undefined for who begins now.
   * @param reader of an index that knows the whole project and is up to date; undefined while there is none.
   */
  since(after: number | undefined, reader: Database | undefined): FeedNews {
    this.#beganAt ??= Date.now();
    if (reader) this.#look(reader);
    const until = this.#until;
    if (after === undefined) return { until, changes: [] };
    const missed = until - after;
    return {
      until,
      changes: missed > this.#changes.length ? undefined : this.#changes.slice(this.#changes.length - missed),
    };
  }

  #look(reader: Database): void {
    const { generation } = new IndexInfo(reader);
    if (this.#at?.reader === reader && this.#at.generation === generation) return;
    const isFirst = this.#at === undefined;
    const isSame = this.#at?.reader === reader;
    this.#at = { reader, generation };
    // Most often a few files were read again, and none has gone: then the others need not be looked at.
    if (isSame)
      this.#take(
        reader
          .query("SELECT path, content, stamp FROM files WHERE read_at >= $from")
          .all({ from: this.#readAt }) as Row[],
        true,
      );
    const { files, readAt } = reader.query("SELECT count(*) AS files, max(read_at) AS readAt FROM files").get() as {
      files: number;
      readAt: number | null;
    };
    if (!isSame || files !== this.#known.size) {
      const rows = reader.query("SELECT path, content, stamp FROM files").all() as Row[];
      this.#take(rows, !isFirst);
      const there = new Set(rows.map(({ path }) => path));
      for (const path of this.#known.keys()) if (!there.has(path)) this.#gone(path);
      if (isFirst) for (const path of this.#there ?? []) if (!there.has(path)) this.#gone(path);
      this.#there = undefined;
    }
    this.#readAt = readAt ?? 0;
  }

  /** @param isNews whether that is told; of what is there at first, only what changed since somebody listens. */
  #take(rows: readonly Row[], isNews: boolean): void {
    for (const { path, content, stamp } of rows) {
      // A text is the same as long as its content is; of a file that was not read the stamp must do.
      const now = content === null ? stamp : String(content);
      const before = this.#known.get(path);
      if (before === now) continue;
      this.#known.set(path, now);
      if (isNews) this.#tell({ path, kind: before === undefined ? "created" : "changed" });
      else if (this.#there?.has(path) === false) this.#tell({ path, kind: "created" });
      else if (changedAt(stamp) >= this.#beganAt! - CLOCK_MS) this.#tell({ path, kind: "changed" });
    }
  }

  #gone(path: string): void {
    this.#known.delete(path);
    this.#tell({ path, kind: "deleted" });
  }

  #tell(change: FeedChange): void {
    this.#changes.push(change);
    this.#until++;
    if (this.#changes.length > MOST_KEPT * 2) this.#changes.splice(0, this.#changes.length - MOST_KEPT);
  }
}

/** When a file with this stamp was changed last, in milliseconds since 1970; long ago for a file without one. */
function changedAt(stamp: string): number {
  const [, , changedNs = "0"] = stamp.split(" ");
  return Number(changedNs) / 1e6;
}

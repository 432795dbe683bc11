/** The table of calls: added to in batches, so that a call never waits for the disk. */
import type { Database } from "bun:sqlite";

/** One call of a tool that is there: sizes and times only, never contents. */
export interface UsageRow {
  tool: string;
  surface: string;
  client: string;
  /** ISO 8601, UTC. */
  at: string;
  durationMs: number;
  /** `ok` or an error code. */
  outcome: string;
  /** Characters of the compact JSON that went out. */
  chars: number;
}

const FLUSH_MS = 2_000;
const FLUSH_ROWS = 500;

/** English and code come to about four characters a token. */
const CHARS_PER_TOKEN = 4;

/** What so many characters cost a model, about. */
export function estimatedTokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

export class UsageTable implements Disposable {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  #pending: UsageRow[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @param onError hears of batches that could not be written; they are dropped, calls go on. */
  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  add(row: UsageRow): void {
    if (this.#isClosed) return; // the database goes with us
    this.#pending.push(row);
    if (this.#pending.length >= FLUSH_ROWS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Writes what is pending in one transaction. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = this.#pending;
    this.#pending = [];
    if (rows.length === 0) return;
    const insert = this.#database.query(
      `INSERT INTO usage (tool, surface, client, at, duration_ms, outcome, chars, estimated_tokens)
       VALUES ($tool, $surface, $client, $at, $durationMs, $outcome, $chars, $tokens)`,
    );
    const write = this.#database.transaction(() => {
      for (const row of rows) insert.run({ ...row, tokens: estimatedTokens(row.chars) });
    });
    try {
      write.immediate();
    } catch (error) {
      this.#onError(error);
    }
  }

  [Symbol.dispose](): void {
    this.flush();
    this.#isClosed = true;
  }
}

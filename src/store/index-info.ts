/** What an index says of itself, as keys and values. */
import type { Database } from "bun:sqlite";

export class IndexInfo {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get(key: string): string | undefined {
    const row = this.#database.query("SELECT value FROM index_info WHERE key = $key").get({ key });
    return (row as { value: string } | null)?.value;
  }

  set(key: string, value: string): void {
    this.#database
      .query(
        "INSERT INTO index_info (key, value) VALUES ($key, $value) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      )
      .run({ key, value });
  }

  /** Rises with every change that a query can see; 0 before the first. */
  get generation(): number {
    return Number(this.get("generation") ?? 0);
  }

  /** To be called in the transaction of the change. */
  nextGeneration(): number {
    const next = this.generation + 1;
    this.set("generation", String(next));
    return next;
  }
}

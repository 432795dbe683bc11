/** The table of projects that the user has opened. */
import type { Database } from "bun:sqlite";

export interface KnownProject {
  root: string;
  name: string;
  /** ISO 8601, UTC. */
  openedAt: string;
}

export class ProjectTable {
  readonly #database: Database;
  #lastAt = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds a project, or notes that it was opened again. */
  add({ root, name }: { root: string; name: string }): void {
    this.#database
      .query(
        `INSERT INTO projects (root, name, opened_at) VALUES ($root, $name, $at)
         ON CONFLICT (root) DO UPDATE SET name = excluded.name, opened_at = excluded.opened_at`,
      )
      .run({ root, name, at: this.#now() });
  }

  /** Rises with each call, so that two openings within a millisecond keep their order. */
  #now(): string {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return new Date(this.#lastAt).toISOString();
  }

  /** All of them, the last opened first. */
  all(): KnownProject[] {
    const rows = this.#database.query("SELECT root, name, opened_at FROM projects ORDER BY opened_at DESC, root").all();
    return (rows as { root: string; name: string; opened_at: string }[]).map(({ root, name, opened_at }) => ({
      root,
      name,
      openedAt: opened_at,
    }));
  }

  /** Takes a project out of the list; its folder is not touched. @returns whether it was in it. */
  remove(root: string): boolean {
    return this.#database.query("DELETE FROM projects WHERE root = $root").run({ root }).changes > 0;
  }
}

/** What pages and their files in one worktree had in common when they last were the same. */
import type { Database } from "bun:sqlite";

export class MirrorTable {
  readonly #database: Database;
  readonly #root: string;

  /** @param root real path of the worktree's project. */
  constructor(database: Database, root: string) {
    this.#database = database;
    this.#root = root;
  }

  /** Hashes by name. */
  all(): Map<string, string> {
    const rows = this.#database.query("SELECT name, hash FROM mirrored WHERE root = $root").all({ root: this.#root });
    return new Map((rows as { name: string; hash: string }[]).map(({ name, hash }) => [name, hash]));
  }

  set(name: string, hash: string): void {
    this.#database
      .query(
        `INSERT INTO mirrored (root, name, hash) VALUES ($root, $name, $hash)
         ON CONFLICT (root, name) DO UPDATE SET hash = excluded.hash`,
      )
      .run({ root: this.#root, name, hash });
  }

  /** What was checked out when the files were last looked at, as `commit seconds`. */
  get head(): string | undefined {
    const row = this.#database.query("SELECT head FROM checkouts WHERE root = $root").get({ root: this.#root });
    return (row as { head: string } | null)?.head;
  }

  set head(head: string | undefined) {
    if (head === undefined) this.#database.query("DELETE FROM checkouts WHERE root = $root").run({ root: this.#root });
    else
      this.#database
        .query("INSERT OR REPLACE INTO checkouts (root, head) VALUES ($root, $head)")
        .run({ root: this.#root, head });
  }

  /** Sets what is checked out, unless somebody else did so since `before` was read. */
  moveHead(before: string | undefined, head: string | undefined): void {
    this.#database
      .transaction(() => {
        if (this.head === before && before !== head) this.head = head;
      })
      .immediate();
  }

  remove(name: string): void {
    this.#database.query("DELETE FROM mirrored WHERE root = $root AND name = $name").run({ root: this.#root, name });
  }
}

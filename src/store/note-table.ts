/** What was noted about a project: facts, decisions and pitfalls. */
import type { Database } from "bun:sqlite";

export const NOTE_KINDS = ["fact", "decision", "pitfall"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export interface NoteSubject {
  /** Relative to the root. */
  path: string;
  /** Of a symbol in it; null for the file. */
  namePath: string | null;
  /** What it was when it was noted: of the file's bytes, or of the declaration's text. */
  hash: string;
}

export interface Note {
  id: number;
  text: string;
  kind: NoteKind;
  tags: string[];
  /** ISO 8601, UTC. */
  at: string;
  caller: string;
  /** The commit that was checked out. */
  commit: string | null;
  subjects: NoteSubject[];
}

export interface AddedNote extends Omit<Note, "id" | "tags" | "subjects"> {
  tags: readonly string[] | undefined;
  subjects: readonly NoteSubject[] | undefined;
}

type Row = Omit<Note, "tags" | "subjects"> & { tags: string };

const SELECT = "SELECT id, text, kind, tags, at, caller, commit_hash AS 'commit' FROM notes";

export class NoteTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * One whose text is noted already takes its place, so that nothing is there twice; tags and subjects that are left out stay as they were.
   * @returns its id, and whether it is new.
   */
  add({ text, kind, tags, at, caller, commit, subjects }: AddedNote): { id: number; isNew: boolean } {
    return this.#database
      .transaction(() => {
        const known = this.#database.query("SELECT id FROM notes WHERE text = $text").get({ text }) as Row | null;
        const columns = { text, kind, tags: tags === undefined ? null : JSON.stringify(tags), at, caller, commit };
        const { id } = (
          known
            ? this.#database
                .query(
                  `UPDATE notes SET text = $text, kind = $kind, tags = coalesce($tags, tags), at = $at, caller = $caller, commit_hash = $commit
                   WHERE id = $id RETURNING id`,
                )
                .get({ ...columns, id: known.id })
            : this.#database
                .query(
                  `INSERT INTO notes (text, kind, tags, at, caller, commit_hash)
                   VALUES ($text, $kind, coalesce($tags, '[]'), $at, $caller, $commit) RETURNING id`,
                )
                .get(columns)
        ) as { id: number };
        if (subjects === undefined) return { id, isNew: known === null };
        this.#database.query("DELETE FROM note_subjects WHERE note = $id").run({ id });
        const subject = this.#database.query(
          "INSERT INTO note_subjects (note, number, path, name_path, hash) VALUES ($id, $number, $path, $namePath, $hash)",
        );
        for (const [number, one] of subjects.entries()) subject.run({ id, number, ...one });
        return { id, isNew: known === null };
      })
      .immediate();
  }

  /** The latest first. */
  all(): Note[] {
    const subjects = Map.groupBy(
      this.#database
        .query("SELECT note, path, name_path AS namePath, hash FROM note_subjects ORDER BY note, number")
        .all() as (NoteSubject & { note: number })[],
      ({ note }) => note,
    );
    return (this.#database.query(`${SELECT} ORDER BY id DESC`).all() as Row[]).map(({ tags, ...row }) => ({
      ...row,
      tags: JSON.parse(tags) as string[],
      subjects: (subjects.get(row.id) ?? []).map(({ note: _, ...subject }) => subject),
    }));
  }

  /** @returns the text of the note that went. */
  remove(id: number): string | undefined {
    const row = this.#database.query("DELETE FROM notes WHERE id = $id RETURNING text").get({ id });
    return (row as { text: string } | null)?.text;
  }
}

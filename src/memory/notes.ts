/** Notes of one project, for one caller, and the search over notes and memories together. */
import { UserError } from "../base/error.ts";
import type { Project } from "../project/project.ts";
import type { MemoryDatabase } from "../store/memory-database.ts";
import { type Note, type NoteKind, type NoteSubject, NoteTable } from "../store/note-table.ts";
import type { Symbols } from "../symbol/symbols.ts";

import type { PieceVectors } from "./piece-vectors.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import type { ProjectMemories } from "./project-memories.ts";
import { rankPieces } from "./rank-pieces.ts";
import { assertWellFormed } from "./storable.ts";
import { readSubject, type SubjectState, subjectState } from "./subject.ts";

export interface NewNote {
  text: string;
  kind: NoteKind;
  tags?: readonly string[] | undefined;
  /** As `readSubject` reads them. */
  subjects?: readonly string[] | undefined;
}

export type RecallKind = NoteKind | "memory";

export interface RecallQuery {
  query: string;
  kinds: readonly RecallKind[] | undefined;
  /** Notes must have one of these; memories have none. */
  tags: readonly string[] | undefined;
  limit: number;
}

export interface Recalled {
  kind: RecallKind;
  /** `n12`, or the name of a memory. */
  id: string;
  /** A note's text, or the part of a memory that fits best. */
  text: string;
  at: string;
  caller: string;
  commit?: string;
  tags: readonly string[];
  subjects: { subject: string; state: SubjectState }[];
  score: number;
}

export interface NotesOptions {
  project: Project;
  memory: MemoryDatabase;
  memories: ProjectMemories;
  symbols: Symbols;
  vectors: PieceVectors;
}

export class Notes {
  readonly #options: NotesOptions;
  readonly #caller: string;

  constructor(options: NotesOptions, caller: string) {
    this.#options = options;
    this.#caller = caller;
  }

  /** @throws UserError for a subject that there is not. */
  async remember(note: NewNote, signal: AbortSignal): Promise<{ id: string; isNew: boolean }> {
    const { project, symbols } = this.#options;
    assertWellFormed(note.text, "text");
    for (const tag of note.tags ?? []) assertWellFormed(tag, "tags");
    const subjects: NoteSubject[] | undefined = note.subjects && [];
    for (const subject of new Set(note.subjects ?? []))
      subjects!.push(await readSubject(subject, { project, symbols, signal }));
    const { id, isNew } = this.#table.add({
      text: note.text,
      kind: note.kind,
      tags: note.tags && [...new Set(note.tags)],
      at: new Date().toISOString(),
      caller: this.#caller,
      commit: (await project.git?.head(signal)) ?? null,
      subjects,
    });
    return { id: noteId(id), isNew };
  }

  /** @returns the text of the note. @throws UserError `invalid_arguments`, `not_found`. */
  forget(id: string): string {
    const number = Number(/^n?(\d{1,15})$/.exec(id.trim())?.[1]);
    if (!Number.isInteger(number)) {
      const message = `${JSON.stringify(id.slice(0, 40))} is no id of a note; they are such as n12.`;
      throw new UserError("invalid_arguments", message, { errors: [{ pointer: "/note_id", message }] });
    }
    const text = this.#table.remove(number);
    if (text !== undefined) return text;
    throw new UserError("not_found", `There is no note ${noteId(number)}.`, { hint: "Search for it by its words." });
  }

  /** The best first. @returns how many fit in all, and why something may be missing. */
  async recall(
    { query, kinds, tags, limit }: RecallQuery,
    signal: AbortSignal,
  ): Promise<{ found: Recalled[]; total: number; reason?: string }> {
    const isWanted = (kind: RecallKind) => kinds === undefined || kinds.length === 0 || kinds.includes(kind);
    const notes = this.#table
      .all()
      .filter((note) => isWanted(note.kind) && (tags === undefined || tags.some((tag) => note.tags.includes(tag))));
    const pages = isWanted("memory") && tags === undefined ? await this.#options.memories.texts(signal) : [];
    const pieces: Piece[] = [
      ...notes.map((note, owner) => ({ owner, about: aboutOf(note), text: note.text })),
      ...pages.flatMap(({ name, text }, at) =>
        piecesOf(text).map((piece) => ({ owner: notes.length + at, about: name, text: piece })),
      ),
    ];
    const { scores, reason } = await this.#options.vectors.near(query, pieces, signal);
    const ranked = rankPieces(query, pieces, scores);
    const found: Recalled[] = [];
    for (const { owner, piece, score } of ranked.slice(0, limit)) {
      const note = notes[owner];
      if (note) found.push(await this.#recalled(note, score, signal));
      else {
        const { name, changedAt, caller } = pages[owner - notes.length]!;
        found.push({
          kind: "memory",
          id: name,
          text: piece.text,
          at: changedAt,
          caller,
          tags: [],
          subjects: [],
          score,
        });
      }
    }
    return { found, total: ranked.length, ...(reason !== undefined && { reason }) };
  }

  async #recalled(note: Note, score: number, signal: AbortSignal): Promise<Recalled> {
    const { id, text, kind, tags, at, caller, commit } = note;
    const { project, symbols } = this.#options;
    const subjects = [];
    for (const subject of note.subjects) {
      const state = await subjectState(subject, { project, symbols, signal });
      subjects.push({ subject: subjectText(subject), state });
    }
    return { kind, id: noteId(id), text, at, caller, ...(commit !== null && { commit }), tags, subjects, score };
  }

  get #table(): NoteTable {
    return new NoteTable(this.#options.memory.open);
  }
}

function noteId(id: number): string {
  return `n${id}`;
}

function subjectText({ path, namePath }: Note["subjects"][number]): string {
  return namePath === null ? path : `${path}:${namePath}`;
}

function aboutOf({ tags, subjects }: Note): string {
  return [...tags, ...subjects.map(({ path, namePath }) => namePath ?? path)].join(" ");
}

/** All memories and notes of a project as one document, for a backup or another machine; and the way back. */
import { z } from "zod";
import { NOTE_KINDS, type Note } from "../store/note-table.ts";

const pageSchema = z.strictObject({
  name: z.string().min(1).max(1_000),
  text: z.string(),
  changed_at: z.string().optional(),
  changed_by: z.string().optional(),
});

/** What a database can hold. */
const whole = z
  .string()
  .refine((text) => text.isWellFormed(), "It holds half of a surrogate pair, which is no character.");

const noteSchema = z.strictObject({
  text: whole.min(1),
  kind: z.enum(NOTE_KINDS),
  tags: z.array(whole),
  at: z.iso.datetime(),
  by: z.string(),
  commit: z.string().nullable(),
  subjects: z.array(z.strictObject({ path: z.string(), name_path: z.string().nullable(), hash: z.string() })),
});

export const archiveSchema = z.strictObject({
  waymark_memories: z.literal(1).describe("Version of this format."),
  memories: z.array(pageSchema),
  notes: z.array(noteSchema),
});

export type Archive = z.output<typeof archiveSchema>;
export type ArchivedPage = Archive["memories"][number];

export function archivedNote({ text, kind, tags, at, caller, commit, subjects }: Note): Archive["notes"][number] {
  const about = subjects.map(({ path, namePath, hash }) => ({ path, name_path: namePath, hash }));
  return { text, kind, tags, at, by: caller, commit, subjects: about };
}

export function noteOf({ by, subjects, ...note }: Archive["notes"][number]): Omit<Note, "id"> {
  const about = subjects.map(({ path, name_path, hash }) => ({ path, namePath: name_path, hash }));
  return { ...note, caller: by, subjects: about };
}

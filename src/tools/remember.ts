/** The tool `remember`. */
import { z } from "zod";
import { NOTE_KINDS } from "../store/note-table.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "remember",
  title: "Note a fact",
  category: "memory",
  description: "Notes a fact, decision or pitfall that code does not show, for later sessions.",
  markers: ["core", "memory", "writes"],
  needs: ["project", "notes"],
  input: z.strictObject({
    text: z.string().min(1).max(4_000).describe("The note, clear by itself."),
    kind: z.enum(NOTE_KINDS).default("fact").describe("What it is."),
    tags: z.array(z.string().min(1).max(60)).max(12).optional().describe("Words to find it by."),
    subjects: z
      .array(z.string().min(1).max(4_096))
      .max(12)
      .optional()
      .describe("Code it is about: path or path:name_path."),
  }),
  output: z.object({
    note_id: z.string().max(20),
    is_new: z.boolean().describe("False: the same text was noted before."),
  }),
  aliases: { note: "text", content: "text", fact: "text" },
  examples: [
    {
      title: "a pitfall",
      input: { text: "Totals are in cents.", kind: "pitfall", tags: ["money"], subjects: ["src/cart.ts:Cart/total"] },
    },
  ],
  narrower: "The answer is short.",

  async run(input, { notes, signal }) {
    const { id, isNew } = await notes.remember(input, signal);
    return { answer: { note_id: id, is_new: isNew } };
  },

  text: ({ note_id, is_new }) => `${is_new ? "Noted" : "Noted anew"}: ${note_id}.`,

  ladder: (stage) => [stage("id", z.object({ note_id: z.string().max(20) }), ({ note_id }) => ({ note_id }))],
});

/** The tool `forget`. */
import { z } from "zod";
import { visible } from "../base/visible.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "forget",
  title: "Forget a note",
  category: "memory",
  description: "Removes a note that is wrong or of no use any more. Nothing brings it back.",
  markers: ["memory", "writes", "destructive"],
  needs: ["project", "notes"],
  input: z.strictObject({ note_id: z.string().min(1).max(40).describe("As recall gave it, such as n12.") }),
  output: z.object({ text: z.string().describe("What it said.") }),
  aliases: { id: "note_id" },
  examples: [{ title: "one", input: { note_id: "n12" } }],
  narrower: "The shorter form leaves out the text.",

  run: async ({ note_id }, { notes }) => ({ answer: { text: notes.forget(note_id) } }),

  text: ({ text }) => `Forgotten: ${visible(text)}`,

  ladder: (stage) => [
    stage("forgotten", z.object({ characters: z.int() }), ({ text }) => ({ characters: text.length })),
  ],
});

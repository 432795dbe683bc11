/** The tool `undo_change`. */
import { z } from "zod";
import { changeAnswer, changeSchema, changeStages, changeText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "undo_change",
  title: "Undo a change",
  category: "edits",
  description:
    "Takes back a change that an edit tool made, your latest by default; all of its files become what they were before. Refused when one of them changed since.",
  markers: ["core", "edit"],
  needs: ["project", "changes"],
  input: z.strictObject({
    change_id: z.string().min(1).max(40).optional().describe("Such as c12; your latest when left out."),
  }),
  output: changeSchema.extend({ undone: z.string().describe("The change that was taken back.") }),
  aliases: { id: "change_id" },
  examples: [{ title: "a change", input: { change_id: "c12" } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ change_id }, { changes, signal }) {
    const change = await changes.undo(change_id, { signal });
    return { source: "disk", answer: { ...changeAnswer(change), undone: change.undone } };
  },

  text: ({ undone, ...change }) => `Undone: ${undone}. ${changeText(change)}`,

  ladder: changeStages,
});

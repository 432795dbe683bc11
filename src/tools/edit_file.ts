/** The tool `edit_file`. */
import { z } from "zod";
import { Turn } from "../base/turn.ts";
import { severalEdits } from "../change/several-edits.ts";
import { checkedChange } from "../symbol/checked-change.ts";
import { changeAnswer, changeSchema, changeStages, checkedAnswer, checkField, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

export default defineTool({
  name: "edit_file",
  title: "Edit a file in several places",
  category: "edits",
  description:
    "Makes several edits in one file at once, all or none, each meant against the file as it is now. Every old_text must stand there exactly once.",
  markers: ["edit"],
  needs: ["project", "changes", "symbols", "index", "servers"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    edits: z
      .array(
        z.strictObject({
          old_text: z.string().min(1).max(200_000).describe("The text to replace, as it stands; enough to be unique."),
          new_text: z.string().max(200_000).describe("What comes in its place, as given; empty to delete."),
        }),
      )
      .min(1)
      .max(200)
      .describe("They may not overlap; their order does not matter."),
    check: checkField,
  }),
  output: changeSchema,
  aliases: { relative_path: "path", file_path: "path", changes: "edits" },
  examples: [
    {
      title: "one edit",
      input: { path: "notes/plan.md", edits: [{ old_text: "before", new_text: "after" }] },
    },
  ],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ path, edits, check }, use) {
    const { project, changes, signal } = use;
    const plan = async () => [await severalEdits(path, await project.files.read(path), edits, new Turn(signal))];
    const carryOut = () => changes.carryOut(plan, { signal, wantsDiff: check });
    if (check) return checkedAnswer(await checkedChange([path], carryOut, use));
    return { source: "disk", answer: changeAnswer(await carryOut()) };
  },

  text: ownFileText,

  ladder: changeStages,
});

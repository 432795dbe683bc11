/** The tool `apply_code_action`. */
import { z } from "zod";
import { type PlannedAction, plannedAction } from "../symbol/apply-action.ts";
import { changeAnswer } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { besideOf, refactorSchema, refactorStages, refactorText } from "../tool/refactored.ts";

export default defineTool({
  name: "apply_code_action",
  title: "Apply a code action",
  category: "edits",
  description:
    "Applies a fix or refactoring that list_code_actions listed, in all files that it changes: all or none. With dry_run it shows the diff. An id holds while its file is as it was.",
  markers: ["edit", "symbolic"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({
    action_id: z.string().min(1).max(5_000).describe("As list_code_actions gives it."),
    dry_run: z.boolean().default(false).describe("Shows what would change and writes nothing."),
  }),
  output: refactorSchema,
  aliases: { id: "action_id", action: "action_id" },
  examples: [
    {
      title: "what would change",
      input: { action_id: "typescript:src/cart.ts:1-3:source@0123456789ab", dry_run: true },
    },
  ],
  narrower: "The shorter forms leave out the diffs, the lines and the paths.",

  async run({ action_id, dry_run }, use) {
    let planned: PlannedAction | undefined;
    const plan = async () => {
      planned = await plannedAction(action_id, use);
      return planned.changes;
    };
    const change = await use.changes.carryOut(plan, { signal: use.signal, isDry: dry_run, wantsDiff: dry_run });
    const { server, warnings } = planned!;
    const beside = { server, fault: undefined, left: { files: [], total: 0 }, warnings };
    return {
      source: "server",
      ...(change.files.length === 0 && { hint: "The action changes no file." }),
      answer: { ...changeAnswer(change), ...besideOf(beside) },
    };
  },

  text: refactorText,

  ladder: refactorStages,
});

/** The tool `move_file`. */
import { z } from "zod";
import { type PlannedMove, plannedMove } from "../symbol/move.ts";
import { changeAnswer } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";
import { besideOf, refactorSchema, refactorStages, refactorText } from "../tool/refactored.ts";

export default defineTool({
  name: "move_file",
  title: "Move a file or folder",
  category: "edits",
  description:
    "Moves or renames a file, or a folder with all that is in it. Imports follow where a language server makes them; those that do not are listed. Never overwrites; undo_change brings all back.",
  markers: ["edit"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({
    path: pathField("File or folder, relative to the project root."),
    new_path: pathField("Its whole new path, name included; folders that are missing are made."),
    dry_run: z.boolean().default(false).describe("Shows what would change and writes nothing."),
  }),
  output: refactorSchema,
  aliases: {
    relative_path: "path",
    source: "path",
    old_path: "path",
    destination: "new_path",
    target_path: "new_path",
  },
  examples: [
    { title: "what would change", input: { path: "src/shape.ts", new_path: "src/forms/shape.ts", dry_run: true } },
    {
      title: "a file that many import",
      input: { path: "src/department-0/article-0.ts", new_path: "src/articles/first.ts", dry_run: true },
    },
  ],
  narrower: "The shorter forms leave out the diffs, the lines and the paths.",

  async run({ path, new_path, dry_run }, use) {
    let planned: PlannedMove | undefined;
    const plan = async () => {
      planned = await plannedMove(path, new_path, use);
      return planned.changes;
    };
    const change = await use.changes.carryOut(plan, { signal: use.signal, isDry: dry_run, wantsDiff: dry_run });
    const { servers, fault, left, reason } = planned!;
    const why = reason ?? (left.total > 0 ? "imports that may have to follow stay as they are" : undefined);
    return {
      source: servers.length > 0 ? "server" : "index",
      ...(why === undefined
        ? { complete: true as const }
        : { complete: false as const, reason: why.slice(0, WORDS_LIMIT) }),
      answer: {
        ...changeAnswer(change),
        ...besideOf({ server: servers.join(", ") || undefined, fault, left, warnings: [] }),
      },
    };
  },

  text: refactorText,

  ladder: refactorStages,
});

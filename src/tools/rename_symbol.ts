/** The tool `rename_symbol`. */
import { z } from "zod";
import { Unavailable, UserError } from "../base/error.ts";
import { type PlannedRename, plannedRename } from "../symbol/rename.ts";
import { changeAnswer } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";
import { besideOf, refactorSchema, refactorStages, refactorText } from "../tool/refactored.ts";

export default defineTool({
  name: "rename_symbol",
  title: "Rename a symbol everywhere",
  category: "edits",
  description:
    "Renames a symbol and all its uses in the project, by its meaning, through a language server: all files or none. One that may be incomplete is refused; without a server only a dry run by name is possible.",
  markers: ["core", "edit", "symbolic"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("Such as `Cart/total`."),
    path: pathField("The file that defines it."),
    new_name: z.string().min(1).max(500).describe("Its new name alone, without a path."),
    dry_run: z.boolean().default(false).describe("Shows the diff and writes nothing."),
    in_comments: z
      .boolean()
      .default(false)
      .describe("Also replaces the name, as a whole word, in comments and strings of the files that change."),
  }),
  output: refactorSchema,
  aliases: {
    name: "name_path",
    symbol: "name_path",
    symbol_name: "name_path",
    relative_path: "path",
    file: "path",
    file_path: "path",
    to: "new_name",
  },
  examples: [
    {
      title: "what would change",
      input: { name_path: "Shape", path: "src/shape.ts", new_name: "Outline", dry_run: true },
    },
    {
      title: "comments, too",
      input: {
        name_path: "article",
        path: "src/department-0/article-0.ts",
        new_name: "item",
        dry_run: true,
        in_comments: true,
      },
    },
  ],
  narrower: "The shorter forms leave out the diffs, the lines and the paths.",

  async run({ name_path, path, new_name, dry_run, in_comments }, use) {
    const query = { namePath: name_path, path, newName: new_name, inComments: in_comments };
    let planned: PlannedRename | undefined;
    const plan = async () => {
      planned = await plannedRename(query, use);
      if (!dry_run) assertWhole(planned);
      return planned.changes;
    };
    const change = await use.changes.carryOut(plan, { signal: use.signal, isDry: dry_run, wantsDiff: dry_run });
    const { source, isSame } = planned!;
    return {
      source,
      ...completeness(planned!),
      ...(isSame && { hint: "It has that name already." }),
      answer: { ...changeAnswer(change), ...besideOf(planned!) },
    };
  },

  text: refactorText,

  ladder: refactorStages,
});

function completeness({ doubt, left }: PlannedRename) {
  const unsure = `the server leaves ${left.total} other ${left.total === 1 ? "file" : "files"} as they are that have the name, outside of comments and strings`;
  const reason = doubt ?? (left.total > 0 ? unsure : undefined);
  return reason === undefined
    ? { complete: true as const }
    : { complete: false as const, reason: reason.slice(0, WORDS_LIMIT) };
}

/** A rename that leaves uses behind breaks the program, so it is written only when nothing speaks for that. */
function assertWhole({ symbol, fault, doubt }: PlannedRename): void {
  const byHand =
    "dry_run shows what is known; replace_in_files with a whole-word regex changes the name wherever it stands.";
  if (fault) {
    const hint = [fault.hint, `Until then ${byHand}`].filter(Boolean).join(" ");
    throw new Unavailable(fault.code, `${JSON.stringify(symbol)} was not renamed: ${fault.message}`, {
      hint,
      cause: fault,
    });
  }
  if (doubt === undefined) return;
  throw new UserError("refused", `${JSON.stringify(symbol)} was not renamed, as uses may be left behind: ${doubt}.`, {
    hint: `Call again once the server and the index know the whole project. Else ${byHand}`,
  });
}

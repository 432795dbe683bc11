/** The tool `move_symbol`. */
import { z } from "zod";
import { UserError } from "../base/error.ts";
import { type PlannedSymbolMove, plannedSymbolMove } from "../symbol/move-symbol.ts";
import { changeAnswer } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { WORDS_LIMIT } from "../tool/evidence.ts";
import { pathField } from "../tool/field.ts";
import { besideOf, refactorSchema, refactorStages, refactorText } from "../tool/refactored.ts";

export default defineTool({
  name: "move_symbol",
  title: "Move a symbol to another file",
  category: "edits",
  description:
    "Moves a declaration from the top of a file into another file, new or there, with its imports and those of its users, where a language server can: TypeScript 5's, and gopls into a new file of the same folder. Else the answer says what to do by hand.",
  markers: ["edit", "symbolic"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("The symbol, such as `Cart`."),
    path: pathField("The file that defines it."),
    target_path: pathField("The file that it comes into."),
    dry_run: z.boolean().default(false).describe("Shows what would change and writes nothing."),
  }),
  output: refactorSchema,
  aliases: {
    name: "name_path",
    symbol: "name_path",
    relative_path: "path",
    source: "path",
    new_path: "target_path",
    destination: "target_path",
    to: "target_path",
  },
  examples: [
    {
      title: "what would change",
      input: { name_path: "Shape", path: "src/shape.ts", target_path: "src/forms.ts", dry_run: true },
    },
    {
      title: "into a new file of a Go package",
      input: { name_path: "Count", path: "tools/count.go", target_path: "tools/number.go", dry_run: true },
    },
  ],
  narrower: "The shorter forms leave out the diffs, the lines and the paths.",

  async run({ name_path, path, target_path, dry_run }, use) {
    let planned: PlannedSymbolMove | undefined;
    const plan = async () => {
      planned = await plannedSymbolMove({ namePath: name_path, path, targetPath: target_path }, use);
      if (!dry_run && planned.reason !== undefined) throw notKnownWhole(name_path, planned.reason);
      return planned.changes;
    };
    const change = await use.changes.carryOut(plan, { signal: use.signal, isDry: dry_run, wantsDiff: dry_run });
    const { server, reason } = planned!;
    const beside = { server, fault: undefined, left: { files: [], total: 0 }, warnings: [] };
    return {
      source: "server",
      ...(reason === undefined
        ? { complete: true as const }
        : { complete: false as const, reason: reason.slice(0, WORDS_LIMIT) }),
      answer: { ...changeAnswer(change), ...besideOf(beside) },
    };
  },

  text: refactorText,

  ladder: refactorStages,
});

function notKnownWhole(namePath: string, reason: string): UserError {
  const message = `${JSON.stringify(namePath)} was not moved, as uses may be left behind: ${reason}.`;
  return new UserError("refused", message, {
    hint: "Call again when the server is ready; dry_run shows what is known.",
  });
}

/** The tool `safe_delete_symbol`. */
import { z } from "zod";
import { deletedSymbol } from "../symbol/delete-symbol.ts";
import { changeAnswer, changeSchema, changeStages, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

const UNASKED = "Its uses were not looked for; find_references finds what still names it.";

export default defineTool({
  name: "safe_delete_symbol",
  title: "Delete an unused symbol",
  category: "edits",
  description:
    "Deletes a symbol that nothing uses, with the comment above it. Where it is used, the uses are listed and it stays, as it does where nobody can tell.",
  markers: ["core", "symbolic", "edit"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("Such as `Cart/total`."),
    path: pathField("The file that defines it."),
    force: z.boolean().default(false).describe("Delete it without looking for uses."),
  }),
  output: changeSchema,
  aliases: { name: "name_path", symbol: "name_path", relative_path: "path", file_path: "path" },
  examples: [{ title: "a method", input: { name_path: "Cart/rule7", path: "src/cart.ts", force: true } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ name_path, path, force }, use) {
    const plan = async () => [await deletedSymbol({ namePath: name_path, path, force }, use)];
    const answer = changeAnswer(await use.changes.carryOut(plan, { signal: use.signal }));
    return { source: "disk", ...(force && { hint: UNASKED }), answer };
  },

  text: ownFileText,

  ladder: changeStages,
});

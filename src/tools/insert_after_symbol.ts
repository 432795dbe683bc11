/** The tool `insert_after_symbol`. */
import { z } from "zod";
import { checkedChange } from "../symbol/checked-change.ts";
import { insertedBeside } from "../symbol/insert-beside.ts";
import { changeAnswer, changeSchema, changeStages, checkedAnswer, checkField, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { codeField, pathField } from "../tool/field.ts";

export default defineTool({
  name: "insert_after_symbol",
  title: "Insert code after a symbol",
  category: "edits",
  description:
    "Inserts code behind a symbol, spaced and indented as its neighbours are: a new function, class or member.",
  markers: ["core", "symbolic", "edit"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("Such as `Cart/total`."),
    path: pathField("The file that defines it."),
    body: codeField("The code to insert.", 200_000).min(1),
    check: checkField,
  }),
  output: changeSchema,
  aliases: {
    name: "name_path",
    symbol: "name_path",
    relative_path: "path",
    file_path: "path",
    content: "body",
    code: "body",
  },
  examples: [
    {
      title: "a method",
      input: {
        name_path: "Cart/total",
        path: "src/cart.ts",
        body: "isEmpty(): boolean {\n  return this.items.length === 0;\n}",
      },
    },
  ],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ name_path, path, body, check }, use) {
    const { changes, signal } = use;
    const wanted = { namePath: name_path, path, body, side: "after" as const };
    const plan = async () => [await insertedBeside(wanted, use)];
    const carryOut = () => changes.carryOut(plan, { signal, wantsDiff: check });
    if (check) return checkedAnswer(await checkedChange([path], carryOut, use));
    return { source: "disk", answer: changeAnswer(await carryOut()) };
  },

  text: ownFileText,

  ladder: changeStages,
});

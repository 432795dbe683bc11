/** The tool `insert_before_symbol`. */
import { z } from "zod";
import { changeSchema, changeStages, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { INSERTION_ALIASES, insertBeside, insertionFields } from "../tool/insertion.ts";

export default defineTool({
  name: "insert_before_symbol",
  title: "Insert code before a symbol",
  category: "edits",
  description:
    "Inserts code above a symbol, its comment and decorators, spaced and indented as its neighbours are: a new function, class or member; imports above the first symbol of a file.",
  markers: ["core", "symbolic", "edit"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject(insertionFields),
  output: changeSchema,
  aliases: INSERTION_ALIASES,
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

  run: (input, use) => insertBeside(input, "before", use),

  text: ownFileText,

  ladder: changeStages,
});

/** The tool `replace_symbol_body`. */
import { z } from "zod";
import { checkedChange } from "../symbol/checked-change.ts";
import { replacedBody } from "../symbol/replace-body.ts";
import { changeAnswer, changeSchema, changeStages, checkedAnswer, checkField, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { codeField, pathField } from "../tool/field.ts";

export default defineTool({
  name: "replace_symbol_body",
  title: "Replace a symbol's declaration",
  category: "edits",
  description:
    "Replaces a symbol's whole declaration, as find_symbol's include_body gives it: from the first decorator to the closing brace or semicolon. The comment above stays, unless body begins with one. For small edits within a symbol use replace_content.",
  markers: ["core", "symbolic", "edit"],
  needs: ["project", "symbols", "index", "servers", "changes"],
  input: z.strictObject({
    name_path: z.string().min(1).max(1_000).describe("Such as `Cart/total`."),
    path: pathField("The file that defines it."),
    body: codeField("The new declaration, whole.", 200_000).min(1),
    expected_hash: z.string().min(12).max(12).optional().describe("Hash of the body that was read."),
    check: checkField,
  }),
  output: changeSchema,
  aliases: {
    name: "name_path",
    symbol: "name_path",
    relative_path: "path",
    file_path: "path",
    new_body: "body",
    content: "body",
    code: "body",
    hash: "expected_hash",
  },
  examples: [
    {
      title: "a method",
      input: {
        name_path: "Cart/total",
        path: "src/cart.ts",
        body: "total(): number {\n    return this.items.length;\n  }",
      },
    },
  ],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ name_path, path, body, expected_hash, check }, use) {
    const { changes, signal } = use;
    let note: string | undefined;
    const plan = async () => {
      const edited = await replacedBody({ namePath: name_path, path, body, expectedHash: expected_hash }, use);
      note = edited.note;
      return [edited.change];
    };
    const carryOut = () => changes.carryOut(plan, { signal, wantsDiff: check });
    const evidence = check
      ? checkedAnswer(await checkedChange([path], carryOut, use))
      : { source: "disk" as const, answer: changeAnswer(await carryOut()) };
    return { ...evidence, ...(note !== undefined && { hint: note }) };
  },

  text: ownFileText,

  ladder: changeStages,
});

/** The tool `replace_content`. */
import { z } from "zod";
import { Turn } from "../base/turn.ts";
import { expectedPlaces } from "../change/expected-places.ts";
import { Replacement, replacedFile } from "../change/replacement.ts";
import { checkedChange } from "../symbol/checked-change.ts";
import { changeAnswer, changeSchema, changeStages, checkedAnswer, checkField, ownFileText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";
import { modeField, needleField, replacementField } from "../tool/replacement.ts";

export default defineTool({
  name: "replace_content",
  title: "Replace text in a file",
  category: "edits",
  description:
    "Replaces a literal text, or what a regular expression matches, in one file. Use it for edits within a symbol and in files without symbols; with wildcards a few words at both ends name a long passage. Refused unless the number of places is the expected one.",
  markers: ["core", "edit"],
  needs: ["project", "changes", "symbols", "index", "servers"],
  input: z.strictObject({
    path: pathField("The file."),
    needle: needleField,
    replacement: replacementField,
    mode: modeField,
    expected_count: z
      .int()
      .min(1)
      .max(10_000)
      .default(1)
      .describe("Places that the needle must have; all are replaced."),
    check: checkField,
  }),
  output: changeSchema,
  aliases: {
    relative_path: "path",
    file_path: "path",
    pattern: "needle",
    old_text: "needle",
    old_string: "needle",
    repl: "replacement",
    new_text: "replacement",
    new_string: "replacement",
    expected_replacements: "expected_count",
  },
  examples: [
    { title: "a literal", input: { path: "notes/plan.md", needle: "before", replacement: "after", mode: "literal" } },
    {
      title: "an expression with a group",
      input: { path: "notes/plan.md", needle: "^(be)fore$", replacement: "$!1hind", mode: "regex", expected_count: 1 },
    },
  ],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ path, needle, replacement, mode, expected_count, check }, use) {
    const { project, changes, signal } = use;
    const wanted = new Replacement({ needle, mode, replacement });
    const plan = async () => {
      const before = await project.files.read(path);
      const places = await expectedPlaces(path, before.text, wanted, expected_count, new Turn(signal));
      return [replacedFile(path, before, places)];
    };
    const carryOut = () => changes.carryOut(plan, { signal, wantsDiff: check });
    if (check) return checkedAnswer(await checkedChange([path], carryOut, use));
    return { source: "disk", answer: changeAnswer(await carryOut()) };
  },

  text: ownFileText,

  ladder: changeStages,
});

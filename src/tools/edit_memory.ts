/** The tool `edit_memory`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";
import { danglingText, linksShape, nameField, newsOf, newsShape, newsText } from "../tool/memory.ts";
import { modeField, needleField, replacementField } from "../tool/replacement.ts";

export default defineTool({
  name: "edit_memory",
  title: "Edit a memory",
  category: "memory",
  description:
    "Replaces a literal text, or what a regular expression matches, in one memory. Refused unless the number of places is the expected one.",
  markers: ["memory", "writes", "destructive"],
  needs: ["project", "memories"],
  input: z.strictObject({
    name: nameField.describe("Of the memory."),
    needle: needleField,
    replacement: replacementField,
    mode: modeField,
    expected_count: z.int().min(1).max(10_000).default(1).describe("Places that the needle must have."),
  }),
  output: z.object({ name: z.string(), places: z.int(), ...linksShape, ...newsShape }),
  aliases: {
    memory_name: "name",
    memory_file_name: "name",
    repl: "replacement",
    old_text: "needle",
    new_text: "replacement",
  },
  examples: [
    { title: "a literal", input: { name: "conventions", needle: "npm", replacement: "bun", mode: "literal" } },
  ],
  narrower: "The shorter form leaves out the links.",

  async run({ name, expected_count, ...spec }, { memories, signal }) {
    const edited = await memories.edit(name, { ...spec, expectedCount: expected_count }, signal);
    return {
      answer: {
        name: edited.name,
        places: edited.places,
        ...(edited.dangling.length > 0 && { dangling: edited.dangling }),
        ...newsOf(edited.mirror),
      },
    };
  },

  text: ({ name, places, dangling, news }) =>
    `Edited: ${name}, places: ${places}${danglingText(dangling)}.${newsText(news)}`,

  ladder: (stage) => [
    stage("edited", z.object({ places: z.int(), dangling: z.int() }), ({ places, dangling = [] }) => ({
      places,
      dangling: dangling.length,
    })),
  ],
});

/** The tool `delete_memory`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";
import { nameField, newsOf, newsShape, newsText } from "../tool/memory.ts";

export default defineTool({
  name: "delete_memory",
  title: "Delete a memory",
  category: "memory",
  description:
    "Deletes a memory and its file, when the user asks for it or it is wrong as a whole. Nothing brings it back.",
  markers: ["memory", "writes", "destructive"],
  needs: ["project", "memories"],
  input: z.strictObject({ name: nameField.describe("Its name.") }),
  output: z.object({
    name: z.string(),
    linked_from: z.array(z.string()).describe("Memories whose links to it lead nowhere now."),
    ...newsShape,
  }),
  aliases: { memory_name: "name", memory_file_name: "name" },
  examples: [{ title: "one", input: { name: "frontend/old" } }],
  narrower: "The shorter form counts the memories.",

  async run({ name: written }, { memories, signal }) {
    const { name, linkedFrom, mirror } = await memories.delete(written, signal);
    return { answer: { name, linked_from: linkedFrom, ...newsOf(mirror) } };
  },

  text: ({ name, linked_from, news }) =>
    `Deleted: ${name}.${linked_from.length === 0 ? "" : ` These link to nothing now: ${linked_from.join(", ")}.`}${newsText(news)}`,

  ladder: (stage) => [
    stage("count", z.object({ linked_from: z.int() }), ({ linked_from }) => ({ linked_from: linked_from.length })),
  ],
});

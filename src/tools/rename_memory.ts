/** The tool `rename_memory`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";
import { nameField, newsOf, newsShape, newsText } from "../tool/memory.ts";

export default defineTool({
  name: "rename_memory",
  title: "Rename a memory",
  category: "memory",
  description:
    "Gives a memory another name and lets all `mem:` links to it follow, all or nothing. To global/… it becomes one for all projects. Refused when a read-only memory links to it.",
  markers: ["memory", "writes"],
  needs: ["project", "memories"],
  input: z.strictObject({
    old_name: nameField.describe("Its name."),
    new_name: nameField.describe("Its new name, which none has."),
  }),
  output: z.object({
    name: z.string(),
    old_name: z.string(),
    followed: z.array(z.string()).describe("Other memories whose links were changed."),
    ...newsShape,
  }),
  examples: [{ title: "into a folder", input: { old_name: "forms", new_name: "frontend/forms" } }],
  narrower: "The shorter form counts the memories.",

  async run({ old_name, new_name }, { memories, signal }) {
    const { name, old, followed, mirror } = await memories.renameTo(old_name, new_name, signal);
    return { answer: { name, old_name: old, followed, ...newsOf(mirror) } };
  },

  text: ({ name, old_name, followed, news }) =>
    `Renamed: ${old_name} to ${name}; ${followed.length === 0 ? "no other memory links to it" : `links followed in ${followed.join(", ")}`}.${newsText(news)}`,

  ladder: (stage) => [
    stage("count", z.object({ followed: z.int() }), ({ followed }) => ({ followed: followed.length })),
  ],
});

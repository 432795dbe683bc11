/** The tool `write_memory`. */
import { z } from "zod";
import { MOST_MEMORY_CHARS } from "../memory/mirror-files.ts";
import { defineTool } from "../tool/define.ts";
import { danglingText, linksShape, nameField, newsOf, newsShape, newsText } from "../tool/memory.ts";

export default defineTool({
  name: "write_memory",
  title: "Write a memory",
  category: "memory",
  description:
    "Keeps what later sessions should know, as a Markdown page that links to others with `mem:name`. Replaces one of that name.",
  markers: ["core", "memory", "writes", "destructive"],
  needs: ["project", "memories"],
  input: z.strictObject({
    name: nameField.describe("Such as core or frontend/forms; global/… is for all projects."),
    content: z.string().max(MOST_MEMORY_CHARS).describe("Markdown."),
  }),
  output: z.object({ name: z.string(), is_new: z.boolean(), ...linksShape, ...newsShape }),
  aliases: { memory_name: "name", memory_file_name: "name", text: "content" },
  examples: [{ title: "a page", input: { name: "frontend/core", content: "Forms: `mem:frontend/forms`\n" } }],
  narrower: "The shorter form leaves out the links.",

  async run({ name, content }, { memories, signal }) {
    const written = await memories.write(name, content, signal);
    return {
      answer: {
        name: written.name,
        is_new: written.isNew,
        ...(written.dangling.length > 0 && { dangling: written.dangling }),
        ...newsOf(written.mirror),
      },
    };
  },

  text: ({ name, is_new, dangling, news }) =>
    `${is_new ? "Made" : "Replaced"}: ${name}${danglingText(dangling)}.${newsText(news)}`,

  ladder: (stage) => [
    stage("written", z.object({ is_new: z.boolean(), dangling: z.int() }), ({ is_new, dangling = [] }) => ({
      is_new,
      dangling: dangling.length,
    })),
  ],
});

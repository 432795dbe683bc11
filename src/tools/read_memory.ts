/** The tool `read_memory`. */
import { z } from "zod";
import { fenced } from "../base/visible.ts";
import { defineTool } from "../tool/define.ts";
import { danglingText, linksShape, nameField, newsOf, newsShape, newsText } from "../tool/memory.ts";

/** What is given of a page that does not fit, in characters: about half of the usual budget once it is escaped. */
const FIRST_CHARS = 8_000;
const HEADINGS = 60;

export default defineTool({
  name: "read_memory",
  title: "Read a memory",
  category: "memory",
  description: "Reads a memory; follow its `mem:name` links to those that the task needs.",
  markers: ["core", "memory"],
  needs: ["project", "memories"],
  input: z.strictObject({ name: nameField.describe("Its name.") }),
  output: z.object({
    name: z.string(),
    text: z.string(),
    changed_at: z.string().describe("ISO 8601, UTC."),
    changed_by: z.string().describe("Client, or `file`."),
    read_only: z.boolean(),
    ...linksShape,
    ...newsShape,
  }),
  aliases: { memory_name: "name", memory_file_name: "name" },
  examples: [{ title: "the first page", input: { name: "core" } }],
  narrower: "Give a higher max_answer_chars, or read its file in .waymark/memories by lines.",

  async run({ name }, { memories, signal }) {
    const page = await memories.read(name, signal);
    return {
      answer: {
        name: page.name,
        text: page.text,
        changed_at: page.changedAt,
        changed_by: page.caller,
        read_only: page.isReadOnly,
        ...(page.dangling.length > 0 && { dangling: page.dangling }),
        ...newsOf(page.mirror),
      },
    };
  },

  text: ({ name, text, changed_at, read_only, dangling, news }) =>
    `${name}, ${changed_at}${read_only ? ", read-only" : ""}${danglingText(dangling)}${newsText(news)}\n${fenced(text)}`,

  ladder: (stage) => [
    stage(
      "first_lines",
      z.object({
        name: z.string(),
        characters: z.int().describe("Of the whole text."),
        headings: z.array(z.string()),
        text: z.string().describe("Its first lines, each whole."),
      }),
      ({ name, text }) => ({
        name,
        characters: text.length,
        headings: (text.match(/^#{1,6} .{1,80}/gm) ?? []).slice(0, HEADINGS),
        text: firstLines(text),
      }),
      ({ name, characters, headings, text }) =>
        `${name}, the first lines of ${characters} characters; headings: ${headings.join(" / ")}\n${fenced(text)}`,
    ),
    stage("size", z.object({ characters: z.int() }), ({ text }) => ({ characters: text.length })),
  ],
});

function firstLines(text: string): string {
  if (text.length <= FIRST_CHARS) return text;
  return text.slice(0, text.lastIndexOf("\n", FIRST_CHARS) + 1);
}

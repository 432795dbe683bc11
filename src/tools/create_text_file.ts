/** The tool `create_text_file`. */
import { z } from "zod";
import { writeTextFile } from "../project/write.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

export default defineTool({
  name: "create_text_file",
  title: "Create a file",
  category: "edits",
  description:
    "Creates a text file with the given content, and the folders it needs. Use it for new files; overwrite replaces all of an existing one.",
  markers: ["core", "edit", "destructive"],
  needs: ["project"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    content: z.string().max(2_000_000).describe("The whole content, written as given."),
    overwrite: z.boolean().default(false).describe("Replaces a file that exists."),
  }),
  output: z.object({
    path: z.string(),
    created: z.boolean().describe("False when a file was replaced."),
    lines: z.int(),
    hash: z.string().describe("Content hash of the file as it is now."),
  }),
  aliases: { relative_path: "path", file_path: "path", text: "content", contents: "content" },
  examples: [{ title: "a new file", input: { path: "notes/plan.md", content: "# Plan\n", overwrite: true } }],
  narrower: "The shorter form leaves out the path.",

  async run({ path, content, overwrite }, { project }) {
    const { isNew, lines, hash } = await writeTextFile(project.files, path, content, overwrite);
    return { source: "disk", answer: { path, created: isNew, lines, hash } };
  },

  ladder: (stage) => [
    stage(
      "short",
      z.object({ created: z.boolean(), lines: z.int(), hash: z.string().max(12) }),
      ({ created, lines, hash }) => ({ created, lines, hash }),
    ),
  ],
});

/** The tool `create_text_file`. */
import { z } from "zod";
import { assertWellFormed } from "../base/well-formed.ts";
import { createdFile, rewrittenFile } from "../change/file-change.ts";
import { existsAlready } from "../project/file-error.ts";
import type { FileContent, Files } from "../project/files.ts";
import { changeAnswer, changeSchema, changeStages, changeText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

export default defineTool({
  name: "create_text_file",
  title: "Create a file",
  category: "edits",
  description:
    "Creates a text file, and the folders it needs. Use it for new files; overwrite replaces all of an existing one.",
  markers: ["core", "edit"],
  needs: ["project", "changes"],
  input: z.strictObject({
    path: pathField("The file."),
    content: z.string().max(2_000_000).describe("The whole content, written as given."),
    overwrite: z.boolean().default(false).describe("Replaces a file that exists."),
  }),
  output: changeSchema,
  aliases: { relative_path: "path", file_path: "path", text: "content", contents: "content" },
  examples: [{ title: "a new file", input: { path: "notes/plan.md", content: "# Plan\n", overwrite: true } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ path, content, overwrite }, { project, changes, signal }) {
    assertWellFormed(content, "/content");
    const plan = async () => {
      const before = await standing(project.files, path);
      if (before && !overwrite) throw existsAlready(path);
      return [before ? await rewrittenFile(path, before, content) : createdFile(path, content)];
    };
    return { source: "disk", answer: changeAnswer(await changes.carryOut(plan, { signal })) };
  },

  text: changeText,

  ladder: changeStages,
});

/** What is there already, if anything is. */
async function standing(files: Files, path: string): Promise<FileContent | undefined> {
  const { isNew } = await files.target(path);
  return isNew ? undefined : await files.read(path);
}

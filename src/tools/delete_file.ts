/** The tool `delete_file`. */
import { z } from "zod";
import { shortHash } from "../base/hash.ts";
import { otherContent } from "../project/file-error.ts";
import { changeAnswer, changeSchema, changeStages, changeText } from "../tool/changed.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

export default defineTool({
  name: "delete_file",
  title: "Delete a file",
  category: "edits",
  description:
    "Deletes a file of the project. Give the hash that reading it showed, so that a change in between is not lost. undo_change brings it back.",
  markers: ["edit", "destructive", "optional"],
  needs: ["project", "changes"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    expected_hash: z.string().min(12).max(12).optional().describe("Content hash that the file must still have."),
  }),
  output: changeSchema,
  aliases: { relative_path: "path", file_path: "path", hash: "expected_hash" },
  examples: [{ title: "a file", input: { path: "notes/old.md" } }],
  narrower: "The shorter forms leave out the lines and the paths.",

  async run({ path, expected_hash }, { project, changes, signal }) {
    const plan = async () => {
      const before = await project.files.unlinkedBytes(path);
      const hash = shortHash(before);
      if (expected_hash !== undefined && hash !== expected_hash) throw otherContent(path, hash, expected_hash);
      return [{ path, before, after: undefined }];
    };
    return { source: "disk", answer: changeAnswer(await changes.carryOut(plan, { signal })) };
  },

  text: changeText,

  ladder: changeStages,
});

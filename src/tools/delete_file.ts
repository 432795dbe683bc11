/** The tool `delete_file`. */
import { z } from "zod";
import { deleteTextFile } from "../project/write.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

export default defineTool({
  name: "delete_file",
  title: "Delete a file",
  category: "edits",
  description:
    "Deletes a file of the project. Give the hash that reading it showed, so that a change in between is not lost.",
  markers: ["edit", "destructive", "optional"],
  needs: ["project"],
  input: z.strictObject({
    path: pathField("File, relative to the project root."),
    expected_hash: z.string().min(12).max(12).optional().describe("Content hash that the file must still have."),
  }),
  output: z.object({ path: z.string(), hash: z.string().describe("Content hash that the file had.") }),
  aliases: { relative_path: "path", file_path: "path", hash: "expected_hash" },
  examples: [{ title: "a file", input: { path: "notes/old.md" } }],
  narrower: "The shorter form leaves out the path.",

  async run({ path, expected_hash }, { project }) {
    return { source: "disk", answer: { path, hash: await deleteTextFile(project.files, path, expected_hash) } };
  },

  ladder: (stage) => [stage("short", z.object({ hash: z.string().max(12) }), ({ hash }) => ({ hash }))],
});

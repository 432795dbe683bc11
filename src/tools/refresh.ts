/** The tool `refresh`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

export default defineTool({
  name: "refresh",
  title: "Refresh the index",
  category: "search",
  description:
    "Looks at files again in the background and returns at once with the id of the job. Rarely needed: changed files are noticed by themselves. Use it where the state of the index says that files are not watched.",
  markers: [],
  needs: ["project", "index"],
  input: z.strictObject({
    path: pathField("File or folder to look at again; the whole project by default.").default("."),
  }),
  output: z.object({
    job: z.string().max(20).describe("The state of the index tells how it goes on."),
    is_complete: z.boolean().describe("False while the project is indexed for the first time."),
  }),
  aliases: { relative_path: "path", folder: "path" },
  examples: [
    { title: "everything", input: {} },
    { title: "one folder", input: { path: "src" } },
  ],
  narrower: "There is no shorter form.",

  async run({ path }, { index }) {
    const { id } = index.refresh(path);
    return { source: "index", answer: { job: id, is_complete: index.isComplete } };
  },

  ladder: (stage) => [stage("job", z.object({ job: z.string().max(20) }), ({ job }) => ({ job }))],
});

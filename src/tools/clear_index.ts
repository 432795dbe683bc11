/** The tool `clear_index`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "clear_index",
  title: "Remove an index",
  category: "project",
  description:
    "Removes what Waymark has indexed of a project, also of one whose folder is gone. The project's files are not touched; the next question indexes it anew.",
  markers: ["destructive", "optional"],
  needs: ["projects", "indexes"],
  input: z.strictObject({
    project: z.string().min(1).max(4096).describe("Name or absolute path, as list_projects shows it."),
  }),
  output: z.object({ name: z.string(), root: z.string(), freed_bytes: z.int().min(0).describe("0: it had none.") }),
  aliases: { name: "project", path: "project" },
  examples: [{ title: "by path", input: { project: "/nonexistent/shop" } }],
  narrower: "The shorter form only confirms.",

  async run({ project }, { projects, indexes }) {
    const { name, root } = projects.find(project);
    return { answer: { name, root, freed_bytes: await indexes.clear(root) } };
  },

  ladder: (stage) => [stage("short", z.object({ removed: z.boolean() }), () => ({ removed: true }))],
});

/** The tool `remove_project`. */
import { z } from "zod";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "remove_project",
  title: "Forget a project",
  category: "project",
  description: "Takes a project out of the list of those that were opened. The folder and its files are not touched.",
  markers: ["projects", "writes", "optional"],
  needs: ["projects"],
  input: z.strictObject({
    project: z.string().min(1).max(4096).describe("Name or absolute path, as list_projects shows it."),
  }),
  output: z.object({ name: z.string(), root: z.string() }),
  aliases: { name: "project", path: "project" },
  examples: [{ title: "by path", input: { project: "/nonexistent/shop" } }],
  narrower: "The shorter form only confirms.",

  run: async ({ project }, { projects }) => ({ answer: await projects.remove(project) }),

  ladder: (stage) => [stage("short", z.object({ removed: z.boolean() }), () => ({ removed: true }))],
});

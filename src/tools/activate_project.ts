/** The tool `activate_project`. */
import { z } from "zod";
import { overviewOf } from "../project/overview.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "activate_project",
  title: "Open a project",
  category: "project",
  description:
    "Opens a folder as a project and tells what is in it. Use it before other tools when no project is open.",
  markers: ["unbound", "projects"],
  needs: ["projects", "session"],
  input: z.strictObject({
    project: z
      .string()
      .min(1)
      .max(4096)
      .describe("Absolute path of the folder, or the name of a project that was opened before."),
  }),
  output: z.object({
    name: z.string(),
    root: z.string(),
    files: z.int().describe("Files that are not ignored."),
    languages: z.array(z.string()).describe("Most frequent first."),
    has_git: z.boolean(),
    is_active: z.boolean().describe("True: later calls may leave `project` out. False: give it with each call."),
    warnings: z.array(z.string()),
  }),
  aliases: { path: "project", project_path: "project", name: "project" },
  examples: [{ title: "a folder", input: { project: "/nonexistent/shop" } }],
  narrower: "The shorter form leaves out names.",

  async run({ project: wanted }, { projects, session, signal }) {
    const project = await projects.named(wanted);
    if (session) session.project = project.root;
    const { name, root, files, languages, has_git, warnings } = await overviewOf(project, 0, signal);
    return {
      source: "disk",
      answer: {
        name,
        root,
        files,
        languages: languages.map(({ id }) => id),
        has_git,
        is_active: session !== undefined,
        warnings,
      },
    };
  },

  ladder: (stage) => [
    stage(
      "short",
      z.object({ files: z.int(), has_git: z.boolean(), is_active: z.boolean(), warnings: z.int() }),
      ({ files, has_git, is_active, warnings }) => ({ files, has_git, is_active, warnings: warnings.length }),
    ),
  ],
});

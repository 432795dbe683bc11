/** The tool `list_projects`. */
import { stat } from "node:fs/promises";
import { z } from "zod";
import { orMissing } from "../base/missing.ts";
import { defineTool } from "../tool/define.ts";

const PROJECTS_SHOWN = 500;

export default defineTool({
  name: "list_projects",
  title: "List projects",
  category: "project",
  description: "Lists the projects that were opened, the last one first. Use it to see which names `project` takes.",
  markers: ["projects"],
  needs: ["projects"],
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(
      z.object({
        name: z.string(),
        root: z.string(),
        is_open: z.boolean(),
        exists: z.boolean().describe("False when the folder is gone."),
        opened_on: z.string().describe("Day of the last opening, UTC."),
      }),
    ),
  }),
  examples: [{ title: "all of them", input: {} }],
  narrower: "The shorter form gives names alone.",

  async run(_, { projects }) {
    const known = projects.known;
    const shown = known.slice(0, PROJECTS_SHOWN);
    return {
      total: known.length,
      is_truncated: shown.length < known.length,
      answer: {
        projects: await Promise.all(
          shown.map(async ({ name, root, isOpen, openedAt }) => ({
            name,
            root,
            is_open: isOpen,
            exists: (await orMissing(stat(root))) !== undefined,
            opened_on: openedAt.slice(0, 10),
          })),
        ),
      },
    };
  },

  ladder: (stage) => [
    stage("names", z.object({ names: z.array(z.string()) }), ({ projects }) => ({
      names: projects.map(({ name }) => name),
    })),
    stage("count", z.object({ projects: z.int() }), ({ projects }) => ({ projects: projects.length })),
  ],
});

/** The tool `initial_instructions`. */
import { z } from "zod";
import { overviewOf } from "../project/overview.ts";
import { briefingText } from "../prompt/briefing.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "initial_instructions",
  title: "Read the manual",
  category: "project",
  description:
    "Tells how to use these tools and what the project is. Call it once, before the others, if you were given no instructions for Waymark.",
  markers: ["core"],
  needs: ["manual"],
  input: z.strictObject({}),
  output: z.object({
    manual: z.string(),
    project: z
      .object({
        name: z.string(),
        files: z.int().describe("Files that are not ignored."),
        languages: z.array(z.object({ id: z.string(), files: z.int() })).describe("Most frequent first."),
        has_git: z.boolean(),
      })
      .nullable()
      .describe("Null where no project is bound or active."),
    memories: z.array(z.string()).describe("Names of the project's memories."),
  }),
  examples: [{ title: "the manual", input: {} }],
  narrower: "The manual has no shorter form.",

  async run(_, { manual: { text, project, memories }, signal }) {
    if (!project) return { answer: { manual: text, project: null, memories: [] } };
    const { name, files, languages, has_git } = await overviewOf(project, 0, signal);
    const names = [...(await memories(signal))];
    return { answer: { manual: text, project: { name, files, languages, has_git }, memories: names } };
  },

  text: ({ manual, project, memories }) => briefingText(manual, project ?? undefined, memories),

  ladder: (stage) => [
    stage("size", z.object({ characters: z.int().describe("Length of the manual.") }), ({ manual }) => ({
      characters: manual.length,
    })),
  ],
});

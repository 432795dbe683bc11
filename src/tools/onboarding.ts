/** The tool `onboarding`. */
import { z } from "zod";
import { visibleName } from "../base/visible.ts";
import { onboardingState } from "../memory/onboarding.ts";
import { defineTool } from "../tool/define.ts";

const NAMES_SHOWN = 100;

export default defineTool({
  name: "onboarding",
  title: "Get to know a project",
  category: "memory",
  description:
    "Tells how to get to know a project and which memories to write of it, when list_memories shows no core. Asks only for the pages that are missing.",
  markers: ["memory", "writes"],
  needs: ["project", "memories", "guide"],
  input: z.strictObject({}),
  output: z.object({
    instructions: z.string(),
    missing: z.array(z.string()).describe("Pages to write."),
    existing: z.array(z.string()).describe("Memories that are there."),
  }),
  examples: [{ title: "what is to be done", input: {} }],
  narrower: "The instructions have no shorter form.",

  async run(_, { memories, guide, signal }) {
    const { missing, existing, maintenance } = await onboardingState(memories, signal);
    return {
      answer: {
        instructions: await guide("onboarding", { missing: missing.join(", "), maintenance }),
        missing,
        existing: existing.slice(0, NAMES_SHOWN),
      },
    };
  },

  text: ({ instructions, existing }) =>
    existing.length === 0 ? instructions : `${instructions}\n\nThere are: ${existing.map(visibleName).join(", ")}.`,

  ladder: (stage) => [
    stage("missing", z.object({ pages_missing: z.int() }), ({ missing }) => ({ pages_missing: missing.length })),
  ],
});

/** The tool `restart_language_server`. */
import { z } from "zod";
import { languageNamed } from "../symbol/languages.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "restart_language_server",
  title: "Restart language servers",
  category: "languages",
  description:
    "Ends the language servers of a language, or all of the project, and forgets that they failed; each starts again with the next question that needs it.",
  markers: ["writes", "optional"],
  needs: ["project", "servers"],
  input: z.strictObject({
    language: z.string().min(1).max(60).optional().describe("By id or name; all languages when left out."),
  }),
  output: z.object({ ended: z.array(z.string()).describe("Ids of the servers that ran or had failed.") }),
  aliases: { lang: "language" },
  examples: [{ title: "all", input: {} }],
  narrower: "There is nothing to narrow.",

  async run({ language: word }, { project, servers }) {
    const language = word === undefined ? undefined : languageNamed(project.catalog, word);
    const ended = await servers.restart(language);
    return {
      complete: true,
      total: ended.length,
      ...(ended.length === 0 && { hint: "None ran; one starts with the first question that needs it." }),
      answer: { ended },
    };
  },

  ladder: (stage) => [stage("count", z.object({ ended: z.int() }), ({ ended }) => ({ ended: ended.length }))],
});

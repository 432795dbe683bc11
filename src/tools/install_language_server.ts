/** The tool `install_language_server`. */
import { z } from "zod";
import { UserError } from "../base/error.ts";
import { isRunnable, usualServer } from "../lsp/recipe.ts";
import { languageNamed } from "../symbol/languages.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "install_language_server",
  title: "Install a language server",
  category: "languages",
  description:
    "Fetches a language server, at a pinned version, into Waymark's own folder with npm, pip, go or cargo; nothing outside of it is changed. May take minutes.",
  markers: ["writes", "open-world", "optional"],
  needs: ["project", "servers"],
  input: z.strictObject({
    language: z.string().min(1).max(60).describe("By id or name."),
    server: z.string().min(1).max(60).optional().describe("Id of the server; the preferred one when left out."),
  }),
  output: z.object({ server: z.string(), version: z.string(), with: z.string(), program: z.string() }),
  aliases: { lang: "language" },
  examples: [{ title: "for shell scripts", input: { language: "bash", server: "bash-language-server" } }],
  narrower: "There is nothing to narrow.",

  async run({ language: word, server }, { project, servers, signal, progress }) {
    const language = languageNamed(project.catalog, word);
    const offered = servers.of(language).filter(({ install }) => install.some(isRunnable));
    const spec = server === undefined ? usualServer(offered) : offered.find(({ id }) => id === server);
    if (!spec) {
      const ids = offered.map(({ id }) => id).join(", ") || "none";
      throw new UserError("not_found", `Waymark cannot install such a server for ${language.name}; it can: ${ids}.`, {
        hint: "get_language_servers says how a person installs one.",
      });
    }
    let step = 0;
    const installed = await servers.install(spec, {
      signal,
      report: (message) => progress(++step, undefined, message),
    });
    const { version, with: tool, path: program } = installed;
    return { complete: true, answer: { server: spec.id, version, with: tool, program } };
  },

  ladder: (stage) => [stage("short", z.object({ is_installed: z.boolean() }), () => ({ is_installed: true }))],
});

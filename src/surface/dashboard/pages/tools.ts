/** What an agent gets in a scene: its tools with what they cost, what it is told, and the prompts for people. */
import { estimatedTokens } from "../../../store/usage.ts";
import { DEFAULT_MCP_CONTEXT } from "../../app.ts";
import { functionDefinitions } from "../../functions.ts";
import { type Page, serverPage } from "../page.ts";

export const tools: Page = serverPage(
  { id: "tools", title: "Tools and prompts", query: ["context", "modes"], live: [] },
  async ({ app, project, query: { context = DEFAULT_MCP_CONTEXT, modes = "" } }) => {
    const asked = modes.split(/[\s,]+/).filter((mode) => mode !== "");
    const scene = await app.scene({ context, modes: asked, project: project?.root }, DEFAULT_MCP_CONTEXT);
    const book = await app.promptBook();
    const on = app.registry.list(scene);
    const definitions = functionDefinitions(app, scene, "anthropic", false);
    const instructions = book.instructions(scene);
    return {
      scene,
      asked,
      contexts: app.contexts,
      modes: app.modes,
      tools: on.map((entry, at) => ({ ...entry, tokens: estimatedTokens(JSON.stringify(definitions[at]).length) })),
      tokens: estimatedTokens(JSON.stringify(definitions).length + instructions.length),
      off: app.registry.all.filter(({ name }) => !scene.tools.has(name)).map(({ name }) => name),
      instructions,
      manual: book.manual(scene),
      offers: book.offers(scene),
    };
  },
);

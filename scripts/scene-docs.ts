/** The reference pages of contexts and modes: their tables, and each text as a model gets it, to be read when it changes. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PromptBook } from "../src/prompt/book.ts";
import { loadPrompts } from "../src/prompt/load.ts";
import { computeScene } from "../src/prompt/scene.ts";
import { resolveSettings } from "../src/settings/resolve.ts";
import type { Marked } from "../src/tool/marker.ts";

const resources = join(import.meta.dir, "../resources");
/** Longer differences are no help in a table. */
const MOST_TOLD = 20;

const HEADER = "<!-- Written by scripts/gen.ts; do not edit. -->\n";

/** @param tools every tool there is. */
export function sceneDocs(tools: readonly Marked[]): Record<string, string> {
  const prompts = loadPrompts({ contexts: yamlIn("contexts"), modes: yamlIn("modes") });
  const book = new PromptBook({ prompts, templates: textsIn("prompts", ".eta"), offers: yamlIn("prompts"), tools });
  const { values } = resolveSettings([]);
  const sceneOf = (context: string, modes: readonly string[] = []) =>
    computeScene({ context, modes, project: "/project" }, prompts, values, tools);
  const core = sceneOf("agent").tools;
  const differs = (id: string, on: ReadonlySet<string>) => {
    const [less, more] = [[...core].filter((name) => !on.has(name)), [...on].filter((name) => !core.has(name))];
    const told = [...less.map((name) => `−${name}`), ...more.map((name) => `+${name}`)];
    return told.length > MOST_TOLD ? `see \`waymark tools --context ${id}\`` : told.join(", ");
  };
  const contexts = [...prompts.contexts.values()].map(({ id, description }) => {
    const { tools: on } = sceneOf(id);
    return `| \`${id}\` | ${description} | ${on.size} | ${differs(id, on)} |`;
  });
  const modes = [...prompts.modes.values()].map(({ id, description, tools: { with: more, without } }) => {
    const changed = [...without.map((name) => `−${name}`), ...more.map((name) => `+${name}`)];
    return `| \`${id}\` | ${description} | ${changed.join(", ")} |`;
  });
  const texts = [
    ...[...prompts.contexts.keys()].map((id) => ({ name: id, scene: sceneOf(id) })),
    ...[...prompts.modes.keys()].map((id) => ({ name: `agent with ${id}`, scene: sceneOf("agent", [id]) })),
  ];
  return {
    "resources/docs/contexts.md": `${HEADER}
# Contexts and modes

A context is a client, a mode a way of working. \`waymark contexts\` and \`waymark modes\` list them, with your own.

## Contexts

Tools of an endpoint that is bound to a project, in the usual modes, beside the default set.

| context | for | tools | difference |
| --- | --- | --- | --- |
${contexts.join("\n")}

## Modes

\`interactive\` and \`editing\` are on unless your settings say otherwise (\`base_modes\`); others add. What one takes out stays out.
A name without \`_\` may be a marker: \`edit\` stands for all tools that change files, \`writes\` for those that change anything.

| mode | for | tools |
| --- | --- | --- |
${modes.join("\n")}
`,
    "resources/docs/instructions.md": `${HEADER}
# What models are told

The \`instructions\` of an endpoint of MCP that is bound to a project, in each context, and in \`agent\` with each mode.
${texts.map(({ name, scene }) => `\n## ${name}\n\n${book.instructions(scene)}\n`).join("")}`,
  };
}

function textsIn(folder: string, suffix: string): Record<string, string> {
  const files = readdirSync(join(resources, folder)).filter((name) => name.endsWith(suffix));
  return Object.fromEntries(
    files.sort().map((name) => [basename(name, suffix), readFileSync(join(resources, folder, name), "utf8")]),
  );
}

function yamlIn(folder: string): Record<string, unknown> {
  const files = Object.entries(textsIn(folder, ".yaml"));
  return Object.fromEntries(files.map(([id, text]) => [id, Bun.YAML.parse(text)]));
}

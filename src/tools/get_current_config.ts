/** The tool `get_current_config`. */
import { z } from "zod";
import { shownValue } from "../settings/resolve.ts";
import type { SettingKey } from "../settings/schema.ts";
import { defineTool } from "../tool/define.ts";

export default defineTool({
  name: "get_current_config",
  title: "Show what is in force",
  category: "project",
  description:
    "Shows which project, context, modes, tools and settings are in force. Use it when a tool or setting is not as expected.",
  markers: [],
  needs: ["config"],
  input: z.strictObject({}),
  output: z.object({
    version: z.string().describe("Version of Waymark."),
    project: z.string().nullable().describe("Root of the project that this endpoint is bound to."),
    open_projects: z.array(z.object({ name: z.string(), root: z.string() })),
    context: z.string(),
    modes: z.array(z.string()),
    tools: z.array(z.string()).describe("Tools that are on."),
    tools_off: z.array(z.string()).describe("Tools that exist but are off here."),
    settings: z
      .array(
        z.object({
          key: z.string(),
          value: z.string().describe("As JSON."),
          origin: z.string().describe("Where it was said."),
        }),
      )
      .describe("Settings that are not at their default."),
    warnings: z.array(z.string()).describe("Settings that could not be used."),
  }),
  examples: [{ title: "all of it", input: {} }],
  narrower: "The shorter form leaves out names and values.",

  async run(_, { config: { version, scene, settings, toolsOff, openProjects } }) {
    return {
      answer: {
        version,
        project: scene.project ?? null,
        open_projects: openProjects.map(({ name, root }) => ({ name, root })),
        context: scene.context,
        modes: [...scene.modes],
        tools: [...scene.tools],
        tools_off: [...toolsOff],
        settings: Object.entries(settings.origins)
          .filter(([, origin]) => origin !== "default")
          .map(([key, origin]) => ({
            key,
            value: JSON.stringify(shownValue(settings, key as SettingKey)),
            origin,
          })),
        warnings: [...settings.warnings],
      },
    };
  },

  ladder: (stage) => [
    stage(
      "counts",
      z.object({
        tools: z.int().describe("Tools that are on."),
        tools_off: z.int(),
        open_projects: z.int(),
        warnings: z.int(),
      }),
      ({ tools, tools_off, open_projects, warnings }) => ({
        tools: tools.length,
        tools_off: tools_off.length,
        open_projects: open_projects.length,
        warnings: warnings.length,
      }),
    ),
  ],
});

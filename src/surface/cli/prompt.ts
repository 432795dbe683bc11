/** `waymark prompt`: what a model is told at an endpoint of MCP. */
import { overviewOf } from "../../project/overview.ts";
import { briefingText } from "../../prompt/briefing.ts";
import { DEFAULT_MCP_CONTEXT } from "../app.ts";
import { memoryNames } from "../memory-names.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function prompt(world: World, flags: GlobalFlags): Promise<void> {
  const { app } = await world.open(flags, "always");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_MCP_CONTEXT);
  const manual = (await app.promptBook()).manual(scene);
  const project = await app.projects.at(scene.project!);
  const names = await memoryNames(app, scene, project, world.stopped);
  world.out(`${briefingText(manual, await overviewOf(project, 0, world.stopped), names)}\n`);
}

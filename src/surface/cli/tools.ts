/** `waymark tools`: what is on. */
import { publishedInput } from "../../tool/published.ts";
import { DEFAULT_CONTEXT } from "../rest.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function tools(world: World, flags: GlobalFlags & { json?: true }): Promise<void> {
  const { app } = await world.open(flags, "always");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_CONTEXT);
  const entries = app.registry.list(scene);
  if (flags.json) {
    const listed = entries.map((entry) => ({
      name: entry.name,
      title: entry.title,
      category: entry.category,
      description: entry.description,
      markers: entry.markers,
      input: publishedInput(entry, scene, app.registry.common),
    }));
    world.out(`${JSON.stringify(listed, null, 2)}\n`);
    return;
  }
  const width = Math.max(...entries.map(({ name }) => name.length));
  for (const { name, title, markers } of entries) {
    world.out(`${name.padEnd(width)}  ${title}${markers.length > 0 ? ` [${markers.join(", ")}]` : ""}\n`);
  }
}

/** `waymark projects`: the projects that were opened, and which one the user stands in. */
import { stat } from "node:fs/promises";
import { orMissing } from "../../base/missing.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function projects(world: World, flags: GlobalFlags & { json?: true; remove?: string }): Promise<void> {
  const { app } = await world.open(flags, "when-named");
  await using _ = app;
  if (flags.remove !== undefined) {
    const { name, root } = await app.projects.remove(flags.remove);
    world.out(`Forgot ${name} (${root}); its files were not touched.\n`);
    return;
  }
  const known = await Promise.all(
    app.projects.known.map(async ({ name, root, openedAt }) => ({
      name,
      root,
      opened_at: openedAt,
      exists: (await orMissing(stat(root))) !== undefined,
    })),
  );
  if (flags.json) world.out(`${JSON.stringify(known, null, 2)}\n`);
  else if (known.length === 0) world.out("No project was opened yet.\n");
  else {
    for (const { name, root, opened_at, exists } of known) {
      world.out(`${name}  ${root}  last opened ${opened_at}${exists ? "" : "  (missing: the folder is gone)"}\n`);
    }
  }
}

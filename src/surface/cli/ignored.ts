/** `waymark ignored <path>`: why listings and searches pass over a path. Ends with 1 when they do not. */
import { resolve } from "node:path";
import type { GlobalFlags, World } from "./command.ts";

export async function ignored(world: World, path: string, flags: GlobalFlags): Promise<void> {
  const { app } = await world.open(flags, "always");
  await using _ = app;
  const { files } = app.projects.open[0]!;
  const relative = await files.relative(resolve(world.cwd, path));
  const reason = await files.ignoredReason(relative, world.stopped);
  const secret = files.holdsSecrets(relative)
    ? "it holds secrets by its name: listed, but not read (read_secret_files in your settings)"
    : undefined;
  world.out(
    `${relative}: ${[reason && `passed over, ${reason}`, secret].filter(Boolean).join("; ") || "not passed over"}\n`,
  );
  if (!reason && !secret) world.exitWith(1);
}

/** `waymark settings`: what is in force for the project that the user stands in, and where each value was said. */
import { shownValue } from "../../settings/resolve.ts";
import type { SettingKey } from "../../settings/schema.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function settings(world: World, flags: GlobalFlags & { json?: true }): Promise<void> {
  const { app, configFile } = await world.open(flags, "always");
  await using _ = app;
  const { settings: found } = app.projects.open[0]!;
  const { origins, warnings } = found;
  const keys = Object.keys(origins) as SettingKey[];
  if (flags.json) {
    const listed = keys.map((key) => ({ key, value: shownValue(found, key), origin: origins[key] }));
    world.out(`${JSON.stringify({ settings: listed, warnings, user_file: configFile }, null, 2)}\n`);
    return;
  }
  const width = Math.max(...keys.map((key) => key.length));
  for (const key of keys)
    world.out(`${key.padEnd(width)}  ${JSON.stringify(shownValue(found, key))}  (${origins[key]})\n`);
  world.out(`\nYour own file: ${configFile}\n`);
  for (const warning of warnings) world.err(`${warning}\n`);
  if (warnings.length > 0) world.exitWith(1);
}

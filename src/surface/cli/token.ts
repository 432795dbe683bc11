/** `waymark token`: prints the bearer token, making it if there is none. */
import { ensureToken } from "../../store/token.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function token(world: World, flags: GlobalFlags): Promise<void> {
  const { app, dataDir, token: own } = await world.open(flags, "when-named");
  await using _ = app;
  world.out(`${own ?? ensureToken(dataDir)}\n`);
}

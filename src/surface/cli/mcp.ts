/** `waymark mcp`: MCP over stdin and stdout. */
import { DEFAULT_MCP_CONTEXT } from "../app.ts";
import { serveMcpOnStdio } from "../stdio.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function mcp(world: World, flags: GlobalFlags & { unbound?: true }): Promise<void> {
  const { app } = await world.open(flags, flags.unbound ? "when-named" : "always");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_MCP_CONTEXT);
  await serveMcpOnStdio(app, scene, world.stopped);
}

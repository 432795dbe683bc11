/** `waymark mcp`: MCP over stdin and stdout, carried to the user's server or, standing alone, served here. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError } from "../../base/error.ts";
import type { GlobalFlags, World } from "./command.ts";
import { dialUrl } from "./dial.ts";
import type { Hello } from "./hello.ts";
import { pump } from "./pump.ts";
import { hasOtherSettings, reachServer } from "./reach.ts";
import { warmLater } from "./warm.ts";

export interface McpFlags extends GlobalFlags {
  unbound?: true;
  standalone?: true;
  connect?: string;
  tokenFile?: string;
}

export async function mcp(world: World, flags: McpFlags): Promise<void> {
  if (flags.standalone) return standalone(world, flags);
  const place = await world.place(flags);
  const { connect: url } = flags;
  const token = flags.tokenFile === undefined ? place.token : await tokenIn(resolve(place.cwd, flags.tokenFile));
  const { context, mode: modes, unbound } = flags;
  const hello: Omit<Hello, "key" | "waymark"> = {
    ask: "mcp",
    // A server elsewhere has other folders: a name or path is its own, and where we stand means nothing to it.
    ...(flags.project !== undefined && {
      project: url === undefined ? resolve(place.cwd, flags.project) : flags.project,
    }),
    ...(url === undefined && { folder: place.cwd, settings: place.settings }),
    ...(unbound && { unbound }),
    ...(context !== undefined && { context }),
    ...(modes !== undefined && { modes }),
  };
  if (url === undefined && (await hasOtherSettings(place))) {
    world.err("The running server has other WAYMARK_* settings than this process, which therefore serves by itself.\n");
    return standalone(world, flags);
  }
  await pump({
    input: Bun.stdin.stream(),
    output: world.outBytes,
    reach: (session) => {
      const said = session ? { ...hello, session } : hello;
      return url === undefined ? reachServer(place, said) : dialUrl(url, token, said);
    },
    stopped: world.stopped,
    say: world.err,
  });
}

async function standalone(world: World, flags: McpFlags): Promise<void> {
  const [{ DEFAULT_MCP_CONTEXT }, { serveMcpOnStdio }] = await Promise.all([
    import("../app.ts"),
    import("../stdio.ts"),
  ]);
  const { app } = await world.open(flags, flags.unbound ? "when-named" : "always");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_MCP_CONTEXT);
  using _warm = warmLater(app, scene);
  await serveMcpOnStdio(app, scene, world.stopped);
}

/** @throws UserError `not_found`. */
async function tokenIn(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    throw new UserError("not_found", `The token file ${file} cannot be read.`, { cause: error });
  }
}

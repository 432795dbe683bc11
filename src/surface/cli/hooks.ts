/** `waymark hooks`: what a client runs at points of a session. It never keeps the client from going on. */
import { basename } from "node:path";
import { HookState } from "../../client/hook-state.ts";
import { type HookName, hookAnswer } from "../../client/hooks.ts";
import { projectRoot } from "../../project/project.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function hooks(world: World, name: HookName, flags: GlobalFlags): Promise<void> {
  try {
    const { dataDir } = await world.place(flags);
    const answer = await hookAnswer(name, await world.stdin(), {
      tools: name === "auto-approve" ? await world.tools() : [],
      stateOf: (session) => new HookState(dataDir, session),
      projectOf: async (folder) => basename(await projectRoot(folder)),
    });
    if (answer) world.out(`${JSON.stringify(answer)}\n`);
  } catch (error) {
    // The code stays 0: with another one a client may refuse what it was about to do.
    world.err(`waymark hooks ${name}: ${(error as Error).message.split("\n")[0]}\n`);
  }
}

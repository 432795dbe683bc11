/** `waymark search <question>`: the tool `semantic_search` over a whole index, made first with a bar where there is none. */
import { DEFAULT_CONTEXT } from "../rest.ts";
import { print } from "./call.ts";
import type { GlobalFlags, World } from "./command.ts";
import { indexWhole } from "./index-project.ts";

const TOOL = "semantic_search";

export interface SearchFlags extends GlobalFlags {
  limit?: number;
  in?: string[];
  notIn?: string[];
  language?: string[];
  tests?: "demote" | "exclude" | "include";
  parts?: true;
  explain?: true;
  json?: true;
}

export async function search(world: World, query: string, flags: SearchFlags): Promise<void> {
  const { app } = await world.open(flags, "always");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_CONTEXT);
  const index = app.indexOf(await app.projects.at(scene.project!));
  if (!index.isComplete) await indexWhole(world, index);
  const input = {
    query,
    ...(flags.limit !== undefined && { limit: flags.limit }),
    ...(flags.in && { include_glob: flags.in }),
    ...(flags.notIn && { exclude_glob: flags.notIn }),
    ...(flags.language && { languages: flags.language }),
    ...(flags.tests && { tests: flags.tests }),
    ...(flags.parts && { group_by_file: false }),
    ...(flags.explain && { explain: true }),
  };
  const call = { tool: TOOL, arguments: input, scene, caller: { surface: "cli" }, signal: world.stopped };
  print(world, TOOL, await app.runner.run(call), flags);
}

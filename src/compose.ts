/** The composition root: the only place that builds services, in reading order, each handed what it needs. */
import { join } from "node:path";
import { version } from "../package.json";
import { createLog } from "./base/log.ts";
import { Projects } from "./project/projects.ts";
import { BUILTIN } from "./prompt/_builtin.gen.ts";
import { loadPrompts } from "./prompt/load.ts";
import { computeScene } from "./prompt/scene.ts";
import type { Settings } from "./settings/resolve.ts";
import { MIGRATIONS } from "./store/_migrations.gen.ts";
import { openDatabase } from "./store/open.ts";
import { UsageTable } from "./store/usage.ts";
import type { App, SceneQuery } from "./surface/app.ts";
import type { ToolEntry } from "./tool/entry.ts";
import { Registry } from "./tool/registry.ts";
import { Runner } from "./tool/run.ts";
import type { Scene } from "./tool/scene.ts";
import type { ServiceProviders } from "./tool/service.ts";
import { COMMON_FIELDS, ENVELOPE, TOOLS } from "./tools/_all.gen.ts";
import { RETIRED } from "./tools/_retired.ts";

export interface ComposeOptions {
  settings: Settings;
  dataDir: string;
  /** Folder that binds every endpoint which names no other project. */
  project?: string | undefined;
  /** Receives log lines. */
  writeLog(line: string): void;
  /** Tools beside the shipped ones, for tests. */
  extraTools?: readonly ToolEntry[];
}

/** Scenes are few: each is an endpoint's query. Beyond this many the oldest is computed anew. */
const SCENES_KEPT = 256;

export async function compose({ settings, dataDir, project, writeLog, extraTools = [] }: ComposeOptions): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const log = createLog(settings.values.log_level, writeLog);
  for (const warning of settings.warnings) log("warning", warning);

  const global = stack.adopt(openDatabase(join(dataDir, "global.db"), MIGRATIONS.global), (database) =>
    database.close(),
  );
  const usage = stack.use(new UsageTable(global, (error) => log("warning", "usage was not recorded", { error })));
  const projects = new Projects();
  const bound = project === undefined ? undefined : (await projects.at(project)).root;

  const registry = new Registry([...TOOLS, ...extraTools], COMMON_FIELDS, RETIRED);
  for (const name of [
    ...settings.values.excluded_tools,
    ...settings.values.fixed_tools,
    ...settings.values.included_optional_tools,
  ]) {
    const successor = RETIRED[name];
    if (successor) log("warning", `settings name the tool "${name}", which is now called "${successor}"`);
  }
  const prompts = loadPrompts(BUILTIN);
  const providers: ServiceProviders = {
    project: async ({ scene, project: name }) => (scene.project ? projects.at(scene.project) : projects.named(name)),
    config: async ({ scene }) => ({
      version,
      settings,
      scene,
      toolsOff: registry.all.map(({ name }) => name).filter((name) => !scene.tools.has(name)),
      openProjects: projects.open,
    }),
  };
  const runner = new Runner({ registry, providers, record: (row) => usage.add(row), log });

  const scenes = new Map<string, Scene>();
  async function scene({ context, modes = [], project: named }: SceneQuery, defaultContext: string): Promise<Scene> {
    const root = named === undefined ? bound : (await projects.named(named)).root;
    const request = { context: context ?? defaultContext, modes, project: root };
    const key = JSON.stringify(request);
    const known = scenes.get(key);
    if (known) return known;
    const computed = computeScene(request, prompts, settings.values, registry.all);
    const [oldest] = scenes.keys();
    if (scenes.size >= SCENES_KEPT && oldest !== undefined) scenes.delete(oldest);
    scenes.set(key, computed);
    return computed;
  }

  const owned = stack.move();
  return {
    version,
    log,
    registry,
    runner,
    envelope: ENVELOPE,
    scene,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Names of a project's memories, for those who may read them. */
import type { Project } from "../project/project.ts";
import type { Registry } from "../tool/registry.ts";
import type { Scene } from "../tool/scene.ts";
import type { App } from "./app.ts";

type Source = Pick<App, "memoriesOf"> & { registry: Pick<Registry, "list"> };

/** Whether a tool that deals with memories is on. */
export function hasMemories({ registry }: Pick<Source, "registry">, scene: Scene): boolean {
  return registry.list(scene).some(({ markers }) => markers.includes("memory"));
}

/** @returns none where no tool of the scene reads memories. */
export async function memoryNames(
  source: Source,
  scene: Scene,
  project: Project,
  signal: AbortSignal,
): Promise<string[]> {
  return hasMemories(source, scene) ? source.memoriesOf(project).names(signal) : [];
}

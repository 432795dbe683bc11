/** The project that a client means where it cannot name one: with MCP's prompts and resources. */
import { type Problem, UserError } from "../base/error.ts";
import type { Project } from "../project/project.ts";
import type { Scene } from "../tool/scene.ts";
import type { Session } from "../tool/service.ts";
import type { App } from "./app.ts";
import { problemOf } from "./problem.ts";

/** The endpoint's project, the client's active one or the only one that is open; else why there is none. */
export async function projectOf(app: App, scene: Scene, session: Session | undefined): Promise<Project | Problem> {
  try {
    if (scene.project !== undefined) return await app.projects.at(scene.project);
    return await app.projects.named(session?.project);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return problemOf(error, "a project of MCP", app.log);
  }
}

/** What the surfaces see of Waymark: tools, scenes and the run path; never one tool, never an engine. */
import type { Log } from "../base/log.ts";
import type { LogTail } from "../base/log-tail.ts";
import type { ProjectChanges } from "../change/changes.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { Intent } from "../intent/intent.ts";
import type { Catalog } from "../language/catalog.ts";
import type { ProjectServers } from "../lsp/project-servers.ts";
import type { ServerSupply } from "../lsp/supply.ts";
import type { ProjectMemories } from "../memory/project-memories.ts";
import type { Project } from "../project/project.ts";
import type { Projects } from "../project/projects.ts";
import type { PromptBook } from "../prompt/book.ts";
import type { Settings, SettingValues } from "../settings/resolve.ts";
import type { VectorSupport } from "../store/open.ts";
import type { UsageReport } from "../store/usage-report.ts";
import type { ObjectSchema } from "../tool/json-schema.ts";
import type { Registry } from "../tool/registry.ts";
import type { Runner } from "../tool/run.ts";
import type { Scene } from "../tool/scene.ts";

/** The context of an MCP endpoint that names none: the default set of tools. */
export const DEFAULT_MCP_CONTEXT = "agent";

/** What an endpoint asks for: in the query of a route, or in the flags of a command. */
export interface SceneQuery {
  context?: string | undefined;
  modes?: readonly string[];
  /** A project's name or absolute path. */
  project?: string | undefined;
  /** Binds none, even where the server binds one to endpoints that name none. */
  unbound?: boolean;
  /** Optional tools that are on because a person asks for them just now. */
  optional?: readonly string[];
}

/** A context or a mode. */
export interface ScenePart {
  id: string;
  description: string;
}

export interface App extends AsyncDisposable {
  readonly version: string;
  readonly startedAt: Date;
  readonly log: Log;
  /** Lines of the log of this process. */
  readonly logTail: LogTail;
  /** The user's settings, without those of a project. */
  readonly settings: SettingValues;
  /** The same with where each was said. */
  readonly userSettings: Settings;
  readonly projects: Projects;
  readonly catalog: Catalog;
  /** Where language servers come from. */
  readonly supply: ServerSupply;
  serversOf(project: Project): ProjectServers;
  /** The index of a project, made when it is first asked for; it does not begin its work by that. */
  indexOf(project: Project): ProjectIndex;
  memoriesOf(project: Project): ProjectMemories;
  changesOf(project: Project): ProjectChanges;
  /** What the calls of all processes of this user came to. @param since the first moment that counts. */
  usage(since: Date): UsageReport;
  /** Search by intent in a project; it does not begin to load anything by that. */
  intentOf(project: Project): Intent;
  readonly registry: Registry;
  readonly runner: Runner;
  /** Fields of the envelope beside `detail` and `answer`. */
  readonly envelope: ObjectSchema;
  /** What a scene can be made of, the user's own among them. */
  readonly contexts: readonly ScenePart[];
  readonly modes: readonly ScenePart[];
  /** What a model is told in a scene; loaded when first asked for. */
  promptBook(): Promise<PromptBook>;
  /** Whether databases on this machine can have sqlite-vec's tables, found by trying. */
  vectorSupport(): Promise<VectorSupport>;
  /**
   * The scene of an endpoint; the same query gives the same scene.
   * @param defaultContext where the query names none.
   * @throws UserError for an unknown context, mode or project.
   */
  scene(query: SceneQuery, defaultContext: string): Promise<Scene>;
}

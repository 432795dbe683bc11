/** What a tool may ask for in `needs`. A handler's types hold nothing it did not ask for. */
import type { Changes } from "../change/changes.ts";
import type { IndexStore } from "../index/indexes.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { Intent } from "../intent/intent.ts";
import type { ProjectServers } from "../lsp/project-servers.ts";
import type { Memories } from "../memory/memories.ts";
import type { Notes } from "../memory/notes.ts";
import type { Project } from "../project/project.ts";
import type { Projects } from "../project/projects.ts";
import type { Settings } from "../settings/resolve.ts";
import type { Symbols } from "../symbol/symbols.ts";
import type { Marked } from "./marker.ts";
import type { Scene } from "./scene.ts";

/** What is in force for a call, for tools that report it. */
export interface CurrentConfig {
  version: string;
  settings: Settings;
  scene: Scene;
  /** Names of the tools that exist but are off in this scene. */
  toolsOff: readonly string[];
  /** Projects that are open in this process. */
  openProjects: readonly Project[];
}

/** What lasts from one call of a client to the next, where its connection lasts. */
export interface Session {
  /** Root of the project that the client made its own. */
  project?: string;
}

/** What a model should know before it uses the tools. */
export interface Manual {
  /** How to use the tools of the scene. */
  text: string;
  /** The endpoint's project, or the one that the caller made its own. */
  project: Project | undefined;
  /** Names of that project's memories; none where no tool of the scene reads them. */
  memories(signal: AbortSignal): Promise<readonly string[]>;
}

export interface Services {
  /** The call's project, opened. */
  project: Project;
  projects: Projects;
  config: CurrentConfig;
  symbols: Symbols;
  /** Of the call's project. */
  index: ProjectIndex;
  /** Search by intent in the call's project. */
  intent: Intent;
  indexes: IndexStore;
  /** The only way to write files of the call's project. */
  changes: Changes;
  /** Of the call's project, and the global ones. */
  memories: Memories;
  /** Of the call's project. */
  notes: Notes;
  /** Of the call's project. */
  servers: ProjectServers;
  manual: Manual;
  /** A text of guidance by its id, made for the scene. */
  guide(id: string, said: Readonly<Record<string, string>>): Promise<string>;
  /** Undefined where each call stands alone. */
  session: Session | undefined;
}

export type ServiceName = keyof Services;

/** Who calls, and through which surface: `mcp claude-code`, `rest`, `cli`. Kept in usage records. */
export interface Caller {
  surface: string;
  client?: string;
  session?: Session;
}

/** What the providers of services get to know of a call. */
export interface ServiceRequest {
  tool: Marked;
  scene: Scene;
  caller: Caller;
  /** The call's `project` field: a name or an absolute path. */
  project: string | undefined;
}

/** Builds each service for a call; throws a UserError or Unavailable when it cannot be had. */
export type ServiceProviders = {
  [Name in ServiceName]: (request: ServiceRequest) => Promise<Services[Name]>;
};

/** What every handler gets besides its services. */
export interface CallContext {
  /** Fires when the caller cancels or the time is up. */
  signal: AbortSignal;
  /** Characters of JSON that the answer may have. Only for lists without a natural end; what is longer is shortened anyhow. */
  budget: number;
  /** Tells the caller how far the work is; `done` must rise. Cheap to call often. */
  progress(done: number, total?: number, message?: string): void;
  /** Notes a fault of ours that the answer goes on without. @returns the id under which the log has the cause, for the answer. */
  fault(error: unknown): string;
}

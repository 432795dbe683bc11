/** MCP's resources: the state of the server and the project at a glance, as JSON. */
import { ResourceNotFoundError, type Server } from "@modelcontextprotocol/server";
import { UserError } from "../base/error.ts";
import { visible, visibleJson } from "../base/visible.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import { overviewOf } from "../project/overview.ts";
import { folderRows } from "../project/structure.ts";
import type { Scene } from "../tool/scene.ts";
import type { Session } from "../tool/service.ts";
import type { App } from "./app.ts";
import { answered } from "./mcp-handler.ts";
import { projectOf } from "./mcp-project.ts";
import { hasMemories } from "./memory-names.ts";

const JSON_TYPE = "application/json";
const MARKDOWN_TYPE = "text/markdown";

/** Levels of folders in the overview, as far as they fit the budget of an answer. */
const FOLDER_LEVELS = 2;

interface Resource {
  name: string;
  title: string;
  description: string;
  read(app: App, scene: Scene, session: Session | undefined, signal: AbortSignal): Promise<object>;
}

const RESOURCES: Readonly<Record<string, Resource>> = {
  "waymark://status": {
    name: "status",
    title: "State of the server",
    description:
      "Version, time since the start, what this endpoint is bound to, the projects that are open and their indexes.",
    read: async (app, scene, session) => ({
      version: app.version,
      started_at: app.startedAt.toISOString(),
      uptime_s: Math.round((Date.now() - app.startedAt.getTime()) / 1000),
      endpoint: {
        project: scene.project ?? null,
        active_project: session?.project ?? null,
        context: scene.context,
        modes: scene.modes,
        tools: scene.tools.size,
      },
      open_projects: app.projects.open.map((project) => ({
        name: project.name,
        root: project.root,
        index: indexState(app.indexOf(project)),
      })),
    }),
  },
  "waymark://overview": {
    name: "overview",
    title: "The project at a glance",
    description: "Languages, number of files and the upper folders of the project.",
    read: overview,
  },
};

const MEMORY = "waymark://memory/";

/** Whoever picks a resource is not the model that may edit the page later: it must read it by a tool. */
const READER = "a resource";

/** Offered where a tool that deals with memories is on; its name is completed. */
export const MEMORY_TEMPLATE = `${MEMORY}{name}`;

export function addResources(server: Server, app: App, scene: Scene, session: Session | undefined): void {
  server.setRequestHandler("resources/list", () => ({
    resources: Object.entries(RESOURCES).map(([uri, { name, title, description }]) => ({
      uri,
      name,
      title,
      description,
      mimeType: JSON_TYPE,
    })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: hasMemories(app, scene)
      ? [
          {
            uriTemplate: MEMORY_TEMPLATE,
            name: "memory",
            title: "A memory",
            description: "A page that was written about the project, such as waymark://memory/core.",
            mimeType: MARKDOWN_TYPE,
          },
        ]
      : [],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq }) => {
    if (uri.startsWith(MEMORY) && hasMemories(app, scene)) {
      const read = (signal: AbortSignal) => memoryText(uri, app, scene, session, signal);
      const text = visible(await answered(uri, app, scene, mcpReq.signal, read));
      return { contents: [{ uri, mimeType: MARKDOWN_TYPE, text }] };
    }
    const resource = Object.hasOwn(RESOURCES, uri) ? RESOURCES[uri] : undefined;
    if (!resource) {
      const known = Object.keys(RESOURCES).join(", ");
      throw new ResourceNotFoundError(uri, `There is no resource ${JSON.stringify(uri.slice(0, 200))}: ${known}.`);
    }
    const read = (signal: AbortSignal) => resource.read(app, scene, session, signal);
    const text = visibleJson(await answered(uri, app, scene, mcpReq.signal, read));
    return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
  });
}

/** @throws ResourceNotFoundError with the reason. */
async function memoryText(
  uri: string,
  app: App,
  scene: Scene,
  session: Session | undefined,
  signal: AbortSignal,
): Promise<string> {
  const project = await projectOf(app, scene, session);
  if (!("root" in project)) throw new ResourceNotFoundError(uri, project.detail);
  try {
    return (await app.memoriesOf(project).read(decoded(uri.slice(MEMORY.length)), READER, signal)).text;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ResourceNotFoundError(uri, [error.message, error.hint].filter(Boolean).join(" "));
  }
}

/** Templates escape the `/` of a name; who writes the address by hand may not. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a lone %, which is in no name
  }
}

/** As far as it is known without a question to it. */
function indexState({ state }: ProjectIndex): object {
  const { progress, isComplete, generation, health, fault, faultAt } = state;
  return {
    is_complete: isComplete,
    phase: progress.phase,
    files_done: progress.done,
    files_to_do: progress.total,
    generation,
    watcher: health.state,
    ...(fault !== undefined && { last_fault: fault, last_fault_at: faultAt }),
  };
}

async function overview(app: App, scene: Scene, session: Session | undefined, signal: AbortSignal): Promise<object> {
  const project = await projectOf(app, scene, session);
  if (!("root" in project)) {
    const { detail, hint } = project;
    const remedy = "Bind the endpoint: `project` in the query of its URL, or the flag --project.";
    return { project: null, reason: detail, hint: [hint, remedy].filter(Boolean).join(" ") };
  }
  const { tree, ...facts } = await overviewOf(project, FOLDER_LEVELS, signal);
  const rows = folderRows(tree).slice(1);
  const levels = (most: number) => ({
    project: facts,
    folder_levels: most,
    folders: rows.filter(({ path }) => path.split("/").length <= most),
  });
  for (let most = FOLDER_LEVELS; most > 0; most--) {
    const shown = levels(most);
    if (JSON.stringify(shown).length <= scene.maxAnswerChars) return shown;
  }
  return { ...levels(0), hint: "There are too many folders for the budget of an answer." };
}

/** Starts the language server of a project: finds its program, decides which folders it serves, and introduces us to it. */
import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Log } from "../base/log.ts";
import type { Keeper, ServerProcess } from "../base/server-process.ts";
import { unlessAborted } from "../base/within.ts";
import { givenTo } from "../language/given.ts";
import { type FileView, plansFor, type RootPlan } from "../language/root.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import type { Servers } from "../language/servers.ts";
import type { Project } from "../project/project.ts";
import type { ClientEvent, ClientTimes } from "./client-options.ts";
import { fileView } from "./file-view.ts";
import { launch } from "./launch.ts";
import { MissingServer } from "./no-origin.ts";
import { type ChangeFeed, RunningServer } from "./running.ts";
import { overSocket } from "./socket.ts";
import type { ServerSupply } from "./supply.ts";

/** What servers need to know of a project. */
export interface ServedProject {
  project: Project;
  /** Those there are, with what the user says of them for this project. */
  servers: Servers;
  /** Whether code of the project may be run. */
  isTrusted: boolean;
  feed: ChangeFeed | undefined;
}

export interface StartOptions {
  log: Log;
  version: string;
  /** Every message between us and a server is logged. */
  isTraced?: boolean;
  keeper?: Keeper;
  times?: Partial<ClientTimes>;
  /** Finds a server's program. */
  supply: Pick<ServerSupply, "find">;
}

export interface ToStart {
  spec: ServerSpec;
  served: ServedProject;
  /** Relative to the project. */
  folder: string;
  /** Roots of the files that were asked about. */
  wanted: ReadonlySet<string>;
  onEvent(event: ClientEvent): void;
}

/**
 * @param signal not of who asked first: that one may go, and others wait for it.
 * @returns the server and the folder that it was started in, which is above the one asked for where it serves several roots.
 * @throws MissingServer; ServerFault; the signal's reason.
 */
export async function startServer(
  { spec: wantedSpec, served, folder, wanted, onEvent }: ToStart,
  { log, keeper, version, times, supply, isTraced = false }: StartOptions,
  signal: AbortSignal,
): Promise<{ server: RunningServer; folder: string }> {
  const { project, servers, isTrusted, feed } = served;
  const view = fileView(project.root);
  const find = async (folder: string) => {
    const settings = servers.settingsOf(wantedSpec, isTrusted);
    const isCommanded = servers.isCommanded(wantedSpec.id);
    const place = { root: project.root, folder, view, isTrusted, isCommanded, settings };
    const found = await unlessAborted(supply.find(wantedSpec, place), signal);
    if ("tried" in found) throw new MissingServer(found);
    return found;
  };
  const first = await find(folder); // before all files are looked at, for nothing where there is no server
  const plan = await planOf(wantedSpec, served, wanted, view, signal);
  const origin = plan.folder === folder ? first : await find(plan.folder);
  const { spec } = origin;
  const isGiven = givenTo(spec, project.catalog);
  if (origin.dataFolder !== undefined) mkdirSync(origin.dataFolder, { recursive: true, mode: 0o700 });
  const seen = (await feed?.since(undefined, signal))?.until;
  const launched = launch(origin.launch, keeper);
  const process = spec.tcp ? await overSocket(launched, spec.tcp.port, signal).catch(ending(launched)) : launched;
  const read = (path: string) => readText(project, path);
  const { LanguageClient } = await import("./client.ts"); // the library of the wire takes a while to load
  const client = await LanguageClient.start(
    {
      spec,
      process,
      root: join(project.root, plan.folder),
      folders: plan.folders.map((folder) => join(project.root, folder)),
      settings: spec.settings,
      log: (level, message, fields) => log(level, message, { server: spec.id, ...fields }),
      read,
      languageId: (path) => {
        if (!isGiven(relative(project.root, path).replaceAll("\\", "/"))) return undefined;
        return spec.language_id ?? project.catalog.protocolIdOf(path);
      },
      version,
      isTraced,
      onEvent,
      ...(times && { times }),
    },
    signal,
  );
  log("info", "language server started", { server: spec.id, program: origin.program, pid: process.pid });
  const { folders } = plan;
  return {
    folder: plan.folder,
    server: new RunningServer({ spec, client, process, read, feed, seen, origin, folders, project }),
  };
}

/** What a server is started for: its root, or all roots of the project that it can serve at once. */
async function planOf(
  spec: ServerSpec,
  { project }: ServedProject,
  wanted: ReadonlySet<string>,
  view: FileView,
  signal: AbortSignal,
): Promise<RootPlan> {
  const asked = [...wanted];
  if (!spec.many_roots) return { folder: asked[0]!, folders: asked };
  const paths = (await project.files.paths(".", { signal })).filter(givenTo(spec, project.catalog));
  const [plan] = plansFor(spec, paths, view);
  const missed = asked.filter((folder) => !plan?.folders.includes(folder)); // of files that are not listed
  if (plan && missed.length === 0) return plan;
  return { folder: "", folders: [...(plan?.folders ?? []), ...missed] };
}

/** The text of a file, also of one outside of the project that a server speaks of. */
async function readText({ files }: Project, path: string): Promise<string | undefined> {
  try {
    return files.decode(await Bun.file(path).bytes())?.text;
  } catch {
    return undefined;
  }
}

/** Ends what was started before the error goes on. */
function ending(started: ServerProcess): (error: unknown) => never {
  return (error) => {
    started.kill();
    throw error;
  };
}

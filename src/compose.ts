/** The composition root: the only place that builds services, in reading order, each handed what it needs. */
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import rawIgnoredFolders from "#resources/ignored-folders.yaml";
import { version } from "../package.json";
import { programFile } from "./base/asset.ts";
import { UserError } from "./base/error.ts";
import { createLog } from "./base/log.ts";
import { LogTail } from "./base/log-tail.ts";
import { ownRuntime } from "./base/own-command.ts";
import { REAP_COMMAND } from "./base/reap.ts";
import { Reaper } from "./base/reaper.ts";
import { ProjectChanges } from "./change/changes.ts";
import { sharingModel } from "./embed/open-embedder.ts";
import { embeddingTask, foreignService } from "./embed/task.ts";
import { Indexes } from "./index/indexes.ts";
import { Intents } from "./intent/intent.ts";
import { LANGUAGES, SERVERS } from "./language/_builtin.gen.ts";
import { Catalog, type OwnLanguages } from "./language/catalog.ts";
import { TIMES } from "./lsp/client-options.ts";
import { LanguageServers } from "./lsp/manager.ts";
import { ProjectServers } from "./lsp/project-servers.ts";
import type { ChangeFeed } from "./lsp/running.ts";
import { ServerSupply } from "./lsp/supply.ts";
import { Memories } from "./memory/memories.ts";
import { Notes } from "./memory/notes.ts";
import { PieceVectors } from "./memory/piece-vectors.ts";
import { ProjectMemories } from "./memory/project-memories.ts";
import { ignoredFolders } from "./project/ignore.ts";
import type { Project } from "./project/project.ts";
import { Projects } from "./project/projects.ts";
import { embeddedRipgrep } from "./project/ripgrep.ts";
import { BUILTIN } from "./prompt/_builtin.gen.ts";
import type { PromptBook } from "./prompt/book.ts";
import { loadPrompts, type Prompts, withOwn } from "./prompt/load.ts";
import { readOwnParts, readOwnTemplates } from "./prompt/own-files.ts";
import { computeScene, unknownNames } from "./prompt/scene.ts";
import { type Environment, readProjectLayers, readSettingsFile, type SettingsLayer } from "./settings/load.ts";
import { projectSection, resolveSettings } from "./settings/resolve.ts";
import { MIGRATIONS } from "./store/_migrations.gen.ts";
import { MemoryDatabases } from "./store/memory-database.ts";
import { openDatabase, type VectorSupport } from "./store/open.ts";
import { ProjectTable } from "./store/projects.ts";
import { UsageTable } from "./store/usage.ts";
import { UsageReports } from "./store/usage-report.ts";
import { type App, DEFAULT_MCP_CONTEXT, type SceneQuery } from "./surface/app.ts";
import { memoryNames } from "./surface/memory-names.ts";
import { ServerOutlines } from "./symbol/server-outline.ts";
import { Symbols } from "./symbol/symbols.ts";
import { syntaxFault } from "./syntax/known.ts";
import { SyntaxPool } from "./syntax/pool.ts";
import { CallerNames } from "./tool/caller-name.ts";
import type { ToolEntry } from "./tool/entry.ts";
import { Gate } from "./tool/gate.ts";
import { MARKERS } from "./tool/marker.ts";
import { Registry } from "./tool/registry.ts";
import { Runner } from "./tool/run.ts";
import type { Scene } from "./tool/scene.ts";
import type { ServiceProviders } from "./tool/service.ts";
import { COMMON_FIELDS, ENVELOPE, TOOLS } from "./tools/_all.gen.ts";
import { RETIRED } from "./tools/_retired.ts";

export interface ComposeOptions {
  environment: Environment;
  /** What the command line says; it wins over all else. */
  flags?: Record<string, unknown>;
  dataDir: string;
  /** Folder that binds every endpoint which names no other project. */
  project?: string | undefined;
  /** Context of every endpoint that names none; without it, each surface has its own. */
  context?: string | undefined;
  /** Modes that every endpoint has besides those it names. */
  modes?: readonly string[];
  /** Receives log lines. */
  writeLog(line: string): void;
  /** Starts this very program; without it, nothing ends language servers when this process is killed. */
  self?: readonly [string, ...string[]] | undefined;
  /** Tools beside the shipped ones, for tests. */
  extraTools?: readonly ToolEntry[];
  /** Names that tools had once, in tests other than the shipped ones. */
  retired?: Readonly<Record<string, string>>;
}

/** Calls that wait for their turn: a few clients that ask for much at once, not a flood. */
const WAITING_CALLS = 256;

/** Scenes are few: each is an endpoint's query. Beyond this many the oldest is computed anew. */
const SCENES_KEPT = 256;

export async function compose({
  environment,
  flags = {},
  dataDir,
  project,
  context: ownContext,
  modes: ownModes = [],
  writeLog,
  self,
  extraTools = [],
  retired = RETIRED,
}: ComposeOptions): Promise<App> {
  const startedAt = new Date();
  await using stack = new AsyncDisposableStack();
  const userFile = await readSettingsFile(environment.configFile, "user");
  const flagLayer: SettingsLayer = { origin: "flags", from: "user", values: flags };
  const registry = new Registry([...TOOLS, ...extraTools], COMMON_FIELDS, retired);
  const ownFolder = dirname(environment.configFile);
  const builtin = loadPrompts(BUILTIN);
  const ownParts = await readOwnParts(ownFolder, {
    tools: registry.all.map(({ name }) => name),
    markers: Object.keys(MARKERS),
    modes: [...builtin.modes.keys()],
  });
  const prompts = withOwn(builtin, ownParts);
  /** Settings of layers, with a warning for each name in them that leads nowhere. */
  const resolved = (layers: readonly SettingsLayer[]) => {
    const settings = resolveSettings(layers);
    const unknown = unknownNames(settings.values, prompts, registry.all, retired);
    return { ...settings, warnings: [...settings.warnings, ...unknown] };
  };
  const settings = resolved([userFile, environment.layer, flagLayer]);
  const logTail = new LogTail();
  const log = createLog(settings.values.log_level, (line) => {
    logTail.add(line);
    writeLog(line);
  });
  for (const warning of settings.warnings) log("warning", warning);
  for (const { faults } of ownParts) for (const fault of faults) log("warning", `left out: ${fault}`);

  const global = stack.adopt(openDatabase(join(dataDir, "global.db"), MIGRATIONS.global), (database) =>
    database.close(),
  );
  const usage = stack.use(new UsageTable(global, (error) => log("warning", "usage was not recorded", { error })));
  const reports = new UsageReports(global, () => usage.flush());
  const folders = ignoredFolders(rawIgnoredFolders);
  const catalogOf = catalogs();
  const catalog = catalogOf(settings.values.languages);
  const supply = new ServerSupply({
    files: SERVERS,
    catalogOf,
    dataDir,
    env: environment.programs,
    variable: environment.key,
    ownRuntime: ownRuntime(),
  });
  const optionsFor = async (root: string) => {
    const settings = resolved([
      userFile,
      projectSection(userFile, root),
      ...(await readProjectLayers(root)),
      environment.layer,
      flagLayer,
    ]);
    return {
      settings,
      env: environment.programs,
      folders,
      catalog: catalogOf(settings.values.languages),
      ripgrep: await ripgrepIn(dataDir),
      ownState: realpathSync(dataDir),
    };
  };
  const projects = new Projects(new ProjectTable(global), optionsFor, {
    opened: (project) => changesOf(project).recover(),
    async closed(root) {
      await Promise.all([languageServers.closeProject(root), indexes.close(root)]);
    },
  });
  const openShared = sharingModel();
  const service = foreignService(embeddingTask(settings.values, environment.key));
  if (service !== undefined) log("warning", "text of projects is sent to an embedding service elsewhere", { service });
  const indexes = stack.use(
    new Indexes(realpathSync(dataDir), ({ settings, env, narrower }) => ({
      embedding: { task: embeddingTask(settings.values, environment.key), programs: programsIn(realpathSync(dataDir)) },
      openEmbedder: openShared,
      opened: { settings, env, folders, ripgrep: narrower.program, ownState: realpathSync(dataDir) },
      log,
      logLevel: settings.values.log_level,
    })),
  );
  const keeper =
    self &&
    stack.use(
      new Reaper({
        command: [...self, REAP_COMMAND],
        env: environment.programs,
        onFault: (error) => log("warning", "language servers may outlive a crash of Waymark", { error }),
      }),
    );
  // What is left of a call's time is for what is known without a server.
  const patience = settings.values.tool_timeout_s * 600;
  const languageServers = stack.use(
    new LanguageServers({
      log,
      version,
      isTraced: settings.values.trace_lsp,
      ...(keeper && { keeper }),
      limits: {
        idleSeconds: settings.values.idle_stop_s,
        totalMegabytes: settings.values.server_memory_mb,
      },
      patience,
      times: { request: Math.min(TIMES.request, patience) },
      supply,
    }),
  );
  const serversByProject = new WeakMap<Project, ProjectServers>();
  const serversOf = (project: Project): ProjectServers => {
    const known = serversByProject.get(project);
    if (known) return known; // the specs are checked anew for each
    const { root } = project;
    const index = indexes.of(project);
    const feed: ChangeFeed = {
      async since(after, signal) {
        const { changes, ...news } = await index.changesSince(after, signal);
        return { ...news, changes: changes?.map(({ path, kind }) => ({ path: join(root, path), kind })) };
      },
    };
    const { values } = project.settings;
    const served = { project, servers: supply.servers(values), isTrusted: values.trust, feed };
    const made = new ProjectServers(languageServers, supply, served);
    serversByProject.set(project, made);
    return made;
  };
  const symbols = new Symbols(stack.use(new SyntaxPool({ log })), new ServerOutlines(serversOf));
  const memoryDatabases = stack.use(new MemoryDatabases(realpathSync(dataDir)));
  const changesByProject = new WeakMap<Project, ProjectChanges>();
  const changesOf = (project: Project): ProjectChanges => {
    const known = changesByProject.get(project);
    if (known) return known;
    const made = new ProjectChanges({
      project,
      memory: memoryDatabases.of(project),
      parse: (path, text, signal) => symbols.syntaxOf(project, path, text, signal),
      onChanged: (paths) => indexes.of(project).noteChanged(paths),
      log,
    });
    changesByProject.set(project, made);
    return made;
  };
  const memoriesByProject = new WeakMap<Project, ProjectMemories>();
  const memoriesOf = (project: Project): ProjectMemories => {
    const known = memoriesByProject.get(project);
    if (known) return known;
    const made = new ProjectMemories({ project, memory: memoryDatabases.of(project), global: () => global, log });
    memoriesByProject.set(project, made);
    return made;
  };
  const noteVectors = new PieceVectors(embeddingTask(settings.values, environment.key), openShared);
  const callers = new CallerNames();
  const bound = project === undefined ? undefined : await projects.at(project);
  for (const warning of bound?.warnings ?? []) if (!settings.warnings.includes(warning)) log("warning", warning);
  const intents = new Intents();
  let book: Promise<PromptBook> | undefined;
  const promptBook = () => {
    book ??= openBook(prompts, registry, ownFolder, (fault) => log("warning", fault));
    return book;
  };

  const providers: ServiceProviders = {
    async index(request) {
      return indexes.of(await this.project(request));
    },
    async servers(request) {
      return serversOf(await this.project(request));
    },
    async intent(request) {
      const project = await this.project(request);
      return intents.of(project, indexes.of(project));
    },
    async project({ tool, scene, caller, project: name }) {
      if (scene.project !== undefined) return projects.at(scene.project);
      const chosen = await projects.named(name ?? caller.session?.project);
      // The endpoint knows no project, so what this one's settings turn off is seen only now.
      const own = computeScene(
        { context: scene.context, modes: scene.modes, project: undefined },
        prompts,
        chosen.settings.values,
        [tool],
      );
      if (own.tools.has(tool.name)) return chosen;
      throw new UserError("refused", `Tool "${tool.name}" is off in project "${chosen.name}".`, {
        hint: "The project's settings turn it off.",
      });
    },
    projects: async () => projects,
    async changes(request) {
      const { tool, caller } = request;
      return changesOf(await this.project(request)).by({ tool: tool.name, caller: callers.name(caller) });
    },
    async memories(request) {
      return new Memories(memoriesOf(await this.project(request)), callers.name(request.caller));
    },
    async notes(request) {
      const project = await this.project(request);
      const memory = memoryDatabases.of(project);
      const own = { project, memory, memories: memoriesOf(project), symbols, vectors: noteVectors };
      return new Notes(own, callers.name(request.caller));
    },
    indexes: async () => indexes,
    symbols: async () => symbols,
    session: async ({ caller }) => caller.session,
    config: async ({ scene }) => ({
      version,
      settings: scene.project === undefined ? settings : (await projects.at(scene.project)).settings,
      scene,
      toolsOff: registry.all.map(({ name }) => name).filter((name) => !scene.tools.has(name)),
      openProjects: projects.open,
    }),
    guide:
      async ({ scene }) =>
      async (id, said) =>
        (await promptBook()).guide(id, scene, { system: process.platform, ...said }),
    async manual({ scene, caller }) {
      const root = scene.project ?? caller.session?.project;
      const text = (await promptBook()).manual(scene);
      const project = root === undefined ? undefined : await projects.at(root);
      const memories = async (signal: AbortSignal) =>
        project === undefined ? [] : memoryNames({ registry, memoriesOf }, scene, project, signal);
      return { text, project, memories };
    },
  };
  const gate = new Gate({ running: settings.values.running_calls, waiting: WAITING_CALLS });
  const runner = new Runner({ registry, providers, gate, record: (row) => usage.add(row), log });

  const scenes = new Map<string, Scene>();
  async function scene(query: SceneQuery, defaultContext: string): Promise<Scene> {
    const { context, modes = [], project: named, unbound, optional = [] } = query;
    const owner = named === undefined ? (unbound ? undefined : bound) : await projects.named(named);
    const request = {
      context: context ?? ownContext ?? defaultContext,
      modes: [...ownModes, ...modes],
      project: owner?.root,
      optional,
    };
    const key = JSON.stringify(request);
    const known = scenes.get(key);
    if (known) return known;
    const computed = computeScene(request, prompts, (owner?.settings ?? settings).values, registry.all);
    const [oldest] = scenes.keys();
    if (scenes.size >= SCENES_KEPT && oldest !== undefined) scenes.delete(oldest);
    scenes.set(key, computed);
    return computed;
  }

  await scene({}, DEFAULT_MCP_CONTEXT); // a context or mode that there is not is said now, not at the first request
  const owned = stack.move();
  return {
    version,
    startedAt,
    log,
    logTail,
    settings: settings.values,
    userSettings: settings,
    projects,
    catalog,
    supply,
    serversOf,
    indexOf: (project) => indexes.of(project),
    memoriesOf,
    changesOf,
    usage: (since) => reports.since(since),
    intentOf: (project) => intents.of(project, indexes.of(project)),
    registry,
    runner,
    envelope: ENVELOPE,
    contexts: [...prompts.contexts.values()],
    modes: [...prompts.modes.values()],
    promptBook,
    vectorSupport: () => vectorSupportIn(dataDir),
    scene,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The languages for what a user says of them; made once for each. */
function catalogs(): (own: OwnLanguages) => Catalog {
  const made = new Map<string, Catalog>();
  return (own) => {
    const key = JSON.stringify(own);
    const catalog = made.get(key) ?? new Catalog(LANGUAGES, own, syntaxFault);
    made.set(key, catalog);
    return catalog;
  };
}

/** Templates and their engine cost time that only those who want a prompt should pay. */
async function openBook(
  prompts: Prompts,
  { all }: Registry,
  ownFolder: string,
  onFault: (message: string) => void,
): Promise<PromptBook> {
  const [{ PromptBook }, { OFFERS, TEMPLATES }] = await Promise.all([
    import("./prompt/book.ts"),
    import("./prompt/_prompts.gen.ts"),
  ]);
  const known = { tools: all.map(({ name }) => name), texts: Object.keys(TEMPLATES) };
  const own = await readOwnTemplates(ownFolder, known);
  own.faults.forEach(onFault);
  return new PromptBook({
    prompts,
    templates: TEMPLATES,
    offers: { ...OFFERS, ...own.offers },
    tools: all,
    ownTemplates: own.templates,
    onFault,
  });
}

/** The ripgrep program as a real file; undefined where none is shipped. */
async function ripgrepIn(dataDir: string): Promise<string | undefined> {
  const embedded = await embeddedRipgrep();
  return embedded === undefined ? undefined : programFile(embedded, programsIn(dataDir));
}

async function vectorSupportIn(dataDir: string): Promise<VectorSupport> {
  const { loadVectors } = await import("./store/extension.ts");
  using database = openDatabase(":memory:", []);
  return await loadVectors(database, programsIn(dataDir));
}

/** Where embedded programs become real files. */
function programsIn(dataDir: string): string {
  return join(dataDir, "programs");
}

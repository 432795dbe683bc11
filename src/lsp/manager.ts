/**
 * All language servers of this process. A server is shared by everyone who asks about files below its root; each has its own
 * life, so that none is affected by another's end.
 */
import { join, relative } from "node:path";
import { Unavailable } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import type { Keeper, ServerProcess } from "../base/server-process.ts";
import { unlessAborted } from "../base/within.ts";
import { type FileView, plansFor, type Root, type RootPlan, rootOf } from "../language/root.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import type { Servers } from "../language/servers.ts";
import type { Project } from "../project/project.ts";
import type { ClientEvent, ClientTimes } from "./client-options.ts";
import { ServerCrashed, ServerStarting, ServerTimeout } from "./fault.ts";
import { fileView } from "./file-view.ts";
import { type KeepLimits, keepWithin } from "./keep.ts";
import { launch } from "./launch.ts";
import { MissingServer, noServer } from "./no-origin.ts";
import { Patience } from "./patience.ts";
import { type ChangeFeed, RunningServer } from "./running.ts";
import { ServerSlot } from "./slot.ts";
import { overSocket } from "./socket.ts";
import { type ServerStatus, statusOf } from "./status.ts";
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

export interface LanguageServersOptions {
  log: Log;
  version: string;
  /** Every message between us and a server is logged. */
  isTraced?: boolean;
  keeper?: Keeper;
  limits: KeepLimits;
  times?: Partial<ClientTimes>;
  /** Milliseconds after which a question is given up, with all that it waits for; what is known without a server remains. */
  patience?: number;
  /** Seconds between two looks at what servers take. */
  lookSeconds?: number;
  /** Finds a server's program. */
  supply: Pick<ServerSupply, "find">;
}

/** What is asked of a server. */
export interface Question<T> {
  /** Method of the protocol that the server must have. */
  method: string;
  /** Absolute path of the file that it is about. */
  path: string;
  /** Whether the answer depends on files beyond this one, so that the server must have loaded the project. */
  isWide: boolean;
  /**
   * Reads only, so that it may be asked again of a server that was started anew.
   * @param at with `isWhole` unless the server sees only files that are open in it.
   */
  ask(server: RunningServer, signal: AbortSignal, at: { isWhole: boolean }): Promise<T>;
}

export interface Answered<T> {
  value: T;
  /** Id of the server. */
  server: string;
  /** Why the answer may be short; undefined when nothing speaks for that. */
  reason: string | undefined;
}

export interface Caller {
  signal: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}

interface Entry {
  spec: ServerSpec;
  served: ServedProject;
  /** Relative to the project; the folders of all that it serves are below it. */
  folder: string;
  /** Roots of the files that were asked about. */
  wanted: Set<string>;
  slot: ServerSlot<RunningServer>;
}

/** Where a server works on a file. */
type Found = Extract<Root, { folder: string }>;

/** How long a look at the project's folders holds, in milliseconds. */
const VIEW_MS = 1_000;

const LOOK_SECONDS = 5;

/** What is logged of a message of a server. */
const SAID_CHARS = 500;

/** The most that a question takes, in milliseconds. */
const PATIENCE_MS = 36_000;

export class LanguageServers implements AsyncDisposable {
  readonly #options: LanguageServersOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #views = new Map<string, { view: FileView; at: number }>();
  #looking: Promise<void> | undefined;

  constructor(options: LanguageServersOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(), (options.lookSeconds ?? LOOK_SECONDS) * 1_000);
    this.#timer.unref();
  }

  /** Servers for a file, the preferred one first. @param path absolute. */
  for(served: ServedProject, path: string): ServerSpec[] {
    const language = served.project.catalog.of(path);
    return language ? served.servers.of(language) : [];
  }

  /**
   * Asks the first server that can answer.
   * @throws Unavailable with what is wrong with each, when none can.
   */
  async ask<T>(served: ServedProject, question: Question<T>, caller: Caller): Promise<Answered<T>> {
    const { path, method } = question;
    const { project } = served;
    const faults: Unavailable[] = [];
    using patience = new Patience(this.#options.patience ?? PATIENCE_MS);
    for (const spec of this.for(served, path).filter(({ role }) => role === "primary")) {
      const at = rootOf(spec, relativeTo(project.root, path), this.#view(project.root));
      if ("notFor" in at) continue;
      try {
        return await this.#askOne(this.#entry(spec, served, at), question, at, caller, patience);
      } catch (error) {
        caller.signal.throwIfAborted();
        if (!(error instanceof Unavailable)) throw error;
        faults.push(error);
        if (error instanceof ServerTimeout || patience.isOver) break; // the caller has waited for long enough
      }
    }
    throw this.#fault(served, path, method, faults);
  }

  #fault({ project }: ServedProject, path: string, method: string, faults: readonly Unavailable[]): Unavailable {
    const language = project.catalog.of(path);
    const missing = faults.flatMap((fault) => (fault instanceof MissingServer ? fault.missing : []));
    if (missing.length === faults.length) {
      if (language) return noServer(language, missing, project.root);
      return new Unavailable(
        "unavailable",
        `No language is known for ${JSON.stringify(relativeTo(project.root, path))}.`,
      );
    }
    const [first, ...others] = faults.filter((fault) => !(fault instanceof MissingServer));
    if (others.length === 0) return first!;
    return new Unavailable(first!.code, `No language server can answer ${method}: ${faults.map(said).join(" ")}`, {
      hint: first!.hint,
      cause: first,
    });
  }

  async #askOne<T>(
    { spec, slot, served: { project } }: Entry,
    question: Question<T>,
    at: Found,
    caller: Caller,
    patience: Patience,
  ): Promise<Answered<T>> {
    const signal = patience.of(caller.signal, (seconds) => {
      const facts = { server: spec.id, method: question.method, seconds };
      return slot.state === "starting" ? new ServerStarting(facts) : new ServerTimeout(facts);
    });
    return await slot.use(signal, async (server) => {
      const how = await outdated(server, project, at.folder, signal);
      if (how !== undefined) {
        await slot.stop(how, false, server);
        throw new ServerCrashed({ server: spec.id, exitCode: 0, stderr: "", how: `was ended: ${how}` });
      }
      return await server.files.holding([question.path], async () => {
        const isReady = !question.isWide || (await this.#readied(server, signal, caller.progress));
        const { told } = server;
        const value = await question.ask(server, signal, at);
        const reason = question.isWide ? await doubtIn(server, isReady, told, signal) : undefined;
        return { value, server: spec.id, reason };
      });
    });
  }

  /** Waits for a server that answers wrongly before it has loaded the project. */
  async #readied({ client, spec }: RunningServer, signal: AbortSignal, progress: Caller["progress"]): Promise<boolean> {
    if (spec.unready_answers === "complete") return true;
    const patience = (this.#options.patience ?? PATIENCE_MS) / 2;
    const most = Math.min(patience, spec.ready.rule === "none" ? 0 : spec.ready.timeout_s * 1_000);
    let waited = 0;
    const tell = setInterval(() => {
      const { percent, message } = client.readiness;
      progress(
        ++waited,
        undefined,
        `${spec.name} is loading the project${message ? `: ${message}` : ""}${percent === undefined ? "" : ` (${percent} %)`}`,
      );
    }, 1_000);
    try {
      return (await client.whenReady(signal, most)) === "ready";
    } finally {
      clearInterval(tell);
      signal.throwIfAborted();
    }
  }

  #entry(spec: ServerSpec, served: ServedProject, at: Found): Entry {
    const folder = spec.many_roots ? undefined : at.folder;
    const key = [spec.id, served.project.root, folder ?? "", served.isTrusted, Bun.hash(JSON.stringify(spec))].join(
      "\n",
    );
    const known = this.#entries.get(key);
    if (known) {
      known.served = served; // a project that was opened anew
      known.wanted.add(at.folder);
      return known;
    }
    const entry: Entry = {
      spec,
      served,
      folder: at.folder,
      wanted: new Set([at.folder]),
      slot: new ServerSlot<RunningServer>({ name: spec.id, start: (signal) => this.#start(entry, signal) }),
    };
    this.#entries.set(key, entry);
    return entry;
  }

  /** @param signal not of who asked first: that one may go, and others wait for it. */
  async #start(entry: Entry, signal: AbortSignal): Promise<RunningServer> {
    const { served, slot } = entry;
    const { log, keeper, version, times, supply, isTraced = false } = this.#options;
    const { project, servers, isTrusted, feed } = served;
    const view = fileView(project.root);
    const find = async (folder: string) => {
      const settings = servers.settingsOf(entry.spec, isTrusted);
      const isCommanded = servers.isCommanded(entry.spec.id);
      const place = { root: project.root, folder, view, isTrusted, isCommanded, settings };
      const found = await unlessAborted(supply.find(entry.spec, place), signal);
      if ("tried" in found) throw new MissingServer(found);
      return found;
    };
    const first = await find(entry.folder); // before all files are looked at, for nothing where there is no server
    const plan = await planOf(entry.spec, served, entry.wanted, view, signal);
    const origin = plan.folder === entry.folder ? first : await find(plan.folder);
    entry.folder = plan.folder;
    const { spec } = origin;
    const seen = (await feed?.since(undefined, signal))?.until;
    const launched = launch(origin.launch, keeper);
    const started = spec.tcp ? await overSocket(launched, spec.tcp.port, signal).catch(ending(launched)) : launched;
    const read = (path: string) => this.#read(project, path);
    const { LanguageClient } = await import("./client.ts"); // the library of the wire takes a while to load
    const client = await LanguageClient.start(
      {
        spec,
        process: started,
        root: join(project.root, plan.folder),
        folders: plan.folders.map((folder) => join(project.root, folder)),
        settings: spec.settings,
        log: (level, message, fields) => log(level, message, { server: spec.id, ...fields }),
        read,
        languageId: (path) => {
          const language = project.catalog.of(path);
          return language && spec.languages.includes(language.id) ? project.catalog.protocolIdOf(path) : undefined;
        },
        version,
        isTraced,
        onEvent: (event) => this.#heard(spec, slot, event),
        ...(times && { times }),
      },
      signal,
    );
    log("info", "language server started", { server: spec.id, program: origin.program, pid: started.pid });
    return new RunningServer({
      spec,
      client,
      process: started,
      read,
      feed,
      seen,
      origin,
      folders: plan.folders,
      project,
    });
  }

  /** The folders of a project, as they were a moment ago. */
  #view(root: string): FileView {
    const known = this.#views.get(root);
    if (known && performance.now() - known.at < VIEW_MS) return known.view;
    const view = fileView(root);
    this.#views.set(root, { view, at: performance.now() });
    return view;
  }

  /** The text of a file, also of one outside of the project that a server speaks of. */
  async #read(project: Project, path: string): Promise<string | undefined> {
    try {
      const bytes = await Bun.file(path).bytes();
      return project.files.decode(bytes)?.text;
    } catch {
      return undefined;
    }
  }

  #heard({ id }: ServerSpec, slot: ServerSlot<RunningServer>, event: ClientEvent): void {
    const { log } = this.#options;
    if (event.kind === "stuck" && !event.isAlive && slot.running) slot.missed(slot.running);
    if (event.kind !== "message") return;
    // Servers tell much, and take much for an error; what counts for a question comes as its answer.
    const level = event.level === "error" || event.level === "warning" ? "info" : "debug";
    log(level, "a language server says", { server: id, as: event.level, text: event.text.slice(0, SAID_CHARS) });
  }

  /** What there is and how it goes. @param root of the project; all when left out. */
  status(root?: string): ServerStatus[] {
    return [...this.#entries.values()]
      .filter(({ served, slot }) => !slot.isAbsent && (root === undefined || served.project.root === root))
      .map(({ spec, folder, slot }) => statusOf(spec, folder, slot));
  }

  /**
   * Ends servers of a project; each starts again with the next question about it.
   * @param isMeant all when left out.
   * @returns the ids of those that ran or had failed.
   */
  async restart(root: string, isMeant: (spec: ServerSpec) => boolean = () => true): Promise<string[]> {
    const meant = [...this.#entries.values()].filter(({ served, spec, slot }) => {
      return served.project.root === root && isMeant(spec) && slot.state !== "stopped" && !slot.isAbsent;
    });
    await Promise.all(meant.map(({ slot }) => slot.restart()));
    return meant.map(({ spec }) => spec.id);
  }

  /** Ends the servers of a project that was closed. */
  async closeProject(root: string): Promise<void> {
    const meant = [...this.#entries].filter(([, { served }]) => served.project.root === root);
    for (const [key] of meant) this.#entries.delete(key);
    await Promise.all(meant.map(([, { slot }]) => slot.close()));
  }

  /** Stops what is idle or takes too much; done by itself every few seconds. */
  async look(): Promise<void> {
    this.#looking ??= keepWithin(
      [...this.#entries.values()].map(({ slot }) => slot),
      this.#options.limits,
    )
      .catch((error: unknown) => this.#options.log("error", "language servers could not be looked after", { error }))
      .finally(() => {
        this.#looking = undefined;
      });
    await this.#looking;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#entries.values()].map(({ slot }) => slot.close()));
  }
}

/** Tells a server what changed; why it must be started anew where that is not enough. */
async function outdated(server: RunningServer, project: Project, folder: string, signal: AbortSignal) {
  if (server.project !== project) return "the project was opened anew";
  if (!server.folders.includes(folder)) return "a folder came that it does not serve";
  return (await server.catchUp(signal)) ? undefined : "more changed on the disk than it could be told";
}

/** Why an answer may be short, or out of date by now. @param told as it was before the question. */
async function doubtIn(server: RunningServer, isReady: boolean, told: number, signal: AbortSignal) {
  const { spec, client } = server;
  const { message } = client.readiness;
  if (!isReady) return `${spec.name} is still loading the project${message ? ` (${message})` : ""}`;
  const isUpToDate = await server.catchUp(signal);
  return isUpToDate && server.told === told ? server.untold : "files changed while the server answered; ask again";
}

/** Ends what was started before the error goes on. */
function ending(started: ServerProcess): (error: unknown) => never {
  return (error) => {
    started.kill();
    throw error;
  };
}

function said({ message }: Error): string {
  return message.endsWith(".") ? message : `${message}.`;
}

function relativeTo(root: string, path: string): string {
  return relative(root, path).replaceAll("\\", "/");
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
  const isServed = (path: string) => spec.languages.includes(project.catalog.of(path)?.id ?? "");
  const paths = (await project.files.paths(".", { signal })).filter(isServed);
  const [plan] = plansFor(spec, paths, view);
  const missed = asked.filter((folder) => !plan?.folders.includes(folder)); // of files that are not listed
  if (plan && missed.length === 0) return plan;
  return { folder: "", folders: [...(plan?.folders ?? []), ...missed] };
}

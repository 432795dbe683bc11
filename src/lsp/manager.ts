/**
 * All language servers of this process, and who of them is asked. A server is shared by everyone who asks about files below its
 * root; each has its own life, so that none is affected by another's end.
 */
import { relative } from "node:path";
import { Unavailable } from "../base/error.ts";
import { givenTo } from "../language/given.ts";
import { type FileView, type Root, rootOf } from "../language/root.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import { askServer } from "./ask-server.ts";
import type { ClientEvent } from "./client-options.ts";
import { ServerTimeout } from "./fault.ts";
import { fileView } from "./file-view.ts";
import { type KeepLimits, keepWithin } from "./keep.ts";
import { noAnswer } from "./no-answer.ts";
import { MissingServer } from "./no-origin.ts";
import { Patience } from "./patience.ts";
import { type AllAnswered, type Answered, type Caller, inTurn, type Question } from "./question.ts";
import type { RunningServer } from "./running.ts";
import { ServerSlot } from "./slot.ts";
import { type ServedProject, type StartOptions, startServer } from "./start-server.ts";
import { type ServerStatus, statusOf } from "./status.ts";

export interface LanguageServersOptions extends StartOptions {
  limits: KeepLimits;
  /** Milliseconds after which a question is given up, with all that it waits for; what is known without a server remains. */
  patience?: number;
  /** Seconds between two looks at what servers take. */
  lookSeconds?: number;
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

  /** The most that a question takes, in milliseconds. */
  get patience(): number {
    return this.#options.patience ?? PATIENCE_MS;
  }

  /** Servers for a file, the preferred one first. @param path absolute. */
  for(served: ServedProject, path: string): ServerSpec[] {
    const { project, servers } = served;
    const language = project.catalog.of(path);
    const own = relativeTo(project.root, path);
    return language ? servers.of(language).filter((spec) => givenTo(spec, project.catalog)(own)) : [];
  }

  /**
   * Asks the first server that can answer.
   * @throws Unavailable with what is wrong with each, when none can.
   */
  async ask<T>(served: ServedProject, question: Question<T>, caller: Caller): Promise<Answered<T>> {
    const specs = inTurn(this.for(served, question.path), question);
    const { answered, faults } = await this.#askFirst(served, specs, question, caller);
    if (answered) return answered;
    throw noAnswer(served.project, question, faults);
  }

  /**
   * Asks all servers that have something to say of a file: the first primary one that can answer, and every secondary one,
   * side by side. What is wrong with one does not keep the others from answering.
   * @param speaks whether a server answers such questions at all.
   * @throws Unavailable when none of them is there, or none has anything to say.
   */
  async askAll<T>(
    served: ServedProject,
    question: Question<T>,
    caller: Caller,
    speaks: (spec: ServerSpec) => boolean,
  ): Promise<AllAnswered<T>> {
    const specs = this.for(served, question.path).filter(speaks);
    const primary = specs.filter(({ role }) => role === "primary");
    const groups = [primary, ...specs.filter(({ role }) => role === "secondary").map((spec) => [spec])];
    const asked = await Promise.all(groups.map((specs) => this.#askFirst(served, specs, question, caller)));
    const answers = asked.flatMap(({ answered }) => answered ?? []);
    const faults = asked.flatMap(({ faults }) => faults);
    const isMissing = (fault: Unavailable) => fault instanceof MissingServer;
    if (answers.length === 0 && faults.every(isMissing)) throw noAnswer(served.project, question, faults);
    const missed = asked.flatMap(({ answered, faults }, at) => {
      if (answered || !faults.every(isMissing)) return faults.filter((fault) => !isMissing(fault)); // another took its place
      if (at === 0) return faults.length > 0 ? [noAnswer(served.project, question, faults)] : [];
      return served.servers.isNamed(groups[at]![0]!.id) ? faults : []; // nobody misses one that nobody asked for
    });
    return { answers, faults: missed };
  }

  /** Asks one server after the other, until one answers. */
  async #askFirst<T>(
    served: ServedProject,
    specs: readonly ServerSpec[],
    question: Question<T>,
    caller: Caller,
  ): Promise<{ answered: Answered<T> | undefined; faults: Unavailable[] }> {
    const { project } = served;
    const faults: Unavailable[] = [];
    const most = Math.min(this.patience, question.patience ?? this.patience);
    using patience = new Patience(most);
    for (const spec of specs) {
      const at = rootOf(spec, relativeTo(project.root, question.path), this.#view(project.root));
      if ("notFor" in at) continue;
      const { slot } = this.#entry(spec, served, at);
      try {
        const times = { patience, readyMs: most / 2 };
        return { answered: await askServer({ spec, project, slot, at }, question, caller, times), faults };
      } catch (error) {
        caller.signal.throwIfAborted();
        if (!(error instanceof Unavailable)) throw error;
        faults.push(error);
        if (error instanceof ServerTimeout || patience.isOver) break; // the caller has waited for long enough
      }
    }
    return { answered: undefined, faults };
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

  async #start(entry: Entry, signal: AbortSignal): Promise<RunningServer> {
    const { spec, slot } = entry;
    const onEvent = (event: ClientEvent) => this.#heard(spec, slot, event);
    const { server, folder } = await startServer({ ...entry, onEvent }, this.#options, signal);
    entry.folder = folder;
    return server;
  }

  /** The folders of a project, as they were a moment ago. */
  #view(root: string): FileView {
    const known = this.#views.get(root);
    if (known && performance.now() - known.at < VIEW_MS) return known.view;
    const view = fileView(root);
    this.#views.set(root, { view, at: performance.now() });
    return view;
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

function relativeTo(root: string, path: string): string {
  return relative(root, path).replaceAll("\\", "/");
}

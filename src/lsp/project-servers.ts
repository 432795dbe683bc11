/** The language servers as one project has them. */
import { givenTo } from "../language/given.ts";
import { plansFor } from "../language/root.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import type { Language } from "../language/spec.ts";
import { fileView } from "./file-view.ts";
import type { LanguageServers } from "./manager.ts";
import type { NoOrigin, Origin, Place } from "./origin.ts";
import type { AllAnswered, Answered, Caller, Question } from "./question.ts";
import type { ServedProject } from "./start-server.ts";
import type { ServerStatus } from "./status.ts";
import type { ServerSupply } from "./supply.ts";

/** Files whose folders are looked at, so that a huge project takes no longer than a large one. */
const MOST_LOOKED_AT = 5_000;

export class ProjectServers {
  readonly #all: LanguageServers;
  readonly #supply: ServerSupply;
  readonly #served: ServedProject;

  constructor(all: LanguageServers, supply: ServerSupply, served: ServedProject) {
    this.#all = all;
    this.#supply = supply;
    this.#served = served;
  }

  /** @throws Unavailable; see `LanguageServers.ask`. */
  ask<T>(question: Question<T>, caller: Caller): Promise<Answered<T>> {
    return this.#all.ask(this.#served, question, caller);
  }

  /** @throws Unavailable; see `LanguageServers.askAll`. */
  askAll<T>(question: Question<T>, caller: Caller, speaks: (spec: ServerSpec) => boolean): Promise<AllAnswered<T>> {
    return this.#all.askAll(this.#served, question, caller, speaks);
  }

  /** The most that a question takes, in milliseconds. */
  get patience(): number {
    return this.#all.patience;
  }

  /** Servers of a language, the preferred one first. */
  of(language: Language): ServerSpec[] {
    return this.#served.servers.of(language);
  }

  /** Those that were needed so far. */
  status(): ServerStatus[] {
    return this.#all.status(this.#served.project.root);
  }

  /**
   * Ends the servers of a language, or all; each starts again with the next question about it.
   * @returns the ids of those that ran or had failed.
   */
  restart(language: Language | undefined): Promise<string[]> {
    const { root } = this.#served.project;
    return this.#all.restart(root, ({ languages }) => language === undefined || languages.includes(language.id));
  }

  /** Where a server would come from, for files at the project's root. */
  find(spec: ServerSpec): Promise<Origin | NoOrigin> {
    return this.#supply.find(spec, this.#placeOf(spec));
  }

  /** Whether the program of a server that answers for a language is there, or the user named it. */
  answersFor(language: Language): boolean {
    return this.of(language).some((spec) => spec.role === "primary" && this.#supply.has(spec, this.#placeOf(spec)));
  }

  #placeOf(spec: ServerSpec): Place {
    const { project, servers, isTrusted } = this.#served;
    const { root } = project;
    const settings = servers.settingsOf(spec, isTrusted);
    const isCommanded = servers.isCommanded(spec.id);
    return { root, folder: "", view: fileView(root), isTrusted, isCommanded, settings };
  }

  /**
   * Whether a server that is not there is one that people would miss: of those that are only for some projects or files,
   * where there are such; of those that only check, where the user named it.
   */
  async isMissed(spec: ServerSpec, signal: AbortSignal): Promise<boolean> {
    const { project, servers } = this.#served;
    if (servers.isNamed(spec.id)) return true;
    if (spec.role === "secondary") return false;
    if (!spec.needs_root && spec.only.length === 0) return true;
    const given = (await project.files.paths(".", { signal })).filter(givenTo(spec, project.catalog));
    return plansFor(spec, given.slice(0, MOST_LOOKED_AT), fileView(project.root)).length > 0;
  }

  /** @throws Unavailable as `ServerSupply.install`. */
  install(spec: ServerSpec, caller: { signal: AbortSignal; report(step: string): void }) {
    return this.#supply.install(spec, caller);
  }
}

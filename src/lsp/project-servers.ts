/** The language servers as one project has them. */
import type { ServerSpec } from "../language/server-spec.ts";
import type { Language } from "../language/spec.ts";
import { fileView } from "./file-view.ts";
import type { LanguageServers } from "./manager.ts";
import type { NoOrigin, Origin } from "./origin.ts";
import type { AllAnswered, Answered, Caller, Question } from "./question.ts";
import type { ServedProject } from "./start-server.ts";
import type { ServerStatus } from "./status.ts";
import type { ServerSupply } from "./supply.ts";

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
    const { project, servers, isTrusted } = this.#served;
    const { root } = project;
    const settings = servers.settingsOf(spec, isTrusted);
    const isCommanded = servers.isCommanded(spec.id);
    return this.#supply.find(spec, { root, folder: "", view: fileView(root), isTrusted, isCommanded, settings });
  }

  /** @throws Unavailable as `ServerSupply.install`. */
  install(spec: ServerSpec, caller: { signal: AbortSignal; report(step: string): void }) {
    return this.#supply.install(spec, caller);
  }
}

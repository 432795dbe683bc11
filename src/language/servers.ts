/** The language servers there are, with what a user says of them. */
import type { Catalog } from "./catalog.ts";
import { type ServerPatch, type ServerSpec, serverSchema } from "./server-spec.ts";
import type { Language } from "./spec.ts";

/** What the user's settings say of language servers. */
export interface ServerSettings {
  /** Language -> ids of servers in order of preference. */
  language_servers: Readonly<Record<string, readonly string[]>>;
  /** Server -> the fields in which it differs, or a whole server of the user's own. */
  servers: Readonly<Record<string, ServerPatch>>;
  /** Server -> sections of its settings. */
  server_settings: Readonly<Record<string, Json>>;
}

type Json = Readonly<Record<string, unknown>>;

const NOTHING: ServerSettings = { language_servers: {}, servers: {}, server_settings: {} };

export class Servers {
  readonly all: readonly ServerSpec[];
  /** What of the user's settings could not be used, and what would work. */
  readonly warnings: readonly string[];
  /** Ids of the servers whose command the user gave. */
  readonly #commanded: ReadonlySet<string>;
  readonly #byId: ReadonlyMap<string, ServerSpec>;
  readonly #said: ServerSettings;

  /**
   * @param shipped those that ship, by id; they were checked when their files became code.
   */
  constructor(shipped: Readonly<Record<string, ServerSpec>>, catalog: Catalog, said: ServerSettings = NOTHING) {
    const warnings = [...catalog.warnings];
    const byId = new Map(Object.entries(shipped));
    for (const [id, patch] of Object.entries(said.servers)) {
      const parsed = serverSchema.safeParse({ ...(byId.get(id) ?? { name: id }), ...patch, id });
      const unknown = parsed.data?.languages.find((language) => !catalog.named(language));
      if (parsed.success && unknown === undefined) byId.set(id, parsed.data);
      else warnings.push(unfit(id, parsed.error?.issues[0], unknown));
    }
    for (const language of catalog.languages)
      for (const id of language.servers)
        if (!byId.has(id)) warnings.push(`languages.${language.id} names ${JSON.stringify(id)}, which is no server.`);
    for (const id of Object.keys(said.server_settings)) {
      if (!byId.has(id))
        warnings.push(`server_settings speaks of ${JSON.stringify(id)}, which is no server; ${known(byId)}`);
    }
    for (const [language, ids] of Object.entries(said.language_servers)) {
      if (!catalog.named(language))
        warnings.push(`language_servers speaks of ${JSON.stringify(language)}, which is no language.`);
      for (const id of ids)
        if (!byId.has(id))
          warnings.push(
            `language_servers names ${JSON.stringify(id)} for ${language}, which is no server; ${known(byId)}`,
          );
    }
    this.all = [...byId.values()];
    this.warnings = warnings;
    this.#byId = byId;
    this.#said = said;
    this.#commanded = new Set(Object.keys(said.servers).filter((id) => said.servers[id]?.command));
  }

  /** A server by its id. */
  named(id: string): ServerSpec | undefined {
    return this.#byId.get(id);
  }

  /** Whether the user gave the command of a server: then it is looked for nowhere else. */
  isCommanded(id: string): boolean {
    return this.#commanded.has(id);
  }

  /** Whether the user's settings ask for a server: then it is missed where it is not there. */
  isNamed(id: string): boolean {
    return this.isCommanded(id) || Object.values(this.#said.language_servers).some((ids) => ids.includes(id));
  }

  /** Servers of a language, the preferred one first: the user's order, else his own servers and then the shipped order. */
  of(language: Language): ServerSpec[] {
    const chosen = this.#said.language_servers[language.id];
    const own = this.all.filter(
      ({ id, languages }) =>
        languages.includes(language.id) && this.#commanded.has(id) && !language.servers.includes(id),
    );
    const ids = chosen ?? [...own.map(({ id }) => id), ...language.servers];
    return ids.flatMap((id) => this.#byId.get(id) ?? []).filter(({ languages }) => languages.includes(language.id));
  }

  /**
   * The settings of a server in a project, by section; the user's win.
   * @param isTrusted whether it may run code of the project.
   */
  settingsOf({ id, settings, trusted_settings }: ServerSpec, isTrusted: boolean): Json {
    return joined(settings, isTrusted ? trusted_settings : {}, this.#said.server_settings[id] ?? {});
  }
}

/** Joins objects, the later one winning; lists are replaced. */
export function joined(...parts: readonly Json[]): Json {
  const whole: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const mine = whole[key];
      whole[key] = isObject(mine) && isObject(value) ? joined(mine, value) : value;
    }
  }
  return whole;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unfit(
  id: string,
  issue: { path: PropertyKey[]; message: string } | undefined,
  unknownLanguage: string | undefined,
): string {
  const start = `servers.${id} is not used`;
  if (!issue) return `${start}: ${JSON.stringify(unknownLanguage)} among its languages is none that Waymark knows.`;
  return `${start}: ${issue.path.map(String).join(".")}: ${issue.message}. A server of your own needs languages and a command.`;
}

function known(byId: ReadonlyMap<string, unknown>): string {
  return `there are ${[...byId.keys()].sort().join(", ")}.`;
}

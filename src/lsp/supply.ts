/** Supplies language servers: which there are for a user's settings, where one comes from, and how one is installed. */
import { mkdirSync } from "node:fs";
import type { ProgramEnvironment } from "../base/process.ts";
import type { Catalog, OwnLanguages } from "../language/catalog.ts";
import { givenTo } from "../language/given.ts";
import { rootOf } from "../language/root.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import { type ServerSettings, Servers } from "../language/servers.ts";
import type { Project } from "../project/project.ts";
import { fileView } from "./file-view.ts";
import { type InstallOptions, install } from "./install.ts";
import type { Installed } from "./installed.ts";
import type { Launch } from "./launch.ts";
import { type NoOrigin, type Origin, Origins, type Place } from "./origin.ts";
import { Probes } from "./probe.ts";

export interface SupplyOptions {
  /** Servers that ship, by id. */
  files: Readonly<Record<string, ServerSpec>>;
  /** The languages for a user's settings. */
  catalogOf(own: OwnLanguages): Catalog;
  dataDir: string;
  /** What every program gets to see. */
  env: ProgramEnvironment;
  /** A variable of the user's environment. */
  variable(name: string): string | undefined;
  /** Runs scripts of Node where there is no Node. */
  ownRuntime: Pick<Launch, "command" | "env">;
}

/** How the tools that install find their registries and reach them; the programs that they install see none of it. */
const INSTALL_VARIABLES = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"],
  ...["npm_config_registry", "NPM_CONFIG_REGISTRY", "npm_config_cafile", "npm_config_cache", "npm_config_userconfig"],
  ...["PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_CERT", "PIP_CONFIG_FILE"],
  ...["GOROOT", "GOPATH", "GOMODCACHE", "GOCACHE", "GOENV", "GOFLAGS", "GOPROXY", "GOSUMDB", "GOPRIVATE", "GONOSUMDB"],
  ...["CARGO_HOME", "RUSTUP_HOME", "PYENV_ROOT", "PYENV_VERSION"],
];

export class ServerSupply {
  readonly #options: SupplyOptions;
  readonly #origins: Origins;

  constructor(options: SupplyOptions) {
    this.#options = options;
    this.#origins = new Origins({ ...options, probes: new Probes(options.dataDir) });
  }

  /** The servers that a user's settings give. */
  servers(settings: ServerSettings & { languages: OwnLanguages }): Servers {
    const { files, catalogOf } = this.#options;
    return new Servers(files, catalogOf(settings.languages), settings);
  }

  /**
   * The first server that answers for a file's language and can be had, tried in their order.
   * @param path relative to the project.
   * @returns what was tried in vain, otherwise: nothing for a language without servers.
   */
  async first(project: Project, path: string, view = fileView(project.root)): Promise<Origin | NoOrigin[]> {
    const { values } = project.settings;
    const servers = this.servers(values);
    const language = project.catalog.of(path);
    const missing: NoOrigin[] = [];
    for (const spec of language ? servers.of(language) : []) {
      if (spec.role === "secondary" || !givenTo(spec, project.catalog)(path)) continue;
      const found = rootOf(spec, path, view);
      if ("notFor" in found) {
        if (!spec.needs_root)
          missing.push({ spec, tried: [{ source: "project", what: found.notFor, why: found.why }] });
        continue;
      }
      const origin = await this.find(spec, {
        root: project.root,
        folder: found.folder,
        view,
        isTrusted: values.trust,
        isCommanded: servers.isCommanded(spec.id),
        settings: servers.settingsOf(spec, values.trust),
      });
      if (!("tried" in origin)) return origin;
      missing.push(origin);
    }
    return missing;
  }

  /** Whether a program of a server is there, whether it works or not. */
  has(spec: ServerSpec, place: Place): boolean {
    return this.#origins.has(spec, place);
  }

  /** Where a server comes from, in a place. */
  find(spec: ServerSpec, place: Place): Promise<Origin | NoOrigin> {
    return this.#origins.find(spec, place);
  }

  /** @throws Unavailable as `install`. */
  install(spec: ServerSpec, { signal, report }: Pick<InstallOptions, "signal" | "report">): Promise<Installed> {
    const { dataDir, env, variable, ownRuntime } = this.#options;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const more = INSTALL_VARIABLES.flatMap((name) => {
      const value = variable(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return install(spec, { dataDir, env: { ...env, ...Object.fromEntries(more) }, ownRuntime, signal, report });
  }
}

/**
 * Where a language server comes from: the user's settings, Waymark's own installs, the PATH, and the project itself where
 * the user trusts it. A candidate is asked whether it works before it is taken.
 */
import { readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { orMissingNow } from "../base/missing.ts";
import type { ProgramEnvironment } from "../base/process.ts";
import { type FileView, trustNeeded } from "../language/root.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import { installsOf } from "./installed.ts";
import type { Launch } from "./launch.ts";
import { placed } from "./placed.ts";
import type { Probes } from "./probe.ts";
import { isProgram, pathFolders, programsNamed } from "./program-path.ts";

export type OriginSource = "settings" | "waymark" | "path" | "project";

/** Ends the reason of what only the user's trust keeps from being used. */
export const NOT_TRUSTED = "which is not trusted";

export interface Origin {
  source: OriginSource;
  /** Absolute path of the program's file. */
  program: string;
  /** As the program says it. */
  version: string | undefined;
  launch: Launch;
  /** The spec with the settings and options that hold here, and with what depends on the program's place filled in. */
  spec: ServerSpec;
  /** A folder that it counts on, absolute; it may not be there yet. */
  dataFolder?: string;
}

/** A place that was looked at in vain. */
export interface Tried {
  source: OriginSource;
  /** A path, or the name that was looked for. */
  what: string;
  why: string;
}

/** Why a server cannot be had: every place that was looked at. */
export interface NoOrigin {
  spec: ServerSpec;
  tried: Tried[];
}

/** The folder that a server shall work for. */
export interface Place {
  /** The project's root, absolute and real. */
  root: string;
  /** The root of the language's project in it, relative. */
  folder: string;
  view: FileView;
  /** Whether it may run code of its own. */
  isTrusted: boolean;
  /** Whether the user's settings give the server's command. */
  isCommanded: boolean;
  /** The server's settings here, the user's among them. */
  settings: Readonly<Record<string, unknown>>;
}

export interface OriginOptions {
  dataDir: string;
  probes: Probes;
  /** What every program gets to see. */
  env: ProgramEnvironment;
  /** A variable of the user's environment that a server's spec names. */
  variable(name: string): string | undefined;
  /** Runs scripts of Node where there is no Node. */
  ownRuntime: Pick<Launch, "command" | "env">;
}

interface Candidate {
  source: OriginSource;
  path: string;
  /** Where it is known without asking. */
  version?: string;
}

export class Origins {
  readonly #options: OriginOptions;

  constructor(options: OriginOptions) {
    this.#options = options;
  }

  /** The first candidate that works. */
  async find(spec: ServerSpec, place: Place): Promise<Origin | NoOrigin> {
    const tried: Tried[] = [];
    const reason = place.isTrusted ? undefined : trustNeeded(spec, place.folder, place.view);
    if (reason !== undefined) {
      const isAny = reason === ".";
      const why = `the server ${isAny ? "runs code of" : "would run what it names in"} this project, ${NOT_TRUSTED}`;
      return { spec, tried: [{ source: "project", what: isAny ? place.root : reason, why }] };
    }
    const env = this.environment(spec, place);
    const folderKey = Bun.hash(join(place.root, place.folder)).toString(16);
    const data = join(this.#options.dataDir, "server-data", spec.id, folderKey);
    for (const candidate of this.#candidates(spec, place, env, tried)) {
      const { source, path } = candidate;
      const reject = (why: string) => tried.push({ source, what: path, why });
      if (!place.isTrusted && source === "project") {
        reject(`it lies in the project, ${NOT_TRUSTED}`);
        continue;
      }
      const filled = placed(spec, place.settings, path, { root: join(place.root, place.folder), data });
      if ("missing" in filled) {
        reject(`it lacks ${filled.missing} beside it`);
        continue;
      }
      const start = this.#start(path, env);
      // A command of the user's own need not answer as the spec says.
      const said =
        source === "settings"
          ? { works: true as const, version: undefined }
          : await this.#options.probes.probe(spec, start.command, path, start.env);
      if (!said.works) {
        reject(said.why);
        continue;
      }
      const command = [...start.command, ...filled.spec.command.slice(1)] as [string, ...string[]];
      const launch: Launch = { command, env: start.env, cwd: join(place.root, place.folder) };
      const version = said.version ?? candidate.version;
      return {
        source,
        program: path,
        version,
        launch,
        spec: filled.spec,
        ...(filled.needsData && { dataFolder: data }),
      };
    }
    return { spec, tried };
  }

  /** Whether there is a candidate at all, without asking it anything; one that the user named is always worth a try. */
  has(spec: ServerSpec, place: Place): boolean {
    if (place.isCommanded) return true;
    const [first] = this.#candidates(spec, place, this.environment(spec, place), []);
    return first !== undefined && (place.isTrusted || first.source !== "project");
  }

  /** What a server gets to see in a project. */
  environment(spec: ServerSpec, place: Pick<Place, "root" | "isTrusted">): ProgramEnvironment {
    const { env, variable } = this.#options;
    const own = spec.env.flatMap((name) => {
      const value = variable(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const PATH = pathFolders(env, place).join(delimiter);
    return { ...env, ...Object.fromEntries(own), ...spec.set_env, PATH };
  }

  *#candidates(spec: ServerSpec, place: Place, env: ProgramEnvironment, tried: Tried[]): Generator<Candidate> {
    const [name] = spec.command as [string];
    const onPath = isAbsolute(name) ? [name].filter(isProgram) : programsNamed(name, pathFolders(env, place));
    if (place.isCommanded || isAbsolute(name)) {
      const path = onPath[0];
      if (path !== undefined) yield { source: "settings", path };
      else tried.push({ source: "settings", what: name, why: `command not found: ${name}` });
      return;
    }
    const installs = installsOf(this.#options.dataDir, spec.id);
    for (const { path, version } of installs) yield { source: "waymark", path, version };
    if (installs.length === 0) tried.push({ source: "waymark", what: spec.id, why: "Waymark has not installed it" });
    for (const path of onPath) yield { source: "path", path };
    if (onPath.length === 0) tried.push({ source: "path", what: name, why: "it is not on the PATH" });
    for (const path of projectPrograms(name, place)) yield { source: "project", path };
  }

  /** A script of Node is run by our own runtime where there is no Node, and by name where it does not say itself what runs it. */
  #start(path: string, env: ProgramEnvironment): { command: [string, ...string[]]; env: ProgramEnvironment } {
    const first = firstBytes(path);
    const isBare = !first.startsWith("#!") && /\.[cm]?js$/.test(realpathSync(path));
    const needsNode = isBare || /^#!\s*(\/usr\/bin\/env\s+(-S\s+)?|\S*\/)node\b/.test(first);
    const [node] = programsNamed("node", (env.PATH ?? "").split(delimiter));
    if (!needsNode || (node !== undefined && !isBare)) return { command: [path], env };
    if (node !== undefined) return { command: [node, realpathSync(path)], env };
    const { ownRuntime } = this.#options;
    return { command: [...ownRuntime.command, realpathSync(path)], env: { ...env, ...ownRuntime.env } };
  }
}

/** Folders of a project in which its own tools lie. */
const PROJECT_FOLDERS =
  process.platform === "win32"
    ? ["node_modules/.bin", ".venv/Scripts", "venv/Scripts"]
    : ["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin"];

function projectPrograms(name: string, { root, folder }: Place): string[] {
  const folders: string[] = [];
  for (let here = folder; here !== "." && here !== ""; here = dirname(here)) folders.push(here);
  return [...folders, ""].flatMap((one) =>
    programsNamed(
      name,
      PROJECT_FOLDERS.map((tools) => join(root, one, tools)),
    ),
  );
}

function firstBytes(path: string): string {
  return orMissingNow(() => readFileSync(path).subarray(0, 100).toString("latin1")) ?? "";
}

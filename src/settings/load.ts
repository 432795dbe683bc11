/** Reads what was said: settings files and the environment. The only reader of the process's environment. */
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { readSmallFile } from "../base/held.ts";
import { orMissing } from "../base/missing.ts";
import { SETTING_KEYS } from "./schema.ts";

/** One place where settings were said, lowest priority first in a list. */
export interface SettingsLayer {
  /** Named in warnings: a file, `environment`, `flags`. */
  origin: string;
  /** A repository may narrow what Waymark may do, never widen it. */
  from: "user" | "repository";
  values: Record<string, unknown>;
  /** Line of each key in the file, 1-based. */
  lines?: ReadonlyMap<string, number>;
  /** The part of the user's file that speaks of one project; it holds no such parts itself. */
  isSection?: true;
  /** Why the place could not be read; it then says nothing. */
  fault?: string;
}

export interface Environment {
  /** The folder that the user stands in. */
  cwd: string;
  configFile: string;
  /** The only folder that Waymark writes its own state to. */
  dataDir: string;
  /** `WAYMARK_TOKEN`, when the user brings the bearer token. */
  token: string | undefined;
  /** `WAYMARK_<KEY>` for each setting, with `_` for a dot. */
  layer: SettingsLayer;
  /** What programs that we start get to see. */
  programs: Readonly<Record<string, string>>;
  /** Where clients of ours are told to keep their configuration. */
  clients: Readonly<Record<string, string>>;
  /** What a server of ours in the background gets to see. */
  server: Readonly<Record<string, string>>;
  /** The variable of a key that the settings name. */
  key(name: string): string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that programs need to find files and to write text; none that usually holds a secret. */
const PROGRAM_VARIABLES = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TMPDIR",
  "TEMP",
  "TMP",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "XDG_DATA_HOME",
  "SystemRoot",
  "SystemDrive",
  "ComSpec",
  "PATHEXT",
  "APPDATA",
  "LOCALAPPDATA",
  "ProgramData",
  "ProgramFiles",
  "USERPROFILE",
];

/** As `resources/clients/` names them. */
const CLIENT_VARIABLES = ["CLAUDE_CONFIG_DIR", "CODEX_HOME"];

/** Ours, keys of embedding services, and how to reach those. */
const OWN_VARIABLE = /^(WAYMARK|XDG)_|_API_KEY$|^(HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS)$/i;

/** Settings of a server as such; whoever starts it may choose them for all. */
const SERVER_SETTINGS = new Set(["host", "port", "log_level", "running_calls", "server_idle_s"]);

/**
 * What the user said outside the data folder and the project, as text to compare: two processes in which it differs must
 * not share a server, or one of them would work under rules that it was not given.
 */
export function saidBesides({ configFile, layer }: Environment): string {
  const said = Object.entries(layer.values).filter(([key]) => !SERVER_SETTINGS.has(key));
  return JSON.stringify([configFile, said.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** The process's environment, parsed. Relative folders are taken from the folder that the user stands in. */
export function readEnvironment(variables: Variables = process.env, platform = process.platform): Environment {
  const cwd = variables.WAYMARK_CWD ?? process.cwd();
  const values: Record<string, unknown> = {};
  for (const key of SETTING_KEYS) {
    const said = variables[`WAYMARK_${key.toUpperCase().replaceAll(".", "_")}`];
    if (said !== undefined) values[key] = yamlValue(said);
  }
  const valuesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = variables[name];
      return value === undefined ? [] : [[name, value] as const];
    });
  const programs = valuesOf(PROGRAM_VARIABLES);
  const own = Object.entries(variables).filter(
    (entry): entry is [string, string] =>
      OWN_VARIABLE.test(entry[0]) && entry[0] !== "WAYMARK_CWD" && entry[1] !== undefined,
  );
  const configFile = resolve(cwd, variables.WAYMARK_CONFIG ?? join(configDir(variables, platform), "settings.yaml"));
  return {
    cwd,
    configFile,
    dataDir: resolve(cwd, variables.WAYMARK_DATA_DIR ?? dataDir(variables, platform)),
    token: variables.WAYMARK_TOKEN || undefined, // an empty one would be no lock
    layer: { origin: "environment", from: "user", values },
    programs: Object.fromEntries(programs),
    clients: Object.fromEntries(valuesOf(CLIENT_VARIABLES)),
    server: { ...Object.fromEntries([...programs, ...own]), WAYMARK_CONFIG: configFile },
    key: (name) => variables[name],
  };
}

/** A variable's text as YAML reads it: numbers, booleans and lists (`[a, b]`) need no other notation. */
function yamlValue(text: string): unknown {
  try {
    return Bun.YAML.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}

/** The largest settings file that is read, in bytes: what is made to be slow to parse stays below a second. */
const FILE_LIMIT_BYTES = 64 * 1024;

/** How often an anchor may be repeated before the file is taken for one that is made to explode. */
const ALIAS_LIMIT = 20;

/**
 * A settings file. A missing or empty one says nothing; a broken one says nothing and why. The user's may be a link; a
 * repository's may not, since what it leads to would be told in warnings.
 */
export async function readSettingsFile(path: string, from: SettingsLayer["from"]): Promise<SettingsLayer> {
  const silent: SettingsLayer = { origin: path, from, values: {} };
  const real = from === "user" ? await orMissing(realpath(path)) : path;
  const read = real && (await orMissing(Promise.try(() => readSmallFile(real, FILE_LIMIT_BYTES))));
  if (!read) return silent;
  if ("fault" in read) return { ...silent, fault: `${path}: ${read.fault}, so none of it counts.` };
  const text = new TextDecoder().decode(read);
  return text.trim() === "" ? silent : { ...silent, ...(await parsedSettings(path, text)) };
}

async function parsedSettings(path: string, text: string): Promise<Pick<SettingsLayer, "values" | "lines" | "fault">> {
  const { isMap, isScalar, LineCounter, parseDocument, visit } = await import("yaml"); // only where there is a file
  const counter = new LineCounter();
  const faulty = (at: number, why: string) => {
    const { line, col } = counter.linePos(at);
    return { values: {}, fault: `${path}:${line}:${col}: ${why}` };
  };
  const invalid = (at: number, why: string) =>
    faulty(at, `this is not valid YAML, so none of the file counts: ${why.split("\n")[0]?.slice(0, 200)}`);
  let place = 0;
  try {
    // The parser's own check for keys said twice takes the square of their number.
    const document = parseDocument(text, { lineCounter: counter, uniqueKeys: false, logLevel: "error" });
    const [fault] = document.errors;
    if (fault) return invalid(fault.pos[0], fault.message);
    if (document.contents === null) return { values: {} };
    if (!isMap(document.contents)) return faulty(0, "the file must hold keys and values, so none of it counts.");
    visit(document, {
      Alias(_, { range }) {
        place = range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    const values = document.toJS({ maxAliasCount: ALIAS_LIMIT }) as Record<string, unknown>;
    JSON.stringify(values); // fails for what holds itself and for what is nested too deeply
    const lines = new Map<string, number>();
    for (const { key } of document.contents.items) {
      if (!isScalar(key) || !key.range) continue;
      if (lines.has(String(key.value))) return invalid(key.range[0], "Map keys must be unique");
      lines.set(String(key.value), counter.linePos(key.range[0]).line);
    }
    return { values, lines };
  } catch (error) {
    if (error instanceof RangeError) return invalid(place, "It is nested too deeply");
    if (error instanceof ReferenceError || error instanceof TypeError)
      return invalid(place, "An alias leads to nothing, to itself, or to too much");
    throw error;
  }
}

/** The two files of a repository, in the order in which they count. */
export async function readProjectLayers(root: string): Promise<SettingsLayer[]> {
  const read = (name: string) => readSettingsFile(join(root, ".waymark", name), "repository");
  return Promise.all([read("project.yaml"), read("local.yaml")]);
}

function home(variables: Variables): string {
  return variables.HOME || homedir();
}

/** XDG variables count only when absolute, as their specification says. */
function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}

function configDir(variables: Variables, platform: string): string {
  if (platform === "win32") return join(variables.APPDATA ?? join(home(variables), "AppData", "Roaming"), "waymark");
  return join(absolute(variables.XDG_CONFIG_HOME) ?? join(home(variables), ".config"), "waymark");
}

function dataDir(variables: Variables, platform: string): string {
  if (platform === "win32") return join(variables.LOCALAPPDATA ?? join(home(variables), "AppData", "Local"), "waymark");
  if (platform === "darwin") return join(home(variables), "Library", "Application Support", "waymark");
  return join(absolute(variables.XDG_DATA_HOME) ?? join(home(variables), ".local", "share"), "waymark");
}

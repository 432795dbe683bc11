/** Reads what was said: settings files and the environment. The only reader of the process's environment. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { SETTING_KEYS } from "./schema.ts";

/** One place where settings were said, lowest priority first in a list. */
export interface SettingsLayer {
  /** Named in warnings: a file, `environment`, `flags`. */
  origin: string;
  /** A repository may narrow what Waymark may do, never widen it. */
  from: "user" | "repository";
  values: Record<string, unknown>;
  /** Line of each key in the file, 1-based. */
  lines?: Readonly<Record<string, number>>;
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
  /** `WAYMARK_<KEY>` for each setting. */
  layer: SettingsLayer;
  /** What programs that we start get to see. */
  programs: Readonly<Record<string, string>>;
  /** What a server of ours in the background gets to see. */
  server: Readonly<Record<string, string>>;
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

/** Settings of a server as such; whoever starts it may choose them for all. */
const SERVER_SETTINGS = new Set(["host", "port", "log_level", "server_idle_s"]);

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
    const said = variables[`WAYMARK_${key.toUpperCase()}`];
    if (said !== undefined) values[key] = yamlValue(said);
  }
  const programs = PROGRAM_VARIABLES.flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = Object.entries(variables).filter(
    (entry): entry is [string, string] =>
      /^(WAYMARK|XDG)_/.test(entry[0]) && entry[0] !== "WAYMARK_CWD" && entry[1] !== undefined,
  );
  const configFile = resolve(cwd, variables.WAYMARK_CONFIG ?? join(configDir(variables, platform), "settings.yaml"));
  return {
    cwd,
    configFile,
    dataDir: resolve(cwd, variables.WAYMARK_DATA_DIR ?? dataDir(variables, platform)),
    token: variables.WAYMARK_TOKEN,
    layer: { origin: "environment", from: "user", values },
    programs: Object.fromEntries(programs),
    server: { ...Object.fromEntries([...programs, ...own]), WAYMARK_CONFIG: configFile },
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

/** A settings file. A missing or empty one says nothing; a broken one says nothing and why. */
export async function readSettingsFile(path: string, from: SettingsLayer["from"]): Promise<SettingsLayer> {
  const silent: SettingsLayer = { origin: path, from, values: {} };
  const text = await textOf(path);
  if (text === undefined || text.trim() === "") return silent;
  const { isMap, isScalar, LineCounter, parseDocument } = await import("yaml"); // only where there is a file
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true, maxAliasCount: 20 } as object);
  const [fault] = document.errors;
  if (fault) {
    const { line, col } = counter.linePos(fault.pos[0]);
    return {
      ...silent,
      fault: `${path}:${line}:${col}: this is not valid YAML, so none of the file counts: ${fault.message.split("\n")[0]}`,
    };
  }
  if (document.contents === null) return silent;
  if (!isMap(document.contents))
    return { ...silent, fault: `${path}:1: the file must hold keys and values, so none of it counts.` };
  const lines: Record<string, number> = {};
  for (const { key } of document.contents.items) {
    if (isScalar(key) && key.range) lines[String(key.value)] = counter.linePos(key.range[0]).line;
  }
  return { ...silent, values: document.toJS({ maxAliasCount: 20 }) as Record<string, unknown>, lines };
}

/** The two files of a repository, in the order in which they count. */
export async function readProjectLayers(root: string): Promise<SettingsLayer[]> {
  const read = (name: string) => readSettingsFile(join(root, ".waymark", name), "repository");
  return Promise.all([read("project.yaml"), read("local.yaml")]);
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await Bun.file(path).text();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ENOTDIR", "EISDIR", "EACCES"].includes(code)) return undefined;
    throw error;
  }
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

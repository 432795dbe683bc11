/** Reads what was said: the user's file and the environment. The only reader of the process's environment. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { SETTING_KEYS } from "./schema.ts";

/** One place where settings were said, lowest priority first in a list. */
export interface SettingsLayer {
  /** Named in warnings: a file, `environment`, `flags`. */
  origin: string;
  values: Record<string, unknown>;
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
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The process's environment, parsed. Relative folders are taken from the folder that the user stands in. */
export function readEnvironment(variables: Variables = process.env, platform = process.platform): Environment {
  const cwd = variables.WAYMARK_CWD ?? process.cwd();
  const values: Record<string, unknown> = {};
  for (const key of SETTING_KEYS) {
    const said = variables[`WAYMARK_${key.toUpperCase()}`];
    if (said !== undefined) values[key] = yamlValue(said);
  }
  return {
    cwd,
    configFile: resolve(cwd, variables.WAYMARK_CONFIG ?? join(configDir(variables, platform), "settings.yaml")),
    dataDir: resolve(cwd, variables.WAYMARK_DATA_DIR ?? dataDir(variables, platform)),
    token: variables.WAYMARK_TOKEN,
    layer: { origin: "environment", values },
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

/** The user's settings file. A missing or empty file says nothing; a broken one says nothing and why. */
export async function readSettingsFile(path: string): Promise<SettingsLayer> {
  const file = Bun.file(path);
  if (!(await file.exists())) return { origin: path, values: {} };
  let parsed: unknown;
  try {
    parsed = Bun.YAML.parse(await file.text());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { origin: path, values: {}, fault: `${path} is not valid YAML, so none of it counts: ${error.message}` };
  }
  if (parsed === null || parsed === undefined) return { origin: path, values: {} };
  if (typeof parsed !== "object" || Array.isArray(parsed)) {
    return { origin: path, values: {}, fault: `${path} must hold keys and values, so none of it counts.` };
  }
  return { origin: path, values: parsed as Record<string, unknown> };
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

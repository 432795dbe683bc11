/** What commands get from `main.ts`, and the flags that mean the same everywhere. */
import type { Command } from "commander";
import type { DetachedProgram } from "../../base/process.ts";
import type { Marked } from "../../tool/marker.ts";
import type { App } from "../app.ts";

export interface GlobalFlags {
  project?: string;
  context?: string;
  mode?: string[];
  dataDir?: string;
}

export interface OpenFlags extends GlobalFlags {
  host?: string;
  port?: number;
  /** Logs to the data folder's file instead of stderr. */
  background?: true;
}

/** Waymark as a command has it, with what belongs to the process. */
export interface OpenedApp {
  app: App;
  dataDir: string;
  /** The user's settings file, which need not exist. */
  configFile: string;
  host: string;
  port: number;
  /** The token that the user brought in the environment. */
  token: string | undefined;
}

/** Where this process stands among others: what can be known without composing Waymark. */
export interface Place {
  /** The folder that the user stands in. */
  cwd: string;
  dataDir: string;
  /** The token that the user brought in the environment. */
  token: string | undefined;
  /** Stands for the settings from outside the data folder; processes in which it differs share no server. */
  settings: string;
  version: string;
  /** When this program was built, in milliseconds; 0 when it runs from source. */
  builtAt: number;
  /** Variables of the environment that say where files are. */
  variables: Readonly<Record<string, string>>;
  /** Log of a server in the background. */
  logFile: string;
  /** Starts a server in the background, which outlives this process. */
  startServer(): DetachedProgram;
}

/** The world of a command: it writes, it is stopped, and it returns an exit code; it never exits by itself. */
export interface World {
  readonly version: string;
  /** The folder that the user stands in. */
  readonly cwd: string;
  /** Fires on SIGINT, SIGTERM and SIGHUP. */
  readonly stopped: AbortSignal;
  out(text: string): void;
  /** Writes to stdout and waits until it is taken. */
  outBytes(bytes: Uint8Array): Promise<void>;
  err(text: string): void;
  /** Where people see messages; undefined when nobody does. */
  terminal(): NodeJS.WriteStream | undefined;
  stdin(): Promise<string>;
  place(flags: GlobalFlags): Promise<Place>;
  /** Every tool there is. */
  tools(): Promise<readonly Marked[]>;
  /** Names of the modes that ship. */
  modes(): Promise<readonly string[]>;
  /** Composes Waymark; `bind` makes the given project, or else the user's folder, that of every endpoint. */
  open(flags: OpenFlags, bind: "always" | "when-named"): Promise<OpenedApp>;
  /** The code that the process ends with. */
  exitWith(code: number): void;
}

/** Collects the values of an option that may be given again. */
export const repeated = (value: string, before: string[] = []) => [...before, value];

/** Adds `--project` and `--data-dir`. */
export function withProjectFlags(command: Command): Command {
  return command
    .option("--project <dir>", "folder of the project")
    .option("--data-dir <dir>", "folder of Waymark's own state");
}

/** Adds `--project`, `--context`, `--mode` and `--data-dir`. */
export function withSceneFlags(command: Command): Command {
  return withProjectFlags(command)
    .option("--context <name>", "context: which client asks")
    .option("--mode <name>", "mode to add (repeatable)", repeated);
}

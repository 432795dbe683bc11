/** How a language server is started: what to run, with which variables, and where. */
import type { ProgramEnvironment } from "../base/process.ts";
import { type Keeper, type ServerProcess, startServer } from "../base/server-process.ts";

export interface Launch {
  /** Program and arguments; the program as an absolute path. */
  command: readonly [string, ...string[]];
  /** All that it gets to see. */
  env: ProgramEnvironment;
  /** An absolute folder. */
  cwd: string;
}

/**
 * Starts the process of a language server.
 * @param keeper ends it when this process ends by whatever cause.
 * @throws Unavailable when it cannot be started.
 */
export function launch({ command, env, cwd }: Launch, keeper?: Keeper): ServerProcess {
  return startServer(command, { cwd, env, keeper });
}

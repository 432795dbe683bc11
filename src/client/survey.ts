/** Which clients on this machine have Waymark in their configuration. */
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { UserError } from "../base/error.ts";
import { orMissing } from "../base/missing.ts";
import type { Scope } from "./client-spec.ts";
import { allClients } from "./clients.ts";
import { foundEntry, type UserFolders } from "./setup.ts";

export interface Surveyed {
  client: string;
  name: string;
  path: string;
  /** `gone`: its entry starts a program that is not there. */
  state: "set up" | "not set up" | "gone" | "broken";
  why?: string;
}

/** Of each configuration file that exists. */
export async function surveyedClients(project: string, folders: UserFolders): Promise<Surveyed[]> {
  const found: Surveyed[] = [];
  for (const client of allClients()) {
    for (const scope of Object.keys(client.files) as Scope[]) {
      const head = { client: client.id, name: client.name };
      let place = "";
      const at = (path: string) => {
        place = path;
      };
      try {
        const entry = await foundEntry(client, scope, project, folders, at);
        if (!entry) continue;
        const { path, value } = entry;
        const program = programOf(value);
        const isGone = program !== undefined && isAbsolute(program) && !(await orMissing(stat(program)));
        if (isGone) found.push({ ...head, path, state: "gone", why: `${program} is not there` });
        else found.push({ ...head, path, state: value === undefined ? "not set up" : "set up" });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        found.push({ ...head, path: place, state: "broken", why: error.message });
      }
    }
  }
  return found;
}

function programOf(entry: unknown): string | undefined {
  const { command } = (entry ?? {}) as { command?: string | string[] };
  return Array.isArray(command) ? command[0] : command;
}

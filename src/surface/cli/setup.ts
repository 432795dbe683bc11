/** `waymark setup`: tells a client how to reach Waymark, in that client's own configuration. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { ownCommand } from "../../base/own-command.ts";
import type { ClientSpec } from "../../client/client-spec.ts";
import { allClients, clientNamed } from "../../client/clients.ts";
import { decoded } from "../../client/config-text.ts";
import { type Planned, plannedRemoval, plannedSetup, type Setup, type UserFolders } from "../../client/setup.ts";
import { projectRoot } from "../../project/project.ts";
import type { GlobalFlags, World } from "./command.ts";

export interface SetupFlags extends GlobalFlags {
  user?: true;
  http?: true;
  port: number;
  print?: true;
  remove?: true;
  replace?: true;
}

export async function setup(world: World, id: string | undefined, flags: SetupFlags): Promise<void> {
  if (id === undefined) return listed(world);
  const client = clientNamed(id);
  const { cwd, dataDir, variables } = await world.place(flags);
  const project = flags.project === undefined ? await projectRoot(cwd) : resolve(cwd, flags.project);
  const scope = flags.user ? "user" : flags.project === undefined ? undefined : "project";
  const isHttp = flags.http === true || client.stdio === undefined;
  const wanted: Setup = {
    client,
    scope,
    transport: isHttp ? "http" : "stdio",
    replaces: flags.replace === true,
    command: commandOf(variables.PATH),
    base: `http://127.0.0.1:${flags.port}`,
    project,
  };
  const folders = foldersOf(variables);
  const backups = join(dataDir, "backups");
  if (flags.remove) return await removed(world, await plannedRemoval(wanted, folders, backups), flags);
  const planned = await plannedSetup(wanted, folders, backups);
  if (!("file" in planned)) {
    world.out(`${planned.entry}\n\n${client.next.trim()}\n`);
    return;
  }
  if (flags.print) return printed(world, planned);
  if (planned.isChanged) await planned.file.replace(planned.before, planned.after);
  world.out(`${planned.file.path}: ${planned.isChanged ? "Waymark is in it now" : "has it already"}\n`);
  if (planned.isChanged) world.out(`What it was before is kept in ${planned.file.backup}\n`);
  world.out(`${nextOf(client, isHttp)}\n`);
}

async function removed(world: World, planned: Planned, flags: SetupFlags): Promise<void> {
  if (flags.print) return printed(world, planned);
  if (planned.isChanged) {
    await planned.file.replace(planned.before, planned.after);
    await planned.file.forgetOriginal();
  }
  world.out(`${planned.file.path}: ${planned.isChanged ? "Waymark is no longer in it" : "does not have it"}\n`);
}

function printed(world: World, { file, after }: Planned): void {
  world.err(`${file.path} would be${after === undefined ? " removed" : ":"}\n`);
  if (after !== undefined) world.out(decoded(after)!.text);
}

function listed(world: World): void {
  const rows = allClients().map(({ id, name, files }) => {
    const scopes = Object.keys(files).join(", ") || "by hand";
    return `${id.padEnd(16)} ${name.padEnd(24)} ${scopes}\n`;
  });
  world.out(rows.join(""));
}

function nextOf({ next }: ClientSpec, isHttp: boolean): string {
  const server = 'Start `waymark serve`, and give the client the token: export WAYMARK_TOKEN="$(waymark token)"\n';
  return (isHttp ? server : "") + next.trim();
}

/** `waymark` where the PATH leads to this very program, so that the entry means the same on other machines; else its path. */
function commandOf(path: string | undefined): [string, ...string[]] {
  const own = ownCommand();
  const found = Bun.which("waymark", { PATH: path ?? "" });
  return own.length === 1 && found !== null && realpathSync(found) === realpathSync(own[0]) ? ["waymark"] : own;
}

function foldersOf(variables: Readonly<Record<string, string>>): UserFolders {
  const home = variables.HOME ?? homedir();
  const platform = process.platform === "darwin" ? "macos" : process.platform === "win32" ? "windows" : "linux";
  return {
    home,
    config: variables.XDG_CONFIG_HOME ?? join(home, ".config"),
    appData: variables.APPDATA ?? join(home, "AppData", "Roaming"),
    platform,
  };
}

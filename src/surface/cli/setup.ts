/** `waymark setup`: tells a client how to reach Waymark, in that client's own configuration. */
import { realpathSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import { ownCommand } from "../../base/own-command.ts";
import type { ClientSpec } from "../../client/client-spec.ts";
import { allClients, clientNamed } from "../../client/clients.ts";
import { decoded } from "../../client/config-text.ts";
import { type Planned, plannedHooks, plannedRemoval, plannedSetup, type Setup } from "../../client/setup.ts";
import { projectRoot } from "../../project/project.ts";
import type { GlobalFlags, World } from "./command.ts";
import { foldersOf } from "./user-folders.ts";

export interface SetupFlags extends GlobalFlags {
  user?: true;
  http?: true;
  port: number;
  print?: true;
  remove?: true;
  hooks?: true;
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
  if (flags.hooks) {
    const planned = await plannedHooks(wanted, flags.remove === true, folders, backups);
    if (flags.remove) return await removed(world, planned, flags);
    await written(world, planned, flags);
    return warned(world, wanted, planned);
  }
  if (flags.remove) return await removed(world, await plannedRemoval(wanted, folders, backups), flags);
  const planned = await plannedSetup(wanted, folders, backups);
  if (!("file" in planned)) {
    world.out(`${planned.entry}\n\n${client.next.trim()}\n`);
    return;
  }
  await written(world, planned, flags);
  if (!isHttp) warned(world, wanted, planned);
  if (!flags.print) world.out(`${nextOf(client, isHttp)}\n`);
}

async function written(world: World, planned: Planned, flags: SetupFlags): Promise<void> {
  if (flags.print) return printed(world, planned);
  const { file, before, after, isChanged } = planned;
  if (isChanged) await file.replace(before, after);
  world.out(`${file.path}: ${isChanged ? "Waymark is in it now" : "has it already"}\n`);
  if (isChanged && before) world.out(`What it was at first is kept in ${file.backup}\n`);
}

/** A file of the project is shared with people who have no such path. */
function warned(world: World, { command, project }: Setup, { file }: Planned): void {
  const path = command.find(isAbsolute);
  if (path === undefined || !file.path.startsWith(project + sep)) return;
  world.err(
    `The entry starts ${path}, a path of this machine alone: no \`waymark\` on your PATH leads to this program. Before others share the file, put it there and run setup again.\n`,
  );
}

async function removed(world: World, planned: Planned, flags: SetupFlags): Promise<void> {
  if (flags.print) return printed(world, planned);
  if (planned.isChanged) {
    await planned.file.replace(planned.before, planned.after);
    if (!planned.isOursLeft) await planned.file.forgetOriginal();
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

/** Puts Waymark into the configuration of a client, or takes it out; all else in it stays as it is. */

import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "../base/error.ts";
import { orMissing } from "../base/missing.ts";
import type { ClientSpec, ConfigFormat, Scope, Transport } from "./client-spec.ts";
import { allClients } from "./clients.ts";
import { ConfigFile } from "./config-file.ts";
import { decoded, encoded, entryAt, entryText, withEntry, withoutEntry } from "./config-text.ts";
import { type EntryParts, entryOf, hooksOf, isOurHook, isOurs } from "./entry.ts";
import { withHooks } from "./hook-edit.ts";
import { keptEntry } from "./kept-entry.ts";
import { placeOf, TextFault } from "./text-fault.ts";

export interface Setup extends EntryParts {
  client: ClientSpec;
  /** Undefined for the client's usual one. */
  scope: Scope | undefined;
  transport: Transport;
  /** Over an entry of the same name that is not ours. */
  replaces: boolean;
}

/** Folders that a user's configuration stands in. */
export interface UserFolders {
  home: string;
  /** `XDG_CONFIG_HOME`, or `.config` at home. */
  config: string;
  appData: string;
  /** Of the environment: a client may be told there where its folder is. */
  variables: Readonly<Record<string, string>>;
  platform: "linux" | "macos" | "windows";
}

export interface Planned {
  file: ConfigFile;
  before: Uint8Array | undefined;
  /** Undefined when the file goes. */
  after: Uint8Array | undefined;
  isChanged: boolean;
  entry: string;
  /** Entry or hooks of ours that are in it afterwards: what it was before them is still needed. */
  isOursLeft: boolean;
}

/** What is to be pasted, for a client without a file of its own. */
export interface Pasted {
  entry: string;
}

/** @throws UserError for a client that has no such file, a file that it could not read, and an entry that is not ours. */
export async function plannedSetup(setup: Setup, folders: UserFolders, backups: string): Promise<Planned | Pasted> {
  const { client } = setup;
  const entry = entryOf(client, setup.transport, setup);
  if (Object.keys(client.files).length === 0) return { entry: entryText(client.entry, entry) };
  const { file, format } = await fileOf(setup, folders, backups);
  const before = await file.read();
  const { text, hasMark } = textOf(before, file.path);
  const after = withPlace(file.path, text, () => {
    const old = entryAt(text, format, client.entry);
    if (old !== undefined && !isOurs(old) && !setup.replaces) throw notOurs(client, file.path);
    const kept = isOurs(old) ? keptEntry(old as Record<string, unknown>, entry, client, setup.transport) : entry;
    return withEntry(text, format, client.entry, kept);
  });
  return {
    file,
    before,
    after: encoded(after, hasMark),
    isChanged: after !== text,
    entry: entryText(client.entry, entry),
    isOursLeft: true,
  };
}

/** The file without the entry: as it was before we came, if nobody changed it since. @throws as `plannedSetup`. */
export async function plannedRemoval(setup: Setup, folders: UserFolders, backups: string): Promise<Planned> {
  const { client } = setup;
  if (Object.keys(client.files).length === 0)
    throw new UserError("invalid_arguments", `${client.name} keeps this in its own settings; take it out there.`);
  const { file, format } = await fileOf(setup, folders, backups);
  const before = await file.read();
  const none = { file, before, after: before, isChanged: false, entry: "", isOursLeft: false };
  if (before === undefined) return none;
  const { text, hasMark } = textOf(before, file.path);
  const old = withPlace(file.path, text, () => entryAt(text, format, client.entry));
  if (old === undefined) return none;
  if (!isOurs(old) && !setup.replaces) throw notOurs(client, file.path);
  const original = await file.original();
  const first = original === "absent" ? "" : original && decoded(original)?.text;
  const isAsWritten = first !== undefined && madeFrom(first, text, format, client.entry, old);
  const after = isAsWritten ? first : withPlace(file.path, text, () => withoutEntry(text, format, client.entry));
  const isGone = isAsWritten && original === "absent";
  return {
    file,
    before,
    after: isGone ? undefined : encoded(after, hasMark),
    isChanged: true,
    entry: "",
    isOursLeft: isOursIn(after, format, client),
  };
}

/** Some clients keep entry and hooks in one file. */
function isOursIn(text: string, format: ConfigFormat, { entry, hooks }: ClientSpec): boolean {
  const at = (path: readonly string[]) => {
    try {
      return entryAt(text, format, path);
    } catch (error) {
      if (error instanceof TextFault) return undefined; // of another shape, which is not ours
      throw error;
    }
  };
  return isOurs(at(entry)) || (hooks !== undefined && isOurHook(at(hooks.entry)));
}

/**
 * The file of a client's hooks with ours, or without them: those of others stay.
 * @throws UserError for a client that has none, and as `plannedSetup`.
 */
export async function plannedHooks(
  setup: Setup,
  isRemoved: boolean,
  folders: UserFolders,
  backups: string,
): Promise<Planned> {
  const { client, scope, project, command } = setup;
  if (!client.hooks)
    throw new UserError("invalid_arguments", `${client.name} has no hooks that are set up here.`, {
      hint: `These have: ${allClients()
        .filter(({ hooks }) => hooks)
        .map(({ id }) => id)
        .join(", ")}.`,
    });
  const file = new ConfigFile(resolve(project, expanded(client.hooks.files[scope ?? client.usual], folders)), backups);
  const before = await file.read();
  const { text, hasMark } = textOf(before, file.path);
  const wanted = isRemoved ? {} : hooksOf(client.hooks, command);
  const { entry, format } = client.hooks;
  const after = withPlace(file.path, text, () => withHooks(text, format, entry, wanted));
  const original = isRemoved ? await file.original() : undefined;
  const first = original === "absent" ? "" : original && decoded(original)?.text;
  const isAsWritten =
    first !== undefined &&
    withPlace(file.path, first, () => withHooks(first, format, entry, hooksOf(client.hooks!, command))) === text;
  const isGone = original === "absent" && isAsWritten;
  const result = isAsWritten ? first : after;
  return {
    file,
    before,
    after: isGone ? undefined : encoded(result, hasMark),
    isChanged: result !== text,
    entry: JSON.stringify(wanted, null, 2),
    isOursLeft: isOursIn(result, format, client),
  };
}

/** Whether a text is what another one becomes with an entry. */
function madeFrom(first: string, text: string, format: ConfigFormat, path: readonly string[], entry: unknown): boolean {
  try {
    return withEntry(first, format, path, entry as Record<string, unknown>) === text;
  } catch (error) {
    if (error instanceof TextFault) return false;
    throw error;
  }
}

/**
 * The entry in a client's file, whoever wrote it.
 * @param at hears of the file before it is read, so that a fault of it can be told with its place.
 * @returns undefined where there is no such file; a value of undefined where it has no entry.
 */
export async function foundEntry(
  client: ClientSpec,
  scope: Scope,
  project: string,
  folders: UserFolders,
  at: (path: string) => void = () => undefined,
): Promise<{ path: string; value: unknown } | undefined> {
  const { file, format } = await fileOf({ client, scope, project }, folders, "");
  at(file.path);
  const bytes = await file.read();
  if (bytes === undefined) return undefined;
  const { text } = textOf(bytes, file.path);
  return { path: file.path, value: withPlace(file.path, text, () => entryAt(text, format, client.entry)) };
}

async function fileOf(
  { client, scope, project }: Pick<Setup, "client" | "scope" | "project">,
  folders: UserFolders,
  backups: string,
) {
  const wanted = scope ?? (client.files[client.usual] ? client.usual : (Object.keys(client.files)[0] as Scope));
  const found = client.files[wanted];
  if (!found) {
    const other = wanted === "user" ? "a project" : "the user";
    throw new UserError("invalid_arguments", `${client.name} has such a file for ${other} alone.`, {
      hint: wanted === "user" ? "Leave --user out." : "Give --user.",
    });
  }
  const absolute = (path: string) => resolve(project, expanded(path, folders));
  const path = absolute(typeof found.path === "string" ? found.path : found.path[folders.platform]);
  for (const other of found.instead) {
    const there = absolute(other);
    if ((await orMissing(stat(there))) && !(await orMissing(stat(path))))
      return { file: new ConfigFile(there, backups), format: found.format };
  }
  return { file: new ConfigFile(path, backups), format: found.format };
}

function expanded(path: string, { home, config, appData, variables }: UserFolders): string {
  const [, name, otherwise, rest] = /^\{([A-Z_]+):([^}]+)\}(.*)$/.exec(path) ?? [];
  const said = name === undefined ? undefined : variables[name] || otherwise!;
  const named = said === undefined ? path : said + rest;
  if (named.startsWith("~/")) return join(home, named.slice(2));
  return named.replace(/^\{config\}/, () => config).replace(/^\{appdata\}/, () => appData);
}

function textOf(bytes: Uint8Array | undefined, path: string): { text: string; hasMark: boolean } {
  if (bytes === undefined) return { text: "", hasMark: false };
  const found = decoded(bytes);
  if (found) return found;
  throw new UserError("refused", `${path} is not UTF-8; nothing was written.`);
}

/** @throws UserError with the place of a fault. */
function withPlace<T>(path: string, text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    throw new UserError("refused", `${path}:${placeOf(text, error.offset)}: ${error.message}; nothing was written.`, {
      hint: "Mend it, or put the entry in by hand: the README shows it.",
    });
  }
}

function notOurs({ name, entry }: ClientSpec, path: string): UserError {
  return new UserError(
    "exists",
    `${path} has an entry "${entry.join(".")}" that is not of this program; nothing was written.`,
    {
      hint: `--replace writes over it. ${name} reads one entry of a name.`,
    },
  );
}

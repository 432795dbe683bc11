/** The language servers that Waymark has installed: `<data>/servers/<server>/<version>/`. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readSmallFile } from "../base/held.ts";
import { orMissingNow } from "../base/missing.ts";

/** Lies in the folder of each install that was finished. */
export const INSTALL_FILE = "install.json";

export const installSchema = z.strictObject({
  server: z.string(),
  version: z.string(),
  /** The tool that installed it. */
  with: z.string(),
  /** Path of the program, relative to the folder of the install. */
  program: z.string(),
  installed_at: z.iso.datetime(),
});

export interface Installed extends z.output<typeof installSchema> {
  /** Absolute. */
  folder: string;
  /** Absolute path of the program. */
  path: string;
}

export function serversFolder(dataDir: string): string {
  return join(dataDir, "servers");
}

/** Installs of a server that were finished, the latest first. */
export function installsOf(dataDir: string, server: string): Installed[] {
  const home = join(serversFolder(dataDir), server);
  const names = orMissingNow(() => readdirSync(home)) ?? [];
  return names
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => installIn(join(home, name)) ?? [])
    .sort((one, other) => other.installed_at.localeCompare(one.installed_at));
}

/** The install in a folder; undefined when there is none that was finished. */
export function installIn(folder: string): Installed | undefined {
  const read = orMissingNow(() => readSmallFile(join(folder, INSTALL_FILE), 65_536));
  if (!(read instanceof Uint8Array)) return undefined;
  const parsed = installSchema.safeParse(orNotJson(new TextDecoder().decode(read)));
  if (!parsed.success) return undefined;
  const path = join(folder, parsed.data.program);
  return orMissingNow(() => statSync(path)) ? { ...parsed.data, folder, path } : undefined;
}

function orNotJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Fills in what of a server's spec depends on where its program lies. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerSpec } from "../language/server-spec.ts";
import { joined } from "../language/servers.ts";

/**
 * `{package:name/sub/path}`: a file of a Node package that lies with the program; `{root}`: the folder that the server is
 * started for; `{data}`: a folder of its own for that, outside of the project.
 */
const PLACE = /\{(?:package:([^}]+)|(root|data))\}/g;

/** Absolute paths. */
export interface PlaceFolders {
  root: string;
  data: string;
}

type Json = ServerSpec["settings"];

/**
 * The spec with its settings here, with the section that it also wants as options, and with absolute paths for all that
 * depends on the place.
 * @returns the first package that is not there, otherwise. `needsData`: its folder must be there.
 */
export function placed(
  spec: ServerSpec,
  settings: Readonly<Record<string, unknown>>,
  program: string,
  folders: PlaceFolders,
): { spec: ServerSpec; needsData: boolean } | { missing: string } {
  const missing: string[] = [];
  let needsData = false;
  const fill = (text: string) =>
    text.replace(PLACE, (_, name: string | undefined, word: keyof PlaceFolders) => {
      needsData ||= word === "data";
      if (name === undefined) return folders[word];
      const path = besides(program, name);
      if (path === undefined) missing.push(name);
      return path ?? "";
    });
  const section = spec.options_section === undefined ? {} : ((settings[spec.options_section] ?? {}) as Json);
  const filled: ServerSpec = {
    ...spec,
    command: spec.command.map(fill),
    initialization_options: mapped(joined(section, spec.initialization_options), fill),
    settings: mapped(settings, fill),
  };
  return missing[0] === undefined ? { spec: filled, needsData } : { missing: missing[0] };
}

/** The path in the nearest `node_modules` that holds it, from the program's real place upward. */
function besides(program: string, name: string): string | undefined {
  for (let folder = dirname(realpathSync(program)); ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function mapped(value: Readonly<Record<string, unknown>>, fill: (text: string) => string): Json {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === "string" ? fill(inner) : inner,
  ) as Json;
}

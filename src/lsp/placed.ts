/** Fills in what of a server's spec depends on where its program lies. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerSpec } from "../language/server-spec.ts";
import { joined } from "../language/servers.ts";

/** `{package:name/sub/path}`: a file of a Node package that lies with the program. */
const PACKAGE = /\{package:([^}]+)\}/g;

type Json = ServerSpec["settings"];

/**
 * The spec with its settings here, with the section that it also wants as options, and with each `{package:…}` in them as
 * an absolute path.
 * @returns the first of those that is not there, otherwise.
 */
export function placed(
  spec: ServerSpec,
  settings: Readonly<Record<string, unknown>>,
  program: string,
): { spec: ServerSpec } | { missing: string } {
  const missing: string[] = [];
  const fill = (text: string) =>
    text.replace(PACKAGE, (_, name: string) => {
      const path = besides(program, name);
      if (path === undefined) missing.push(name);
      return path ?? "";
    });
  const section = spec.options_section === undefined ? {} : ((settings[spec.options_section] ?? {}) as Json);
  const filled: ServerSpec = {
    ...spec,
    initialization_options: mapped(joined(section, spec.initialization_options), fill),
    settings: mapped(settings, fill),
  };
  return missing[0] === undefined ? { spec: filled } : { missing: missing[0] };
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

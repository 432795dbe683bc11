/** What we say of ourselves and of the project when a server starts. */
import type { ServerSpec } from "../language/server-spec.ts";
import { clientCapabilities } from "./client-capabilities.ts";
import type { ClientOptions } from "./client-options.ts";
import { configurationFor, type Settings } from "./configuration.ts";
import { toUri } from "./uri.ts";

/** The params of `initialize`. @param folders absolute. */
export function initializeParams({ spec, root, version, settings }: ClientOptions, folders: readonly string[]): object {
  return {
    processId: process.pid,
    clientInfo: { name: "Waymark", version },
    locale: "en",
    rootPath: root,
    rootUri: toUri(root),
    workspaceFolders: folders.map((path) => ({ uri: toUri(path), name: path.slice(path.lastIndexOf("/") + 1) })),
    capabilities: clientCapabilities(spec.position_encodings, spec.client_capabilities),
    initializationOptions: { ...spec.initialization_options, ...sectionOptions(spec, settings) },
    trace: "off",
  };
}

function sectionOptions({ options_section }: ServerSpec, settings: Settings): object {
  if (options_section === undefined) return {};
  const [options] = configurationFor(settings, { items: [{ section: options_section }] });
  return options as object;
}

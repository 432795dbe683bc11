/** Formats a file by a language server. */
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";
import type { FileChange } from "../change/file-change.ts";
import { PlannedFiles } from "../change/planned-files.ts";
import { Unsupported } from "../lsp/fault.ts";
import { formatting } from "../lsp/formatting.ts";
import { formattingOptions } from "./file-style.ts";
import { applyServerEdit, OtherText, whileOtherText } from "./server-edit.ts";
import type { ServerServices } from "./server-question.ts";

export interface PlannedFormat {
  /** None for a file that is formatted. */
  changes: FileChange[];
  /** Id of the server. */
  server: string;
}

/** Servers that a remedy names. */
const NAMED = 5;

/** @throws UserError as `Files.read`, `stale`; Unavailable with a remedy where no server formats such files. */
export async function plannedFormat(path: string, use: ServerServices): Promise<PlannedFormat> {
  await use.project.files.read(path); // what may not be read is shown to no server
  try {
    return await whileOtherText(() => planOnce(path, use), use.signal);
  } catch (error) {
    throw error instanceof Unavailable ? await withRemedy(path, error, use) : error;
  }
}

async function planOnce(path: string, { project, servers, signal, progress }: ServerServices): Promise<PlannedFormat> {
  const absolute = join(project.root, path);
  const { value, server } = await servers.ask(
    {
      method: formatting.method,
      path: absolute,
      isWide: false,
      takesSecondary: true,
      async ask(server, signal) {
        const { client } = server;
        const open = client.documents.get(absolute);
        if (!open) throw new OtherText(path);
        const options = await formattingOptions(path, open.text, project);
        const changes = await client.request(formatting, { path: absolute, options }, signal);
        const files = new PlannedFiles(project.files, signal);
        const edit = { kind: "edit" as const, path: absolute, version: open.version, changes };
        if (changes.length > 0) await applyServerEdit(files, [edit], { project, server });
        return await files.changes();
      },
    },
    { signal, progress },
  );
  return { changes: value, server };
}

/** Where the servers that are there do not format, another one may. */
async function withRemedy(path: string, error: Unavailable, use: ServerServices): Promise<Unavailable> {
  const { project, servers } = use;
  const language = project.catalog.of(path);
  const cause = error.cause instanceof Unsupported ? error.cause : error;
  if (!(cause instanceof Unsupported) || !language) return error;
  const absent: string[] = [];
  for (const spec of servers.of(language)) {
    if ("tried" in (await servers.find(spec))) absent.push(spec.id);
  }
  const listed = absent.slice(0, NAMED).join(", ");
  const hint = listed
    ? `Of the servers for ${language.name} these are not installed, and some format: ${listed}. install_language_server installs one.`
    : `No other server is known for ${language.name}; a server of your own can be named in your settings.`;
  return new Unavailable(error.code, error.message, { hint, cause: error });
}

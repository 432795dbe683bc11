/** Finds what is wrong in a file, in the files of a folder, or in those of them that were changed. */
import { dirname, relative } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import type { Severity } from "../lsp/diagnostic.ts";
import { NoServer } from "../lsp/no-origin.ts";
import { repositoryRoot } from "../project/git.ts";
import type { Project } from "../project/project.ts";
import { type Diagnosis, diagnoseFiles } from "./diagnosis.ts";
import { type Diagnostic, isAsBad } from "./diagnostic.ts";
import type { ServerServices } from "./server-question.ts";

export interface DiagnosticsQuery {
  /** File or folder, relative to the root. */
  path: string;
  /** Only files that differ from the commit that is checked out, or that git does not know. */
  changedOnly: boolean;
  /** The least bad that is given. */
  minSeverity: Severity;
  /** Lines that are looked at, 1-based and inclusive; for one file alone. */
  startLine: number | undefined;
  endLine: number | undefined;
}

/**
 * @throws UserError for a path that leads to nothing or may not be read, and for fields that do not go together;
 *   NoServer for one file of which neither a server nor its own syntax says anything.
 */
export async function findDiagnostics(query: DiagnosticsQuery, use: ServerServices): Promise<Diagnosis> {
  const { path, changedOnly, minSeverity, startLine = 1, endLine = Number.POSITIVE_INFINITY } = query;
  const { project, servers, signal } = use;
  const isFolder = await project.files.isFolder(path);
  assertFit(query, isFolder);
  if (!isFolder) await project.files.read(path);
  let paths = isFolder ? await project.files.paths(path, { signal }) : [path];
  if (changedOnly) {
    const changed = new Set(await changedFiles(path, isFolder, use));
    paths = paths.filter((one) => changed.has(one));
  }
  const diagnosis = await diagnoseFiles(paths, servers.patience, use);
  if (!isFolder && paths.length > 0) assertSpoken(path, diagnosis, use);
  const isMeant = ({ severity, range: { start, end } }: Diagnostic) =>
    isAsBad(severity, minSeverity) && start.line <= endLine && end.line >= startLine;
  return { ...diagnosis, files: diagnosis.files.map((file) => ({ ...file, found: file.found.filter(isMeant) })) };
}

function assertFit({ startLine, endLine, path }: DiagnosticsQuery, isFolder: boolean): void {
  const fault = (field: string, message: string) =>
    new UserError("invalid_arguments", message, { errors: [{ pointer: `/${field}`, message }] });
  const field = startLine === undefined ? "end_line" : "start_line";
  if (isFolder && (startLine ?? endLine) !== undefined)
    throw fault(field, `Field "${field}" is for one file, and ${JSON.stringify(path)} is a folder; leave it out.`);
  if (startLine !== undefined && endLine !== undefined && startLine > endLine)
    throw fault("end_line", `Field "end_line" is ${endLine}, before start_line ${startLine}.`);
}

/** @throws NoServer when nobody has said anything of a file: an empty answer would look as if nothing were wrong. */
export function assertSpoken(path: string, { files }: Diagnosis, { project }: ServerServices): void {
  const file = files.find((one) => one.path === path);
  const language = project.catalog.of(path);
  if (!language) throw new NoServer(undefined, `No language is known for ${JSON.stringify(path)}.`);
  if (!file) throw new UserError("not_found", `File ${JSON.stringify(path)} went away while its servers were asked.`);
  const { noServer, found } = file;
  if (!noServer || found.length > 0) return;
  const { syntax } = language;
  const own = syntax && !syntax.is_prose ? " Its syntax shows no error, which is all that is known." : "";
  throw new NoServer(noServer.language, `${noServer.message}${own}`, noServer.hint);
}

/** @throws Unavailable without git. */
async function changedFiles(path: string, isFolder: boolean, { project, signal }: ServerServices): Promise<string[]> {
  const { git } = project;
  if (!git)
    throw new Unavailable("unavailable", "This project is not in a git repository, so what was changed is not known.", {
      hint: "Leave changed_only out.",
    });
  const nested = nestedRepository(project, isFolder ? path : dirname(path));
  if (nested === undefined) return await git.changed(path, signal);
  const inside = path === nested ? "." : path.slice(nested.length + 1);
  return (await git.within(nested).changed(inside, signal)).map((one) => `${nested}/${one}`);
}

/** A repository of its own around a folder, such as a submodule. */
function nestedRepository({ root }: Project, folder: string): string | undefined {
  const found = repositoryRoot(`${root}/${folder}`);
  const path = found === undefined ? "" : relative(root, found).replaceAll("\\", "/");
  return path === "" || path.startsWith("..") ? undefined : path;
}

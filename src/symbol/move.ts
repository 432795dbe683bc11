/** Moves a file or folder; imports follow where a language server makes them, else they are told. */
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";
import type { FileChange } from "../change/file-change.ts";
import { PlannedFiles } from "../change/planned-files.ts";
import { CHANGED_MEANWHILE } from "../lsp/ask-server.ts";
import type { Capabilities } from "../lsp/capability.ts";
import type { ProjectServers } from "../lsp/project-servers.ts";
import type { Caller } from "../lsp/question.ts";
import { willRenameFiles } from "../lsp/request.ts";
import { type DependencyServices, knownDependencies } from "./dependencies.ts";
import { applyServerEdit, OtherText, whileOtherText } from "./server-edit.ts";

export interface MoveServices extends DependencyServices, Caller {
  servers: ProjectServers;
}

export interface PlannedMove {
  changes: FileChange[];
  /** Ids of the servers that said what else changes. */
  servers: string[];
  /** What is wrong with those that did not, though they should have. */
  fault: Unavailable | undefined;
  /** Files whose imports may have to change and do not. */
  left: { files: { path: string; lines: number[] }[]; total: number };
  /** Why those may be more. */
  reason: string | undefined;
}

/** So many files may be named to a server one by one. */
const MOST_NAMED = 1_000;

/** @throws UserError as `PlannedFiles.move`, `stale`; `outside_project` when a server would change other files. */
export async function plannedMove(path: string, to: string, use: MoveServices): Promise<PlannedMove> {
  return await whileOtherText(() => planOnce(path, to, use), use.signal);
}

async function planOnce(path: string, to: string, use: MoveServices): Promise<PlannedMove> {
  const { project, signal } = use;
  // What cannot be moved is not asked about.
  const moved = await new PlannedFiles(project.files, signal).move(path, to);
  const files = new PlannedFiles(project.files, signal);
  const said = await followed(path, to, moved, files, use);
  await files.move(path, to);
  const changes = await files.changes();
  const { left, reason } = await unfollowed(path, moved, changes, said.languages, use);
  return { changes, servers: said.servers, fault: said.fault, left, reason: said.reason ?? reason };
}

interface Moved {
  from: string;
  to: string;
}

interface Followed {
  servers: string[];
  /** Ids of the languages whose imports follow. */
  languages: Set<string>;
  fault: Unavailable | undefined;
  reason: string | undefined;
}

/** Carries out what the servers of the files say, each asked once. */
async function followed(
  path: string,
  to: string,
  moved: readonly Moved[],
  files: PlannedFiles,
  use: MoveServices,
): Promise<Followed> {
  const { project, servers } = use;
  const said: Followed = { servers: [], languages: new Set(), fault: undefined, reason: undefined };
  const asked = new Set<string>();
  const edited = new Set<string>();
  const back = (one: string) => (one === to || one.startsWith(`${to}/`) ? path + one.slice(to.length) : one);
  for (const { from } of moved) {
    const language = project.catalog.of(from);
    const [spec] = language ? servers.of(language) : [];
    if (!spec || asked.has(spec.id) || said.languages.has(language!.id)) continue;
    asked.add(spec.id);
    const answered = await askedAbout({ path, to, from, moved }, use).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
      use.signal.throwIfAborted();
      said.fault ??= error;
    });
    if (!answered) continue;
    if (answered.reason === CHANGED_MEANWHILE) throw new OtherText(from);
    const { server, edit } = answered.value;
    // Places of one server mean nothing in a text that another one's edits have changed.
    const fresh = edit.filter((one) => !(one.kind === "edit" && edited.has(one.path)));
    for (const one of edit) edited.add(one.path);
    await applyServerEdit(files, fresh, { project, server }, back);
    said.servers.push(answered.server);
    for (const one of server.spec.languages) said.languages.add(one);
    if (fresh.length < edit.length)
      said.reason ??= "two servers would change the same files, and the first one's edits were made";
    said.reason ??= answered.reason;
  }
  return said;
}

interface MoveQuestion {
  path: string;
  to: string;
  /** The file whose server is asked. */
  from: string;
  moved: readonly Moved[];
}

function askedAbout({ path, to, from, moved }: MoveQuestion, use: MoveServices) {
  const { project } = use;
  const absolute = (one: string) => join(project.root, one);
  return use.servers.ask(
    {
      method: willRenameFiles.method,
      path: absolute(from),
      isWide: true,
      async ask(server, signal) {
        const { client, spec } = server;
        const own = moved.filter((one) => spec.languages.includes(project.catalog.of(one.from)?.id ?? ""));
        const isFolder = moved[0]!.from !== path;
        const named = isFolder && takesFolders(client.capabilities) ? [{ from: path, to }] : own.slice(0, MOST_NAMED);
        const renames = named.map((one) => ({ from: absolute(one.from), to: absolute(one.to) }));
        const edit = await client.request(willRenameFiles, { files: renames }, signal);
        return { server, edit };
      },
    },
    use,
  );
}

/**
 * Whether a server hears of a folder as a whole, rather than of its files. One that does not say what its patterns match does:
 * TypeScript's, whose pattern is of file names, gets the imports within the folder wrong when it is told of each file.
 */
function takesFolders(capabilities: Capabilities): boolean {
  const { filters = [] } = capabilities.said.workspace?.fileOperations?.willRename ?? {};
  const registered = capabilities.registrations(willRenameFiles.method).flatMap(({ options }) => options.filters ?? []);
  const patterns = [...filters, ...(registered as typeof filters)].map(({ pattern }) => pattern);
  return patterns.some(({ matches }) => matches !== "file");
}

/** Imports that lead from or to what moves, and that nobody makes follow. */
async function unfollowed(
  path: string,
  moved: readonly Moved[],
  changes: readonly FileChange[],
  followed: ReadonlySet<string>,
  use: MoveServices,
): Promise<Pick<PlannedMove, "left" | "reason">> {
  const { project } = use;
  const edited = new Set(changes.flatMap(({ path, from }) => [path, ...(from ? [from.path] : [])]));
  const inside = new Map(moved.map(({ from, to }) => [from, to]));
  const { imports, importers, reason } = await knownDependencies(path, { imports: true, importers: true }, use);
  const lines = new Map<string, Set<number>>();
  const note = (file: string, line: number) => {
    lines.set(file, (lines.get(file) ?? new Set()).add(line));
  };
  for (const { from, lines: at } of importers) {
    if (!edited.has(from)) for (const line of at) note(from, line);
  }
  // What a moved file imports by where it stands itself.
  for (const { from, lines: at } of imports) {
    if (!inside.has(from) || followed.has(project.catalog.of(from)?.id ?? "")) continue;
    const sources = await relativeLines(from, use);
    for (const line of at) if (sources.has(line)) note(inside.get(from)!, line);
  }
  const files = [...lines].map(([path, at]) => ({ path, lines: [...at].sort((a, b) => a - b) }));
  return { left: { files, total: files.length }, reason };
}

/** Lines of imports that are written from the place of the file. */
async function relativeLines(path: string, { project, symbols, signal }: MoveServices): Promise<Set<number>> {
  if (!symbols.has(project, path)) return new Set();
  const { tree, syntax } = await symbols.ofFile(project, path, signal);
  const relative = syntax.imports.filter(({ source }) => source.startsWith("."));
  return new Set(relative.map(({ span }) => tree.lines(span).start));
}

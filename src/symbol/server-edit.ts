/** Carries out what a language server wants to be done to files, on the files as they are, in its order; nothing is written. */
import { join } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import type { PlannedFiles } from "../change/planned-files.ts";
import type { TextEdit } from "../change/text-edit.ts";
import { TextLines } from "../change/text-lines.ts";
import type { Position } from "../lsp/position.ts";
import type { RunningServer } from "../lsp/running.ts";
import type { FileChange as ServerChange, TextChange } from "../lsp/workspace-edit.ts";
import type { Project } from "../project/project.ts";

/** The server has another text of a file than the disk, so its answer is to be asked for anew. */
export class OtherText extends UserError {
  constructor(path: string) {
    super(
      "stale",
      `File ${JSON.stringify(path)} changes all the time, or the language server has another text of it.`,
      {
        hint: "Nothing was written; call again.",
      },
    );
  }
}

/** How often a server is asked when files change meanwhile. */
const ROUNDS = 3;

/** Plans anew while the server has another text than the disk. @throws OtherText after the last round. */
export async function whileOtherText<Plan>(plan: () => Promise<Plan>, signal: AbortSignal): Promise<Plan> {
  for (let round = 1; ; round++) {
    try {
      return await plan();
    } catch (error) {
      if (!(error instanceof OtherText) || round === ROUNDS) throw error;
      signal.throwIfAborted();
    }
  }
}

export interface EditingServer {
  project: Project;
  server: Pick<RunningServer, "client" | "spec">;
}

/**
 * @param changes as the server gave them, all against the text that it has.
 * @param renamed what a path of the server stands for now, where files are to be moved by the caller.
 * @throws OtherText; UserError `outside_project` and what else `PlannedFiles` has; Unavailable for edits that fit no text.
 */
export async function applyServerEdit(
  files: PlannedFiles,
  changes: readonly ServerChange[],
  { project, server }: EditingServer,
  renamed: (path: string) => string = (path) => path,
): Promise<void> {
  const relative = async (path: string) => renamed(await project.files.relative(path));
  /** Paths whose text is no longer the server's own. */
  const edited = new Set<string>();
  for (const change of changes) {
    const path = await relative(change.path);
    if (change.kind === "edit") {
      if (!edited.has(path)) await assertKnown(path, change, files, { project, server });
      edited.add(path);
      await edit(path, change.changes, files, server);
    } else if (change.kind === "create") {
      await files.create(path, change);
      edited.add(path);
    } else if (change.kind === "delete") await files.remove(path, change);
    else {
      const moved = await files.move(path, await relative(change.to), change);
      // Whether the text was the server's was looked at before it got another name, or is looked at by that name.
      for (const { to } of moved) edited.add(to);
      for (const { from } of moved) if (!edited.has(from)) await assertKnownBefore(from, { project, server });
    }
  }
}

/** Absolute paths of files that a server which reads them itself may read as another text: it is told theirs. */
export async function unlikeOnDisk(
  edit: readonly ServerChange[],
  { project, server }: EditingServer,
): Promise<string[]> {
  const paths = new Set(edit.flatMap((change) => (change.kind === "edit" ? [change.path] : [])));
  const found: string[] = [];
  for (const path of paths) {
    if (server.client.documents.get(path)) continue;
    const relative = await project.files.relative(path);
    if ((await project.files.textIfFile(relative)) === undefined) continue; // one that comes, or is no text
    const { encoding, hasByteOrderMark } = await project.files.read(relative);
    if (encoding !== "utf-8" || hasByteOrderMark) found.push(join(project.root, relative));
  }
  return found;
}

/** As `applyServerEdit` of what a server is asked for, which is shown first the files that it may read as other texts. */
export async function applyAsked(
  files: PlannedFiles,
  ask: () => Promise<readonly ServerChange[]>,
  project: Project,
  server: RunningServer,
): Promise<void> {
  const edit = await ask();
  const hidden = await unlikeOnDisk(edit, { project, server });
  if (hidden.length === 0) return await applyServerEdit(files, edit, { project, server });
  await server.files.holding(hidden, async () => await applyServerEdit(files, await ask(), { project, server }));
}

/** Paths that an edit names, relative to the root; those outside of it are left out. */
export async function editedPaths(changes: readonly ServerChange[], { files }: Project): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const change of changes) {
    try {
      paths.add(await files.relative(change.path));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
  return paths;
}

/** A place means nothing in another text than the one that the server has. */
async function assertKnown(
  path: string,
  { version }: { version?: number },
  files: PlannedFiles,
  { project, server }: EditingServer,
): Promise<void> {
  const open = server.client.documents.get(join(project.root, path));
  if (!open) return;
  // Our versions count from 1: one server calls a file 0 until its first change.
  const isOther = version !== undefined && version !== 0 && version !== open.version;
  if (isOther || open.text !== (await files.text(path))) throw new OtherText(path);
}

async function assertKnownBefore(path: string, { project, server }: EditingServer): Promise<void> {
  const open = server.client.documents.get(join(project.root, path));
  if (open && open.text !== (await project.files.textIfFile(path))) throw new OtherText(path);
}

async function edit(
  path: string,
  changes: readonly TextChange[],
  files: PlannedFiles,
  { spec }: EditingServer["server"],
): Promise<void> {
  const lines = new TextLines(await files.text(path));
  const edits = changes.map(({ range, text }) =>
    textEdit(lines, offsetOf(lines, range.start), offsetOf(lines, range.end), text),
  );
  try {
    await files.edit(path, edits);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "invalid_arguments") throw error;
    const what = `Language server "${spec.id}" gave edits of ${JSON.stringify(path)} that cannot be made: ${error.message}`;
    throw new Unavailable("unavailable", what, { hint: "Nothing was written.", cause: error });
  }
}

/** What stays at both ends is left out: some servers give the whole file in one edit. */
function textEdit({ text: before }: TextLines, start: number, end: number, text: string): TextEdit {
  if (end - start < text.length / 2 || !/[\r\n]/.test(text)) return { start, end, text };
  const old = before.slice(start, end);
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old[head] === text[head]) head++;
  while (head > 0 && isInside(old, head)) head--;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  while (tail > 0 && isInside(old, old.length - tail)) tail--;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

/** Whether a place cuts what belongs together. */
function isInside(text: string, at: number): boolean {
  return /^(\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(at - 1, at + 1));
}

/** A column beyond a line means its end, and a line beyond the text the end of that, as the protocol has it. */
function offsetOf(lines: TextLines, { line, column }: Position): number {
  if (line > lines.count) return lines.text.length;
  return lines.start(line) + Math.min(column - 1, lines.line(line).length);
}

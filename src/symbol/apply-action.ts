/** Carries out what a language server offers to do, on the files as they are; nothing is written here. */
import { Unavailable, UserError } from "../base/error.ts";
import type { FileChange } from "../change/file-change.ts";
import { PlannedFiles } from "../change/planned-files.ts";
import { CHANGED_MEANWHILE } from "../lsp/ask-server.ts";
import { type CodeAction, resolveAction } from "../lsp/code-action.ts";
import { commandsOf, runCommand } from "../lsp/run-command.ts";
import type { RunningServer } from "../lsp/running.ts";
import { askedRefactoring, isRefactoring } from "../lsp/tsserver-refactoring.ts";
import type { FileChange as ServerChange } from "../lsp/workspace-edit.ts";
import { type ActionId, readActionId } from "./action-id.ts";
import { askForActions } from "./code-actions.ts";
import { applyAsked, OtherText, whileOtherText } from "./server-edit.ts";
import type { ServerServices } from "./server-question.ts";

export interface PlannedAction {
  changes: FileChange[];
  title: string;
  /** Id of the server. */
  server: string;
  warnings: string[];
}

/**
 * @throws UserError `invalid_arguments` for what is no id; `stale` when the file is not as it was when the id was given, or the
 *   action is offered no more; `refused` with the server's reason for one that is disabled; as `Files.read`, `applyServerEdit`.
 *   Unavailable for a server that cannot be had, or does not say what to change.
 */
export async function plannedAction(written: string, use: ServerServices): Promise<PlannedAction> {
  const id = readActionId(written);
  if (!id) throw noId(written);
  return await whileOtherText(() => planOnce(id, written.trim(), use), use.signal);
}

async function planOnce(id: ActionId, written: string, use: ServerServices): Promise<PlannedAction> {
  const { answers, faults } = await askForActions(
    id,
    use,
    (spec) => spec.id === id.server,
    async (server, { actions }, signal) => {
      const action = actions.find((one) => one.id === written);
      if (!action) throw stale(id);
      return await planned(action, server, signal, use);
    },
  );
  const [answer] = answers;
  // It may have answered for another text than the one that the edits were made for.
  if (answer?.reason === CHANGED_MEANWHILE) throw new OtherText(id.path);
  if (answer) return answer.value;
  throw faults[0] ?? stale(id);
}

async function planned(
  offered: CodeAction,
  server: RunningServer,
  signal: AbortSignal,
  { project }: ServerServices,
): Promise<PlannedAction> {
  const { client, spec } = server;
  if (offered.disabled !== undefined) throw disabled(offered.title, offered.disabled);
  const isOpen =
    offered.edit === undefined && (!offered.command || "data" in offered.raw) && client.can(resolveAction.method);
  const action = isOpen ? await client.request(resolveAction, offered, signal) : offered;
  if (action.disabled !== undefined) throw disabled(offered.title, action.disabled);
  const { edit, command, title } = action;
  if (!edit && command && !commandsOf(client).has(command.command)) throw foreign(title, command.command, spec.id);
  if (!edit && !command) throw nothingSaid(title, spec.id);
  const ask = async () => {
    if (edit) return await client.changesOf(edit, resolveAction.method);
    if (isRefactoring(command!, commandsOf(client))) return await askedRefactoring(server, command!, {}, signal);
    return joined((await runCommand(server, command!, signal)).edits, title, spec.id);
  };
  const files = new PlannedFiles(project.files, signal);
  await applyAsked(files, ask, project, server);
  const warnings =
    edit && command ? [`The server's command ${command.command}, which belongs to it, was not run.`] : [];
  return { changes: await files.changes(), title, server: spec.id, warnings };
}

/** Edits that a command asked for one after the other: it was told of none, so that each must be of files of its own. */
function joined(edits: readonly ServerChange[][], title: string, server: string): ServerChange[] {
  const known = new Set<string>();
  for (const list of edits) {
    const own = new Set(list.flatMap((one) => (one.kind === "rename" ? [one.path, one.to] : [one.path])));
    for (const path of own) if (known.has(path)) throw twice(title, path, server);
    for (const path of own) known.add(path);
  }
  return edits.flat();
}

function noId(written: string): UserError {
  const message = `${JSON.stringify(written)} is no id of a code action.`;
  return new UserError("invalid_arguments", message, {
    errors: [{ pointer: "/action_id", message }],
    hint: "list_code_actions gives ids, such as typescript:src/a.ts:3-5@1a2b3c4d5e6f.",
  });
}

function stale({ path, server }: ActionId): UserError {
  const message = `File ${JSON.stringify(path)} is not as it was when this action was listed, or language server "${server}" offers it no more. Nothing was written.`;
  return new UserError("stale", message, { hint: "list_code_actions gives the actions of the file as it is." });
}

function disabled(title: string, reason: string): UserError {
  return new UserError("refused", `${JSON.stringify(title)} cannot be done here: ${reason}. Nothing was written.`);
}

function foreign(title: string, command: string, server: string): Unavailable {
  const what = `${JSON.stringify(title)} is done by ${command}, which language server "${server}" leaves to editors.`;
  return new Unavailable("unavailable", what, { hint: "Nothing was written; make the change with the edit tools." });
}

function nothingSaid(title: string, server: string): Unavailable {
  const what = `Language server "${server}" does not say what ${JSON.stringify(title)} changes.`;
  return new Unavailable("unavailable", what, { hint: "Nothing was written." });
}

function twice(title: string, path: string, server: string): Unavailable {
  const what = `Language server "${server}" wants ${JSON.stringify(path)} to be changed twice for ${JSON.stringify(title)}, without knowing what the first change made of it.`;
  return new Unavailable("unavailable", what, { hint: "Nothing was written." });
}

/** Runs a command of a server, and catches what it wants to be changed. */
import type { LanguageClient } from "./client.ts";
import { executeCommand, type ServerCommand } from "./code-action.ts";
import type { RunningServer } from "./running.ts";
import type { FileChange } from "./workspace-edit.ts";

export interface CommandOutcome {
  result: unknown;
  /** Each as the server asked for it: none is made, and all are meant from the text that the server has. */
  edits: FileChange[][];
}

/** @throws as `LanguageClient.request`; ProtocolFault for what is no edit of files. */
export async function runCommand(
  { client }: Pick<RunningServer, "client">,
  command: ServerCommand,
  signal: AbortSignal,
): Promise<CommandOutcome> {
  const run = () => client.request(executeCommand, command, signal);
  const { value: result, edits: asked } = await client.askedEdits.during(run);
  const edits: FileChange[][] = [];
  for (const edit of asked) edits.push(await client.changesOf(edit, "workspace/applyEdit"));
  return { result, edits };
}

/** Commands that a server runs. */
export function commandsOf({ capabilities }: Pick<LanguageClient, "capabilities">): Set<string> {
  const registered = capabilities.registrations(executeCommand.method).map(({ options }) => options.commands);
  const lists: unknown[] = [capabilities.said.executeCommandProvider?.commands, ...registered];
  return new Set(lists.flatMap((list) => (Array.isArray(list) ? (list as string[]) : [])));
}

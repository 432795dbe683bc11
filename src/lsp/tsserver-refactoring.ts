/**
 * Refactorings by TypeScript 5's own server behind a language server: asked for directly, as the command of the language server
 * makes empty files on the disk before it asks for the edit.
 */
import { existsSync } from "node:fs";
import type { ServerCommand } from "./code-action.ts";
import { ProtocolFault } from "./fault.ts";
import { runCommand } from "./run-command.ts";
import type { RunningServer } from "./running.ts";
import type { FileChange, TextChange } from "./workspace-edit.ts";

const COMMAND = "_typescript.applyRefactoring";
const DIRECT = "typescript.tsserverRequest";

/** Places count from 1, in UTF-16 units. */
interface RawPlace {
  line: number;
  offset: number;
}

interface RawFile {
  fileName?: string;
  textChanges?: { start: RawPlace; end: RawPlace; newText: string }[];
}

/** @param commands that the server runs. */
export function isRefactoring({ command }: ServerCommand, commands: ReadonlySet<string>): boolean {
  return command === COMMAND && commands.has(DIRECT);
}

/** Whether it takes refactorings directly. */
export function takesRefactorings(commands: ReadonlySet<string>): boolean {
  return commands.has(DIRECT);
}

/**
 * What a refactoring changes.
 * @param command as the code action has it: its only argument says what is meant.
 * @param more fields of that argument.
 * @throws as `runCommand`; ProtocolFault.
 */
export async function askedRefactoring(
  server: RunningServer,
  { title, arguments: given = [] }: Omit<ServerCommand, "command">,
  more: object,
  signal: AbortSignal,
): Promise<FileChange[]> {
  const args = { ...(given[0] as object), ...more };
  const command = { title, command: DIRECT, arguments: ["getEditsForRefactor", args] };
  const { result } = await runCommand(server, command, signal);
  const { body } = (result ?? {}) as { body?: { edits?: RawFile[] } };
  if (!Array.isArray(body?.edits)) {
    const seen = JSON.stringify(result)?.slice(0, 300) ?? "nothing";
    throw new ProtocolFault({ server: server.spec.id, method: "getEditsForRefactor", seen });
  }
  return body.edits.flatMap(fileChanges);
}

function fileChanges({ fileName, textChanges = [] }: RawFile): FileChange[] {
  if (typeof fileName !== "string") return [];
  const place = ({ line, offset }: RawPlace) => ({ line, column: offset });
  const changes: TextChange[] = textChanges.map(({ start, end, newText }) => {
    return { range: { start: place(start), end: place(end) }, text: newText };
  });
  const edit: FileChange = { kind: "edit", path: fileName, changes };
  if (existsSync(fileName)) return [edit];
  return [{ kind: "create", path: fileName, overwrite: false, ignoreIfExists: false }, edit];
}

/** Moves a declaration into another file, with the imports that go with it, where a language server can. */
import { dirname, join } from "node:path";
import { Unavailable, UserError } from "../base/error.ts";
import type { FileChange } from "../change/file-change.ts";
import { PlannedFiles } from "../change/planned-files.ts";
import { CHANGED_MEANWHILE } from "../lsp/ask-server.ts";
import { executeCommand } from "../lsp/code-action.ts";
import { Unsupported } from "../lsp/fault.ts";
import { commandsOf, runCommand } from "../lsp/run-command.ts";
import { askedRefactoring, takesRefactorings } from "../lsp/tsserver-refactoring.ts";
import { toUri } from "../lsp/uri.ts";
import type { FileChange as ServerChange } from "../lsp/workspace-edit.ts";
import { applyAsked, OtherText, whileOtherText } from "./server-edit.ts";
import { type AtServer, askAtSpot, type ServerServices, type SymbolSpot, symbolSpot } from "./server-question.ts";

export interface SymbolMove {
  namePath: string;
  /** The file that defines it. */
  path: string;
  /** The file that it comes into, there or not. */
  targetPath: string;
}

export interface PlannedSymbolMove {
  changes: FileChange[];
  /** Id of the server. */
  server: string;
  /** Why uses may be left behind. */
  reason: string | undefined;
}

const TO_NEW_FILE = "gopls.extract_to_new_file";

/**
 * @throws UserError as `symbolSpot`, `applyServerEdit`; `refused` for a member of another symbol. Unavailable where no server
 *   moves symbols, with what works in place of it.
 */
export async function plannedSymbolMove(move: SymbolMove, use: ServerServices): Promise<PlannedSymbolMove> {
  if (move.path === move.targetPath) {
    const message = "target_path is the file that the symbol is in.";
    throw new UserError("invalid_arguments", message, { errors: [{ pointer: "/target_path", message }] });
  }
  const { symbol, tree } = await symbolSpot(move, use);
  if (!tree.roots.includes(symbol)) throw notAlone(move);
  try {
    return await whileOtherText(() => planOnce(move, use), use.signal);
  } catch (error) {
    throw error instanceof Unavailable ? notMoved(move, error) : error;
  }
}

async function planOnce(move: SymbolMove, use: ServerServices): Promise<PlannedSymbolMove> {
  const { project } = use;
  const question = {
    path: move.path,
    method: executeCommand.method,
    isWide: true,
    locate: () => symbolSpot(move, use),
  };
  const ask = async (here: AtServer<SymbolSpot>) => {
    const files = new PlannedFiles(project.files, here.signal);
    await applyAsked(files, () => askedMove(move, here, use), project, here.server);
    const changes = await files.changes();
    if (changes.length === 0)
      throw new Unavailable("unavailable", `Language server "${here.server.spec.id}" moved nothing.`);
    return changes;
  };
  const { value, server, reason } = await askAtSpot(question, ask, use);
  if (reason === CHANGED_MEANWHILE) throw new OtherText(move.path);
  return { changes: value, server, reason };
}

async function askedMove(move: SymbolMove, here: AtServer<SymbolSpot>, use: ServerServices): Promise<ServerChange[]> {
  const { server, at, signal, spot } = here;
  const target = join(use.project.root, move.targetPath);
  const commands = commandsOf(server.client);
  const { start, end } = spot.symbol.declaration;
  const range = { start: spot.tree.position(start), end: spot.tree.position(end) };
  if (takesRefactorings(commands)) {
    const args = {
      file: at.path,
      startLine: range.start.line,
      startOffset: range.start.column,
      endLine: range.end.line,
      endOffset: range.end.column,
      refactor: "Move to file",
      action: "Move to file",
    };
    const command = { title: args.action, arguments: [args] };
    return await askedRefactoring(server, command, { interactiveRefactorArguments: { targetFile: target } }, signal);
  }
  if (!commands.has(TO_NEW_FILE)) throw new Unsupported({ server: server.spec.id, method: "moving a symbol" });
  await assertNewBeside(move, server.spec.id, use);
  const positions = server.client.positions();
  const location = { uri: toUri(at.path), range: await positions.rangeToServer(at.path, range) };
  const run = await runCommand(server, { title: "Move", command: TO_NEW_FILE, arguments: [location] }, signal);
  return named(run.edits.flat(), target);
}

/** It names the new file itself. */
function named(changes: readonly ServerChange[], target: string): ServerChange[] {
  const created = changes.find(({ kind }) => kind === "create")?.path;
  return changes.map((change) => (change.path === created ? { ...change, path: target } : change));
}

async function assertNewBeside(move: SymbolMove, server: string, { project }: ServerServices): Promise<void> {
  const { path, targetPath } = move;
  const isThere = (await project.files.textIfFile(targetPath)) !== undefined;
  if (!isThere && dirname(path) === dirname(targetPath)) return;
  const what = `Language server "${server}" moves symbols only into a new file of the same folder.`;
  throw new Unavailable("unavailable", what);
}

function notAlone({ namePath, path }: SymbolMove): UserError {
  const message = `${JSON.stringify(namePath)} in "${path}" is within another symbol; only what stands at the top of a file is moved.`;
  return new UserError("refused", message, { hint: `${byHand} Nothing was written.` });
}

const byHand =
  "By hand: insert_after_symbol or create_text_file with the body that find_symbol gives, the imports where find_referencing_symbols shows uses, then safe_delete_symbol.";

function notMoved({ namePath }: SymbolMove, error: Unavailable): Unavailable {
  const hint = [error instanceof Unsupported ? undefined : error.hint, byHand].filter(Boolean).join(" ");
  const message = `${JSON.stringify(namePath)} was not moved: ${error.message}`;
  return new Unavailable(error.code, message, { hint, cause: error });
}

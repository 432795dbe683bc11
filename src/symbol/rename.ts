/** Renames a symbol by its meaning: a language server says what changes, the index says what it may have left out. */
import { Unavailable, UserError } from "../base/error.ts";
import type { FileChange } from "../change/file-change.ts";
import { PlannedFiles } from "../change/planned-files.ts";
import { CHANGED_MEANWHILE } from "../lsp/ask-server.ts";
import { ProtocolFault, ServerError } from "../lsp/fault.ts";
import { comparePositions, type Position } from "../lsp/position.ts";
import { type AtPlace, prepareRename, rename } from "../lsp/request.ts";
import type { FileChange as ServerChange, TextChange } from "../lsp/workspace-edit.ts";
import { assertUsableName } from "./new-name.ts";
import { renamedByName } from "./rename-by-name.ts";
import { type Coverage, coveredEdit, type LeftPlaces } from "./rename-coverage.ts";
import { merge, type RenameNames, type Through, throughExports, withMembersKept } from "./rename-through.ts";
import { alsoInProse, usedAlready } from "./rename-words.ts";
import { applyServerEdit, unlikeOnDisk } from "./server-edit.ts";
import { type AtServer, askAtSpot, type ServerServices, type SymbolSpot, symbolSpot } from "./server-question.ts";
import type { AskedUse } from "./uses-asked.ts";

export interface RenameQuery {
  namePath: string;
  /** The file that defines the symbol. */
  path: string;
  newName: string;
  /** Also in comments and strings of the files that change. */
  inComments: boolean;
}

export interface PlannedRename {
  changes: FileChange[];
  /** Name path of the symbol that was meant, as it is before. */
  symbol: string;
  isSame: boolean;
  source: "server" | "index" | "syntax";
  /** Id of the server that answered. */
  server: string | undefined;
  /** Why no server answered. */
  fault: Unavailable | undefined;
  /** Why it may be incomplete in ways that nobody can list: it is not to be written then. */
  doubt: string | undefined;
  /** Places that have the name and stay, where that is strange. */
  left: LeftPlaces;
  warnings: string[];
}

/** How often a server is asked when files change meanwhile. */
const ROUNDS = 3;

/** Of a request that it does not like, rather than of itself. */
const SERVERS_OWN_FAULT = -32603;

/**
 * What a rename changes in the files as they are now; without a server that can say it, by the name alone.
 * @throws UserError as `symbolSpot` and `assertUsableName`; `refused` in the server's words; `stale`; `outside_project` when it
 * would change other files. Unavailable for a server that answers nonsense.
 */
export async function plannedRename(query: RenameQuery, use: ServerServices): Promise<PlannedRename> {
  const spot = await symbolSpot(query, use);
  const { symbol } = spot;
  const nothing = { server: undefined, fault: undefined, doubt: undefined, left: NONE_LEFT, warnings: [] };
  if (symbol.name === query.newName) {
    return { ...nothing, changes: [], symbol: symbol.namePath, isSame: true, source: "syntax" };
  }
  await assertUsableName(query.path, query.newName, spot, use);
  try {
    return await renamedByServer(query, use);
  } catch (error) {
    if (!(error instanceof Unavailable) || error instanceof ProtocolFault || error instanceof ServerError) throw error;
    use.signal.throwIfAborted();
    const named = await renamedByName(query, spot, use);
    return { ...nothing, ...named, symbol: symbol.namePath, isSame: false, fault: error };
  }
}

const NONE_LEFT: LeftPlaces = { files: [], total: 0 };

async function renamedByServer(query: RenameQuery, use: ServerServices): Promise<PlannedRename> {
  const question = { path: query.path, method: rename.method, isWide: true, locate: () => symbolSpot(query, use) };
  for (let round = 1; ; round++) {
    try {
      const { value, server, reason, spot } = await askAtSpot(question, (here) => planAt(here, query, use), use);
      if (reason === CHANGED_MEANWHILE && round < ROUNDS) continue;
      const { symbol } = spot;
      const doubt = reason ?? value.doubt;
      return { ...value, doubt, symbol: symbol.namePath, isSame: false, source: "server", server, fault: undefined };
    } catch (error) {
      // The server hears of the files as they are now with the next question.
      if (!(error instanceof UserError) || error.code !== "stale" || round === ROUNDS) throw error;
      use.signal.throwIfAborted();
    }
  }
}

async function planAt(
  here: AtServer<SymbolSpot>,
  query: RenameQuery,
  use: ServerServices,
): Promise<Coverage & { changes: FileChange[]; warnings: string[] }> {
  const { server, at, signal, spot } = here;
  const { newName, inComments } = query;
  const { symbol } = spot;
  const { client, files: open } = server;
  const inWords = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof ServerError) || error.errorCode === SERVERS_OWN_FAULT) throw error;
      throw notRenamed(symbol.namePath, error.message);
    }
  };
  if (client.can(prepareRename.method, at.path) && !(await inWords(client.request(prepareRename, at, signal)))) {
    throw notRenamed(symbol.namePath, `language server "${server.spec.id}" says that it cannot be.`);
  }
  const names = { from: symbol.name, to: newName };
  const askAgain = (path: string, position: Position) =>
    open.holding([path], async () => {
      try {
        const more = await client.request(rename, { path, position, to: newName }, signal);
        return withMembersKept(more, symbol.kind, names);
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        return undefined;
      }
    });
  let stopped: Through["stopped"] = [];
  /** Uses that are not in the server's answer about the symbol itself. */
  const beyond: AskedUse[] = [];
  const ask = async () => {
    const first = withMembersKept(
      await inWords(client.request(rename, { ...at, to: newName }, signal)),
      symbol.kind,
      names,
    );
    for (const { path, range, isPlain } of beyond) {
      if (isEdited(first, { path, position: range.start })) continue;
      merge(first, (await askAgain(path, range.start)) ?? [], names);
      // A server that looks into files for a definition does not always rename from there.
      const isLeft = isPlain && !isEdited(first, { path, position: range.start });
      if (isLeft) merge(first, [{ kind: "edit", path, changes: [{ range, text: newName }] }], names);
    }
    const through = await throughExports(first, names, askAgain);
    stopped = through.stopped;
    return through.edit;
  };
  const edited = (also: readonly AskedUse[] = []) => {
    beyond.push(...also);
    return ask();
  };
  const { edit, doubt, left } = await coveredEdit(here, query.path, { edit: edited }, use);
  const hidden = await unlikeOnDisk(edit, { project: use.project, server });
  const known = hidden.length > 0 ? await open.holding(hidden, ask) : edit;
  if (known.length === 0) {
    throw notRenamed(symbol.namePath, `language server "${server.spec.id}" knows nothing to change.`);
  }
  const files = new PlannedFiles(use.project.files, signal);
  const plan = async () => await applyServerEdit(files, known, { project: use.project, server });
  if (hidden.length > 0) await open.holding(hidden, plan);
  else await plan();
  const warnings = await Promise.all(stopped.map((place) => stoppedText(place, names, use)));
  warnings.push(...(await usedAlready(await files.changes(), newName, use)));
  if (inComments) await alsoInProse(files, symbol.name, newName, use);
  return { changes: await files.changes(), doubt, left, warnings };
}

function isEdited(edit: readonly ServerChange[], { path, position }: AtPlace): boolean {
  const isAt = ({ range: { start, end } }: TextChange) =>
    comparePositions(start, position) <= 0 && comparePositions(position, end) < 0;
  return edit.some((one) => one.kind === "edit" && one.path === path && one.changes.some(isAt));
}

async function stoppedText(
  { path, line }: Through["stopped"][number],
  { from, to }: RenameNames,
  { project }: ServerServices,
): Promise<string> {
  const where = `${await project.files.relative(path)}:${line}`;
  return `At ${where} it is exported under its old name (${to} as ${from}), and what is behind that does not follow.`;
}

function notRenamed(namePath: string, why: string): UserError {
  return new UserError("refused", `${JSON.stringify(namePath)} cannot be renamed: ${why} Nothing was written.`);
}

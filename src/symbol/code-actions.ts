/** What the language servers of a file offer to do to some of its lines. */
import { join } from "node:path";
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import { TextLines } from "../change/text-lines.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import { type CodeAction, codeActions, isWithin } from "../lsp/code-action.ts";
import { Unsupported } from "../lsp/fault.ts";
import type { Range } from "../lsp/position.ts";
import type { AllAnswered } from "../lsp/question.ts";
import type { RunningServer } from "../lsp/running.ts";
import type { FileContent } from "../project/files.ts";
import { type ActionPlace, actionDigests, writtenActionId } from "./action-id.ts";
import { type Lack, lackOf } from "./lack.ts";
import { changedMeanwhile } from "./server-outline.ts";
import type { ServerServices } from "./server-question.ts";

export interface OfferedAction extends CodeAction {
  id: string;
  /** Id of the server. */
  server: string;
}

/**
 * @throws UserError as `Files.read` and for lines that the file does not have; Unavailable where no server can be asked.
 */
export async function offeredActions(
  place: ActionPlace,
  use: ServerServices,
): Promise<{ actions: OfferedAction[]; lacks: Lack[] }> {
  const { answers, faults } = await askForActions(
    place,
    use,
    () => true,
    async (_server, offered) => offered,
  );
  const telling = faults.filter((fault) => !(fault instanceof Unsupported));
  if (answers.length === 0 && faults.length > 0) throw telling[0] ?? faults[0]!;
  const reasons = answers.flatMap(({ reason, value }) => [reason, value.reason]);
  return {
    actions: answers.flatMap(({ value }) => value.actions),
    lacks: [...telling.map(lackOf), ...reasons.flatMap((reason) => (reason === undefined ? [] : [{ reason }]))],
  };
}

export interface Offered {
  actions: OfferedAction[];
  /** Why there may be more. */
  reason: string | undefined;
}

/**
 * Asks servers, and goes on with what each offers while it is at hand.
 * @param speaks which servers are asked.
 */
export async function askForActions<T>(
  place: ActionPlace,
  use: ServerServices,
  speaks: (spec: ServerSpec) => boolean,
  next: (server: RunningServer, offered: Offered, signal: AbortSignal) => Promise<T>,
): Promise<AllAnswered<T>> {
  const { project, servers, signal, progress } = use;
  let before = await project.files.read(place.path);
  rangeOf(place, before.text);
  const path = join(project.root, place.path);
  const waitMs = project.settings.values.diagnostics_wait_s * 1_000;
  return await servers.askAll(
    {
      method: codeActions.method,
      path,
      isWide: true,
      async ask(server, signal) {
        const told = server.client.documents.get(path)?.text;
        if (told !== before.text) before = await project.files.read(place.path);
        if (told !== before.text) throw changedMeanwhile(place.path);
        return await next(server, await offeredBy(server, place, before, waitMs, signal, path), signal);
      },
    },
    { signal, progress },
    speaks,
  );
}

async function offeredBy(
  { client, spec }: RunningServer,
  place: ActionPlace,
  before: FileContent,
  waitMs: number,
  signal: AbortSignal,
  path: string,
): Promise<Offered> {
  const range = rangeOf(place, before.text);
  const { kind } = place;
  const mends =
    (kind === undefined || isWithin("quickfix", kind) || isWithin(kind, "quickfix")) &&
    client.can(codeActions.method, path);
  const said = mends && spec.diagnostics !== "none" ? await client.rawDiagnostics(path, signal, waitMs) : undefined;
  const diagnostics = (said?.items ?? []).filter(
    ({ range: one }) => one.start.line < range.end.line && one.end.line >= range.start.line - 1,
  );
  const all = await client.request(codeActions, { path, range, kind, diagnostics }, signal);
  const refused = spec.refused_actions.map((pattern) => new RegExp(pattern, "u"));
  const isRefused = (id: string | undefined) => id !== undefined && refused.some((pattern) => pattern.test(id));
  const actions = all.filter(({ kind, command }) => !isRefused(kind) && !isRefused(command?.command));
  const digests = actionDigests(actions, shortHash(before.bytes));
  const server = spec.id;
  return {
    actions: actions.map((action, at) => {
      return { ...action, server, id: writtenActionId({ ...place, server, digest: digests[at]! }) };
    }),
    reason: said && !said.complete ? said.why : undefined,
  };
}

/** From the first to the last character of lines that is no blank. @throws UserError `invalid_arguments`. */
function rangeOf({ path, startLine, endLine }: ActionPlace, text: string): Range {
  const lines = new TextLines(text);
  const fault = (pointer: string, message: string) =>
    new UserError("invalid_arguments", message, { errors: [{ pointer, message }] });
  if (startLine > lines.count)
    throw fault("/start_line", `start_line is ${startLine}, but ${JSON.stringify(path)} has ${lines.count} lines.`);
  if (endLine < startLine) throw fault("/end_line", `end_line is ${endLine}, before start_line ${startLine}.`);
  const end = Math.min(endLine, lines.count);
  return {
    start: { line: startLine, column: Math.max(0, lines.line(startLine).search(/\S/)) + 1 },
    end: { line: end, column: lines.line(end).trimEnd().length + 1 },
  };
}

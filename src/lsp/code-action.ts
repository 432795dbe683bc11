/** What a server offers to do to a piece of a file, and how it is brought to say what that changes. */
import type * as lsp from "vscode-languageserver-protocol";
import type { Range } from "./position.ts";
import type { InFile, LspRequest } from "./request.ts";
import { ShapeError } from "./result.ts";
import { toUri } from "./uri.ts";

export interface ServerCommand {
  title: string;
  /** Its id. */
  command: string;
  arguments?: unknown[];
}

export interface CodeAction {
  title: string;
  /** Such as `refactor.extract.function`; servers may leave it out. */
  kind: string | undefined;
  isPreferred: boolean;
  /** Why it cannot be done here. */
  disabled: string | undefined;
  /** Messages of the problems that it mends. */
  mends: string[];
  /** Undefined for one that was not asked for what it changes, or does it by a command. */
  edit: object | undefined;
  command: ServerCommand | undefined;
  /** As the server gave it: what it is asked about further. */
  raw: object;
}

export interface ActionsQuery extends InFile {
  range: Range;
  /** Only this kind and those below it. */
  kind: string | undefined;
  /** What the server itself said of the range, as it said it. */
  diagnostics: readonly lsp.Diagnostic[];
}

export const codeActions: LspRequest<ActionsQuery, CodeAction[]> = {
  method: "textDocument/codeAction",
  pathOf: ({ path }) => path,
  params: async ({ path, range, kind, diagnostics }, { positions }) => ({
    textDocument: { uri: toUri(path) },
    range: await positions.rangeToServer(path, range),
    context: { diagnostics, triggerKind: 1, ...(kind !== undefined && { only: [kind] }) },
  }),
  async result(raw, { kind }) {
    if (raw === null || raw === undefined) return [];
    if (!Array.isArray(raw)) throw new ShapeError("a list of code actions was expected", raw);
    const all = raw.map(actionOf);
    return kind === undefined ? all : all.filter((one) => isWithin(one.kind, kind)); // some servers give all of them
  },
};

/** The same action, with what it changes where the server says that. */
export const resolveAction: LspRequest<CodeAction, CodeAction> = {
  method: "codeAction/resolve",
  params: ({ raw }) => raw,
  result: async (raw, action) => (raw === null || raw === undefined ? action : actionOf(raw)),
};

/** Its edits come as requests of the server while it runs. */
export const executeCommand: LspRequest<ServerCommand, unknown> = {
  method: "workspace/executeCommand",
  params: ({ command, arguments: given }) => ({ command, ...(given && { arguments: given }) }),
  result: async (raw) => raw,
};

/** Whether a kind is another, or below it: `refactor.extract.function` is below `refactor`. */
export function isWithin(kind: string | undefined, above: string): boolean {
  return above === "" || kind === above || kind?.startsWith(`${above}.`) === true;
}

/** @param raw a code action, or a mere command. */
function actionOf(raw: unknown): CodeAction {
  const { title, kind, isPreferred, disabled, diagnostics, edit, command } = (raw ?? {}) as Partial<lsp.CodeAction>;
  if (typeof title !== "string") throw new ShapeError("a code action was expected", raw);
  const isBare = typeof (command as unknown) === "string";
  const own = (isBare ? raw : command) as Partial<ServerCommand> | null | undefined;
  if (own && typeof own.command !== "string") throw new ShapeError("a command was expected", raw);
  return {
    title,
    kind: typeof kind === "string" && kind !== "" ? kind : undefined,
    isPreferred: isPreferred === true,
    disabled: disabled ? String(disabled.reason) : undefined,
    mends: (Array.isArray(diagnostics) ? diagnostics : []).flatMap(({ message }) =>
      typeof message === "string" ? [message] : [],
    ),
    edit: typeof edit === "object" && edit !== null ? edit : undefined,
    command: own ? (own as ServerCommand) : undefined,
    raw: raw as object,
  };
}

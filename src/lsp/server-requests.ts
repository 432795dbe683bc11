/** Answers what servers ask of us. None is left without an answer: many do nothing until they have it. */
import { ErrorCodes, ResponseError } from "vscode-jsonrpc/node";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Capabilities } from "./capability.ts";
import { configurationFor, type Settings } from "./configuration.ts";
import { toUri } from "./uri.ts";

export interface ServerRequestOptions {
  /** By section. */
  settings: Settings;
  /** What stands for settings that nobody set. */
  unknownSettings?: "empty" | "null";
  /** Absolute paths. */
  folders: readonly string[];
  capabilities(): Capabilities;
  /** Methods that a server took back or brought. */
  onRegistrations?(methods: readonly string[], isRegistered: boolean): void;
  /** The server asks that something be fetched anew: `diagnostics`, `semanticTokens`, `codeLens`, ... */
  onRefresh?(what: string): void;
  /** Carries out an edit that the server asks for; without it such edits are refused. */
  applyEdit?(edit: WorkspaceEdit): Promise<{ applied: boolean; failureReason?: string }>;
  /** Chooses among the buttons of a question; without it none is pressed. */
  choose?(question: string, buttons: readonly string[]): string | undefined;
  /** Answers to requests of one server alone, by method. */
  own?: Readonly<Record<string, (params: unknown) => unknown>>;
}

const REFRESH = /^workspace\/(\w+)\/refresh$/;

/**
 * @returns the result.
 * @throws ResponseError "method not found" for what we do not know.
 */
export async function answerServer(method: string, params: unknown, options: ServerRequestOptions): Promise<unknown> {
  const own = options.own?.[method];
  if (own) return (await own(params)) ?? null;
  switch (method) {
    case "workspace/configuration":
      return configurationFor(options.settings, params, options.unknownSettings);
    case "client/registerCapability":
      options.onRegistrations?.(options.capabilities().register(params), true);
      return null;
    case "client/unregisterCapability":
      options.onRegistrations?.(options.capabilities().unregister(params), false);
      return null;
    case "window/workDoneProgress/create":
      return null;
    case "window/showMessageRequest":
      return chosen(params, options);
    case "window/showDocument":
      return { success: false };
    case "workspace/workspaceFolders":
      return options.folders.map((path) => ({ uri: toUri(path), name: path.slice(path.lastIndexOf("/") + 1) }));
    case "workspace/applyEdit": {
      if (options.applyEdit) return options.applyEdit((params as { edit: WorkspaceEdit }).edit);
      return { applied: false, failureReason: "Edits are made only when a person or an agent asked for them." };
    }
  }
  const refresh = REFRESH.exec(method);
  if (!refresh) throw new ResponseError(ErrorCodes.MethodNotFound, `There is no method ${method} here.`);
  options.onRefresh?.(refresh[1]!);
  return null;
}

function chosen(params: unknown, { choose }: ServerRequestOptions): unknown {
  const { message = "", actions } = (params ?? {}) as { message?: string; actions?: { title: string }[] | null };
  const title = choose?.(
    message,
    (actions ?? []).map((action) => action.title),
  );
  return (actions ?? []).find((action) => action.title === title) ?? null;
}

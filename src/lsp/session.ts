/** The beginning of a server's life: both sides have said what they are and can. */
import type { InitializeResult } from "vscode-languageserver-protocol";
import type { ServerSpec } from "../language/server-spec.ts";
import { Asking } from "./asking.ts";
import { Capabilities } from "./capability.ts";
import { type ClientOptions, TIMES } from "./client-options.ts";
import { Connection } from "./connection.ts";
import { ProtocolFault } from "./fault.ts";
import { initializeParams } from "./introduction.ts";
import type { Encoding } from "./position.ts";
import { answerServer } from "./server-requests.ts";

/** The button that a server's spec says is to be pressed. */
function pressed({ buttons }: ServerSpec, question: string): string | undefined {
  return buttons.find((one) => new RegExp(one.question, "mu").test(question))?.press;
}

export interface SessionListener {
  heard(method: string, params: unknown): void;
  registered(methods: readonly string[], isRegistered: boolean): void;
}

export interface Session {
  connection: Connection;
  asking: Asking;
  /** What it registered before it had introduced itself is among them. */
  capabilities: Capabilities;
  encoding: Encoding;
  info: { name: string; version?: string } | undefined;
  /** From now on its news go to the listener, those that came until now first. */
  listen(listener: SessionListener): void;
}

/**
 * Introduces us to a server that was just started.
 * @throws ServerFault when it is none, or does not answer; its process is ended then.
 */
export async function introduce(options: ClientOptions, signal: AbortSignal): Promise<Session> {
  const { spec, process, root, folders = [root], settings, log, onEvent } = options;
  const times = { ...TIMES, ...options.times };
  const early: [method: string, params: unknown][] = [];
  let listener: SessionListener | undefined;
  let capabilities = new Capabilities({}, root);
  const requests = {
    settings,
    unknownSettings: spec.unknown_settings,
    folders,
    capabilities: () => capabilities,
    onRegistrations: (methods: readonly string[], isRegistered: boolean) => listener?.registered(methods, isRegistered),
    onRefresh: (what: string) => onEvent?.({ kind: "refresh", what }),
    ...(options.applyEdit && { applyEdit: options.applyEdit }),
    choose: options.choose ?? ((question: string) => pressed(spec, question)),
    ...(options.own && { own: options.own }),
  };
  const handlers = {
    onNotification(method: string, params: unknown) {
      if (listener) listener.heard(method, params);
      else early.push([method, params]);
    },
    onRequest: (method: string, params: unknown) => answerServer(method, params, requests),
  };
  const connection = new Connection(spec.id, process, handlers, log, options.isTraced);
  const onStuck = (method: string, isAlive: boolean) => onEvent?.({ kind: "stuck", method, isAlive });
  const asking = new Asking(spec.id, connection, times, spec.concurrency, onStuck);
  try {
    const raw = await asking.ask("initialize", initializeParams(options, folders), signal, times.initialize);
    const result = raw as (InitializeResult & { offsetEncoding?: Encoding }) | null;
    if (typeof result?.capabilities !== "object" || result.capabilities === null) {
      throw new ProtocolFault({ server: spec.id, method: "initialize", seen: JSON.stringify(raw).slice(0, 200) });
    }
    capabilities = capabilities.with(result.capabilities);
    // Before the protocol had it, one server said it beside its capabilities.
    const told = (result.capabilities.positionEncoding as Encoding | undefined) ?? result.offsetEncoding;
    return {
      connection,
      asking,
      capabilities,
      encoding: told ?? "utf-16",
      info: result.serverInfo,
      listen(one) {
        listener = one;
        for (const [method, params] of early.splice(0)) one.heard(method, params);
      },
    };
  } catch (error) {
    connection.giveUp({ kind: "stopped" });
    throw error;
  }
}

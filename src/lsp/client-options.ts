/** What a client of a language server is made with, and what it tells. */
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Log } from "../base/log.ts";
import type { ServerProcess } from "../base/server-process.ts";
import type { ServerSpec } from "../language/server-spec.ts";
import type { Settings } from "./configuration.ts";
import type { TextOf } from "./position.ts";
import type { ReadyNews } from "./ready.ts";
import type { ServerRequestOptions } from "./server-requests.ts";

export type ClientEvent =
  | ({ kind: "readiness" } & ReadyNews)
  /** Methods came or went. */
  | { kind: "registrations"; methods: readonly string[]; isRegistered: boolean }
  /** It asks that something be fetched anew, such as `diagnostics`. */
  | { kind: "refresh"; what: string }
  /** A request that was cancelled has not ended since. `isAlive` says whether it sent anything meanwhile. */
  | { kind: "stuck"; method: string; isAlive: boolean }
  /** What it says to people: `window/showMessage` and `window/logMessage`. */
  | { kind: "message"; level: "error" | "warning" | "info" | "log"; text: string; isShown: boolean }
  /** Any other notification. */
  | { kind: "notification"; method: string; params: unknown };

export interface ClientOptions {
  spec: ServerSpec;
  process: ServerProcess;
  /** Absolute. */
  root: string;
  /** Absolute; the root alone when left out. */
  folders?: readonly string[];
  /** By section, the spec's among them. */
  settings: Settings;
  log: Log;
  /** The text of a file on the disk. */
  read: TextOf;
  /** Language id of the protocol for a path; undefined for files that the server is not given. */
  languageId(path: string): string | undefined;
  version: string;
  /** Every message is logged. */
  isTraced?: boolean;
  onEvent?(event: ClientEvent): void;
  applyEdit?(edit: WorkspaceEdit): Promise<{ applied: boolean; failureReason?: string }>;
  choose?: ServerRequestOptions["choose"];
  /** Answers to requests that this server alone makes, by method. */
  own?: ServerRequestOptions["own"];
  times?: Partial<ClientTimes>;
}

/** All in milliseconds. */
export interface ClientTimes {
  /** For `initialize`. */
  initialize: number;
  /** For one request. */
  request: number;
  /** How long a cancelled request may take to end. */
  cancel: number;
  /** How long after the start a method may still be registered before it is taken as missing. */
  register: number;
  /** How long diagnostics that come unasked are waited for. */
  diagnostics: number;
  /** For each step of stopping. */
  stop: number;
}

export const TIMES: ClientTimes = {
  initialize: 60_000,
  request: 30_000,
  cancel: 3_000,
  register: 1_500,
  diagnostics: 5_000,
  stop: 2_000,
};

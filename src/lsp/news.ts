/** What a notification of a server is told as to those who watch it. */
import type { ClientEvent } from "./client-options.ts";

const LEVELS = ["error", "warning", "info", "log", "log"] as const;

/** Of those that the client takes for itself. */
const OWN: ReadonlySet<string> = new Set(["$/progress", "textDocument/publishDiagnostics"]);

/** @returns undefined for what is told in another way. */
export function newsOf(method: string, params: unknown): ClientEvent | undefined {
  if (OWN.has(method)) return undefined;
  if (method !== "window/logMessage" && method !== "window/showMessage")
    return { kind: "notification", method, params };
  const { type, message } = (params ?? {}) as { type?: number; message?: unknown };
  const level = LEVELS[(type ?? 4) - 1] ?? "log";
  return { kind: "message", level, text: String(message), isShown: method === "window/showMessage" };
}

/** One thing that a server says of a file. */
import type * as lsp from "vscode-languageserver-protocol";
import type { Positions, Range } from "./position.ts";
import { isRange } from "./result.ts";
import { toPath } from "./uri.ts";

export type Severity = "error" | "warning" | "information" | "hint";

export interface ServerDiagnostic {
  range: Range;
  /** Servers may leave it out; it is an error then, as editors take it. */
  severity: Severity;
  message: string;
  code?: string;
  /** Who says it, such as `ts` or `eslint`. */
  source?: string;
  isUnnecessary: boolean;
  isDeprecated: boolean;
  related: { path: string; range: Range; message: string }[];
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "information", "hint"];

/** @param raw those without a range or a message say nothing, and are left out. */
export async function diagnosticsOf(
  raw: readonly lsp.Diagnostic[],
  path: string,
  positions: Positions,
): Promise<ServerDiagnostic[]> {
  const found = new Map<string, ServerDiagnostic>();
  for (const one of raw) {
    if (!isRange(one?.range)) continue;
    const message = textOf(one.message);
    if (message === "") continue;
    const diagnostic: ServerDiagnostic = {
      range: await positions.rangeFromServer(path, one.range),
      severity: SEVERITIES[(one.severity ?? 1) - 1] ?? "error",
      message,
      ...(one.code !== undefined && one.code !== null && { code: String(one.code) }),
      ...(typeof one.source === "string" && one.source !== "" && { source: one.source }),
      isUnnecessary: one.tags?.includes(1) ?? false,
      isDeprecated: one.tags?.includes(2) ?? false,
      related: await relatedOf(one, positions),
    };
    const { code, source } = diagnostic;
    // What is said in both ways, when asked and unasked, is one thing.
    const key = JSON.stringify([diagnostic.range, message, code, source]);
    if (!found.has(key)) found.set(key, diagnostic);
  }
  return [...found.values()];
}

async function relatedOf(
  { relatedInformation }: lsp.Diagnostic,
  positions: Positions,
): Promise<ServerDiagnostic["related"]> {
  const related: ServerDiagnostic["related"] = [];
  for (const { location, message } of relatedInformation ?? []) {
    const path = toPath(location.uri);
    if (path === undefined || !isRange(location.range)) continue;
    related.push({ path, range: await positions.rangeFromServer(path, location.range), message });
  }
  return related;
}

function textOf(message: unknown): string {
  if (typeof message === "string") return message;
  const { value } = (message ?? {}) as { value?: unknown };
  return typeof value === "string" ? value : "";
}

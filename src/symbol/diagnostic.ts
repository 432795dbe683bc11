/** One thing that is said to be wrong in a file, by a language server or by the file's own syntax. */
import { relative } from "node:path";
import type { ServerDiagnostic, Severity } from "../lsp/diagnostic.ts";
import { comparePositions, type Range } from "../lsp/position.ts";
import type { SymbolKind } from "../syntax/kind.ts";
import type { FileSymbols } from "./symbols.ts";

/** The worst first. */
export const SEVERITIES = ["error", "warning", "information", "hint"] as const satisfies readonly Severity[];

export interface Diagnostic {
  range: Range;
  severity: Severity;
  message: string;
  code?: string;
  /** Who says it, such as `ts` or `eslint`; `syntax` for the file's own syntax. */
  source?: string;
  /** `path` is undefined outside of the project. */
  related: { path: string | undefined; line: number; message: string }[];
  /** The innermost symbol around its start. */
  within: { namePath: string; kind: SymbolKind } | undefined;
}

/** Whether one is at least as bad as another. */
export function isAsBad(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/**
 * What several servers say of a file, in its order; what two of them say is given once, as bad as the worse one takes it.
 * @param root of the project, absolute.
 */
export function merged(said: readonly (readonly ServerDiagnostic[])[], root: string): Omit<Diagnostic, "within">[] {
  const found = new Map<string, Omit<Diagnostic, "within">>();
  for (const { range, severity, message, code, source, related } of said.flat()) {
    const { start, end } = range;
    const words = message.replace(/\s+/g, " ").trim();
    const key = `${start.line}:${start.column}-${end.line}:${end.column} ${words}`;
    const known = found.get(key);
    if (known) {
      if (isAsBad(severity, known.severity)) known.severity = severity;
      continue;
    }
    found.set(key, {
      range,
      severity,
      message,
      ...(code !== undefined && { code }),
      ...(source !== undefined && { source }),
      related: related.map(({ path, range, message }) => ({
        path: inside(root, path),
        line: range.start.line,
        message,
      })),
    });
  }
  return [...found.values()].sort((a, b) => {
    const order = comparePositions(a.range.start, b.range.start);
    return order !== 0 ? order : SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  });
}

/** The places where a file's text does not follow its grammar: the first few. */
export function syntaxErrors({ tree, syntax }: FileSymbols, language: string): Omit<Diagnostic, "within">[] {
  return syntax.errors.spans.map(({ start, end }) => ({
    range: { start: tree.position(start), end: tree.position(end) },
    severity: "error",
    message: `The text does not follow the grammar of ${language} here.`,
    source: "syntax",
    related: [],
  }));
}

function inside(root: string, path: string): string | undefined {
  const shown = relative(root, path).replaceAll("\\", "/");
  return shown === "" || shown === ".." || shown.startsWith("../") ? undefined : shown;
}

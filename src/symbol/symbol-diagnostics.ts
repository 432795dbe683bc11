/** Finds what is wrong within a symbol, and within the symbols that use it. */
import type { Severity } from "../lsp/diagnostic.ts";
import type { Position } from "../lsp/position.ts";
import { type Diagnosis, diagnoseFiles } from "./diagnosis.ts";
import { type Diagnostic, isAsBad } from "./diagnostic.ts";
import { assertSpoken } from "./diagnostics.ts";
import type { FileDiagnosis } from "./file-diagnosis.ts";
import { findReferences, type Reference } from "./references.ts";
import type { PlaceFile } from "./server-places.ts";
import { type ServerServices, symbolSpot } from "./server-question.ts";

export interface SymbolDiagnosticsQuery {
  namePath: string;
  /** The file that defines the symbol. */
  path: string;
  /** Those within the symbols that use it as well. */
  includeReferences: boolean;
  minSeverity: Severity;
}

export interface SymbolDiagnosis extends Diagnosis {
  /** Name path of the symbol that was meant. */
  symbol: string;
  /** Places that use it; undefined when they were not asked for. */
  uses: number | undefined;
}

/** Uses whose symbols are looked at. */
const MOST_USES = 1_000;

/** @throws as `findDiagnostics` for one file, and as `symbolSpot`. */
export async function findSymbolDiagnostics(
  { namePath, path, includeReferences, minSeverity }: SymbolDiagnosticsQuery,
  use: ServerServices,
): Promise<SymbolDiagnosis> {
  const { symbol } = await symbolSpot({ path, namePath }, use);
  const { patience } = use.servers;
  const until = performance.now() + 1.5 * patience; // the uses first, and then their files
  const [own, uses] = await Promise.all([
    diagnoseFiles([path], patience, use),
    includeReferences
      ? findReferences({ namePath, path, kinds: undefined, limit: MOST_USES }, { ...use, progress: () => undefined })
      : undefined,
  ]);
  assertSpoken(path, own, use);
  const isBad = ({ severity }: Diagnostic) => isAsBad(severity, minSeverity);
  const byFile = Map.groupBy(uses?.found ?? [], (one) => one.path);
  const others = await diagnoseFiles(
    [...byFile.keys()].filter((one) => one !== path),
    until - performance.now(),
    use,
  );
  const narrowed = [...own.files, ...others.files].map((file) => {
    const isMeant = inSymbols(file, file.path === path ? symbol.namePath : undefined, byFile.get(file.path) ?? []);
    return { ...file, found: file.found.filter((one) => isBad(one) && isMeant(one)) };
  });
  const unseen =
    uses && uses.found.length < uses.total ? `only ${uses.found.length} of the uses were looked at` : undefined;
  const doubts = [uses?.reason && `of its uses: ${uses.reason}`, unseen];
  return {
    symbol: symbol.namePath,
    uses: uses?.total,
    files: narrowed,
    withoutServer: [...own.withoutServer, ...others.withoutServer],
    notLookedAt: [...own.notLookedAt, ...others.notLookedAt],
    lacks: [...own.lacks, ...others.lacks, ...doubts.flatMap((reason) => (reason ? [{ reason }] : []))],
  };
}

/**
 * Whether a thing stands in the symbol itself, in one that uses it, or in the line of a use outside of all symbols.
 * @param own name path of the symbol, in the file that defines it.
 */
function inSymbols({ file }: FileDiagnosis, own: string | undefined, uses: readonly Reference[]) {
  const names = new Set([own, ...uses.map(({ within }) => within?.namePath)].filter((name) => name !== undefined));
  const spans = [...names].flatMap((name) => {
    const symbol = file.tree?.all.find(({ namePath }) => namePath === name);
    return symbol ? [symbol.declaration] : [];
  });
  const lines = new Set(uses.filter(({ within }) => !within).map(({ line }) => line));
  return ({ range: { start, end } }: Diagnostic): boolean => {
    const [from, to] = [offsetOf(file, start), offsetOf(file, end)];
    return lines.has(start.line) || spans.some((span) => from < span.end && Math.max(to, from + 1) > span.start);
  };
}

function offsetOf({ starts }: PlaceFile, { line, column }: Position): number {
  return (starts[line - 1] ?? 0) + column - 1;
}

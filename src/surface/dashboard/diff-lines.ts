/** A unified diff as lines of a kind, for who sees it in colours. */

export interface DiffLine {
  kind: "head" | "added" | "removed" | "same" | "note";
  text: string;
}

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { "@": "head", "+": "added", "-": "removed", "\\": "note" };

/** @param diff hunks without a file header. */
export function diffLines(diff: string): DiffLine[] {
  const lines = diff.endsWith("\n") ? diff.slice(0, -1).split("\n") : diff === "" ? [] : diff.split("\n");
  return lines.map((text) => ({ kind: KINDS[text[0] ?? ""] ?? "same", text }));
}

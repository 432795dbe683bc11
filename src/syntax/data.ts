/** Keeps data files from flooding: of many nested keys the deepest are left out. */
import type { Definition } from "./capture.ts";
import type { SymbolKind } from "./kind.ts";

/** Keys, elements and sections of one file; below the top, levels that would make it more are left out. */
const DATA_LIMIT = 5_000;

const DATA_KINDS: ReadonlySet<SymbolKind> = new Set(["key", "element", "section"]);

export function boundedData(definitions: readonly Definition[]): readonly Definition[] {
  const data = definitions.filter(({ kind }) => DATA_KINDS.has(kind));
  if (data.length <= DATA_LIMIT) return definitions;
  const depths = depthsOf(data);
  const counts: number[] = [];
  for (const depth of depths.values()) counts[depth] = (counts[depth] ?? 0) + 1;
  let deepest = 0;
  let sum = counts[0]!;
  while (deepest + 1 < counts.length && sum + counts[deepest + 1]! <= DATA_LIMIT) sum += counts[++deepest]!;
  return definitions.filter((definition) => (depths.get(definition) ?? 0) <= deepest);
}

/** How many others are around each. */
function depthsOf(data: readonly Definition[]): Map<Definition, number> {
  const depths = new Map<Definition, number>();
  const ends: number[] = [];
  const ordered = data
    .map((definition) => ({ definition, start: definition.node.startIndex, end: definition.node.endIndex }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { definition, end } of ordered) {
    while (ends.length > 0 && ends.at(-1)! < end) ends.pop();
    depths.set(definition, ends.length);
    ends.push(end);
  }
  return depths;
}

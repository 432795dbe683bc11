/** Walks a hierarchy of calls or types from its roots, level by level, within bounds; cycles are cut and marked. */
import { ServerError } from "../lsp/fault.ts";
import { comparePositions, type Range } from "../lsp/position.ts";
import type { HierarchyItem } from "../lsp/request.ts";

/** What is directly below an entry. */
export interface Below {
  item: HierarchyItem;
  /** Where the calls stand; none for types. */
  ranges: readonly Range[];
}

/**
 * Why nothing is below an entry that may have something below it: it stands above itself, it is shown with all below it
 * elsewhere, or the server answered with an error.
 */
export type Mark = "cycle" | "shown_elsewhere" | "failed";

export interface Entry {
  item: HierarchyItem;
  /** 0 for a root. */
  level: number;
  ranges: Range[];
  above: Entry | undefined;
  below: Entry[];
  mark: Mark | undefined;
}

export interface Bounds {
  /** Levels below the roots. */
  depth: number;
  /** Most entries, roots among them. */
  most: number;
}

export class HierarchyWalk {
  readonly roots: Entry[];
  /** Entries that were made. */
  count: number;
  /** Entries beyond the most that are kept. */
  left = 0;
  /** Words of the server's errors. */
  fault: string | undefined;
  readonly #bounds: Bounds;
  /** Keys of those whose entries below are asked for, or will be. */
  readonly #asked = new Set<string>();

  constructor(roots: readonly HierarchyItem[], bounds: Bounds) {
    this.#bounds = bounds;
    this.roots = unique(roots.map((item) => ({ item, ranges: [] }))).map((one) => entryOf(one, undefined));
    this.count = this.roots.length;
  }

  /**
   * Asks for what is below. When it throws, what was found up to then stands.
   * @param further asks the server.
   * @throws what `further` throws, but for an error with which the server answers.
   */
  async run(
    further: (item: HierarchyItem) => Promise<readonly Below[]>,
    signal: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<void> {
    const waiting = [...this.roots];
    for (const { item } of waiting) this.#asked.add(keyOf(item));
    for (const [done, entry] of waiting.entries()) {
      if (entry.level >= this.#bounds.depth) continue;
      signal.throwIfAborted();
      progress(done, waiting.length);
      try {
        for (const one of unique(await further(entry.item))) {
          const below = this.#add(one, entry);
          if (below && this.#isToAsk(below)) waiting.push(below);
        }
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        entry.mark = "failed";
        this.fault ??= error.message;
      }
    }
  }

  /** All of them, each before those below it. */
  *all(entries: readonly Entry[] = this.roots): Generator<Entry> {
    for (const entry of entries) {
      yield entry;
      yield* this.all(entry.below);
    }
  }

  #add(one: { item: HierarchyItem; ranges: Range[] }, above: Entry): Entry | undefined {
    if (this.count >= this.#bounds.most) {
      this.left++;
      return undefined;
    }
    this.count++;
    const entry = entryOf(one, above);
    above.below.push(entry);
    return entry;
  }

  /** Marks what is not asked about again. */
  #isToAsk(entry: Entry): boolean {
    const key = keyOf(entry.item);
    for (let at = entry.above; at; at = at.above) if (keyOf(at.item) === key) entry.mark = "cycle";
    if (entry.mark || entry.level >= this.#bounds.depth) return false;
    if (this.#asked.has(key)) entry.mark = "shown_elsewhere";
    this.#asked.add(key);
    return entry.mark === undefined;
  }
}

function entryOf({ item, ranges }: { item: HierarchyItem; ranges: Range[] }, above: Entry | undefined): Entry {
  return { item, level: above ? above.level + 1 : 0, ranges, above, below: [], mark: undefined };
}

/** Entries that are said twice are one, with the places of both. */
function unique(all: readonly Below[]): { item: HierarchyItem; ranges: Range[] }[] {
  const found = new Map<string, { item: HierarchyItem; ranges: Range[] }>();
  for (const { item, ranges } of all) {
    const known = found.get(keyOf(item));
    if (known) known.ranges.push(...ranges);
    else found.set(keyOf(item), { item, ranges: [...ranges] });
  }
  for (const { ranges } of found.values()) ranges.sort((a, b) => comparePositions(a.start, b.start));
  return [...found.values()];
}

function keyOf({ name, place: { uri, range, nameRange } }: HierarchyItem): string {
  const { line, column } = (nameRange ?? range).start;
  return `${line}:${column} ${uri} ${name}`;
}

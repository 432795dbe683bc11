/** The comparisons of many files, summed per language and server, as the lines of a report. */
import { classOf, type DifferenceClass } from "./outline-classes.ts";
import { type Comparison, type Difference, SIDES, type Side } from "./outline-compare.ts";
import type { OutlineRow } from "./outline-row.ts";

interface Row {
  language: string;
  server: string;
  files: number;
  ours: number;
  theirs: number;
  both: number;
  same: number;
  sides: Record<Side, number>;
  /** How often each class explains something. */
  classes: Map<DifferenceClass, number>;
  unexplained: { path: string; difference: Difference }[];
}

export class OutlineTally {
  readonly #classes: readonly DifferenceClass[];
  readonly #rows = new Map<string, Row>();

  constructor(classes: readonly DifferenceClass[]) {
    this.#classes = classes;
  }

  get unexplained(): number {
    return this.#rows.values().reduce((sum, { unexplained }) => sum + unexplained.length, 0);
  }

  add(language: string, server: string, path: string, comparison: Comparison): void {
    const row = this.#row(language, server);
    row.files++;
    for (const key of ["ours", "theirs", "both", "same"] as const) row[key] += comparison[key];
    for (const difference of comparison.differences) {
      row.sides[difference.side]++;
      const known = classOf(difference, language, server, this.#classes);
      if (known) row.classes.set(known, (row.classes.get(known) ?? 0) + 1);
      else row.unexplained.push({ path, difference });
    }
  }

  #row(language: string, server: string): Row {
    const key = `${language} ${server}`;
    const known = this.#rows.get(key);
    if (known) return known;
    const sides = { ours: 0, theirs: 0, name: 0, kind: 0, parent: 0, range: 0 };
    const counts = { files: 0, ours: 0, theirs: 0, both: 0, same: 0 };
    const row: Row = { language, server, ...counts, sides, classes: new Map(), unexplained: [] };
    this.#rows.set(key, row);
    return row;
  }

  /** @param most unexplained differences of a language that are printed. */
  *lines(most: number): Generator<string> {
    const heads = [
      "files",
      "ours",
      "theirs",
      "both",
      "same",
      "only ours",
      "only theirs",
      "name",
      "kind",
      "parent",
      "range",
    ];
    yield `${"language (server)".padEnd(44)}${[...heads, "unexplained"].map((head) => head.padStart(12)).join("")}`;
    for (const row of this.#rows.values()) {
      const { files, ours, theirs, both, same, sides, unexplained } = row;
      const counts = [files, ours, theirs, both, same, ...SIDES.map((side) => sides[side]), unexplained.length];
      yield `${`${row.language} (${row.server})`.padEnd(44)}${counts.map((count) => String(count).padStart(12)).join("")}`;
    }
    for (const row of this.#rows.values()) yield* explained(row);
    for (const row of this.#rows.values()) yield* open(row, most);
  }
}

function* explained({ language, server, classes }: Row): Generator<string> {
  if (classes.size === 0) return;
  yield `\n${language} (${server}), explained:`;
  for (const [{ side, says }, count] of [...classes].sort(([, a], [, b]) => b - a))
    yield `${String(count).padStart(8)}  ${SAID[side]}: ${says}`;
}

const SAID: Record<Side, string> = {
  ours: "only ours",
  theirs: "only theirs",
  name: "name",
  kind: "kind",
  parent: "parent",
  range: "range",
};

function* open({ language, server, unexplained }: Row, most: number): Generator<string> {
  if (unexplained.length === 0) return;
  yield `\n${language} (${server}), NOT EXPLAINED (${unexplained.length}):`;
  for (const { path, difference } of unexplained.slice(0, most)) {
    const { side, ours, theirs } = difference;
    yield `  ${SAID[side]} ${path}:${(ours ?? theirs)!.line}: ${shown(ours)} | ${shown(theirs)}`;
  }
  if (unexplained.length > most) yield `  and ${unexplained.length - most} more`;
}

function shown(row: OutlineRow | undefined): string {
  return row ? `${row.start}-${row.end} ${row.kind} ${row.namePath}` : "none";
}

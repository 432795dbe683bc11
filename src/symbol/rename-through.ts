/** Mends what servers leave half done when they rename. */
import { comparePositions, type Position, type Range } from "../lsp/position.ts";
import type { FileChange as ServerChange, TextChange } from "../lsp/workspace-edit.ts";
import type { SymbolKind } from "../syntax/kind.ts";

export interface RenameNames {
  from: string;
  to: string;
}

export interface Through {
  edit: ServerChange[];
  /** Places where the old name goes on, as the server would not say what else must follow; lines are 1-based. */
  stopped: { path: string; line: number }[];
}

/** A name that so many files export again is followed no further. */
const MOST_ASKED = 200;

/**
 * Where a file exports the name again, a server leaves it there under the old one (`export { Basket as Cart } from "./cart"`), so
 * that nothing behind it follows: renames that as well, and what takes it from there.
 * @param ask what changes when the name at a place gets the new one; undefined where the server refuses.
 */
export async function throughExports(
  first: readonly ServerChange[],
  names: RenameNames,
  ask: (path: string, position: Position) => Promise<readonly ServerChange[] | undefined>,
): Promise<Through> {
  const { from, to } = names;
  const merged = [...first];
  const asked = new Set<string>();
  const stopped: Through["stopped"] = [];
  const isAlias = ({ text }: TextChange) => text === `${to} as ${from}`;
  const next = () => placesOf(merged, isAlias).find((place) => !asked.has(keyOf(place)));
  for (let place = next(); place; place = next()) {
    asked.add(keyOf(place));
    const { path, range } = place;
    const more = asked.size <= MOST_ASKED ? await ask(path, range.start) : undefined;
    if (more) merge(merged, [...more, { kind: "edit", path, changes: [{ range, text: to }] }], names);
    else stopped.push({ path, line: range.start.line });
  }
  return { edit: merged, stopped };
}

interface Place {
  path: string;
  range: Range;
}

function placesOf(edit: readonly ServerChange[], isMeant: (change: TextChange) => boolean): Place[] {
  return edit.flatMap((one) =>
    one.kind === "edit" ? one.changes.filter(isMeant).map(({ range }) => ({ path: one.path, range })) : [],
  );
}

function keyOf({ path, range: { start } }: Place): string {
  return `${path}:${start.line}:${start.column}`;
}

/** Kinds of symbols that are named behind a dot. */
const MEMBERS: ReadonlySet<SymbolKind> = new Set(["enum_member", "field", "key", "method", "property"]);

/**
 * Spells out the short form of a member by the right end: of `{ Cart }` a renamed variable leaves `{ Cart: Basket }`. A server is
 * known that writes `{ Basket: Cart }` for classes, which is right for renamed members alone.
 */
export function withMembersKept(
  edit: readonly ServerChange[],
  kind: SymbolKind,
  { from, to }: RenameNames,
): ServerChange[] {
  if (MEMBERS.has(kind)) return [...edit];
  const kept = (change: TextChange) =>
    change.text === `${to}: ${from}` ? { ...change, text: `${from}: ${to}` } : change;
  return edit.map((one) => (one.kind === "edit" ? { ...one, changes: one.changes.map(kept) } : one));
}

/** Adds the changes of another answer; one place told in two ways is where both ends get the new name. */
export function merge(into: ServerChange[], more: readonly ServerChange[], { from, to }: RenameNames): void {
  const halves = new Set([to, `${to} as ${from}`, `${from} as ${to}`]);
  for (const one of more) {
    const at = into.findIndex((known) => known.kind === one.kind && known.path === one.path);
    const known = into[at];
    if (one.kind !== "edit" || known?.kind !== "edit") {
      if (!known) into.push(one);
      continue;
    }
    const changes = [...known.changes];
    for (const change of one.changes) {
      const same = changes.findIndex(({ range }) => comparePositions(range.start, change.range.start) === 0);
      if (same < 0) changes.push(change);
      else if (halves.has(changes[same]!.text) && halves.has(change.text) && changes[same]!.text !== change.text)
        changes[same] = { ...change, text: to };
    }
    into[at] = { ...known, changes: changes.sort((a, b) => comparePositions(a.range.start, b.range.start)) };
  }
}

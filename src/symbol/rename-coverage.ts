/** Whether a server's rename reaches all files: those that have the name are shown to it before it is believed. */
import { join } from "node:path";
import { linesOf } from "../index/occurrence-data.ts";
import { comparePositions, type Range } from "../lsp/position.ts";
import type { FileChange as ServerChange } from "../lsp/workspace-edit.ts";
import { OccurrenceTable } from "../store/occurrence-table.ts";
import { filesNaming, indexedWords, isTelling, MOST_SHOWN, unseenAmong, unseenText } from "./cross-check.ts";
import { mentionsOf } from "./mentions.ts";
import { editedPaths } from "./server-edit.ts";
import type { AtServer, ServerServices, SymbolSpot } from "./server-question.ts";
import { type AskedUse, usesByDefinition } from "./uses-asked.ts";

/** Places outside of comments and strings. */
export interface LeftPlaces {
  files: { path: string; lines: number[] }[];
  /** Files, those that are not given among them. */
  total: number;
}

export interface Coverage {
  /** Why files may be left out that nobody can list. */
  doubt: string | undefined;
  /** Files that have a name which can hardly be another's, and which the server has seen and leaves as they are. */
  left: LeftPlaces;
}

export interface AskedRename {
  /** What changes. @param also uses that change as well, from now on. */
  edit(also?: readonly AskedUse[]): Promise<ServerChange[]>;
}

const LINES_SHOWN = 10;

/** @param path of the file that defines the symbol. @param asked what the server is asked. */
export async function coveredEdit(
  here: AtServer<SymbolSpot>,
  path: string,
  asked: AskedRename,
  use: ServerServices,
): Promise<Coverage & { edit: ServerChange[] }> {
  const { server, spot, isWhole } = here;
  const { client, files, spec } = server;
  const { project } = use;
  const showing = (paths: readonly string[]) =>
    files.holding(
      paths.map((one) => join(project.root, one)),
      () => asked.edit(),
    );
  const none = { files: [], total: 0 };
  if (!isWhole) {
    const { paths, note } = await mentionsOf(spot.symbol.name, use);
    return { edit: await showing(paths), doubt: note, left: none };
  }
  const [first, naming] = await Promise.all([asked.edit(), filesNaming(spot.symbol, path, spec.languages, use)]);
  if (naming === undefined) return { edit: first, doubt: undefined, left: none };
  if ("reason" in naming) return { edit: first, doubt: spec.leaves_out ? naming.reason : undefined, left: none };
  const before = await editedPaths(first, project);
  const isOpen = (one: string) => client.documents.get(join(project.root, one)) !== undefined;
  const unknown = unseenAmong(naming, (one) => before.has(one) || isOpen(one), use);
  let edit = unknown ? await showing(unknown.slice(0, MOST_SHOWN)) : first;
  let seen = await editedPaths(edit, project);
  const isNone = () => [...seen].every((one) => one === path);
  const isDoubted = isTelling(naming) || (isNone() && naming.isOnly);
  let left = isDoubted ? unseenAmong(naming, (one) => seen.has(one), use) : undefined;
  if (left) {
    const { uses, settled } = await usesByDefinition(here, left.slice(0, MOST_SHOWN), use);
    if (uses.length > 0) edit = await asked.edit(uses);
    seen = await editedPaths(edit, project);
    const missed = await editedPaths(usesBeyond(edit, uses), project);
    const isDone = (one: string) => !missed.has(one) && (seen.has(one) || settled.has(one));
    left = unseenAmong(naming, isDone, use);
  }
  const isLong = unknown !== undefined && unknown.length > MOST_SHOWN;
  const long = `more than ${MOST_SHOWN} other files have the name, and the server was shown only those`;
  const doubt = left && isNone() ? unseenText(left, true) : isLong && spec.leaves_out ? long : undefined;
  return { edit, doubt, left: left ? placesIn(left, naming.name, use) : none };
}

function placesIn(paths: readonly string[], name: string, { index }: ServerServices): LeftPlaces {
  const table = new OccurrenceTable(index.reader!);
  const files = paths.slice(0, MOST_SHOWN).map((path) => ({
    path,
    lines: table.using(indexedWords(name), path).flatMap(({ data }) => [...linesOf(data, name)].slice(0, LINES_SHOWN)),
  }));
  return { files, total: paths.length };
}

/** Uses that an edit leaves as they are, as an edit. */
function usesBeyond(edit: readonly ServerChange[], uses: readonly AskedUse[]): ServerChange[] {
  const isMade = ({ path, range }: AskedUse) =>
    edit.some(
      (one) => one.kind === "edit" && one.path === path && one.changes.some(({ range: made }) => holds(made, range)),
    );
  return uses.filter((one) => !isMade(one)).map(({ path }) => ({ kind: "edit", path, changes: [] }));
}

function holds(outer: Range, inner: Range): boolean {
  return comparePositions(outer.start, inner.start) <= 0 && comparePositions(inner.end, outer.end) <= 0;
}
